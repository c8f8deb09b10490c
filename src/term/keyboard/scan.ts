// What begins at a place in the terminal's input: a key, a reply, the start of a paste or of a string.

import {ESC} from '../sequences.ts';
import {type BareKey, controlKey, csiKey, linuxFunctionKey, printable, special, ss3Key} from './keys.ts';

/** How far it reads, and what it means; without `key`, `reply` and `focus` it means nothing and is dropped. */
export type ScannedKey =
  | {length: number; key?: BareKey | undefined; reply?: string; focus?: boolean}
  | {length: number; opens: 'paste' | 'string'}
  | 'incomplete';

const sequenceCap = 64;
/** Far enough for any emoji; a run of 64k letters is not segmented to its end for each of them. */
const longestGrapheme = 64;
const ctrlC = '\x03';
/** Made when the first letter beyond ASCII comes: it takes as long as a picture. */
let segmenter: Intl.Segmenter | undefined;

/** Finds what begins at `start`. */
export function scan(input: string, start: number): ScannedKey {
  const code = input.charCodeAt(start);
  if (code === 0x1b) return scanEscape(input, start);
  if (code < 0x20 || code === 0x7f) return {length: 1, key: controlKey(code)};
  if (code < 0x7f) {
    const next = input.charCodeAt(start + 1);
    // Only what is not ASCII can join the letter before it.
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
      return scanDoubleEscape(input, start);
    case ctrlC:
      return {length: 1, key: special('escape')};
    default:
      return withAlt(scan(input, start + 1));
  }
}

/**
 * rxvt says Alt with a second ESC before a key's sequence. Before anything else, such as the terminal's answer
 * to our own query, which comes when it will, the first ESC was the Escape key.
 */
function scanDoubleEscape(input: string, start: number): ScannedKey {
  const after = input[start + 2];
  if (after === undefined) return 'incomplete';
  const alone: ScannedKey = {length: 1, key: special('escape')};
  if (after !== '[' && after !== 'O') return alone;
  const second = scanEscape(input, start + 1);
  if (second === 'incomplete') return second;
  return 'key' in second && second.key !== undefined ? withAlt(second) : alone;
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
    return /[A-E]/.test(letter) ? {length: 4, key: linuxFunctionKey(letter)} : {length: 3};
  }
  let end = start + 2;
  while (end < input.length && /[ -?]/.test(input.charAt(end)) && !isRxvtFinal(input, start, end)) end += 1;
  if (end - start > sequenceCap) return {length: end - start};
  const final = input[end];
  if (final === undefined) return 'incomplete';
  // A byte that has no place here ends the sequence without a meaning, and is read on its own.
  if (!/[$@-~]/.test(final)) return {length: end - start};
  return csi(input, start, end);
}

/** rxvt ends shifted keys in '$', which elsewhere is an intermediate byte. */
const isRxvtFinal = (input: string, start: number, at: number) =>
  input[at] === '$' && at === start + 3 && /[2-8]/.test(input.charAt(start + 2));

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

/** `CSI M` and three characters, none of which is a control. */
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
