import {inGroups} from '../desk/words/amounts.ts';
import {padEnd, padStart, sanitize, truncate, width} from '../term/text/sanitize.ts';

export {padEnd, padStart, truncate, width};

export const nothing = '-';

const decimalPattern = /^-?\d+(\.\d+)?$/;

/** `12345678.5` as `12,345,678.5`; exact. Other text is only sanitized. */
export function number(text: string | undefined): string {
  return text === undefined ? nothing : (inGroups(text) ?? sanitize(text));
}

/** As `number`, with a plus before gains: colour is never the only sign. */
export function signed(text: string | undefined): string {
  return text !== undefined && signOf(text) > 0 ? `+${number(text)}` : number(text);
}

/** 0 for zero and for anything but a number. */
export function signOf(text: string | undefined): -1 | 0 | 1 {
  if (text === undefined || !decimalPattern.test(text) || !/[1-9]/.test(text)) return 0;
  return text.startsWith('-') ? -1 : 1;
}

export function yesNo(value: boolean | undefined): string {
  return value === undefined ? nothing : value ? 'yes' : 'no';
}

export function words(text: string | undefined): string {
  return text === undefined || text === '' ? nothing : sanitize(text);
}

/** Runs of blanks could make text of the service look like the program's own. */
export function flat(text: string): string {
  return sanitize(text)
    .replace(/[\s\u2800\u{1d159}]+/gu, ' ')
    .trim();
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

/** As `wrap`, in at most `most` lines; the last one ends in an ellipsis if text is left out. */
export function wrapTo(text: string, cells: number, most: number): string[] {
  const lines = wrap(text, cells);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cut(lines.slice(most - 1).join(' '), cells)];
}

function pieces(word: string, cells: number): string[] {
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

/** In steps, so that the header seldom changes. */
export function latency(ms: number | undefined): string {
  if (ms === undefined) return '';
  const step = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000].find(each => ms < each);
  if (step === undefined) return '>5 s';
  return step < 1_000 ? `<${step} ms` : `<${step / 1_000} s`;
}
