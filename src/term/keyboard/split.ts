// Bytes of a terminal into keys, as a pure function of what came and when.
//
// A terminal sends keys, pastes and its own replies down one wire, cut into reads wherever the link liked. So
// the splitter holds back what is not yet whole (a UTF-8 character, an escape sequence, a paste), says until
// when (`dueAt`), and decides at that moment (`splitKeys` without bytes) what it must have been. Two laws
// matter more than any key: a reply is never taken for keys, and Ctrl-C is never held back.

import {ESC, pasteEnd} from '../sequences.ts';
import {type BareKey, type KeyPress, special} from './keys.ts';
import {scan} from './scan.ts';

export type InputEvent =
  | {kind: 'key'; key: KeyPress}
  /** What the terminal said by itself, whole: `CSI 0 n`, a device's attributes, a mouse report. */
  | {kind: 'reply'; text: string}
  | {kind: 'focus'; gained: boolean};

type Mode =
  /** `isLone` while what is pending is all that its read brought. */
  | {kind: 'keys'; pending: string; since: number; isLone: boolean}
  /** The body of a DCS, OSC, APC, PM or SOS, of which only the start is kept. */
  | {kind: 'string'; text: string; tail: string; since: number}
  /** `cut` once the text has been handed over: what still comes of it is dropped. */
  | {kind: 'paste'; text: string; tail: string; started: number; last: number; cut: boolean};

export type SplitState = {
  mode: Mode;
  /** The first bytes of a character whose rest has not come. */
  bytes: Uint8Array;
  chunk: number;
  /** When a lone ESC was taken for the Escape key: the rest of a sequence may still come late. */
  escapedAt: number;
};

/** An ESC followed by nothing for so long is the Escape key. */
const escapeWaitMs = 30;
/** A sequence that began is waited for longer: no person types these, and a slow link may cut them. */
const sequenceWaitMs = 500;
const stringWaitMs = 1000;
/** What can be nothing but an answer may stop in the middle for as long as a link does. */
const answerWaitMs = 5000;
const answer = /^\x1b(?:P>\||\]11;|\[\?\d)/;
const lateTailMs = 1000;
const pasteMs = 1000;
/** After a paste was cut, silence of this length ends it even without its end mark. */
const pasteQuietMs = 500;
/** In UTF-16 units. */
const pasteCap = 64 * 1024;
const stringCap = 4096;

const ctrlC = '\x03';

const nothingHeld = new Uint8Array(0);

export const emptySplit: SplitState = {
  mode: {kind: 'keys', pending: '', since: 0, isLone: true},
  bytes: nothingHeld,
  chunk: 0,
  escapedAt: Number.NEGATIVE_INFINITY,
};

const idle = (since: number): Mode => ({kind: 'keys', pending: '', since, isLone: true});

/**
 * Takes one read of the terminal, or with `undefined` the passing of `dueAt(state)`.
 * @param at monotonic milliseconds of the read
 */
export function splitKeys(
  state: SplitState,
  bytes: Uint8Array | undefined,
  at: number,
): [SplitState, InputEvent[]] {
  if (bytes === undefined) return expire(state, at);
  const [text, rest] = decode(state.bytes, bytes);
  const carried = isHolding(state);
  const run = new SplitRun({...state, bytes: rest, chunk: state.chunk + 1}, at);
  const whole = lateTail(state, text, at);
  run.take(whole);
  // Bytes that mean nothing are company as well: noise on the line, or what is left of a reply.
  const isCovered = run.events.length === 1 && run.meant === whole.length;
  const alone = isCovered && !carried && !isHolding(run.state);
  return [run.state, alone ? run.events.map(event => withAlone(event)) : run.events];
}

/** When `splitKeys` wants a call without bytes, in monotonic milliseconds; undefined if nothing is due. */
export function dueAt({mode}: SplitState): number | undefined {
  if (mode.kind === 'paste') return mode.cut ? mode.last + pasteQuietMs : mode.started + pasteMs;
  if (mode.kind === 'keys' && mode.pending === '') return undefined;
  const isAnswer = answer.test(mode.kind === 'string' ? mode.text : mode.pending);
  if (mode.kind === 'string') return mode.since + (isAnswer ? answerWaitMs : stringWaitMs);
  if (isAnswer) return mode.since + answerWaitMs;
  return mode.since + (/^\x1b+$/.test(mode.pending) ? escapeWaitMs : sequenceWaitMs);
}

