// The terminal as a thing that is borrowed: every mode is opened once, closed once in reverse, and given back
// on every way out: the program's own end, a signal, a crash, a suspension. What a dead or stuck terminal
// cannot take any more is not waited for.
import {isRemote, takesOsc} from './capabilities.ts';
import {createKeyboard, type Keyboard, type SignalKey} from './keyboard/input.ts';
import {type Modes, modesFor} from './modes.ts';
import {Probe} from './probe.ts';
import {createPlainScreen} from './screen/plain.ts';
import {createScreen, type Screen} from './screen/screen.ts';
import {answeredColumn, statusAnswer} from './sequences.ts';
import type {SessionEnding, SessionHost, SessionOptions} from './session-options.ts';
import {sanitize} from './text/sanitize.ts';
import {attempt, unblock} from './tty.ts';

export type {SessionEnding, SessionHost, SessionOptions} from './session-options.ts';

export type Session = {
  keyboard: Keyboard;
  screen: Screen;
  /** The bytes that close the modes, for whoever has to where this program cannot. */
  readonly closing: string;
  /** Names the terminal's window anew, where it takes a title; the one before is still put back at the end. */
  retitle(title: string): void;
  /** Draws everything again, with its modes: the terminal may be another than before. */
  redraw(): void;
  /** Gives the terminal back to the shell until `fg` (Ctrl-Z does it by itself). */
  suspend(): void;
  /** Restores the terminal. Resolves when it has taken the last byte, or will not. */
  close(): Promise<void>;
};

/** How long the terminal may take for the last bytes and answers: when given back and when the program dies. */
const farewellMs = 1000;
const hastyFarewellMs = 300;
/** Longer than a stop signal takes; if nothing stopped by then, nothing will. */
const stopWaitMs = 100;
/** A signal of a new size within this time after one is of the same change. */
const sameChangeMs = 500;
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
  const {stdin, stdout} = options.host;
  if (!stdin.isTTY || !stdout.isTTY) throw new Error('standard input and output must be a terminal');
  return new TerminalSession(options);
}

type Hearing = [
  source: NodeJS.EventEmitter,
  event: string,
  listener: Parameters<NodeJS.EventEmitter['on']>[1],
];

