/**
 * JSON in and out without losing a digit.
 *
 * In: JSON.parse turns 9007199254740993 into ...992 and 12345678.123456789012 into something near it, and a
 * reviver that sees the source costs five to ten times as much. Fifteen digits are always kept by a float. So
 * the numbers with 16 or more digits and points in a row that stand outside of strings are put into quotes
 * behind a mark, and one JSON.parse does the rest. Looking at every 16th character finds them all. Nearly
 * always the characters before one prove that it stands outside of strings; where they do not, a walk over the
 * whole text settles it.
 *
 * The mark is DEL: legal in a JSON string, of one byte, and in no text that a person would read. Where the
 * service sends it all the same, U+FFFD takes its place first, so that no text can pass for a number.
 *
 * Each pass takes time as the length of the text does, whatever a hostile service writes into it.
 *
 * Out: JSON.rawJSON writes the digits as they are.
 */
import {canonicalDecimal} from './decimal.ts';
import type {Decimal, Id, JsonValue} from './values.ts';
import {capped} from './values.ts';

/** TypeScript knows nothing of JSON.rawJSON yet. */
const {rawJSON} = JSON as unknown as {rawJSON(text: string): unknown};

const mark = '\x7f';
const opening = `"${mark}`;
const closing = '"';
/** The mark as an escape, up to its last digit: `f` or `F`. */
const markEscape = '\\u007';
/**
 * So many digits and points in a row a float may not keep; a sign or an exponent beside them changes nothing.
 */
const longRun = 16;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const exponent = /[eE][+-]?\d+/y;

const quote = 0x22;
const minus = 0x2d;
const colon = 0x3a;
const backslash = 0x5c;

/**
 * Parses JSON text; number tokens that a float cannot keep become marked strings, read by `numberText`.
 * @throws {SyntaxError} when the text is no JSON
 */
export function decodeJson(text: string): unknown {
  return JSON.parse(markLongNumbers(withoutMarks(text)));
}

/** The digits of a number, as they came where a float would not keep them; undefined for any other value. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isMarked(value) ? value.slice(mark.length) : undefined;
}

/** Whether the value is a number that a float would not keep. */
export function isMarked(value: unknown): value is string {
  return typeof value === 'string' && value.charCodeAt(0) === 0x7f;
}

/** How deep an undocumented object may nest; deeper ones would overflow whoever walks them. */
const maxDepth = 100;

/**
 * Replaces every marked number below `root` by its canonical decimal and caps every text, in place.
 * @returns false when `root` nests deeper than 100 levels
 */
export function unmark(root: unknown): boolean {
  let level: object[] = isContainer(root) ? [root] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === maxDepth) return false;
    level = level.flatMap(unmarkMembers);
  }
  return true;
}

function unmarkMembers(container: object): object[] {
  const below: object[] = [];
  const members = container as Record<string, JsonValue>;
  for (const [name, value] of Object.entries(members)) {
    if (isContainer(value)) {
      below.push(value);
    } else if (isMarked(value) || value === Infinity || value === -Infinity) {
      const digits = numberText(value) ?? '';
      // Assigning to an own `__proto__` member, as JSON.parse makes it, sets the member and no prototype.
      members[name] = canonicalDecimal(digits) ?? capped(digits);
    } else if (typeof value === 'string') {
      members[name] = capped(value);
    }
  }
  return below;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A number that JSON.stringify writes digit by digit. `digits` is an int64 or plain decimal notation. */
export function exactNumber(digits: Id | Decimal): unknown {
  return rawJSON(canonicalDecimal(digits) ?? digits);
}

function withoutMarks(text: string): string {
  const plain = text.includes(mark) ? text.replaceAll(mark, '\ufffd') : text;
  let clean = '';
  let copied = 0;
  for (let at = plain.indexOf(markEscape); at >= 0; at = plain.indexOf(markEscape, at + 1)) {
    if ((plain.charCodeAt(at + markEscape.length) | 0x20) !== 0x66 || isEscaped(plain, at)) continue;
    clean += `${plain.slice(copied, at)}\\ufffd`;
    copied = at + markEscape.length + 1;
  }
  return copied === 0 ? plain : clean + plain.slice(copied);
}

/** Behind an odd number of backslashes one more is text. Of a run, only its last is ever asked for: once. */
function isEscaped(text: string, backslashAt: number): boolean {
  let start = backslashAt;
  while (text.charCodeAt(start - 1) === backslash) start--;
  return (backslashAt - start) % 2 === 1;
}

/** Quotes and marks the long numbers. Text that is no JSON stays text that is no JSON. */
function markLongNumbers(text: string): string {
  let marked = '';
  let copied = 0;
  for (let at = longRun - 1; at < text.length; at += longRun) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue;
    const start = runStart(text, at);
    const end = runEnd(text, at);
    at = end;
    if (end - start < longRun) continue;
    const number = numberAround(text, start, end);
    if (number === undefined) continue;
    if (!isSurelyOutside(text, number.start)) return markByWalking(text);
    marked += text.slice(copied, number.start) + opening;
    marked += text.slice(number.start, number.end) + closing;
    copied = number.end;
  }
  return copied === 0 ? text : marked + text.slice(copied);
}

/**
 * The number that the run of digits and points belongs to, where one can stand: outside of strings, or in one.
 */
function numberAround(
  text: string,
  runStart: number,
  runEnd: number,
): {start: number; end: number} | undefined {
  const start = text.charCodeAt(runStart - 1) === minus ? runStart - 1 : runStart;
  if (start > 0 && !canPrecedeNumber(text.charCodeAt(start - 1))) return undefined;
  const end = numberEnd(text, runEnd);
  return jsonNumber.test(text.slice(start, end)) ? {start, end} : undefined;
}

/**
 * A colon behind a quote behind a letter, digit or underscore: that quote is not escaped, and does not open a
 * string, for no letter can stand before one that does. So it closes a name, and what follows is a value.
 */
function isSurelyOutside(text: string, start: number): boolean {
  return (
    text.charCodeAt(start - 1) === colon &&
    text.charCodeAt(start - 2) === quote &&
    isWord(text.charCodeAt(start - 3))
  );
}

/** The same by the grammar: every character is looked at, strings are stepped over. */
function markByWalking(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = afterString(text, at + 1);
    } else if (isDigitOrPoint(code)) {
      const end = runEnd(text, at);
      const number = end - at < longRun ? undefined : numberAround(text, at, end);
      if (number !== undefined) {
        pieces.push(text.slice(copied, number.start), opening, text.slice(number.start, number.end), closing);
        copied = number.end;
      }
      at = number?.end ?? end;
    } else {
      at++;
    }
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}

/** The place behind the quote that ends the string. */
function afterString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
  return at;
}

function runStart(text: string, from: number): number {
  let start = from;
  while (isDigitOrPoint(text.charCodeAt(start - 1))) start--;
  return start;
}

function runEnd(text: string, from: number): number {
  let end = from + 1;
  while (isDigitOrPoint(text.charCodeAt(end))) end++;
  return end;
}

/** The place behind the exponent, if one follows the digits. */
function numberEnd(text: string, digitsEnd: number): number {
  if ((text.charCodeAt(digitsEnd) | 0x20) !== 0x65) return digitsEnd;
  exponent.lastIndex = digitsEnd;
  return exponent.test(text) ? exponent.lastIndex : digitsEnd;
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

/** Colon, comma, bracket or white space. */
function canPrecedeNumber(code: number): boolean {
  return code === colon || code === 0x2c || code === 0x5b || code <= 0x20;
}

function isWord(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}
