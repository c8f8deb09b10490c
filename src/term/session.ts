// Borrows the terminal: every mode is opened once and closed in reverse on every exit (normal end, signal,
// crash, suspension). A dead or stuck terminal is not waited for.
import {constants} from 'node:os';
import {sanitize} from '../text/sanitize.ts';
import {isRemote, longestReplyMs, Probe, type TerminalReport, takesOsc} from './capabilities.ts';
import {Keyboard} from './keyboard/input.ts';
import {DifferenceScreen, type Screen, type ScreenOptions} from './screen/difference-screen.ts';
import {createPlainScreen} from './screen/plain.ts';
import * as say from './sequences.ts';
import {answeredColumn, statusAnswer} from './sequences.ts';
import type {LineQuality} from './terminal-line.ts';

export type Session = Pick<TerminalSession, keyof TerminalSession>;

const farewellMs = 1000;
const hastyFarewellMs = 300;
/** Longer than a stop signal takes. */
const stopWaitMs = 100;
/** A size signal within this time belongs to the previous change. */
const sameChangeMs = 500;
/** Input typed for the shell arrives within this time after `fg`. */
const dropKeysMs = 50;

const endings = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

const sizeOf = ({columns, rows}: Pick<NodeJS.WriteStream, 'columns' | 'rows'>) => ({
  columns: columns || 80,
  rows: rows || 24,
});

export function openSession(options: SessionOptions): Session {
  const {stdin, stdout} = options.host;
  if (!stdin.isTTY || !stdout.isTTY) throw new Error('standard input and output must be a terminal');
  return new TerminalSession(options);
}

type Hearing = [
  source: NodeJS.EventEmitter,
  event: string,
  listener: Parameters<NodeJS.EventEmitter['on']>[1],
];

class TerminalSession {
  readonly keyboard: Keyboard;
  readonly screen: Screen;
  readonly #options: SessionOptions;
  readonly #host: SessionHost;
  readonly #modes: Modes;
  /** None in screen-reader mode, which draws no colors. */
  readonly #probe: Probe | undefined;
  readonly #listeners: Hearing[];
  #state: 'open' | 'suspended' | 'closing' | 'closed' = 'open';
  #stopWait: NodeJS.Timeout | undefined;
  #resumedAt = Number.NEGATIVE_INFINITY;
  #resizedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#host = options.host;
    const {stdout, env} = options.host;
    const screenReader = options.screenReader ?? false;
    this.#modes = modesFor(options);
    const shown: ScreenOptions = {
      write: (bytes, written) => stdout.write(bytes, () => written()),
      ...sizeOf(stdout),
      now: options.now,
      ascii: options.ascii ?? false,
      isRemote: isRemote(env),
      onQuality: quality => options.onQuality?.(quality),
    };
    this.screen = screenReader ? createPlainScreen(shown) : new DifferenceScreen(shown);
    this.keyboard = new Keyboard({
      now: options.now,
      onKey: () => this.screen.hurry(),
      onReply: text => this.#hear(text),
      onSuspend: () => (options.onSuspendKey ? options.onSuspendKey() : this.suspend()),
      onFocus: gained => options.onFocus?.(gained),
    });
    this.#probe = screenReader
      ? undefined
      : new Probe({
          now: options.now,
          takesOsc: takesOsc(env),
          onProbed: probed => options.onProbed?.(probed),
        });
    this.#listeners = this.#whatToHear();
    unblock(stdout);
    for (const [source, event, listener] of this.#listeners) source.on(event, listener);
    options.host.stdin.resume();
    this.#enter(this.#modes.open);
  }

  redraw(): void {
    if (this.#state !== 'open') return;
    this.#host.stdout.write(this.#modes.kept + this.#ask());
    this.screen.redraw();
  }

  #ask(): string {
    return this.#probe?.ask() ?? '';
  }

  suspend(): void {
    this.#suspend(0);
  }

  close(): Promise<void> {
    return this.#close(farewellMs, '', {replyMs: longestReplyMs});
  }

