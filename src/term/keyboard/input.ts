import {EventEmitter} from 'node:events';
import type {BareKey, KeyPress} from './keys.ts';
import {dueAt, emptySplit, type InputEvent, splitKeys} from './split.ts';

export type {KeyPress} from './keys.ts';

/** Keys that a cooked terminal would have turned into signals. Ctrl-\ would be one too: here it is a key. */
export type SignalKey = 'interrupt' | 'suspend';

export type KeyboardOptions = {
  /** Monotonic milliseconds. */
  now: () => number;
  /** Ctrl-C or Ctrl-Z; true means that it is dealt with and is no key any more. */
  onSignal?: (signal: SignalKey) => boolean;
  /** What the terminal says by itself. */
  onReply?: (text: string) => void;
  onFocus?: (gained: boolean) => void;
  /** A key is about to be handed to Ink. */
  onKey?: (key: KeyPress) => void;
};

export type Keyboard = {
  /** To be handed to Ink as `stdin`: it reads one key at a time from here. */
  stdin: NodeJS.ReadStream;
  /** The key that Ink is being handed right now; read it inside a `useInput` callback. */
  readonly current: KeyPress | undefined;
  /** How many keys have come by now. */
  readonly keyCount: number;
  /** Takes one read of the terminal. */
  feed(bytes: Uint8Array): void;
  /** Until Ink listens, keys go here, or wait for Ink and are the first it gets. */
  attend(earlier: EarlierTaker): void;
  /** While muted, what comes is dropped: it was typed for somebody else. */
  mute(isMuted: boolean): void;
  close(): void;
};

/** Who takes keys before Ink is there. */
export type EarlierTaker = {
  /** Whether it can take this one; else this one and all behind it wait for Ink. */
  mayTake(key: KeyPress): boolean;
  take(key: KeyPress): void;
};

/** Keys that wait for Ink; more in one go are a paste that the terminal did not mark, and are dropped. */
const queueCap = 1024;

/**
 * Reads the terminal in Ink's place, since Ink takes whatever arrives together for one key, and the terminal's
 * replies for letters. The first key of a read reaches Ink at once; each further one in a turn of the event
 * loop of its own, so that React has drawn what the one before it did.
 */
export const createKeyboard = (options: KeyboardOptions): Keyboard => new InkKeyboard(options);

class InkKeyboard implements Keyboard {
  readonly stdin: NodeJS.ReadStream;
  current: KeyPress | undefined;
  keyCount = 0;
  readonly #options: KeyboardOptions;
  readonly #input = new InkInput();
  readonly #queue: KeyPress[] = [];
  #state = emptySplit;
  #timer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;
  #isMuted = false;
  #earlier: EarlierTaker | undefined;

  constructor(options: KeyboardOptions) {
    this.#options = options;
    // Ink asks for a tty.ReadStream and uses of it what InkInput has.
    this.stdin = this.#input as unknown as NodeJS.ReadStream;
  }

  readonly feed = (bytes: Uint8Array): void => this.#step(bytes);

