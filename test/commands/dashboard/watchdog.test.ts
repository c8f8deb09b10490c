import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {setTimeout as pass} from 'node:timers/promises';
import {describe, expect, it, type TestContext} from 'vitest';
import {startProgram} from '../../helpers/program.ts';
import {openTerminal, type TestTerminal} from '../../helpers/terminal.ts';

const fixture = new URL('../fixtures/spinning.ts', import.meta.url).pathname;
const hook = new URL('../fixtures/hang-on-signal.mjs', import.meta.url).pathname;
const words = 'optty did not answer for 10 s and was ended.';

type Watched = TestTerminal & {readonly log: string; readonly program: number};

/** Where a program is on this machine. */
function found(name: string): string | undefined {
  return process.env.PATH?.split(delimiter)
    .map(folder => join(folder, name))
    .find(path => existsSync(path));
}

/** The programs of one PATH, by name: the file that each is. */
type Programs = Readonly<Record<string, string | undefined>>;

/**
 * The fixture with beats of a fifth of a second, in a shell that says how it ended and what it left of the
 * terminal. Its watchdog finds these programs only, or all of this machine.
 */
async function watched({onTestFinished}: TestContext, programs?: Programs): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'optty-watchdog-'));
  const log = join(folder, 'log');
  for (const [name, file] of Object.entries(programs ?? {}))
    if (file !== undefined) symlinkSync(file, join(folder, name));
  const path = programs === undefined ? process.env.PATH : folder;
  // The shell stays: what it has said just before it ends may be lost where a busy machine reads it late.
  const run = `stty -g | sed s/^/before=/; PATH=${path} ${process.execPath} ${fixture} ${log} 0.2; echo "code=$?"; stty -g | sed s/^/after=/; read -r _`;
  const shown = openTerminal({command: 'sh', args: ['-c', run]});
  onTestFinished(async () => {
    await shown.close();
    rmSync(folder, {recursive: true, force: true});
  });
  const program = Number(/pid (\d+)\./.exec(await shown.waitFor(/pid \d+\./))?.[1]);
  return Object.assign(Object.create(shown) as TestTerminal, {log, program});
}

/** The shells that watch a process. */
function watchers(pid: number): string[] {
  const all = execFileSync('ps', ['-A', '-ww', '-o', 'args='], {encoding: 'utf8', maxBuffer: 1e8});
  return all.split('\n').filter(line => line.includes(`optty-watchdog ${pid} `));
}

/**
 * What `stty -g` said, but for BRKINT (2): whether that was on before raw mode nobody knows, and no line is
 * broken.
 */
function flags(screen: string, when: 'before' | 'after'): readonly string[] {
  const [first = '', ...rest] = (new RegExp(`${when}=(\\S+)`).exec(screen)?.[1] ?? when).split(':');
  return [(Number.parseInt(first, 16) & ~2).toString(16), ...rest];
}

async function until(claim: () => boolean): Promise<void> {
  while (!claim()) await pass(100);
}

/** A loop is ended by the processor time that it has had, which takes longer on a busy machine. */
const endMs = 30_000;

