// Splits terminal input into keys, as a pure function of bytes and time.
//
// A terminal sends keys, pastes and replies on one line, cut into arbitrary reads. The splitter holds back
// incomplete input (a UTF-8 character, an escape sequence, a paste) until `dueAt` and then decides what it was
// (`splitKeys` without bytes). Two rules come before all others: a reply is never taken for keys, and Ctrl-C is
// never held back.

import {ESC, pasteEnd} from '../sequences.ts';
import {type BareKey, controlKey, csiKey, type KeyPress, printable, special, ss3Key} from './key-press.ts';

export type InputEvent =
  | {kind: 'key'; key: KeyPress}
  | {kind: 'reply'; text: string}
  | {kind: 'focus'; gained: boolean};

type Mode =
  /** `isLone` if the pending input is all of its read. */
  | {kind: 'keys'; pending: string; since: number; isLone: boolean}
  /** A DCS, OSC, APC, PM or SOS; only the start of its body is kept. */
  | {kind: 'string'; text: string; tail: string; since: number}
  /** `cut` once the text has been delivered; the rest is dropped until its end or a pause. */
  | {kind: 'paste'; text: string; tail: string; started: number; last: number; cut: boolean};

export type SplitState = {
  mode: Mode;
  bytes: Uint8Array;
  /** Time at which a lone ESC was taken for the Escape key: the rest of its sequence may arrive late. */
  escapedAt: number;
};

