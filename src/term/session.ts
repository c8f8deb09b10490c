// The terminal as a thing that is borrowed: every mode is opened once, closed once in reverse, and given back on every
// way out: the program's own end, a signal, a crash, a suspension. What a dead or stuck terminal cannot take any more
// is not waited for.
import {createKeyboard, type Keyboard} from './input.ts';
import {createPlainScreen} from './plain.ts';
import {sanitize} from './sanitize.ts';
import {createScreen, type Screen} from './screen.ts';
import * as say from './sequences.ts';

/** What of the process a session needs; commands pass `process` itself. */
export type Host = Pick<
  NodeJS.Process,
  'stdin' | 'stdout' | 'stderr' | 'env' | 'pid' | 'kill' | 'exit' | 'on' | 'off'
>;

/** Why a session ended other than by `close`. */
export type Ending =
  | {kind: 'signal'; signal: NodeJS.Signals}
  | {kind: 'crash'; error: unknown}
  /** The terminal is gone: closed, or its line dead. */
  | {kind: 'lost'};

export type SessionOptions = {
  host: Host;
  /** Monotonic milliseconds. */
  now: () => number;
  title?: string;
  /** Ink's screen-reader mode: its own writer, no alternate screen, a visible cursor. */
  screenReader?: boolean;
  ascii?: boolean;
  color?: boolean;
  /** Runs first when the session ends by itself; it must not take long, for a dead terminal is left within a second. */
  onEnding?: (ending: Ending) => void;
  /** What a person reads after a crash; one line, no secrets. */
  explain?: (error: unknown) => string;
  onFocus?: (gained: boolean) => void;
  /** After a suspension: time has passed and nothing is known of what happened meanwhile. */
  onResume?: () => void;
};

export type Session = {
  keyboard: Keyboard;
  screen: Screen;
  setTitle(title: string): void;
  /** Gives the terminal back to the shell until `fg` (Ctrl-Z does it by itself). */
  suspend(): void;
  /** Restores the terminal. Resolves when it has taken the last byte, or will not. */
  close(): Promise<void>;
};

/** How long a terminal may take over the last bytes, or an answer, before it is left as it is. */
const farewellMs = 300;
/** Longer than a stop signal takes; if nothing stopped by then, nothing will. */
const stopWaitMs = 100;
/** What was typed for the shell reaches the program within this time after `fg`. */
const dropKeysMs = 50;

const exitCodes: Partial<Record<NodeJS.Signals, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGQUIT: 131,
  SIGTERM: 143,
};

/**
 * Opens the terminal of `host`.
 * @throws {Error} standard input or output is no terminal
 */
