import {describe, expect, it} from 'vitest';
import {home} from './optty.ts';

/** OSC, CSI in both spellings, C1, a bell, a bidirectional override. */
const evil = 'x\x1b]0;pwn\x07\x1b[31m\x9b31m\x85\u202ey';
const steering = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;

const lines: readonly (readonly string[])[] = [
  [evil],
  [`--${evil}`],
  ['list', 'cards', evil],
  ['list', 'cards', '--filter', `title:"${evil}" nowhere:1`],
  ['list', 'cards', '--profile', evil],
  ['list', 'cards', '--base-url', `https://h/${evil}?`],
  ['show', 'trades', evil],
  ['config', 'show', '--config', evil],
  ['doctor', '--log-file', evil],
  ['paper', '--db', `/proc/${evil}/paper.db`],
  ['paper', '--faults', evil],
];

it.each(lines.map(args => ({args, line: args.join(' ').replaceAll(evil, 'EVIL')})))(
  'an argument with escape sequences reaches the terminal only in a safe form: optty $line',
  async ({args}) => {
    const {stdout, stderr} = await home().asked(args);
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(steering);
  },
);

describe.runIf(process.platform === 'linux')('output that cannot be written', () => {
  it.each(['--help', 'list cards --json', 'paper --port 0'].map(line => ({line})))(
    'is said in one sentence, and the exit code is not 0: optty $line',
    async ({line}) => {
      const {code, stderr} = await home().unread(line.split(' '));
      const words = 'standard output cannot be written (ENOSPC): free disk space, or write elsewhere.';
      const error = {kind: 'failed', message: words, exitCode: 1};
      expect(stderr).toBe(line.includes('--json') ? `${JSON.stringify({error})}\n` : `optty: ${words}\n`);
      expect(code).toBe(1);
    },
  );
});

describe('a file with escape sequences', () => {
  it.each([
    '[filters.cards]\n"a\\u001b]0;pwn\\u0007\\u009b31m" = "BTC"\n',
    'label = "x"\n[profiles."p\\u001b[31m\\u009b"]\nlabel = "\\u001b]0;pwn\\u0007\\u202e"\nbase_url = "https://a.example"\n',
    'log_file = "\\u001b[31m\\u009bx"\n',
    '"\\u001b]0;pwn\\u0007" = 1\n',
    'theme = "\\u001b]0;pwn\\u0007\\u009b"\n',
    '[keys]\n"\\u001b[31m" = "x"\n',
  ])('reaches the terminal only in a safe form: %j', async toml => {
    const at = home(toml);
    for (const more of [[], ['--json']]) {
      const {stdout, stderr} = await at.asked(['config', 'show', ...more]);
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toMatch(steering);
    }
  });

  it('cannot start a line that looks like another setting', async () => {
    const {stdout} = await home('[filters.cards]\n"a\\nbase_url" = "BTC"\n').asked(['config', 'show']);
    expect(stdout.match(/^base_url/gm)?.length).toBe(1);
  });
});

describe('a path', () => {
  it('with escape sequences is safe on a terminal after optty config init', async () => {
    const at = home();
    const path = `${at.folder}/${evil.replaceAll('\x85', '')}`;
    const shown = at.onTerminal(['config', 'init', '--config', path]);
    await shown.waitFor('pwn');
    expect(shown.transcript.replaceAll('\r\n', '\n')).not.toMatch(steering);
  });

  it('is exact for a program that reads it', async () => {
    const {stdout} = await home().asked(['config', 'path', '--config', `/tmp/${evil}`]);
    expect(stdout).toBe(`/tmp/${evil}\n`);
  });
});

it.each([[['--help']], [['list', 'cards']], [['paper', '--port', '0', '--db', ':memory:']]])(
  'a closed output pipe ends optty %j without an error',
  async args => {
    const {child, ended} = home().start(args);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({code: 0, stderr: ''});
  },
);

it('a running paper service opens no debugger on SIGUSR1', async () => {
  const service = home().start(['paper', '--port', '0', '--db', ':memory:']);
  await service.prints(/./);
  service.kill('SIGUSR1');
  service.kill('SIGTERM');
  const {code, stderr} = await service.ended;
  expect(code).toBe(0);
  expect(stderr).not.toContain('Debugger');
});
