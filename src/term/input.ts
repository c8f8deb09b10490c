import {EventEmitter} from 'node:events';
import type {BareKey, KeyPress} from './keys.ts';
import {dueAt, emptySplit, type InputEvent, splitKeys} from './split.ts';

export type {KeyPress} from './keys.ts';
export {dueAt, emptySplit, type InputEvent, type SplitState, splitKeys} from './split.ts';

/** The keys that a terminal in cooked mode would have turned into signals. */
export type SignalKey = 'interrupt' | 'suspend' | 'quit';

export type KeyboardOptions = {
  /** Monotonic milliseconds. */
  now: () => number;
  /** Ctrl-C, Ctrl-Z or Ctrl-\; true means that it is dealt with and is no key any more. */
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
  /** Takes one read of the terminal. */
  feed(bytes: Uint8Array): void;
  /** While muted, what comes is dropped: it was typed for somebody else. */
  mute(isMuted: boolean): void;
  close(): void;
};

/** Keys that wait for Ink; more of them in one go are a paste that the terminal did not mark, and are dropped. */
const queueCap = 1024;

/**
 * Reads the terminal in Ink's place, since Ink takes whatever arrives together for one key, and the terminal's
 * replies for letters. The first key of a read reaches Ink at once; each further one in a turn of the event loop of
 * its own, so that React has drawn what the one before it did.
 */
export function createKeyboard({now, onSignal, onReply, onFocus, onKey}: KeyboardOptions): Keyboard {
  const stdin = new InkInput();
  const queue: KeyPress[] = [];
  let state = emptySplit;
  let current: KeyPress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  let isMuted = false;

  const hand = (key: KeyPress) => {
    onKey?.(key);
    current = key;
    try {
      stdin.hand(bytesForInk(key));
    } finally {
      current = undefined;
    }
  };

  const handNext = () => {
    turn = undefined;
    const key = queue.shift();
    if (key === undefined) return;
    if (queue.length > 0) turn = setImmediate(handNext);
    hand(key);
  };

  const take = (event: InputEvent) => {
    if (event.kind === 'reply') return onReply?.(event.text);
    if (event.kind === 'focus') return onFocus?.(event.gained);
    const signal = signalOf(event.key);
    if (signal !== undefined && onSignal?.(signal)) return;
    // Ctrl-C overtakes whatever waits before it.
    if (signal === 'interrupt') queue.length = 0;
    if (queue.length < queueCap) queue.push(event.key);
  };

  const step = (bytes: Uint8Array | undefined) => {
    clearTimeout(timer);
    const [next, events] = splitKeys(state, bytes, now());
    state = next;
    for (const event of events) if (!isMuted || event.kind !== 'key') take(event);
    const due = dueAt(state);
    // After the timer, what already waits in the terminal is read first: a busy loop must not cut a sequence in two.
    if (due !== undefined) timer = setTimeout(() => setImmediate(expire, state), Math.max(1, due - now()));
    if (turn === undefined) handNext();
  };

  const expire = (waitingFor: typeof state) => {
    if (state === waitingFor) step(undefined);
  };

  return {
    stdin: stdin as unknown as NodeJS.ReadStream,
    get current() {
      return current;
    },
    feed: step,
    mute(muted) {
      isMuted = muted;
      queue.length = 0;
    },
    close() {
      clearTimeout(timer);
      clearImmediate(turn);
      queue.length = 0;
      stdin.removeAllListeners();
    },
  };
}

function signalOf({name, ctrl, alt}: KeyPress): SignalKey | undefined {
  if (!ctrl || alt) return undefined;
  return name === 'c' ? 'interrupt' : name === 'z' ? 'suspend' : name === '\\' ? 'quit' : undefined;
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
 * The bytes that make Ink see one key at once. Escape goes in kitty's spelling, because Ink holds a bare ESC back for
 * 20 ms; keys that type nothing (Ctrl-W, Alt-x, F5) go as a nameless key with their modifiers, because Ink would hand
 * their letter to a text field.
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
