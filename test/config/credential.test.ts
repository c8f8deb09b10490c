import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {shownSettings} from '../../src/config/config.ts';
import {ConfigError} from '../../src/config/error.ts';
import {temporaryFolder} from '../helpers/folder.ts';
import {refusal, resolve} from './settings.ts';

const url = 'https://trading.example.com/api';
const profile = (lines: string) => `[profiles.live]\nbase_url = "${url}"\n${lines}\n`;

type Given = Parameters<typeof resolve>[0];

async function token(given: Given): Promise<string> {
  const {credential} = resolve(given);
  if (credential.kind !== 'token')
    return credential.kind === 'none' ? `none: ${credential.why}` : credential.source;
  return credential.read().catch((error: unknown) => {
    if (error instanceof ConfigError) return error.message;
    throw error;
  });
}

describe('the token', () => {
  it('comes from the environment first, then from the profile', async () => {
    const toml = profile('token_file = "/nowhere"');
    expect(await token({toml, env: {OPTTY_TOKEN: 'canary'}})).toBe('canary');
    expect(await token({toml: profile('')})).toBe(
      'none: no token is given: set OPTTY_TOKEN, token_file or token_command',
    );
  });

  it('is read only from a file that only its owner can access', async () => {
    const path = join(temporaryFolder(), 'token');
    writeFileSync(path, 'canary\n', {mode: 0o600});
    const toml = profile(`token_file = "${path}"`);
    expect(await token({toml})).toBe('canary');
    for (const mode of [0o640, 0o604, 0o666, 0o620]) {
      chmodSync(path, mode);
      expect(await token({toml})).toBe(
        `${path}: token_file: other users can access it (mode 0${mode.toString(8)}). Run chmod 600 on it.`,
      );
    }
  });

  it('is read again after a refusal from a file or a command, which gets no terminal then', async () => {
    const path = join(temporaryFolder(), 'token');
    const renewed = (lines: string) => {
      const {credential} = resolve({
        toml: profile(lines),
        env: {PATH: process.env.PATH ?? '', GPG_TTY: 'tty'},
      });
      return credential.kind === 'token' ? [credential.read(), credential.renew?.(), credential.advice] : [];
    };
    writeFileSync(path, 'canary\n', {mode: 0o600});
    const [first, , advice] = renewed(`token_file = "${path}"`);
    expect([await first, advice]).toEqual(['canary', expect.stringContaining(`Check the token in ${path}`)]);
    writeFileSync(path, 'second\n');
    expect(await renewed(`token_file = "${path}"`)[1]).toBe('second');
    const [, again] = renewed('token_command = ["sh", "-c", "test -t 0 || echo $GPG_TTY:none"]');
    expect(await again).toBe(':none');
    expect(resolve({toml: profile(''), env: {OPTTY_TOKEN: 'canary'}}).credential).toMatchObject({
      renew: undefined,
    });
  });

  it('can be in a file below the home folder, written with ~', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'token'), 'canary', {mode: 0o600});
    expect(await token({toml: profile('token_file = "~/token"'), env: {HOME: home}})).toBe('canary');
  });

  it('is not read from anything but a file', async () => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'token'));
    expect(await token({toml: profile(`token_file = "${path}/token"`)})).toMatch(
      /it is a folder; a file is expected\.$/,
    );
    expect(await token({toml: profile(`token_file = "${path}/none"`)})).toMatch(/there is no such file\.$/);
  });

  it('can come from a command that runs without a shell', async () => {
    const toml = profile('token_command = ["printf", "%s\\n", "a$HOME;b"]');
    expect(await token({toml, env: {PATH: process.env.PATH ?? ''}})).toBe('a$HOME;b');
  });

  it.each([
    ['["false"]', 'token_command false: it failed with exit code 1.'],
    ['["optty-no-such-program"]', 'token_command optty-no-such-program: it was not found.'],
    ['["true"]', 'token_command true: the token is empty.'],
    ['["yes"]', 'token_command yes: it wrote more than 16384 characters.'],
    ['["sh", "-c", "kill -9 $$"]', 'token_command sh: it was ended by SIGKILL.'],
  ])('is refused if the command %s prints no token', async (command, message) => {
    expect(
      await token({toml: profile(`token_command = ${command}`), env: {PATH: process.env.PATH ?? ''}}),
    ).toBe(message);
  });

  it.each([
    ['canary\nsecond', 'the token contains a line break; it must be one line.'],
    ['canary\r\n\r\n', 'the token contains a line break; it must be one line.'],
    ['can ary', 'the token contains a character that is not valid in a header, at position 4.'],
    ['canaryé', 'the token contains a character that is not valid in a header, at position 7.'],
    ['\x1b[31mcanary', 'the token contains a character that is not valid in a header, at position 1.'],
    ['  ', 'the token is empty.'],
    ['\ufeffcanary', 'a byte order mark is before the token: save it without one.'],
  ])('is refused without being shown: %j', async (text, message) => {
    expect(await token({toml: profile(''), env: {OPTTY_TOKEN: text}})).toBe(`OPTTY_TOKEN: ${message}`);
  });

  it('never appears in the displayed settings', () => {
    const config = resolve({toml: profile(''), env: {OPTTY_TOKEN: 'canary'}});
    expect(JSON.stringify(shownSettings(config))).not.toContain('canary');
    expect(shownSettings(config)).toContainEqual({
      name: 'token',
      value: '(hidden: OPTTY_TOKEN)',
      origin: 'OPTTY_TOKEN',
    });
  });
});