/** Most of it is waiting, so several wait at once. */
describe.concurrent('a program that no longer responds', {timeout: 2 * endMs}, () => {
  // The longest comes first, so that the others run beside it.
  it('is killed if it is the dashboard', async ({onTestFinished}) => {
    const shown = startProgram({env: {NODE_OPTIONS: `--import=${hook}`}});
    onTestFinished(() => shown.end());
    await shown.waitFor('PAPER');
    await until(() => watchers(shown.pid).length > 0);
    shown.kill('SIGUSR2');
    const began = performance.now();
    expect(await shown.exit).toEqual({code: 0, signal: 9});
    expect(performance.now() - began).toBeGreaterThan(9_000);
    expect(shown.screen()).toContain(words);
    expect(shown.emulator.buffer.active.type).toBe('normal');
    expect(readFileSync(join(shown.home, '.local/state/optty/optty.log'), 'utf8')).toContain(words);
  });

  it('is killed, its terminal is restored, and the reason is on the screen and in the log', async test => {
    const shown = await watched(test);
    shown.press('s');
    const screen = await shown.waitFor(/after=\S+/, endMs);
    expect(screen).toContain(words);
    expect(/code=(\d+)/.exec(screen)?.[1]).toBe('137');
    expect(flags(screen, 'before')).toEqual(flags(screen, 'after'));
    const {modes, buffer} = shown.emulator;
    expect(buffer.active.type).toBe('normal');
    expect([modes.bracketedPasteMode, modes.sendFocusMode]).toEqual([false, false]);
    expect(readFileSync(shown.log, 'utf8')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ optty did not answer/);
  });

  const needed = Object.fromEntries(['sleep', 'stty', 'date', 'ps'].map(name => [name, found(name)]));

  // busybox's cat copies with sendfile, which locks the pipe while it waits for the next beat.
  it('is killed by a watchdog that reads heartbeats without another program', async test => {
    const shown = await watched(test, {...needed, sh: found('sh')});
    shown.press('s');
    expect(await shown.waitFor(/code=\d+/, endMs)).toContain('code=137');
  });

  for (const shell of ['dash', 'bash', 'busybox']) {
    const file = found(shell);
    const why = file === undefined ? ' (skipped: not on this machine)' : '';
    it.skipIf(file === undefined)(`is killed under ${shell}${why}`, async test => {
      const others =
        shell === 'busybox'
          ? {sleep: file, stty: file, date: file, ps: file, cat: file}
          : {...needed, cat: found('cat')};
      const shown = await watched(test, {...others, sh: file});
      shown.press('w');
      expect(await shown.waitFor(/after=\S+/, endMs)).toContain(words);
      expect(shown.screen()).toContain('code=137');
    });
  }

  it('is killed while it waits without using processor time', async test => {
    const shown = await watched(test);
    shown.press('w');
    expect(await shown.waitFor(/code=\d+/, endMs)).toContain('code=137');
  });

  it('is killed even if the terminal does not read', async test => {
    const shown = await watched(test);
    shown.stopReading();
    shown.press('fs');
    await until(() => watchers(shown.program).length === 0);
    shown.startReading();
    expect(await shown.waitFor(/code=\d+/, endMs)).toContain('code=137');
  });
});

describe.concurrent('a program that responds', () => {
  it('is not killed after a suspension', async test => {
    const shown = await watched(test);
    process.kill(shown.program, 'SIGSTOP');
    // Time itself is the law here: more than twice of what ends a program that hangs.
    await pass(3_000);
    process.kill(shown.program, 'SIGCONT');
    shown.press('x');
    // Not on the screen, which is drawn anew after a stop.
    await until(() => shown.transcript.includes('heard.'));
    await pass(1_500);
    shown.press('q');
    expect(await shown.waitFor(/code=\d+/)).toContain('code=0');
  });

  it.skipIf(found('taskset') === undefined)('is not killed while it lacks processor time', async test => {
    const shown = await watched(test);
    shown.press('h');
    await shown.waitFor(/fed\.|code=/);
    shown.press('q');
    expect(await shown.waitFor(/code=\d+/)).toContain('code=0');
  });

  it('leaves no watchdog behind, however it ends', async test => {
    const [calm, killed] = [await watched(test), await watched(test)];
    expect(watchers(calm.program).length).toBeGreaterThan(0);
    calm.press('q');
    process.kill(killed.program, 'SIGKILL');
    await calm.waitFor('code=0');
    await killed.waitFor('code=137');
    await until(() => watchers(calm.program).length === 0 && watchers(killed.program).length === 0);
    expect(calm.screen()).not.toContain(words);
  });

  it('passes nothing of its environment to its watchdog', async test => {
    const shown = await watched(test);
    const [line = ''] = execFileSync('ps', ['-A', '-o', 'pid=,args='], {encoding: 'utf8', maxBuffer: 1e8})
      .split('\n')
      .filter(each => each.includes(`optty-watchdog ${shown.program} `));
    const env = readFileSync(`/proc/${Number.parseInt(line, 10)}/environ`, 'utf8');
    expect(env.split('\0').filter(each => !/^(PATH|PWD|OLDPWD|_)=|^$/.test(each))).toEqual([]);
  });
});