  attend(earlier: EarlierTaker): void {
    this.#earlier = earlier;
    this.#input.once('newListener', () => {
      this.#earlier = undefined;
      // Ink listens to its stream first, and hears keys once all of its hooks have run.
      this.#turn ??= setImmediate(() => this.#handNext());
    });
  }

  mute(isMuted: boolean): void {
    this.#isMuted = isMuted;
    this.#queue.length = 0;
  }

  close(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#turn);
    this.#queue.length = 0;
    this.#input.removeAllListeners();
  }

  #step(bytes: Uint8Array | undefined): void {
    const {now} = this.#options;
    clearTimeout(this.#timer);
    const [state, events] = splitKeys(this.#state, bytes, now());
    this.#state = state;
    for (const event of events) this.#take(event);
    const due = dueAt(state);
    // After the timer, what waits in the terminal is read first: a busy loop must not cut a sequence in two.
    const decide = () => setImmediate(() => this.#state === state && this.#step(undefined));
    if (due !== undefined) this.#timer = setTimeout(decide, Math.max(1, due - now()));
    if (this.#turn === undefined) this.#handNext();
  }

  #take(event: InputEvent): void {
    if (event.kind === 'reply') this.#options.onReply?.(event.text);
    else if (event.kind === 'focus') this.#options.onFocus?.(event.gained);
    else if (!this.#isMuted) this.#takeKey(event.key);
  }

  #takeKey(key: KeyPress): void {
    this.keyCount += 1;
    const signal = signalOf(key);
    if (signal !== undefined && this.#options.onSignal?.(signal)) return;
    // Ctrl-C, which quits, and Ctrl-\, which sets the stop, overtake all other keys.
    if (isUrgent(key)) this.#queue.splice(0, this.#queue.length, ...this.#queue.filter(isUrgent));
    if (this.#queue.length < queueCap) this.#queue.push(key);
  }

  #handNext(): void {
    this.#turn = undefined;
    const [key] = this.#queue;
    if (key === undefined || this.#earlier?.mayTake(key) === false) return;
    this.#queue.shift();
    if (this.#queue.length > 0) this.#turn = setImmediate(() => this.#handNext());
    this.#options.onKey?.(key);
    if (this.#earlier !== undefined) {
      this.#earlier.take(key);
      return;
    }
    this.current = key;
    try {
      this.#input.hand(bytesForInk(key));
    } finally {
      this.current = undefined;
    }
  }
}

function signalOf({name, ctrl, alt}: KeyPress): SignalKey | undefined {
  if (!ctrl || alt) return undefined;
  return name === 'c' ? 'interrupt' : name === 'z' ? 'suspend' : undefined;
}

function isUrgent({name, ctrl, alt}: KeyPress): boolean {
  return ctrl && !alt && (name === 'c' || name === '\\');
}

/** What Ink asks of its `stdin`: a terminal that always has exactly one key to read, or nothing. */
class InkInput extends EventEmitter {
  readonly isTTY = true;
  #waiting: string | null = null;

  hand(bytes: string): void {
    this.#waiting = bytes;
    this.emit('readable');
    this.#waiting = null;
  }

  read(): string | null {
    const bytes = this.#waiting;
    this.#waiting = null;
    return bytes;
  }

  // The modes of the terminal belong to the session, not to Ink.
  setRawMode(): this {
    return this;
  }
  setEncoding(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  resume(): this {
    return this;
  }
  pause(): this {
    return this;
  }
}

const legacy: Record<string, string> = {
  enter: '\r',
  tab: '\t',
  backspace: '\x7f',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  end: '\x1b[F',
  home: '\x1b[H',
  insert: '\x1b[2~',
  delete: '\x1b[3~',
  pageup: '\x1b[5~',
  pagedown: '\x1b[6~',
};

/** A code point that Ink takes for a key which has neither name nor text. */
const namelessKey = 57344;

/**
 * The bytes that make Ink see one key at once. Escape goes in kitty's spelling, because Ink holds a bare ESC
 * back for 20 ms; keys that type nothing (Ctrl-W, Alt-x, F5) go as a nameless key with their modifiers, because
 * Ink would hand their letter to a text field.
 */
function bytesForInk(key: KeyPress): string {
  const modifiers = 1 + (key.shift ? 1 : 0) + (key.alt ? 2 : 0) + (key.ctrl ? 4 : 0);
  if (key.text !== '') return key.text;
  if (modifiers === 1 && legacy[key.name] !== undefined) return legacy[key.name] ?? '';
  return `\x1b[${kittyCode(key)};${modifiers}u`;
}

function kittyCode({name}: BareKey): number {
  if (name === 'escape') return 27;
  if (name === 'tab') return 9;
  return namelessKey;
}