/** An ESC followed by nothing for this long is the Escape key. */
const escapeWaitMs = 30;
const sequenceWaitMs = 500;
const stringWaitMs = 1000;
/** Input that can only be an answer or a report of the mouse may pause as long as the link does. */
const answerWaitMs = 5000;
const answer = /^\x1b(?:P>\||\]11;|\[\?\d|\[<)/;
const lateTailMs = 1000;
const pasteMs = 1000;
const pasteQuietMs = 500;
/** More than any field takes. */
const pasteCap = 4096;
/** More in one read is a paste without marks: key by key it would be slower than the line. */
const readCap = 1000;
const stringCap = 4096;

const ctrlC = '\x03';
/** Ctrl-C and Ctrl-\, the halt. */
const urgent = /[\x03\x1c]/;

const nothingHeld = new Uint8Array(0);

export const emptySplit: SplitState = {
  mode: {kind: 'keys', pending: '', since: 0, isLone: true},
  bytes: nothingHeld,
  escapedAt: Number.NEGATIVE_INFINITY,
};

const idle = (since: number): Mode => ({kind: 'keys', pending: '', since, isLone: true});

/** Without bytes, handles the timeout `dueAt(state)`. `at` is in monotonic milliseconds. */
export function splitKeys(
  state: SplitState,
  bytes: Uint8Array | undefined,
  at: number,
): [SplitState, InputEvent[]] {
  if (bytes === undefined) return expire(state, at);
  const [text, rest] = decode(state.bytes, bytes);
  const carried = isHolding(state);
  const run = new SplitRun({...state, bytes: rest}, at);
  const whole = lateTail(state, text, at);
  run.take(whole);
  // Meaningless bytes count too: line noise, or the rest of a reply.
  const isCovered = run.events.length === 1 && run.meant === whole.length;
  const alone = isCovered && !carried && !isHolding(run.state);
  return [run.state, alone ? run.events.map(event => withAlone(event)) : run.events];
}

/** Time at which `splitKeys` needs a call without bytes (monotonic ms); undefined if none. */
export function dueAt({mode}: SplitState): number | undefined {
  if (mode.kind === 'paste') return mode.cut ? mode.last + pasteQuietMs : mode.started + pasteMs;
  if (mode.kind === 'keys' && mode.pending === '') return undefined;
  const isAnswer = answer.test(mode.kind === 'string' ? mode.text : mode.pending);
  if (mode.kind === 'string') return mode.since + (isAnswer ? answerWaitMs : stringWaitMs);
  if (isAnswer) return mode.since + answerWaitMs;
  return mode.since + (mode.pending === ESC ? escapeWaitMs : sequenceWaitMs);
}

/** A flood: it is read at the speed of the line only while no key is handled. */
export const isDropping = ({mode}: SplitState): boolean => mode.kind === 'paste' && mode.cut;

const isHolding = ({mode, bytes}: SplitState) =>
  bytes.length > 0 || mode.kind !== 'keys' || mode.pending !== '';

const withAlone = (event: InputEvent): InputEvent =>
  event.kind === 'key' ? {kind: 'key', key: {...event.key, alone: true}} : event;

/** Restores the ESC of a sequence whose ESC was taken for Escape, if the rest is complete and in one read. */
const lateTail = (state: SplitState, text: string, at: number) =>
  at - state.escapedAt <= lateTailMs && /^(\[[0-?]*[ -/]*[@-~]|O[A-Za-z])/.test(text) ? ESC + text : text;

class SplitRun {
  state: SplitState;
  readonly events: InputEvent[] = [];
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
    const key = {...bare, alone: false, at: this.#at, pasted};
    this.events.push({kind: 'key', key});
  }

  enter(mode: Mode): void {
    this.state = {...this.state, mode};
  }

  #takeKeys(mode: Mode & {kind: 'keys'}, text: string): string {
    const input = mode.pending + text;
    let start = 0;
    while (start < input.length) {
      if (start >= readCap) {
        this.enter({kind: 'paste', text: '', tail: '', started: this.#at, last: this.#at, cut: true});
        return input.slice(start);
      }
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
    // BEL, ST and C1 ST end the string; CAN, SUB, Ctrl-C and other escapes abort it.
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
    const interrupt = input.search(mode.cut ? urgent : ctrlC);
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

const onOneLine = (text: string) =>
  text
    .replace(/(?<![\r\n\t ])[\r\n\t ]+$/, '')
    .replace(/[\r\n\t\u2028\u2029]+/g, ' ')
    .replace(/[\x00-\x1f\x7f-\x9f]/g, '');

function partOfMark(input: string): string {
  const from = input.lastIndexOf(ESC);
  const tail = from < 0 ? '' : input.slice(from);
  return tail !== '' && pasteEnd.startsWith(tail) ? tail : '';
}

function expire(state: SplitState, at: number): [SplitState, InputEvent[]] {
  const due = dueAt(state);
  if (due === undefined || at < due) return [state, []];
  const {mode} = state;
  const run = new SplitRun(state, at);
  if (mode.kind === 'paste') {
    if (mode.cut) run.enter(idle(at));
    else run.cutPaste();
  } else if (mode.kind === 'string') {
    // Only the introducer: Alt with one of P ] ^ _ X.
    if (mode.text.length === 2 && mode.tail === '') run.key(special(mode.text.charAt(1), {alt: true}));
    run.enter(idle(at));
  } else {
    run.enter(idle(at));
    if (mode.pending === ESC) {
      run.key(special('escape'));
      run.state = {...run.state, escapedAt: at};
    } else if (mode.pending.length === 2) run.key(special(mode.pending.charAt(1), {alt: true}));
  }
  const alone = run.events.length === 1 && mode.kind === 'keys' && mode.isLone;
  return [run.state, alone ? run.events.map(withAlone) : run.events];
}

/** Decodes complete characters and returns up to three remaining bytes. Invalid UTF-8 becomes U+FFFD. */
function decode(held: Uint8Array, bytes: Uint8Array): [string, Uint8Array] {
  const [first = 0x80] = bytes;
  if (held.length === 0 && bytes.length === 1 && first < 0x80)
    return [String.fromCharCode(first), nothingHeld];
  const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
  const whole = all.length - unfinished(all);
  const text = Buffer.from(all.buffer, all.byteOffset, whole).toString('utf8');
  return [text, whole === all.length ? nothingHeld : all.slice(whole)];
}

function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/** Without `key`, `reply` and `focus`, the input is dropped. */
type ScannedKey =
  | {
      length: number;
      key?: BareKey | undefined;
      reply?: string;
      focus?: boolean;
    }
  | {length: number; opens: 'paste' | 'string'}
  | 'incomplete';

const sequenceCap = 64;
const longestGrapheme = 64;
/** Lazy: creating a segmenter takes as long as a frame. */
let segmenter: Intl.Segmenter | undefined;

function scan(input: string, start: number): ScannedKey {
  const code = input.charCodeAt(start);
  if (code === 0x1b) return scanEscape(input, start);
  if (code < 0x20 || code === 0x7f) return {length: 1, key: controlKey(code)};
  if (code < 0x7f) {
    const next = input.charCodeAt(start + 1);
    if (Number.isNaN(next) || next < 0x80) return {length: 1, key: printable(input.charAt(start))};
  }
  if (code < 0xa0 && code >= 0x80) return {length: 1};
  return scanGrapheme(input, start);
}

function scanGrapheme(input: string, start: number): ScannedKey {
  segmenter ??= new Intl.Segmenter('en', {granularity: 'grapheme'});
  const [first] = segmenter.segment(input.slice(start, start + longestGrapheme));
  const text = first?.segment ?? input.charAt(start);
  return text === '\ufffd' ? {length: 1} : {length: text.length, key: printable(text)};
}

function scanEscape(input: string, start: number): ScannedKey {
  const next = input[start + 1];
  switch (next) {
    case undefined:
      return 'incomplete';
    case '[':
      return scanCsi(input, start);
    case 'O':
      return scanSs3(input, start);
    case 'P':
    case ']':
    case '^':
    case '_':
    case 'X':
      return {length: 2, opens: 'string'};
    case ESC:
    case ctrlC:
      return {length: 1, key: special('escape')};
    default:
      return withAlt(scan(input, start + 1));
  }
}

function withAlt(found: ScannedKey): ScannedKey {
  if (found === 'incomplete' || 'opens' in found) return found;
  const key = found.key && {...found.key, alt: true, text: ''};
  return {...found, length: found.length + 1, key};
}

function scanCsi(input: string, start: number): ScannedKey {
  if (input[start + 2] === '[') {
    const letter = input[start + 3];
    if (letter === undefined) return 'incomplete';
    // F1 to F5 of the Linux console.
    const index = 'ABCDE'.indexOf(letter);
    return index < 0 ? {length: 3} : {length: 4, key: special(`f${index + 1}`)};
  }
  let end = start + 2;
  while (end < input.length && /[ -?]/.test(input.charAt(end))) end += 1;
  if (end - start > sequenceCap) return {length: end - start};
  const final = input[end];
  if (final === undefined) return 'incomplete';
  // An invalid byte ends the sequence without a meaning and is read on its own.
  if (!/[@-~]/.test(final)) return {length: end - start};
  return csi(input, start, end);
}

function csi(input: string, start: number, end: number): ScannedKey {
  const length = end - start + 1;
  const text = input.slice(start, end + 1);
  const parameters = input.slice(start + 2, end);
  const final = input.charAt(end);
  if (parameters === '200' && final === '~') return {length, opens: 'paste'};
  if (parameters === '' && final === 'I') return {length, focus: true};
  if (parameters === '' && final === 'O') return {length, focus: false};
  if (parameters === '' && final === 'M') return scanOldMouse(input, start, end + 1);
  const key = csiKey(parameters, final);
  return key === undefined ? {length, reply: text} : {length, key};
}

function scanOldMouse(input: string, start: number, from: number): ScannedKey {
  let end = from;
  while (end < from + 3 && input.charCodeAt(end) >= 0x20) end += 1;
  if (end < from + 3 && end === input.length) return 'incomplete';
  return {length: end - start, reply: input.slice(start, end)};
}

function scanSs3(input: string, start: number): ScannedKey {
  let end = start + 2;
  while (end < input.length && /[\d;]/.test(input.charAt(end))) end += 1;
  const final = input[end];
  if (final === undefined) return end - start > sequenceCap ? {length: end - start} : 'incomplete';
  if (!/[@-~]/.test(final)) return {length: end - start};
  return {length: end - start + 1, key: ss3Key(input.slice(start + 2, end), final)};
}
