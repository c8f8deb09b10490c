import type {Span} from '../desk/sheet.ts';
import {padEnd, padStart, truncate, width} from '../text/sanitize.ts';

export {padEnd, padStart, truncate, width};

/** A drawn line. `under` lies below the tone, as the tint of the selected row does. */
export type Line = readonly (Pick<Span, 'text' | 'tone'> & {readonly under?: 'selected'})[];

export const noLine: Line = [];

export const filled = (lines: readonly Line[], height: number): readonly Line[] =>
  Array.from({length: height}, (_, index) => lines[index] ?? noLine);

export const textOf = (line: Line): string => line.map(({text}) => text).join('');

export const widthOf = (line: Line): number => width(textOf(line));

export function tinted(line: Line, columns: number): Line {
  const blank = {text: ' '.repeat(Math.max(0, columns - widthOf(line)))};
  return [...line, blank].map(each => ({...each, under: 'selected'}));
}

/** A word with digits is left out whole, since half a price is another price. */
export function cut(text: string, cells: number): string {
  const short = truncate(text, cells);
  if (short === text || !short.endsWith('…')) return short;
  const kept = short.slice(0, -1);
  const word = /(?<!\S)\S*$/.exec(kept)?.[0] ?? '';
  const rest = /^\S*/.exec(text.slice(kept.length))?.[0] ?? '';
  return rest !== '' && /\d/.test(word + rest) ? `${kept.slice(0, kept.length - word.length)}…` : short;
}

/** Keeps a number at the end, as that of an account. */
export function cutBeforeNumber(text: string, cells: number): string {
  const number = / #\d+$/.exec(text)?.[0] ?? '';
  if (width(text) <= cells || number === '' || number.length + 1 >= cells) return cut(text, cells);
  return cut(`${text.slice(0, -number.length)}…`, cells - number.length) + number;
}

export function fit(text: string, cells: number): string {
  return padEnd(cut(text, cells), cells);
}

/** A few words in brackets stay together: `(2h 5m ago)`. */
export function wrap(text: string, cells: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .split(/(?<!\([^()]{0,9}) | (?![^()]{0,9}\))/)
    .flatMap(each => pieces(each, cells))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (width(longer) <= cells) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
  }
  return [...lines, line];
}

/** Gives at most `most` lines; the last one ends in an ellipsis if text is left out. */
export function wrapTo(text: string, cells: number, most: number, cutLast = cut): string[] {
  const lines = wrap(text, cells);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutLast(lines.slice(most - 1).join(' '), cells)];
}

function pieces(word: string, cells: number): string[] {
  if (width(word) <= cells) return [word];
  const result: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const own = width(character);
    if (piece !== '' && own > 0 && used + own > cells) {
      result.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += own;
  }
  return [...result, piece];
}

/** Steps keep the header from changing often. */
export function latency(ms: number | undefined): string {
  if (ms === undefined) return '';
  const step = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000].find(each => ms < each);
  if (step === undefined) return '>5 s';
  return step < 1_000 ? `<${step} ms` : `<${step / 1_000} s`;
}
