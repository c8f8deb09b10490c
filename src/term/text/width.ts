import {eastAsianWidth} from 'get-east-asian-width';

const ascii = /^[\x20-\x7e]*$/;
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Cs}]/u;
const widths = new Map<number, 0 | 1 | 2>();
const mostWidths = 10_000;

/** 0 for marks, 2 for wide characters (East Asian Width; ambiguous ones are narrow). */
export function codePointWidth(codePoint: number): 0 | 1 | 2 {
  if (codePoint < 0x7f) return codePoint < 0x20 ? 0 : 1;
  const known = widths.get(codePoint);
  if (known !== undefined) return known;
  const measured = unseen.test(String.fromCodePoint(codePoint)) ? 0 : eastAsianWidth(codePoint);
  if (widths.size === mostWidths) widths.clear();
  widths.set(codePoint, measured);
  return measured;
}

/** Width in cells of sanitized text; Ink's layout uses the same measure. */
export function width(text: string): number {
  if (ascii.test(text)) return text.length;
  let cells = 0;
  for (const character of text) cells += codePointWidth(character.codePointAt(0) ?? 0);
  return cells;
}

export function truncate(text: string, cells: number, ellipsis = '…'): string {
  if (text.length <= cells && ascii.test(text)) return text;
  if (width(text) <= cells) return text;
  const room = cells - width(ellipsis);
  if (room < 0) return ellipsis.slice(0, Math.max(0, cells));
  return start(text, room) + ellipsis;
}

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

export const padEnd = (text: string, cells: number): string =>
  text + ' '.repeat(Math.max(0, cells - width(text)));

export const padStart = (text: string, cells: number): string =>
  ' '.repeat(Math.max(0, cells - width(text))) + text;