const isHolding = ({mode, bytes}: SplitState) =>
  bytes.length > 0 || mode.kind !== 'keys' || mode.pending !== '';

const withAlone = (event: InputEvent): InputEvent =>
  event.kind === 'key' ? {kind: 'key', key: {...event.key, alone: true}} : event;

/** The rest of a sequence whose ESC went out as Escape gets its ESC back: only whole, and only in one read. */
const lateTail = (state: SplitState, text: string, at: number) =>
  at - state.escapedAt <= lateTailMs && /^(\[[0-?]*[ -/]*[@-~]|O[A-Za-z])/.test(text) ? ESC + text : text;

/** One call's work: the state as it goes along and the events so far. */
class SplitRun {
  state: SplitState;
  readonly events: InputEvent[] = [];
  /** How much of the text became keys, replies and changes of focus, in UTF-16 units. */
  meant = 0;
  readonly #at: number;

  constructor(state: SplitState, at: number) {
    this.state = {...state, escapedAt: Number.NEGATIVE_INFINITY};
    this.#at = at;
  }

  take(text: string): void {
    let rest = text;
    while (rest !== '') {
      const {mode} = this.state;
      rest =
        mode.kind === 'paste'
          ? this.#takePaste(mode, rest)
          : mode.kind === 'string'
            ? this.#takeString(mode, rest)
            : this.#takeKeys(mode, rest);
    }
  }

  key(bare: BareKey, pasted = false): void {
    const key = {...bare, chunk: this.state.chunk, alone: false, at: this.#at, pasted};
    this.events.push({kind: 'key', key});
  }

  enter(mode: Mode): void {
    this.state = {...this.state, mode};
  }

  #takeKeys(mode: Mode & {kind: 'keys'}, text: string): string {
    const input = mode.pending + text;
    let start = 0;
    while (start < input.length) {
      const found = scan(input, start);
      if (found === 'incomplete') {
        const since = mode.pending === '' || start > 0 ? this.#at : mode.since;
        const isLone = start === 0 && mode.pending === '' && this.events.length === 0;
        this.enter({kind: 'keys', pending: input.slice(start), since, isLone});
        return '';
      }
      start += found.length;
      if ('opens' in found) {
        this.#open(found.opens, input.slice(start - found.length, start));
        return input.slice(start);
      }
      const isMeant = found.key !== undefined || found.reply !== undefined || found.focus !== undefined;
      if (isMeant) this.meant += found.length;
      if (found.key !== undefined) this.key(found.key);
      if (found.reply !== undefined) this.events.push({kind: 'reply', text: found.reply});
      if (found.focus !== undefined) this.events.push({kind: 'focus', gained: found.focus});
    }
    this.enter(idle(this.#at));
    return '';
  }

  #open(mode: 'paste' | 'string', introducer: string): void {
    if (mode === 'string') this.enter({kind: 'string', text: introducer, tail: '', since: this.#at});
    else this.enter({kind: 'paste', text: '', tail: '', started: this.#at, last: this.#at, cut: false});
  }

  #takeString(mode: Mode & {kind: 'string'}, text: string): string {
    const input = mode.tail + text;
    // BEL, ST or C1 ST ends it; CAN, SUB, Ctrl-C and any other escape break it off.
    const end = input.search(/[\x07\x9c\x18\x1a\x03]|\x1b(?=[\s\S])/);
    if (end < 0) {
      const tail = input.endsWith(ESC) ? ESC : '';
      const body = (mode.text + input.slice(0, input.length - tail.length)).slice(0, stringCap);
      this.enter({kind: 'string', text: body, tail, since: mode.since});
      return '';
    }
    this.events.push({kind: 'reply', text: (mode.text + input.slice(0, end)).slice(0, stringCap)});
    this.enter(idle(this.#at));
    if (input[end] === ESC && input[end + 1] === '\\') return input.slice(end + 2);
    return input[end] === ESC || input[end] === ctrlC ? input.slice(end) : input.slice(end + 1);
  }

  #takePaste(mode: Mode & {kind: 'paste'}, text: string): string {
    const input = mode.tail + text;
    const mark = input.indexOf(pasteEnd);
    const interrupt = input.indexOf(ctrlC);
    const end = interrupt >= 0 && (mark < 0 || interrupt < mark) ? interrupt : mark;
    if (end < 0) {
      const tail = partOfMark(input);
      const body = mode.cut ? '' : mode.text + input.slice(0, input.length - tail.length);
      this.enter({...mode, text: body, tail, last: this.#at});
      if (body.length >= pasteCap || this.#at - mode.started >= pasteMs) this.cutPaste();
      return '';
    }
    if (!mode.cut) this.#paste(mode.text + input.slice(0, end));
    this.enter(idle(this.#at));
    return input.slice(end === mark ? end + pasteEnd.length : end);
  }

  /** Hands over what came of a paste; the rest of it will be dropped, for it must not become keys. */
  cutPaste(): void {
    const {mode} = this.state;
    if (mode.kind !== 'paste' || mode.cut) return;
    this.#paste(mode.text);
    this.enter({...mode, text: '', cut: true, last: this.#at});
  }

  #paste(pasted: string): void {
    const text = onOneLine(pasted.slice(0, pasteCap));
    if (text !== '') this.key(special('paste', {text}), true);
  }
}

/** Pasted text without the newline that comes with a copied row, and without control characters. */
const onOneLine = (text: string) =>
  text
    .replace(/(?<![\r\n\t ])[\r\n\t ]+$/, '')
    .replace(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replace(/[\x00-\x1f\x7f-\x9f]/g, '');

/** The longest end of `input` that may be the start of the paste's end mark. */
function partOfMark(input: string): string {
  const from = input.lastIndexOf(ESC);
  const tail = from < 0 ? '' : input.slice(from);
  return tail !== '' && pasteEnd.startsWith(tail) ? tail : '';
}

/** What was held back is decided: nothing more came in time. */
function expire(state: SplitState, at: number): [SplitState, InputEvent[]] {
  const due = dueAt(state);
  if (due === undefined || at < due) return [state, []];
  const {mode} = state;
  const run = new SplitRun(state, at);
  if (mode.kind === 'paste') {
    if (mode.cut) run.enter(idle(at));
    else run.cutPaste();
  } else if (mode.kind === 'string') {
    // Nothing but the introducer: a person pressed Alt and one of P ] ^ _ X.
    if (mode.text.length === 2 && mode.tail === '') run.key(special(mode.text.charAt(1), {alt: true}));
    run.enter(idle(at));
  } else {
    run.enter(idle(at));
    if (/^\x1b+$/.test(mode.pending)) {
      for (const _ of mode.pending) run.key(special('escape'));
      run.state = {...run.state, escapedAt: at};
    } else if (mode.pending.length === 2) run.key(special(mode.pending.charAt(1), {alt: true}));
  }
  const alone = run.events.length === 1 && mode.kind === 'keys' && mode.isLone;
  return [run.state, alone ? run.events.map(withAlone) : run.events];
}

/** Decodes as much as is whole; the rest is at most three bytes. What is no UTF-8 becomes U+FFFD. */
function decode(held: Uint8Array, bytes: Uint8Array): [string, Uint8Array] {
  const [first = 0x80] = bytes;
  // Nearly every read is one key of one byte, for which no decoder need run.
  if (held.length === 0 && bytes.length === 1 && first < 0x80)
    return [String.fromCharCode(first), nothingHeld];
  const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
  const whole = all.length - unfinished(all);
  const text = Buffer.from(all.buffer, all.byteOffset, whole).toString('utf8');
  return [text, whole === all.length ? nothingHeld : all.slice(whole)];
}

/** How many bytes at the end belong to a character that is not finished. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}
