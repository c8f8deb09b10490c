import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {type Traits, writeSync} from '../helpers/emulator.ts';
import {eventually} from '../helpers/patience.ts';
import {openTerminal, type TerminalOptions, type TestTerminal} from '../helpers/terminal.ts';
import {buildProgram} from './fixtures/build.ts';

const folder = mkdtempSync(join(tmpdir(), 'optty-session-'));
let program: string;
const node = process.execPath;
let terminal: TestTerminal;

beforeAll(async () => {
  program = await buildProgram(folder);
});
afterEach(() => terminal.close());
afterAll(() => rmSync(folder, {recursive: true}));

/** The program between two looks at the terminal's modes, in a shell that says how it ended. */
function openBetweenLooks(argument = ''): TestTerminal {
  const script = `stty -g | sed s/^/before=/; ${node} ${program} ${argument}; echo "code=$?"; stty -g | sed s/^/after=/`;
  return open({command: 'sh', args: ['-c', script]});
}

/** Compiled once for all of these sessions. */
const NODE_COMPILE_CACHE = join(folder, 'compiled');
const open = ({env, ...options}: TerminalOptions) =>
  openTerminal({columns: 100, rows: 30, ...options, env: {NODE_COMPILE_CACHE, ...env}});

async function pidOf(shown: TestTerminal): Promise<number> {
  const screen = await shown.waitFor(/pid \d+\./);
  return Number(/pid (\d+)\./.exec(screen)?.[1]);
}

/** What a program may change of a terminal, as the emulator knows it. */
function modes({emulator}: TestTerminal) {
  const {coreService} = (emulator as unknown as {_core: {coreService: {isCursorHidden: boolean}}})._core;
  const {bracketedPasteMode, sendFocusMode, synchronizedOutputMode, mouseTrackingMode} = emulator.modes;
  const {type} = emulator.buffer.active;
  return {
    type,
    isCursorHidden: coreService.isCursorHidden,
    bracketedPasteMode,
    sendFocusMode,
    synchronizedOutputMode,
    mouseTrackingMode,
  };
}

const untouched = {
  type: 'normal',
  isCursorHidden: false,
  bracketedPasteMode: false,
  sendFocusMode: false,
  synchronizedOutputMode: false,
  mouseTrackingMode: 'none',
};
const taken = {
  type: 'alternate',
  isCursorHidden: true,
  bracketedPasteMode: true,
  sendFocusMode: true,
  synchronizedOutputMode: false,
  mouseTrackingMode: 'none',
};

async function expectRestored(code: number): Promise<string> {
  const screen = await terminal.waitFor(/after=\S+/);
  expect(/code=(\d+)/.exec(screen)?.[1]).toBe(String(code));
  expect(/before=(\S+)/.exec(screen)?.[1]).toBe(/after=(\S+)/.exec(screen)?.[1]);
  expect(modes(terminal)).toEqual(untouched);
  expect(screen).not.toContain('ready');
  return screen;
}

describe('the terminal is restored after', () => {
  it('an end by the program, even if it changed during the session', async () => {
    terminal = openBetweenLooks();
    await pidOf(terminal);
    expect(modes(terminal)).toEqual(taken);
    terminal.press('q');
    await expectRestored(0);
  });

  it.each([
    ['SIGQUIT', 131],
    ['SIGHUP', 129],
  ] as const)('%s', async (signal, code) => {
    terminal = openBetweenLooks();
    process.kill(await pidOf(terminal), signal);
    await expectRestored(code);
  });

  it.each([
    ['an uncaught error', 'T', 'optty stopped: thrown on purpose', 1],
    ['a rejected promise', 'R', 'optty stopped: rejected ␛]0;on purpose', 1],
    ['an error while rendering', 'E', 'render failed: broken on purpose', 1],
    ['an exit from anywhere', 'X', '', 3],
    ['Ctrl-C', '\x03', '', 0],
  ])('%s', async (_, key, words, code) => {
    terminal = openBetweenLooks();
    await pidOf(terminal);
    terminal.press(key);
    expect(await expectRestored(code)).toContain(words);
  });

  it('SIGTERM in the middle of a burst of frames', async () => {
    terminal = openBetweenLooks('burst');
    process.kill(await pidOf(terminal), 'SIGTERM');
    await expectRestored(143);
  });

  it('the screen-reader mode, which uses neither alternate screen nor hidden cursor', async () => {
    terminal = openBetweenLooks('plain');
    await pidOf(terminal);
    expect(modes(terminal)).toMatchObject({type: 'normal', isCursorHidden: false, bracketedPasteMode: true});
    // In the last row: a line that comes then moves all others up, as screen readers expect of news.
    expect(terminal.emulator.buffer.active.cursorY).toBe(terminal.emulator.rows - 1);
    terminal.press('S');
    await terminal.waitFor('written');
    terminal.press('q');
    const screen = await terminal.waitFor(/after=\S+/);
    expect(screen).toContain('code=0');
    expect(/before=(\S+)/.exec(terminal.transcript)?.[1]).toBe(/after=(\S+)/.exec(screen)?.[1]);
    expect(modes(terminal)).toEqual(untouched);
  });
});

