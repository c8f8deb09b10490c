import {describe, expect, it} from 'vitest';
import {knownNames, refuseCommandsOfOthers} from '../../src/commands/config-file.ts';
import {readSettings} from '../../src/config/settings-file.ts';

const address = 'base_url = "https://a.example"';
const byToken = `[profiles.a]\n${address}\ntoken_command = ["pass"]\n`;
const bySigning = `[profiles.a]\n${address}\n[profiles.a.dialect.auth]\nscheme = "command"\ncommand = ["sign"]\n`;

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
      `config.toml: profiles.a.token_command: this names a program to run, and other users can write the file (mode ${shown}). Read it, then run chmod go-w on it.`,
    );
    expect(judged(bySigning, mode, 1000, 1000)).toThrow(
      `config.toml: profiles.a.dialect.auth.command: this names a program to run, and other users can write the file (mode ${shown}).`,
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
