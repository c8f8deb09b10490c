/** JSON.parse loses digits of 16 and more. So such numbers become strings behind a mark (DEL), in one pass. */
import {canonicalDecimal} from './decimal.ts';
import {capped, type Decimal, type Id, type JsonValue} from './values.ts';

/** TypeScript does not declare JSON.rawJSON yet. */
const {rawJSON} = JSON as unknown as {rawJSON(text: string): unknown};

const mark = '\x7f';
const opening = `"${mark}`;
const closing = '"';
/** The escaped mark, without its last digit (`f` or `F`). */
const markEscape = '\\u007';
/** From this run length on, a float may lose digits. */
const longRun = 16;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const exponent = /[eE][+-]?\d+/y;

const quote = 0x22;
const minus = 0x2d;
const colon = 0x3a;
const backslash = 0x5c;

/** Numbers that a float cannot keep become marked strings. @throws {SyntaxError} */
export function decodeJson(text: string): unknown {
  return JSON.parse(markLongNumbers(withoutMarks(text)));
}

/** The digits of a number, unchanged if a float could not keep them; undefined for other values. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isMarked(value) ? value.slice(mark.length) : undefined;
}

export function isMarked(value: unknown): value is string {
  return typeof value === 'string' && value.charCodeAt(0) === 0x7f;
}

const maxDepth = 100;

/** Replaces marked numbers and truncates texts in place; false if nested deeper than 100 levels. */
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
      // JSON.parse made `__proto__` an own member, so this assignment sets it and not the prototype.
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

/** An odd number of backslashes escapes the next character. Called once per run, so scanning stays linear. */
function isEscaped(text: string, backslashAt: number): boolean {
  let start = backslashAt;
  while (text.charCodeAt(start - 1) === backslash) start--;
  return (backslashAt - start) % 2 === 1;
}

/** Quotes and marks long numbers outside strings. Invalid JSON stays invalid. */
function markLongNumbers(text: string): string {
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

function afterString(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at++;
  }
  return at;
}

function runEnd(text: string, from: number): number {
  let end = from + 1;
  while (isDigitOrPoint(text.charCodeAt(end))) end++;
  return end;
}

function numberEnd(text: string, digitsEnd: number): number {
  if ((text.charCodeAt(digitsEnd) | 0x20) !== 0x65) return digitsEnd;
  exponent.lastIndex = digitsEnd;
  return exponent.test(text) ? exponent.lastIndex : digitsEnd;
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}

function canPrecedeNumber(code: number): boolean {
  return code === colon || code === 0x2c || code === 0x5b || code <= 0x20;
}