describe('a credential belongs to one address', () => {
  const toml = profile('token_file = "/nowhere"');

  it('the token of a profile is not sent to another origin', async () => {
    const none = 'none: the token of profile live is for another address';
    expect(await token({toml, flags: {baseUrl: 'https://evil.example.com'}})).toBe(none);
    expect(await token({toml, env: {OPTTY_BASE_URL: 'https://trading.example.com:444/api'}})).toBe(none);
    const sameOrigin = {baseUrl: 'https://trading.example.com/other'};
    expect(await token({toml, flags: sameOrigin})).toBe(none);
    expect(await token({toml, flags: {...sameOrigin, profile: 'live'}})).toContain('/nowhere');
    expect(await token({toml, flags: {baseUrl: 'https://evil.example.com', profile: 'live'}})).toBe(none);
  });

  it('the token for OPTTY_BASE_URL is not sent to the address of a flag', async () => {
    const env = {OPTTY_BASE_URL: url, OPTTY_TOKEN: 'canary'};
    expect(await token({env})).toBe('canary');
    expect(await token({env, flags: {baseUrl: 'https://evil.example.com'}})).toBe(
      'none: OPTTY_TOKEN was given with another address, by OPTTY_BASE_URL',
    );
    expect(await token({env: {OPTTY_TOKEN: 'canary'}, flags: {baseUrl: url}})).toBe('canary');
  });

  it('the token for OPTTY_PROFILE is not sent to the profile of a flag', async () => {
    const two = `${toml}[profiles.other]\nbase_url = "https://other.example.com"\n`;
    const env = {OPTTY_PROFILE: 'live', OPTTY_TOKEN: 'canary'};
    const none = 'none: OPTTY_TOKEN was given with another address, by OPTTY_PROFILE';
    expect(await token({toml: two, env})).toBe('canary');
    expect(await token({toml: two, env, flags: {profile: 'other'}})).toBe(none);
    expect(await token({toml: two, env, flags: {baseUrl: 'https://other.example.com'}})).toBe(none);
    expect(await token({toml: two, env: {OPTTY_TOKEN: 'canary'}, flags: {profile: 'other'}})).toBe('canary');
  });

  it('a profile without an address cannot have a credential', () => {
    expect(refusal({toml: '[profiles.a]\ntoken_file = "/nowhere"'})).toBe(
      '/etc/optty.toml: profiles.a.token_file: a credential is for one address only: set base_url in [profiles.a] too.',
    );
  });

  it('the embedded paper service never receives a credential', async () => {
    expect(await token({env: {OPTTY_TOKEN: 'canary'}})).toBe(
      'none: the embedded paper service makes its own',
    );
  });

  it('a signing command does not sign for another origin', async () => {
    const signed = profile('[profiles.live.dialect.auth]\nscheme = "command"\ncommand = ["sign", "canary"]');
    expect(await token({toml: signed})).toBe('dialect.auth.command sign');
    const elsewhere = {baseUrl: 'https://evil.example.com'};
    expect(await token({toml: signed, flags: {...elsewhere, profile: 'live'}})).toContain(
      'is for another address',
    );
    expect(await token({toml: signed, flags: elsewhere})).toContain('is for another address');
    expect(JSON.stringify(shownSettings(resolve({toml: signed})))).not.toContain('canary');
  });
});

describe('a credential without encryption', () => {
  const env = {OPTTY_TOKEN: 'canary'};

  it('is refused except on loopback, with an address that would work', () => {
    expect(refusal({env, flags: {baseUrl: 'http://trading.example.com/api'}})).toBe(
      '--base-url: http://trading.example.com is not encrypted, and the credential (OPTTY_TOKEN) goes over https only. Use https://trading.example.com/api, or remove the credential.',
    );
  });

  it('is sent to this machine', async () => {
    for (const baseUrl of ['http://127.0.0.1:8787', 'http://localhost:1', 'http://[::1]:1']) {
      expect(await token({env, flags: {baseUrl}})).toBe('canary');
    }
  });

  it('is allowed if there is no credential', () => {
    expect(resolve({flags: {baseUrl: 'http://trading.example.com'}}).credential.kind).toBe('none');
  });
});

describe('an auth scheme', () => {
  it.each([
    ['scheme = "header"', 'auth.scheme = "header" needs auth.header, the header name of the token.'],
    ['scheme = "command"', 'auth.scheme = "command" needs auth.command = ["program", "argument"].'],
  ])('without its setting gets an error: %s', (line, message) => {
    expect(refusal({toml: profile(`[profiles.live.dialect.auth]\n${line}`)})).toContain(message);
  });

  it('named none sends no token', async () => {
    const toml = profile('[profiles.live.dialect.auth]\nscheme = "none"');
    expect(await token({toml, env: {OPTTY_TOKEN: 'canary'}})).toBe('none: auth.scheme is none');
  });
});