/** As the Linux console, or screen by default: both sequences mean nothing. */
const withoutAlternateScreen = (chunk: Buffer, arrive: (chunk: Buffer) => void) =>
  arrive(Buffer.from(chunk.toString('latin1').replace(/\x1b\[\?1049[hl]/g, ''), 'latin1'));

describe('a terminal without an alternate screen', () => {
  it.each([
    ['the end', 'q'],
    ['a crash', 'T'],
  ])('keeps the picture, and the shell continues below it after %s', async (_, key) => {
    terminal = open({
      command: 'sh',
      args: ['-c', `${node} ${program}; echo AFTER; read -r line`],
      link: withoutAlternateScreen,
    });
    await pidOf(terminal);
    terminal.press('jjjjj');
    await terminal.waitFor(/(\nj.*){5}/);
    terminal.press(key);
    const rows = (await terminal.waitFor('AFTER')).split('\n');
    expect(rows.filter(row => row.startsWith('j')).length).toBeGreaterThan(0);
    expect(rows.at(-1)).toBe('AFTER');
    expect(rows.length).toBeGreaterThanOrEqual(29);
  });
});

describe('the background of the terminal', () => {
  it('is known after its answer, and is requested again after a suspension', async () => {
    const traits: Traits = {background: 'rgb:ffff/ffff/ffff'};
    terminal = open({command: node, args: [program, 'probed'], traits});
    await terminal.waitFor('light, true.');
    traits.background = undefined;
    terminal.press('\x1a');
    await terminal.waitFor('undefined, true.');
    // Nothing of the questions is left on the screen, and no answer became a key.
    expect(terminal.screen().split('\n')).toHaveLength(3);
  });

  it('does not reach the shell if a slow line delivers it after the end', async () => {
    terminal = open({
      command: 'sh',
      args: [
        '-c',
        `${node} ${program} brief; echo "code=$?"; read -r line; echo "line=$line."; read -r rest`,
      ],
      link: (chunk, arrive) => setTimeout(() => arrive(chunk), 250),
    });
    // The questions arrived, and were answered, before these words did.
    await terminal.waitFor('code=0');
    terminal.press('\r');
    // The shell's terminal would echo what it got, escapes as ^[.
    expect(await terminal.waitFor(/line=.*\./)).not.toContain('^[');
  });
});

describe('a lost terminal', () => {
  const isGone = (pid: number) => !existsSync(`/proc/${pid}`) || /^State:\s+Z/m.test(statusOf(pid));
  const expectGone = (pid: number) => eventually(() => expect(isGone(pid)).toBe(true));
  const statusOf = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8');
    } catch (error) {
      // It ended between the two looks.
      return `State: Z ${error}`;
    }
  };

  it('ends the program', async () => {
    terminal = open({command: node, args: [program, 'burst']});
    const pid = await pidOf(terminal);
    void terminal.close();
    await expectGone(pid);
  });

  it('ends the program even without a signal', async () => {
    // setsid takes the program out of the reach of the kernel's SIGHUP; it only sees its line die.
    const ending = join(folder, 'ending');
    terminal = open({command: 'setsid', args: ['--wait', node, program], env: {ENDING_FILE: ending}});
    const pid = await pidOf(terminal);
    void terminal.close();
    await expectGone(pid);
    expect(readFileSync(ending, 'utf8')).toBe('lost');
  });
});