  #whatToHear(): Hearing[] {
    const {stdin, stdout} = this.#host;
    const process: NodeJS.EventEmitter = this.#host as unknown as NodeJS.EventEmitter;
    const onSignal = (signal: NodeJS.Signals) => this.#end({kind: 'signal', signal});
    const onCrash = (error: unknown) => this.#end({kind: 'crash', error});
    const onLost = () => this.#end({kind: 'lost'});
    return [
      ...endings.map((signal): Hearing => [process, signal, onSignal]),
      [process, 'SIGTSTP', this.#onStop],
      [process, 'SIGCONT', () => this.#continue()],
      // Without a listener, Node opens its debugger on this signal.
      [process, 'SIGUSR1', () => {}],
      [process, 'uncaughtException', onCrash],
      [process, 'unhandledRejection', onCrash],
      [process, 'exit', () => this.#restoreAtExit()],
      [stdout, 'resize', () => this.#resize(stdout.columns, stdout.rows)],
      // On a size change, Node reports the resize first.
      [process, 'SIGWINCH', () => this.#redrawSameSize()],
      [stdout, 'error', onLost],
      [stdin, 'error', onLost],
      [stdin, 'end', onLost],
      [stdin, 'data', this.keyboard.feed],
    ];
  }

  #hear(reply: string): void {
    const place = answeredColumn(reply);
    if (reply === statusAnswer || place !== undefined) this.screen.answered(place);
    else this.#probe?.answered(reply);
  }

  #resize(columns: number, rows: number): void {
    this.#resizedAt = this.#options.now();
    this.screen.resize(columns, rows);
  }

  /** dtach and similar programs send a signal without a new size when another terminal attaches. */
  #redrawSameSize(): void {
    const now = this.#options.now();
    if (now - Math.max(this.#resizedAt, this.#resumedAt) <= sameChangeMs) return;
    this.#options.onAnother?.();
    this.redraw();
  }

  readonly #onStop = () => this.#suspend(this.#host.pid);

  #enter(bytes: string): void {
    // libuv skips a mode that it believes to be set, but a shell may have changed it.
    attempt(() => this.#host.stdin.setRawMode(false));
    attempt(() => this.#host.stdin.setRawMode(true));
    this.#host.stdout.write(bytes + this.screen.opening + this.#ask());
  }

  /** Cooked mode comes last: earlier, late input would be echoed over the shell's prompt. */
  async #leave(waitMs: number, words: string, replyMs = waitMs): Promise<void> {
    // A terminal that is gone cannot be restored.
    attempt(() => this.#host.stdout.write(this.#modes.close + words));
    await this.#quiet(waitMs, replyMs);
    attempt(() => this.#host.stdin.setRawMode(false));
  }

  async #quiet(writeMs: number, replyMs: number): Promise<void> {
    const {stdout} = this.#host;
    const began = this.#options.now();
    const isBusy = () => {
      const ms = this.#options.now() - began;
      const isOwed = ms < replyMs && (this.screen.isAsking() || this.#probe?.isAsking === true);
      return !stdout.destroyed && (isOwed || (ms < writeMs && stdout.writableLength > 0));
    };
    while (isBusy()) await new Promise(resolve => setTimeout(resolve, 5));
  }

  /** @param held signals are heard and ignored until it has ended */
  async #close(
    waitMs: number,
    words: string,
    {held, replyMs}: {readonly held?: Promise<void> | undefined; readonly replyMs?: number} = {},
  ): Promise<void> {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    const wasSuspended = this.#state === 'suspended';
    this.#state = 'closing';
    clearTimeout(this.#stopWait);
    this.screen.pause();
    this.#probe?.close();
    this.keyboard.mute(true);
    if (!wasSuspended) await this.#leave(waitMs, words, replyMs);
    await held;
    this.#state = 'closed';
    this.keyboard.close();
    this.#host.stdin.pause();
    for (const [source, event, listener] of this.#listeners) {
      source.off(event, listener);
      // The terminal may still die, and the debugger stays closed; added once per process.
      const isKept = event === 'error' || event === 'SIGUSR1';
      if (isKept && !source.listeners(event).includes(ignore)) source.on(event, ignore);
    }
  }

  #end(ending: SessionEnding): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    let told: Promise<void> | undefined;
    attempt(() => {
      told = this.#options.onEnding?.(ending)?.catch(ignore);
    });
    const {stderr} = this.#host;
    const explain = this.#options.explain ?? explainBriefly;
    const words = ending.kind === 'crash' ? `${explain(ending.error)}\n` : '';
    // Standard error would block on a terminal that does not read, so the words use standard output.
    void this.#close(hastyFarewellMs, stderr.isTTY ? words.replace(/\n/g, '\r\n') : '', {held: told}).then(
      () => {
        if (words !== '' && !stderr.isTTY) stderr.write(words);
        this.#host.exit(ending.kind === 'signal' ? 128 + constants.signals[ending.signal] : 1);
      },
    );
  }

  /** @param target 0 for the whole job, like the terminal's Ctrl-Z, or our process id */
  #suspend(target: number): void {
    if (this.#state !== 'open') return;
    this.#state = 'suspended';
    this.screen.pause();
    this.keyboard.mute(true);
    void this.#leave(hastyFarewellMs, '', longestReplyMs).then(() => {
      if (this.#state !== 'suspended') return;
      this.#host.off('SIGTSTP', this.#onStop);
      this.#host.kill(target, 'SIGTSTP');
      // Without a job-control shell the stop signal is ignored; then we continue ourselves.
      this.#stopWait = setTimeout(() => this.#resume(), stopWaitMs);
    });
  }

  /** On `fg`; the stop timeout may have resumed already. */
  #continue(): void {
    if (this.#options.now() - this.#resumedAt > stopWaitMs) this.#resume();
  }

  #resume(): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    clearTimeout(this.#stopWait);
    this.#resumedAt = this.#options.now();
    if (this.#state === 'suspended') this.#host.on('SIGTSTP', this.#onStop);
    this.#state = 'open';
    this.keyboard.mute(true);
    // A busy machine reads the bytes that wait before the next turn.
    setTimeout(() => setImmediate(() => this.keyboard.mute(this.#state !== 'open')), dropKeysMs);
    this.#enter(this.#modes.open);
    // The shell received the resize; Node re-reads the size on this signal.
    this.#host.kill(this.#host.pid, 'SIGWINCH');
    this.screen.resume();
    this.#options.onResume?.();
  }

  #restoreAtExit(): void {
    if (this.#state === 'open') attempt(() => this.#host.stdout.write(this.#modes.close));
    if (this.#state !== 'closed') attempt(() => this.#host.stdin.setRawMode(false));
    this.#state = 'closed';
  }
}

const ignore = () => {};

const explainBriefly = (error: unknown) =>
  `optty stopped: ${sanitize(error instanceof Error ? error.message : String(error))}`;

type SessionHost = Pick<
  NodeJS.Process,
  'stdin' | 'stdout' | 'stderr' | 'env' | 'pid' | 'kill' | 'exit' | 'on' | 'off'
>;

type SessionEnding =
  | {kind: 'signal'; signal: NodeJS.Signals}
  | {kind: 'crash'; error: unknown}
  | {kind: 'lost'};

type SessionOptions = {
  host: SessionHost;
  now: () => number;
  screenReader?: boolean;
  ascii?: boolean;
  /** Runs first, and must be fast: a dead terminal is left within a second. What it returns is waited for. */
  onEnding?: (ending: SessionEnding) => Promise<void> | undefined;
  /** The text after a crash: one line, no secrets. */
  explain?: (error: unknown) => string;
  onFocus?: (gained: boolean) => void;
  onResume?: () => void;
  /** Decides on Ctrl-Z, which else suspends. */
  onSuspendKey?: () => void;
  /** Called when the terminal has reported its capabilities, or will not; again if it may have changed. */
  onProbed?: (probed: TerminalReport) => void;
  onQuality?: (quality: LineQuality) => void;
  /** Called when another terminal of the same size seems attached. */
  onAnother?: () => void;
};

type Modes = ReturnType<typeof modesFor>;

/** `kept` is required on any terminal, also on one that takes the place of another. */
function modesFor({screenReader}: SessionOptions) {
  if (screenReader === true) {
    const on = say.bracketedPasteOn;
    return {open: on, kept: on, close: say.resetStyle + say.bracketedPasteOff};
  }
  const kept = say.hideCursor + say.bracketedPasteOn + say.focusReportsOn;
  const shown = say.focusReportsOff + say.bracketedPasteOff + say.showCursor;
  return {
    open: say.enterAlternateScreen + kept,
    kept,
    close: say.resetStyle + say.belowThePicture + shown + say.leaveAlternateScreen,
  };
}

/** Node makes terminals blocking, but one that does not read must not stop the process. */
function unblock(stdout: NodeJS.WriteStream): void {
  const {_handle} = stdout as {_handle?: {setBlocking?: (isBlocking: boolean) => number}};
  _handle?.setBlocking?.(false);
}

/** The exit continues even if a step fails: no one is left to report to. */
function attempt(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    void error;
  }
}
