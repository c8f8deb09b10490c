import {spawn} from '@lydell/node-pty';
import {answerFor, createEmulator, darkTerminal, type Emulator, picture, type Traits} from './emulator.ts';
import {patienceMs} from './patience.ts';

export {picture} from './emulator.ts';

export type TerminalOptions = {
  command: string;
  args?: string[];
  env?: Record<string, string | undefined>;
  cwd?: string;
  columns?: number;
  rows?: number;
  /** Whether the terminal answers queries (CSI 5n, device attributes), as real ones do. Default true. */
  answersQueries?: boolean;
  /** Default: dark. */
  traits?: Traits;
  /** Told of every chunk as it is read, before the emulator has parsed it. */
  onOutput?: () => void;
  /**
   * What lies between the program and the emulator, such as a slow link. By default every chunk arrives at
   * once.
   */
  link?: (chunk: Buffer, arrive: (chunk: Buffer) => void) => void;
};

export type Exit = {code: number; signal: number | undefined};

/** A program in a real pseudo-terminal, and what a person would see of it. */
export type TestTerminal = {
  readonly pid: number;
  /** The picture: rows without trailing blanks, joined by newlines, without empty rows at the end. */
  screen(): string;
  /** The emulator itself, for cells, modes and buffers. */
  readonly emulator: Emulator;
  /** Waits until the picture holds `what`; fails with the picture after `timeoutMs`. */
  waitFor(what: string | RegExp | ((screen: string) => boolean), timeoutMs?: number): Promise<string>;
  /** Writes what the terminal sends for keys, e.g. 'j', '\r', '\x1b[A'. */
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves when the program has ended and all of its output was read. */
  readonly exit: Promise<Exit>;
  /** Bytes received so far. */
  readonly bytes: number;
  /** Everything received so far. */
  readonly transcript: string;
  /** A terminal that stops reading: the program's writes fill the kernel's buffer, as behind a dead link. */
  stopReading(): void;
  startReading(): void;
  /** Whether queries are answered from now on. */
  answerQueries(answers: boolean): void;
  kill(signal?: string): void;
  /** Closes the terminal under the program, as a lost connection does: it gets SIGHUP. */
  hangUp(): void;
  /** Hangs up and waits for its end. */
  close(): Promise<void>;
};

/** Opens `command` in a pseudo-terminal of 120x40. Close it at the end of the test. */
export function openTerminal(options: TerminalOptions): TestTerminal {
  const {command, args = [], columns = 120, rows = 40} = options;
  const pty = spawn(command, args, {
    name: options.env?.TERM ?? 'xterm-256color',
    cols: columns,
    rows,
    cwd: options.cwd ?? process.cwd(),
    env: given({...ofThisMachine(), TERM: 'xterm-256color', ...options.env}),
    encoding: null,
  });
  const emulator = createEmulator(columns, rows);
  answerFor(emulator, options.traits ?? darkTerminal);
  const received: Buffer[] = [];
  const watchers = new Set<() => void>();
  let bytes = 0;
  let answers = options.answersQueries ?? true;
  let hasEnded = false;
  let unparsed = 0;

  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const arrive = (chunk: Buffer) => {
    unparsed += 1;
    emulator.write(chunk, () => {
      unparsed -= 1;
      changed();
    });
  };
  pty.onData(data => {
    // With `encoding: null` node-pty hands over buffers, whatever its types say.
    const chunk = Buffer.from(data as string | Buffer as string);
    received.push(chunk);
    bytes += chunk.length;
    options.onOutput?.();
    if (options.link === undefined) arrive(chunk);
    else options.link(chunk, arrive);
  });
  emulator.onData(reply => {
    if (answers && !hasEnded) pty.write(reply);
  });
  const exit = new Promise<Exit>(resolve => {
    pty.onExit(({exitCode, signal}) => {
      hasEnded = true;
      const settle = () => {
        if (unparsed > 0) return;
        watchers.delete(settle);
        changed();
        resolve({code: exitCode, signal: signal || undefined});
      };
      watchers.add(settle);
      settle();
    });
  });

  const screen = () => picture(emulator);
  const hangUp = () => (pty as unknown as {destroy(): void}).destroy();
  return {
    pid: pty.pid,
    emulator,
    screen,
    waitFor(what, timeoutMs = patienceMs) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const seen = screen();
          if (matches(seen, what)) settle(() => resolve(seen));
          // Nothing more will come: there is no reason to wait for the time to pass.
          else if (hasEnded && unparsed === 0) fail('the program ended; waited');
        };
        const settle = (outcome: () => void) => {
          watchers.delete(look);
          clearTimeout(timer);
          outcome();
        };
        const fail = (how: string) =>
          settle(() => reject(new Error(`${how} for ${what}; the screen:\n${screen()}`)));
        const timer = setTimeout(() => fail(`waited ${timeoutMs} ms`), timeoutMs);
        watchers.add(look);
        look();
      });
    },
    press: keys => pty.write(keys),
    resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      pty.resize(newColumns, newRows);
    },
    exit,
    get bytes() {
      return bytes;
    },
    get transcript() {
      return Buffer.concat(received).toString('utf8');
    },
    stopReading: () => pty.pause(),
    startReading: () => pty.resume(),
    answerQueries(newAnswers) {
      answers = newAnswers;
    },
    kill: signal => process.kill(pty.pid, signal ?? 'SIGTERM'),
    hangUp,
    async close() {
      if (!hasEnded) {
        hangUp();
        // For those that outlive it.
        const timer = setTimeout(() => {
          if (!hasEnded) process.kill(pty.pid, 'SIGKILL');
        }, 2000);
        await exit;
        clearTimeout(timer);
      }
      emulator.dispose();
    },
  };
}

/**
 * The test runner's environment without what it says about colour and CI: those belong to the runner's own
 * output.
 */
function ofThisMachine(): Record<string, string | undefined> {
  const {FORCE_COLOR, NO_COLOR, CI, NODE_ENV, VITEST, ...env} = process.env;
  return env;
}

/** node-pty would hand a variable that is undefined over as the word `undefined`. */
function given(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

const matches = (screen: string, what: string | RegExp | ((screen: string) => boolean)) =>
  typeof what === 'string'
    ? screen.includes(what)
    : what instanceof RegExp
      ? what.test(screen)
      : what(screen);