describe('Ctrl-Z', () => {
  const {bracketedPasteMode: _, synchronizedOutputMode: _1, ...leftToShell} = untouched;

  async function openShell(how: Pick<TerminalOptions, 'link'> = {}) {
    const args = ['--norc', '--noprofile', '-i'];
    terminal = open({command: 'bash', args, env: {PS1: '$ ', HISTFILE: undefined}, ...how});
    await terminal.waitFor('$');
  }

  it('returns the terminal to the shell, and fg redraws everything and drops keys typed in between', async () => {
    await openShell();
    terminal.press(`stty -g | sed s/^/before=/\r`);
    await terminal.waitFor(/before=\S+/);
    terminal.press(`${node} ${program}\r`);
    await pidOf(terminal);
    terminal.press('j');
    await terminal.waitFor('j');
    terminal.press('\x1a');
    await terminal.waitFor('Stopped');
    expect(modes(terminal)).toMatchObject(leftToShell);
    terminal.press(`stty -g | sed s/^/after=/\r`);
    const screen = await terminal.waitFor(/after=\S+/);
    expect(/before=(\S+)/.exec(screen)?.[1]).toBe(/after=(\S+)/.exec(screen)?.[1]);

    terminal.resize(90, 25);
    // What is typed while the shell still runs something else is not for the program.
    const flag = join(folder, 'go-on');
    terminal.press(`echo cooked; until [ -e ${flag} ]; do sleep 0.02; done; fg\r`);
    await terminal.waitFor(/\ncooked/);
    terminal.press('kkk');
    await terminal.waitFor(/\nkkk/);
    writeFileSync(flag, '');
    await terminal.waitFor('ready 90x25');
    await pressUntil('l', /\nl/);
    expect(terminal.screen()).toMatch(/^ready 90x25 .*\nj.*(\nl.*)+$/);
    expect(modes(terminal)).toEqual(taken);

    // A second time, by a signal from elsewhere.
    const pid = await pidOf(terminal);
    process.kill(pid, 'SIGTSTP');
    await terminal.waitFor('Stopped');
    expect(modes(terminal)).toMatchObject({type: 'normal'});
    terminal.press('fg\r');
    await terminal.waitFor('ready 90x25');
    await pressUntil('q', /\$ ?q*$/);
    expect(modes(terminal)).toMatchObject(leftToShell);
  });

  it('shows the shell below the picture while the program is suspended', async () => {
    await openShell({link: withoutAlternateScreen});
    terminal.press(`${node} ${program}\r`);
    await pidOf(terminal);
    terminal.press('\x1a');
    const rows = (await terminal.waitFor('Stopped')).split('\n');
    expect(rows.findIndex(row => row.includes('Stopped'))).toBeGreaterThanOrEqual(26);
    terminal.press('fg\r');
    await terminal.waitFor(/^ready/);
    await pressUntil('q', /\$ ?q*$/);
  });

  it('continues immediately if no shell could continue the program', async () => {
    terminal = open({command: node, args: [program]});
    await pidOf(terminal);
    terminal.press('\x1a');
    await terminal.waitFor(() => terminal.transcript.split('\x1b[?1049h').length === 3);
    await pidOf(terminal);
    // Keys count again once the pause after the return is over.
    await pressUntil('j', /\nj/);
  });

  it('restores the session after a SIGSTOP too, although the shell used the terminal in between', async () => {
    await openShell();
    terminal.press(`${node} ${program} probed\r`);
    const pid = await pidOf(terminal);
    // What the terminal still answers to a stopped program would go to the shell.
    await terminal.waitFor('dark, true.');
    process.kill(pid, 'SIGSTOP');
    await terminal.waitFor('Stopped');
    terminal.press('fg\r');
    await terminal.waitFor(() => terminal.transcript.split('\x1b[?1049h').length === 3);
    await terminal.waitFor(/^ready/);
    await pressUntil('j', /\nj/);
    expect(modes(terminal)).toEqual(taken);
    await pressUntil('q', /\$ ?q*$/);
    expect(modes(terminal)).toMatchObject(leftToShell);
  });

  /** Keys are dropped for a moment after `fg`; one that comes late lands at the shell's prompt. */
  async function pressUntil(key: string, what: RegExp) {
    await eventually(async () => {
      terminal.press(key);
      await terminal.waitFor(what, 200);
    });
  }
});

