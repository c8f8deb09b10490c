import {stripVTControlCharacters} from 'node:util';
import {eastAsianWidth} from 'get-east-asian-width';

const ascii = /^[\x20-\x7e]*$/;
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u;
const widths = new Map<number, 0 | 1 | 2>();
const mostWidths = 10_000;

/** Cells of a code point: 0 for marks, 2 for wide characters (East Asian Width, ambiguous ones are narrow). */
export function codePointWidth(codePoint: number): 0 | 1 | 2 {
  if (codePoint < 0x7f) return codePoint < 0x20 ? 0 : 1;
  const known = widths.get(codePoint);
  if (known !== undefined) return known;
  const measured = unseen.test(String.fromCodePoint(codePoint)) ? 0 : eastAsianWidth(codePoint);
  if (widths.size === mostWidths) widths.clear();
  widths.set(codePoint, measured);
  return measured;
}

/** Cells that sanitized text takes; Ink lays it out by the same measure, and terminals agree. */
export function width(text: string): number {
  if (ascii.test(text)) return text.length;
  let cells = 0;
  for (const character of text) cells += codePointWidth(character.codePointAt(0) ?? 0);
  return cells;
}

/**
 * What the bundle puts in the place of string-width for Ink. That one builds the pattern of all emoji sequences
 * before the first frame, some 30 ms; of sanitized text, which holds none, both say the same.
 */
export default function styledWidth(text: string): number {
  return ascii.test(text) ? text.length : width(stripVTControlCharacters(text));
}

/** Cuts text to at most `cells`, ending in `ellipsis` where something was cut. */
export function truncate(text: string, cells: number, ellipsis = '…'): string {
  if (text.length <= cells && ascii.test(text)) return text;
  if (width(text) <= cells) return text;
  const room = cells - width(ellipsis);
  if (room < 0) return ellipsis.slice(0, Math.max(0, cells));
  return start(text, room) + ellipsis;
}

/** The longest start of `text` that fits into `cells`, marks included. */
function start(text: string, cells: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += codePointWidth(character.codePointAt(0) ?? 0);
    if (used > cells) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** Text at the left of `cells`; never cuts. */
export const padEnd = (text: string, cells: number): string =>
  text + ' '.repeat(Math.max(0, cells - width(text)));

/** Text at the right of `cells`; never cuts. */
export const padStart = (text: string, cells: number): string =>
  ' '.repeat(Math.max(0, cells - width(text))) + text;