class TerminalSession implements Session {
  readonly keyboard: Keyboard;
  readonly screen: Screen;
  readonly #options: SessionOptions;
  readonly #host: SessionHost;
  #modes: Modes;
  readonly #probe: Probe;
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
    this.#modes = this.#modesWith(options.title);
    this.screen = (screenReader ? createPlainScreen : createScreen)({
      write: (bytes, written) => stdout.write(bytes, () => written()),
      columns: stdout.columns || 80,
      rows: stdout.rows || 24,
      now: options.now,
      ascii: options.ascii ?? false,
      color: options.color ?? true,
      isRemote: isRemote(env),
      onWay: way => options.onWay?.(way),
    });
    this.keyboard = createKeyboard({
      now: options.now,
      onKey: () => this.screen.hurry(),
      onReply: text => this.#hear(text),
      onSignal: signal => this.#takeSignalKey(signal),
      onFocus: gained => options.onFocus?.(gained),
    });
    this.#probe = new Probe({
      now: options.now,
      takesOsc: takesOsc(env),
      mayDraw: !screenReader,
      onProbed: probed => options.onProbed?.(probed),
    });
    this.#listeners = this.#whatToHear();
    unblock(stdout);
    for (const [source, event, listener] of this.#listeners) source.on(event, listener);
    // A session before this one has paused it.
    options.host.stdin.resume();
    this.#enter(this.#modes.open);
  }

  retitle(title: string): void {
    this.#modes = this.#modesWith(title);
    if (this.#modes.title !== '') this.screen.write(this.#modes.title);
  }

  #modesWith(title: string | undefined): Modes {
    const hasTitle = title !== undefined && takesOsc(this.#host.env);
    return modesFor({hasTitle, title: title ?? '', screenReader: this.#options.screenReader ?? false});
  }

  get closing(): string {
    return this.#modes.close;
  }

  redraw(): void {
    if (this.#state !== 'open') return;
    this.#host.stdout.write(this.#modes.kept + this.#probe.ask());
    this.screen.redraw();
  }

  suspend(): void {
    this.#suspend(0);
  }

  close(): Promise<void> {
    return this.#close(farewellMs, '');
  }

  #whatToHear(): Hearing[] {
    const {stdin, stdout} = this.#host;
    // The process is an emitter, though its type knows each event apart.
    const process: NodeJS.EventEmitter = this.#host as unknown as NodeJS.EventEmitter;
    const onSignal = (signal: NodeJS.Signals) => this.#end({kind: 'signal', signal});
    const onCrash = (error: unknown) => this.#end({kind: 'crash', error});
    const onLost = () => this.#end({kind: 'lost'});
    return [
      ...Object.keys(exitCodes).map((signal): Hearing => [process, signal, onSignal]),
      [process, 'SIGTSTP', this.#onStop],
      [process, 'SIGCONT', () => this.#continue()],
      // Without a listener Node opens its debugger to whoever is on the machine.
      [process, 'SIGUSR1', () => {}],
      [process, 'uncaughtException', onCrash],
      [process, 'unhandledRejection', onCrash],
      [process, 'exit', () => this.#restoreAtExit()],
      [stdout, 'resize', () => this.#resize(stdout.columns, stdout.rows)],
      // Node tells of this one first, as a resize, if the size is another.
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
    else this.#probe.answered(reply);
  }

  #resize(columns: number, rows: number): void {
    this.#resizedAt = this.#options.now();
    this.screen.resize(columns, rows);
  }

  /** A signal without a new size is how dtach and the like say that somebody looks at another terminal now. */
  #redrawSameSize(): void {
    const now = this.#options.now();
    if (now - Math.max(this.#resizedAt, this.#resumedAt) <= sameChangeMs) return;
    this.#options.onAnother?.();
    this.redraw();
  }

  readonly #onStop = () => this.#suspend(this.#host.pid);

  #takeSignalKey(signal: SignalKey): boolean {
    if (signal === 'suspend') this.#suspend(0);
    return signal !== 'interrupt';
  }

  #enter(bytes: string): void {
    // libuv does nothing where it believes the mode to be set, though a shell may have changed it.
    attempt(() => this.#host.stdin.setRawMode(false));
    attempt(() => this.#host.stdin.setRawMode(true));
    this.#host.stdout.write(bytes + this.screen.opening + this.#probe.ask());
  }

  /** Cooked mode comes last: until then nothing that still arrives is echoed over the shell's prompt. */
  async #leave(waitMs: number, words: string): Promise<void> {
    // A terminal that is gone cannot be restored, and needs not be.
    attempt(() => this.#host.stdout.write(this.#modes.close + words));
    await this.#quiet(waitMs);
    attempt(() => this.#host.stdin.setRawMode(false));
  }

  /** Resolves when the terminal has taken everything and owes no answer, or the time is up. */
  async #quiet(waitMs: number): Promise<void> {
    const {stdout} = this.#host;
    const until = this.#options.now() + waitMs;
    const isOwed = () => this.screen.isAsking() || this.#probe.isAsking;
    const isBusy = () => !stdout.destroyed && (stdout.writableLength > 0 || isOwed());
    while (isBusy() && this.#options.now() < until) await new Promise(resolve => setTimeout(resolve, 5));
  }

  async #close(waitMs: number, words: string): Promise<void> {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    const wasSuspended = this.#state === 'suspended';
    this.#state = 'closing';
    clearTimeout(this.#stopWait);
    this.screen.close();
    this.#probe.close();
    this.keyboard.mute(true);
    if (!wasSuspended) await this.#leave(waitMs, words);
    this.#state = 'closed';
    this.keyboard.close();
    this.#host.stdin.pause();
    for (const [source, event, listener] of this.#listeners) {
      source.off(event, listener);
      // A terminal may still die, and the debugger stays shut; once for all sessions of a process.
      const isKept = event === 'error' || event === 'SIGUSR1';
      if (isKept && !source.listeners(event).includes(ignore)) source.on(event, ignore);
    }
  }

  #end(ending: SessionEnding): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    attempt(() => this.#options.onEnding?.(ending));
    const {stderr} = this.#host;
    const explain = this.#options.explain ?? explainBriefly;
    const words = ending.kind === 'crash' ? `${explain(ending.error)}\n` : '';
    // Standard error would block if it is a terminal that does not read; so the words go the unblocked way.
    void this.#close(hastyFarewellMs, stderr.isTTY ? words.replace(/\n/g, '\r\n') : '').then(() => {
      if (words !== '' && !stderr.isTTY) stderr.write(words);
      this.#host.exit(ending.kind === 'signal' ? (exitCodes[ending.signal] ?? 1) : 1);
    });
  }

  /** @param target 0 for the whole job, as the terminal's own Ctrl-Z does, or our own process id */
  #suspend(target: number): void {
    if (this.#state !== 'open') return;
    this.#state = 'suspended';
    this.screen.pause();
    this.keyboard.mute(true);
    void this.#leave(hastyFarewellMs, '').then(() => {
      if (this.#state !== 'suspended') return;
      this.#host.off('SIGTSTP', this.#onStop);
      this.#host.kill(target, 'SIGTSTP');
      // Where no shell could continue us, the signal is ignored; then we go on by ourselves.
      this.#stopWait = setTimeout(() => this.#resume(), stopWaitMs);
    });
  }

  /** Continued by `fg`. The wait for the stop may have ended in the same moment and done all there is to do. */
  #continue(): void {
    if (this.#options.now() - this.#resumedAt > stopWaitMs) this.#resume();
  }

  #resume(): void {
    if (this.#state === 'closing' || this.#state === 'closed') return;
    clearTimeout(this.#stopWait);
    this.#resumedAt = this.#options.now();
    const wasSuspended = this.#state === 'suspended';
    if (wasSuspended) this.#host.on('SIGTSTP', this.#onStop);
    this.#state = 'open';
    this.keyboard.mute(true);
    setTimeout(() => this.keyboard.mute(this.#state !== 'open'), dropKeysMs);
    this.#enter(wasSuspended ? this.#modes.open : this.#modes.again);
    // The shell got the news of a new size; Node asks for it when it believes to get some.
    this.#host.kill(this.#host.pid, 'SIGWINCH');
    this.screen.resume();
    this.#options.onResume?.();
  }

  /** Somebody called exit(): there is no turn of the loop left to wait in. */
  #restoreAtExit(): void {
    if (this.#state === 'open') attempt(() => this.#host.stdout.write(this.#modes.close));
    if (this.#state !== 'closed') attempt(() => this.#host.stdin.setRawMode(false));
    this.#state = 'closed';
  }
}

const ignore = () => {};

const explainBriefly = (error: unknown) =>
  `optty stopped: ${sanitize(error instanceof Error ? error.message : String(error))}`;