export function openSession(options: SessionOptions): Session {
  const {host, now} = options;
  const {stdin, stdout} = host;
  if (!stdin.isTTY || !stdout.isTTY) throw new Error('standard input and output must be a terminal');

  const modes = modesFor(options);
  const create = options.screenReader ? createPlainScreen : createScreen;
  const screen = create({
    write: (bytes, written) => stdout.write(bytes, () => written()),
    columns: stdout.columns || 80,
    rows: stdout.rows || 24,
    now,
    ascii: options.ascii ?? false,
    color: options.color ?? true,
  });
  const keyboard = createKeyboard({
    now,
    onKey: screen.hurry,
    onReply: text => {
      if (text === say.statusAnswer) screen.answered();
    },
    onSignal: signal => {
      if (signal === 'suspend') suspend(0);
      if (signal === 'quit') end({kind: 'signal', signal: 'SIGQUIT'});
      return signal !== 'interrupt';
    },
    ...(options.onFocus && {onFocus: options.onFocus}),
  });

  let state: 'open' | 'suspended' | 'closing' | 'closed' = 'open';
  let stopWait: NodeJS.Timeout | undefined;

  const enter = (bytes: string) => {
    stdin.setRawMode(true);
    stdout.write(bytes);
  };

  /** Resolves when the terminal has taken everything and owes no answer, or after `farewellMs`. */
  const quiet = async () => {
    const until = now() + farewellMs;
    while (now() < until && !stdout.destroyed && (stdout.writableLength > 0 || screen.isAsking())) {
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  };

  /** Cooked mode comes last: until then nothing that still arrives is echoed over the shell's prompt. */
  const leave = async (words = '') => {
    // A terminal that is gone cannot be restored, and needs not be.
    attempt(() => stdout.write(modes.close + words));
    await quiet();
    attempt(() => stdin.setRawMode(false));
  };

  const close = async (words = '') => {
    if (state === 'closing' || state === 'closed') return;
    const wasSuspended = state === 'suspended';
    state = 'closing';
    clearTimeout(stopWait);
    screen.close();
    keyboard.mute(true);
    if (!wasSuspended) await leave(words);
    keyboard.close();
    stdin.off('data', keyboard.feed);
    stdin.pause();
    unlisten();
    state = 'closed';
  };

  const end = (ending: Ending) => {
    if (state === 'closing' || state === 'closed') return;
    attempt(() => options.onEnding?.(ending));
    const code = ending.kind === 'signal' ? (exitCodes[ending.signal] ?? 1) : 1;
    const words = ending.kind === 'crash' ? `${(options.explain ?? explainBriefly)(ending.error)}\r\n` : '';
    // Standard error would block if it is the terminal and that does not read; so the words go the unblocked way.
    const isOnTerminal = host.stderr.isTTY;
    void close(isOnTerminal ? words : '').then(() => {
      if (words !== '' && !isOnTerminal) host.stderr.write(words);
      host.exit(code);
    });
  };

  /** @param target 0 for the whole job, as the terminal's own Ctrl-Z does, or our own process id */
  const suspend = (target: number) => {
    if (state !== 'open') return;
    state = 'suspended';
    screen.pause();
    keyboard.mute(true);
    void leave().then(() => {
      if (state !== 'suspended') return;
      host.off('SIGTSTP', onStop);
      host.kill(target, 'SIGTSTP');
      // Where no shell could continue us, the signal is ignored; then we go on by ourselves.
      stopWait = setTimeout(resume, stopWaitMs);
    });
  };

  const resume = () => {
    if (state === 'closing' || state === 'closed') return;
    clearTimeout(stopWait);
    const wasSuspended = state === 'suspended';
    if (wasSuspended) host.on('SIGTSTP', onStop);
    state = 'open';
    keyboard.mute(true);
    setTimeout(() => keyboard.mute(false), dropKeysMs);
    // After a stop that nobody announced the modes may be any; the title is still on its stack.
    enter(wasSuspended ? modes.open : modes.again);
    // The shell got the news of a new size; Node asks for it when it believes to get some.
    host.kill(host.pid, 'SIGWINCH');
    screen.resume();
    options.onResume?.();
  };

  const onStop = () => suspend(host.pid);
  const onResize = () => screen.resize(stdout.columns, stdout.rows);
  const onSignal = (signal: NodeJS.Signals) => end({kind: 'signal', signal});
  const onCrash = (error: unknown) => end({kind: 'crash', error});
  const onLost = () => end({kind: 'lost'});
  // Somebody called exit(): there is no turn of the loop left to wait in.
  const onExit = () => {
    if (state === 'open') attempt(() => stdout.write(modes.close));
    if (state === 'open' || state === 'closing') attempt(() => stdin.setRawMode(false));
    state = 'closed';
  };

  const signals = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP'] as const;
  const listen = () => {
    for (const signal of signals) host.on(signal, onSignal);
    host.on('SIGTSTP', onStop);
    host.on('SIGCONT', resume);
    // Without a listener Node opens its debugger to whoever is on the machine.
    host.on('SIGUSR1', ignore);
    host.on('uncaughtException', onCrash);
    host.on('unhandledRejection', onCrash);
    host.on('exit', onExit);
    stdout.on('resize', onResize);
    stdout.on('error', onLost);
    stdin.on('error', onLost);
    stdin.on('end', onLost);
    stdin.on('data', keyboard.feed);
  };
  const unlisten = () => {
    for (const signal of signals) host.off(signal, onSignal);
    host.off('SIGTSTP', onStop);
    host.off('SIGCONT', resume);
    host.off('uncaughtException', onCrash);
    host.off('unhandledRejection', onCrash);
    host.off('exit', onExit);
    stdout.off('resize', onResize);
    stdin.off('end', onLost);
  };

  unblock(stdout);
  listen();
  enter(modes.open);
  return {
    keyboard,
    screen,
    setTitle: title => {
      if (modes.hasTitle) screen.write(say.setTitle(sanitize(title, {maxCells: 100})));
    },
    suspend: () => suspend(0),
    close: () => close(),
  };
}

type Modes = {open: string; again: string; close: string; hasTitle: boolean};

/** What opens the terminal, and what closes it in reverse. */
function modesFor({host, title, screenReader}: SessionOptions): Modes {
  // The Linux console has no title and shows what it does not know.
  const hasTitle = title !== undefined && !/^(linux|dumb)/.test(host.env.TERM ?? '');
  const name = hasTitle ? say.setTitle(sanitize(title, {maxCells: 100})) : '';
  const push = hasTitle ? say.pushTitle : '';
  const enter = screenReader ? '' : say.enterAlternateScreen;
  const hide = screenReader ? '' : say.hideCursor;
  const focus = screenReader ? '' : say.focusReportsOn;
  return {
    open: enter + push + name + hide + say.bracketedPasteOn + focus,
    again: enter + name + hide + say.bracketedPasteOn + focus,
    close:
      say.resetStyle +
      (focus && say.focusReportsOff) +
      say.bracketedPasteOff +
      (hide && say.showCursor) +
      (push && say.popTitle) +
      (enter && say.leaveAlternateScreen),
    hasTitle,
  };
}

/**
 * A write to a terminal that does not read must not stop the process. Node sets its terminals to block and has no
 * public switch for it; libuv has opened the terminal anew, so nobody else's descriptor changes.
 */
function unblock(stdout: NodeJS.WriteStream): void {
  const {_handle} = stdout as {_handle?: {setBlocking?: (isBlocking: boolean) => number}};
  _handle?.setBlocking?.(false);
}

const ignore = () => {};

function attempt(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    // The way out goes on: what fails on it has nobody left to tell.
    void error;
  }
}

const explainBriefly = (error: unknown) =>
  `optty stopped: ${sanitize(error instanceof Error ? error.message : String(error))}`;
