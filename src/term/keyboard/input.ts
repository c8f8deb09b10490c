import {EventEmitter} from 'node:events';
import type {KeyPress} from './key-press.ts';
import {dueAt, emptySplit, type InputEvent, isDropping, splitKeys} from './split.ts';

export type {KeyPress} from './key-press.ts';

type KeyboardOptions = {
  now: () => number;
  /** Ctrl-Z, which is then not passed on. */
  onSuspend?: () => void;
  onReply?: (text: string) => void;
  onFocus?: (gained: boolean) => void;
  onKey?: (key: KeyPress) => void;
};

/** Maximum of waiting keys; more at once are an unmarked paste and are dropped. */
const queueCap = 1024;

/** In place of Ink, which takes a whole read for one key and the terminal's replies for text. */
export class Keyboard {
  /** The `stdin` for Ink: it delivers one key at a time. */
  readonly stdin: NodeJS.ReadStream;
  /** The key being delivered; read it inside a `useInput` callback. */
  current: KeyPress | undefined;
  readonly #options: KeyboardOptions;
  readonly #input = new InkInput();
  readonly #queue: KeyPress[] = [];
  #state = emptySplit;
  #timer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;
  #isMuted = false;
  #isInkListening = false;

  constructor(options: KeyboardOptions) {
    this.#options = options;
    // Ink asks for a tty.ReadStream but uses only the members of InkInput.
    this.stdin = this.#input as unknown as NodeJS.ReadStream;
    this.#input.once('newListener', () => {
      this.#isInkListening = true;
      // Ink subscribes to its stream before its hooks run; keys must wait until then.
      if (this.#queue.length > 0) this.#turn ??= setImmediate(() => this.#handNext());
    });
  }

  readonly feed = (bytes: Uint8Array): void => this.#step(bytes);

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
    // Pending input is read first: a busy loop must not split a sequence.
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
    const {onSuspend} = this.#options;
    if (onSuspend !== undefined && isControl(key, 'z')) {
      onSuspend();
      return;
    }
    // Ctrl-C (quit) and Ctrl-\ (kill switch) overtake all other keys.
    if (isUrgent(key)) this.#queue.splice(0, this.#queue.length, ...this.#queue.filter(isUrgent));
    if (this.#queue.length < queueCap) this.#queue.push(key);
  }

  #handNext(): void {
    this.#turn = undefined;
    const [key] = this.#queue;
    if (key === undefined || !this.#isInkListening || isDropping(this.#state)) return;
    this.#queue.shift();
    if (this.#queue.length > 0) this.#turn = setImmediate(() => this.#handNext());
    this.#options.onKey?.(key);
    this.current = key;
    try {
      this.#input.hand(bytesForInk(key));
    } finally {
      this.current = undefined;
    }
  }
}

const isControl = ({name, ctrl, alt}: KeyPress, ...names: readonly string[]) =>
  ctrl && !alt && names.includes(name);

const isUrgent = (key: KeyPress) => isControl(key, 'c', '\\');

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

  readonly setRawMode = () => this;
  readonly setEncoding = this.setRawMode;
  readonly ref = this.setRawMode;
  readonly unref = this.setRawMode;
  readonly resume = this.setRawMode;
  readonly pause = this.setRawMode;
}

const legacy: Readonly<Record<string, string>> = {
  ...{
    enter: '\r',
    tab: '\t',
    backspace: '\x7f',
    up: '\x1b[A',
    down: '\x1b[B',
    right: '\x1b[C',
    left: '\x1b[D',
  },
  ...{
    end: '\x1b[F',
    home: '\x1b[H',
    insert: '\x1b[2~',
    delete: '\x1b[3~',
    pageup: '\x1b[5~',
    pagedown: '\x1b[6~',
  },
};

const kittyCodes: Readonly<Record<string, number>> = {escape: 27, tab: 9};
const namelessKey = 57344;

/** Ink delays a bare ESC, and would insert the letter of Ctrl-W or Alt-x into fields: kitty's encoding. */
function bytesForInk(key: KeyPress): string {
  const modifiers = 1 + (key.shift ? 1 : 0) + (key.alt ? 2 : 0) + (key.ctrl ? 4 : 0);
  if (key.text !== '') return key.text;
  const usual = modifiers === 1 ? legacy[key.name] : undefined;
  return usual ?? `\x1b[${kittyCodes[key.name] ?? namelessKey};${modifiers}u`;
}
