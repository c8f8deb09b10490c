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

  let state: 'open' | 'suspended' | 'closed' = 'open';
  let stopWait: NodeJS.Timeout | undefined;

  const enter = () => {
    stdin.setRawMode(true);
    stdout.write(modes.open);
  };
  const leave = () => {
    // A terminal that is gone cannot be restored, and needs not be.
    attempt(() => stdout.write(modes.close));
    attempt(() => stdin.setRawMode(false));
  };

  /** Resolves when the terminal has taken everything, or after `farewellMs`. */
  const drained = () =>
    new Promise<void>(resolve => {
      if (stdout.writableLength === 0 || stdout.destroyed) return resolve();
      const timer = setTimeout(resolve, farewellMs);
      stdout.write('', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  const close = async () => {
    if (state === 'closed') return;
    const wasOpen = state === 'open';
    state = 'closed';
    clearTimeout(stopWait);
    screen.close();
    keyboard.close();
    stdin.off('data', keyboard.feed);
    if (wasOpen) leave();
    stdin.pause();
    await drained();
    unlisten();
  };

  const end = (ending: Ending) => {
    if (state === 'closed') return;
    attempt(() => options.onEnding?.(ending));
    const code = ending.kind === 'signal' ? (exitCodes[ending.signal] ?? 1) : 1;
    const words = ending.kind === 'crash' ? `${(options.explain ?? explainBriefly)(ending.error)}\n` : '';
    void close().then(() => {
      if (words !== '' && ending.kind !== 'lost') host.stderr.write(words);
      host.exit(code);
    });
  };

  /** @param target 0 for the whole job, as the terminal's own Ctrl-Z does, or our own process id */
  const suspend = (target: number) => {
    if (state !== 'open') return;
    state = 'suspended';
    screen.pause();
    keyboard.mute(true);
    leave();
    void drained().then(() => {
      if (state !== 'suspended') return;
      host.off('SIGTSTP', onStop);
      host.kill(target, 'SIGTSTP');
      // Where no shell could continue us, the signal is ignored; then we go on by ourselves.
      stopWait = setTimeout(resume, stopWaitMs);
    });
  };

  const resume = () => {
    if (state === 'closed') return;
    clearTimeout(stopWait);
    if (state === 'suspended') host.on('SIGTSTP', onStop);
    state = 'open';
    keyboard.mute(true);
    setTimeout(() => keyboard.mute(false), dropKeysMs);
    enter();
    onResize();
    screen.resume();
    options.onResume?.();
  };

  const onStop = () => suspend(host.pid);
  const onResize = () => {
    const [columns, rows] = stdout.getWindowSize();
    screen.resize(columns, rows);
  };
  const onSignal = (signal: NodeJS.Signals) => end({kind: 'signal', signal});
  const onCrash = (error: unknown) => end({kind: 'crash', error});
  const onLost = () => end({kind: 'lost'});
  // Somebody called exit(): there is no turn of the loop left to wait in.
  const onExit = () => {
    if (state === 'open') leave();
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
  enter();
  return {
    keyboard,
    screen,
    setTitle: title => {
      if (modes.hasTitle) screen.write(say.setTitle(sanitize(title, {maxCells: 100})));
    },
    suspend: () => suspend(0),
    close,
  };
}

/** What opens the terminal, and what closes it in reverse. */
function modesFor({host, title, screenReader}: SessionOptions): {
  open: string;
  close: string;
  hasTitle: boolean;
} {
  // The Linux console has no title and shows what it does not know.
  const hasTitle = title !== undefined && !/^(linux|dumb)/.test(host.env.TERM ?? '');
  const pairs: [string, string][] = [];
  if (!screenReader) pairs.push([say.enterAlternateScreen, say.leaveAlternateScreen]);
  if (hasTitle) pairs.push([say.pushTitle + say.setTitle(sanitize(title, {maxCells: 100})), say.popTitle]);
  if (!screenReader) pairs.push([say.hideCursor, say.showCursor]);
  pairs.push([say.bracketedPasteOn, say.bracketedPasteOff]);
  if (!screenReader) pairs.push([say.focusReportsOn, say.focusReportsOff]);
  return {
    open: pairs.map(([on]) => on).join(''),
    close:
      say.resetStyle +
      pairs
        .map(([, off]) => off)
        .reverse()
        .join(''),
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
