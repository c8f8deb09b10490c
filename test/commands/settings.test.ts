import {execFileSync} from 'node:child_process';
import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {knownNames} from '../../src/commands/desk/names.ts';
import {readSource, refuseCommandsOfOthers} from '../../src/commands/settings.ts';
import {readSettings} from '../../src/config/file.ts';
import {temporaryFolder} from '../helpers/folder.ts';

function fileOf(text: string, mode = 0o600): string {
  const path = join(temporaryFolder(), 'config.toml');
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const address = 'base_url = "https://a.example"';
const byToken = `[profiles.a]\n${address}\ntoken_command = ["pass"]\n`;
const bySigning = `[profiles.a]\n${address}\n[profiles.a.dialect.auth]\nscheme = "command"\ncommand = ["sign"]\n`;

describe('a configuration file', () => {
  it('is read with its owner and mode', () => {
    const path = fileOf('theme = "light"\n', 0o640);
    expect(readSource(path, true)).toEqual({
      text: 'theme = "light"\n',
      mode: 0o100640,
      ownerId: process.getuid?.(),
    });
  });

  it.each(['/dev/zero', '/dev/urandom'])('is refused if it has no end: %s', path => {
    expect(() => readSource(path, true)).toThrow(`${path}: it holds more than 1 MB.`);
  });

  it('is refused if it is a pipe, without waiting for a writer', () => {
    const path = `${fileOf('')}.pipe`;
    execFileSync('mkfifo', [path]);
    expect(() => readSource(path, true)).toThrow(`${path}: it is a pipe; a file is expected.`);
  });

  it('may be empty or an empty device, or missing if no path is given', () => {
    expect(readSource('/dev/null', true)?.text).toBe('');
    expect(readSource('/nowhere/config.toml', false)).toBeUndefined();
    expect(() => readSource('/nowhere/config.toml', true)).toThrow('there is no such file');
    expect(() => readSource('/proc/self/mem', true)).toThrow('it cannot be read (EIO).');
  });
});

describe('a configuration file with a command', () => {
  const judged = (text: string, mode: number, ownerId: number, userId: number | undefined) => () =>
    refuseCommandsOfOthers(
      readSettings('config.toml', text, knownNames),
      {text, mode: 0o100000 | mode, ownerId},
      userId,
    );

  it.each([0o660, 0o606, 0o622, 0o777])('is refused if others can write it (mode %o)', mode => {
    const shown = `0${mode.toString(8)}`;
    expect(judged(byToken, mode, 1000, 1000)).toThrow(
      `config.toml:3: profiles.a.token_command: this names a program to run, and other users can write the file (mode ${shown}). Read it, then run chmod go-w on it.`,
    );
    expect(judged(bySigning, mode, 1000, 1000)).toThrow(
      `config.toml:5: profiles.a.dialect.auth.command: this names a program to run, and other users can write the file (mode ${shown}).`,
    );
  });

  it('is refused if it belongs to another user, also for root', () => {
    const words = 'the file belongs to another user (id 1001). Make a copy of your own, and read it first.';
    expect(judged(byToken, 0o600, 1001, 1000)).toThrow(words);
    expect(judged(bySigning, 0o600, 1001, 0)).toThrow(words);
  });

  it('is accepted from its user and from root', () => {
    expect(judged(byToken, 0o644, 1000, 1000)).not.toThrow();
    expect(judged(bySigning, 0o644, 0, 1000)).not.toThrow();
    expect(judged(byToken, 0o666, 1001, undefined)).not.toThrow();
  });

  it('is the only kind of file with this check', () => {
    expect(judged(`[profiles.a]\n${address}\ntoken_file = "~/t"\n`, 0o666, 1001, 1000)).not.toThrow();
  });
});