describe('a session', () => {
  it('opens no debugger on SIGUSR1', async () => {
    terminal = open({command: node, args: [program]});
    const pid = await pidOf(terminal);
    process.kill(pid, 'SIGUSR1');
    terminal.press('S');
    await terminal.waitFor('written');
    // The debugger would announce itself on standard error, and run a thread of its own name.
    expect(terminal.transcript).not.toContain('Debugger listening');
    terminal.press('q');
    expect(await terminal.exit).toEqual({code: 0, signal: undefined});
  });

  it('redraws when the terminal is resized', async () => {
    terminal = open({command: node, args: [program]});
    await pidOf(terminal);
    terminal.resize(60, 20);
    await terminal.waitFor('ready 60x20');
    terminal.resize(1, 1);
    await terminal.waitFor(/^r$/);
    terminal.resize(120, 40);
    await terminal.waitFor('ready 120x40');
  });

  it('redraws with all modes on a resize to the same size, which dtach sends for a new terminal', async () => {
    terminal = open({command: node, args: [program]});
    const pid = await pidOf(terminal);
    writeSync(terminal.emulator, '\x1b[2J\x1b[?25h\x1b[?2004l\x1b[?1004lleft by another');
    expect(terminal.screen()).toContain('another');
    process.kill(pid, 'SIGWINCH');
    await terminal.waitFor(screen => screen.includes('ready') && !screen.includes('another'));
    expect(modes(terminal)).toEqual(taken);
  });

  it('separates keys from replies, and from reports of a mouse, in a real terminal', async () => {
    terminal = open({command: node, args: [program]});
    await pidOf(terminal);
    terminal.press('\x1b[?62;c\x1b]11;rgb:0/0/0\x07\x1b[<0;3;4M\x1b[<0;3;4m');
    terminal.press('ab');
    await terminal.waitFor(/a together\nb together/);
    terminal.press('\x1b');
    await terminal.waitFor(/escape/);
    terminal.press('\x1b[200~oy\r\x1b[201~');
    const screen = await terminal.waitFor(/paste./);
    expect(screen.split('\n').slice(1)).toEqual(['a together', 'b together', 'escape', 'paste together']);
  });

  it('refuses to start without a terminal', async () => {
    terminal = open({command: 'sh', args: ['-c', `${node} ${program} </dev/null`]});
    expect((await terminal.exit).code).toBe(1);
    expect(terminal.transcript).toContain('must be a terminal');
  });
});

describe('a terminal that does not read', () => {
  // Its memory, and how soon it ends, are the soak's: npm run soak -- stuck-terminal.
  it('does not keep the program from its end', async () => {
    // One that answers would be held back by its silence long before the kernel's buffer is full.
    terminal = open({command: node, args: [program, 'burst'], answersQueries: false});
    const pid = await pidOf(terminal);
    await terminal.waitFor(() => terminal.bytes > 20_000);
    terminal.stopReading();
    await new Promise(resolve => setTimeout(resolve, 700));
    process.kill(pid, 'SIGTERM');
    expect((await terminal.exit).code).toBe(143);
  });

  it('gets the newest frame as soon as it reads again', async () => {
    terminal = open({command: node, args: [program, 'burst'], answersQueries: false});
    await terminal.waitFor(() => terminal.bytes > 20_000);
    terminal.stopReading();
    await new Promise(resolve => setTimeout(resolve, 700));
    const before = terminal.bytes;
    terminal.startReading();
    terminal.press('q');
    expect(await terminal.exit).toEqual({code: 0, signal: undefined});
    // What the kernel held, at most one frame under way, and the newest.
    expect(terminal.bytes - before).toBeLessThan(64 * 1024);
    expect(modes(terminal)).toEqual(untouched);
  });
});
