import {eastAsianWidth} from 'get-east-asian-width';

const placeholder = '\ufffd';
/** No script stacks more marks on a letter; more would overlap the rows above. */
const mostMarks = 3;
const defaultMaxCells = 1000;

const printableAscii = /^[\x20-\x7e]*$/;

/** Controls, formats, surrogates, private and unassigned characters, separators, fillers, font selectors. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Ranges of characters whose width differs between terminals: isolated Hangul vowels and finals, Hangul tone
 * marks, keycaps, emoji modifiers, trigrams and circled numbers on black, and Indic signs that join consonants
 * or precede them. Found by measuring every code point alone and in combination.
 */
const disputed: readonly (readonly [number, number])[] = [
  [0x094d, 0x094d],
  [0x09cd, 0x09cd],
  [0x0acd, 0x0acd],
  [0x0b4d, 0x0b4d],
  [0x0c4d, 0x0c4d],
  [0x0d4d, 0x0d4e],
  [0x1039, 0x1039],
  [0x1160, 0x11ff],
  [0x17d2, 0x17d2],
  [0x1a60, 0x1a60],
  [0x1b44, 0x1b44],
  [0x1bab, 0x1bab],
  [0x20e3, 0x20e3],
  [0x2630, 0x2637],
  [0x268a, 0x268f],
  [0x302e, 0x302f],
  [0x3248, 0x324f],
  [0xa9c0, 0xa9c0],
  [0xaaf6, 0xaaf6],
  [0xd7b0, 0xd7ff],
  [0x10a3f, 0x10a3f],
  [0x11133, 0x11133],
  [0x111c2, 0x111c3],
  [0x113d0, 0x113d1],
  [0x1193e, 0x1193f],
  [0x11941, 0x11941],
  [0x11a47, 0x11a47],
  [0x11a84, 0x11a89],
  [0x11a99, 0x11a99],
  [0x11d46, 0x11d46],
  [0x11f02, 0x11f02],
  [0x11f42, 0x11f42],
  [0x16d63, 0x16d6a],
  [0x1f3fb, 0x1f3ff],
];

const space = /\p{Zs}/u;
const flag = /^\p{RGI_Emoji_Flag_Sequence}$/v;
const regional = /[\u{1f1e6}-\u{1f1ff}]/u;
const spacingMark = /[\p{Mc}\uff9e\uff9f]/u;
const pictographic = /\p{Extended_Pictographic}/u;

type Kind = {kind: 'base' | 'mark' | 'regional' | 'variation'} | {kind: 'instead'; text: string};
const kinds = new Map<string, Kind>();
const mostKinds = 10_000;

/** Removes controls, shows hidden characters and fixes widths; text beyond `maxCells` is truncated. */
export function sanitize(text: string, {maxCells = defaultMaxCells}: {maxCells?: number} = {}): string {
  if (text.length <= maxCells && printableAscii.test(text)) return text;
  // Text that cannot be shown is not processed; no letter has 16 code units.
  const isLong = text.length > maxCells * 16 + 64;
  const seen = isLong ? text.slice(0, maxCells * 16 + 64) : text;
  const safe = replaceUnsafe(seen.normalize('NFC').replace(/[\u0e33\u0eb3]/g, inTwoParts));
  return truncate(isLong ? `${safe} ` : safe, maxCells);
}

/** Terminals and layouts measure Thai and Lao AM differently; each splits into these two characters. */
const inTwoParts = (am: string) => (am === '\u0e33' ? '\u0e4d\u0e32' : '\u0ecd\u0eb2');

function replaceUnsafe(text: string): string {
  let safe = '';
  let previous = '';
  let marksLeft = -1;
  for (let index = 0; index < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    index += character.length;
    const kind = kindOf(character);
    switch (kind.kind) {
      case 'base':
        // On a flag, terminals disagree even on spacing marks.
        safe += regional.test(previous) && spacingMark.test(character) ? placeholder : character;
        marksLeft = mostMarks;
        break;
      case 'mark':
        if (marksLeft > 0) safe += character;
        else if (marksLeft === 0 || !isMark(previous)) safe += placeholder;
        marksLeft = Math.max(-1, marksLeft - 1);
        break;
      case 'variation':
        // A variation selector only picks a font; elsewhere it would change the width.
        if (!pictographic.test(previous)) safe += placeholder;
        break;
      case 'regional': {
        const next = String.fromCodePoint(text.codePointAt(index) ?? 0);
        const isPair = flag.test(character + next);
        safe += isPair ? character + next : placeholder;
        if (isPair) index += next.length;
        marksLeft = -1;
        break;
      }
      case 'instead':
        safe += kind.text;
        marksLeft = -1;
        break;
      default:
        kind satisfies never;
    }
    previous = character;
  }
  return safe;
}

/** '' or a replacement for characters that `sanitize` never passes. */
export function shownAs(character: string): string {
  const kind = kindOf(character);
  if (kind.kind === 'instead') return kind.text;
  return kind.kind === 'variation' ? '' : character;
}

const isMark = (character: string) => character !== '' && kindOf(character).kind === 'mark';

function kindOf(character: string): Kind {
  const known = kinds.get(character);
  if (known !== undefined) return known;
  const kind = classify(character);
  if (kinds.size === mostKinds) kinds.clear();
  kinds.set(character, kind);
  return kind;
}

function classify(character: string): Kind {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return {kind: 'instead', text: String.fromCharCode(0x2400 + code)};
  if (code === 0x7f) return {kind: 'instead', text: '\u2421'};
  if (code < 0x7f) return {kind: 'base'};
  if (code === 0xfe0e || code === 0xfe0f) return {kind: 'variation'};
  if (regional.test(character)) return {kind: 'regional'};
  if (hidden.test(character) || disputed.some(([first, last]) => code >= first && code <= last))
    return {kind: 'instead', text: placeholder};
  if (space.test(character)) return {kind: 'instead', text: ' '};
  return {kind: codePointWidth(code) === 0 ? 'mark' : 'base'};
}

const substitutes = new Map<string, string>(
  Object.entries({
    '─━╌╍┄┅┈┉╴╶╸╺╼╾—–‒―−': '-',
    '│┃╎╏┆┇┊┋╵╷╹╻╽╿▏▕': '|',
    '┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛┣┫┳┻╋┍┎┑┒┕┖┙┚┝┠┥┨┯┷┿╂': '+',
    '═': '=',
    '║': '|',
    '╔╗╚╝╠╣╦╩╬╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫': '+',
    '▁': '_',
    '▂': '.',
    '▃': ',',
    '▄': '-',
    '▅': '~',
    '▆': '=',
    '▇': '*',
    '█▉▊▋■◼▰▮': '#',
    '▌▐▍▎': '|',
    '▀': '"',
    '░▒▓': ':',
    '●◉⬤': '*',
    '○◯◌◦': 'o',
    '•·∙‧⋅': '.',
    '▲△▴↑⇧⬆': '^',
    '▼▽▾↓⇩⬇': 'v',
    '▶▸►→⇒❯›»⟩': '>',
    '◀◂◄←⇐❮‹«⟨': '<',
    '↗↘↔↕⇄': '~',
    '✓✔☑√': 'v',
    '✗✘✕✖×☒': 'x',
    '…': '~',
    '⏎↵': '/',
    '⚠': '!',
    '★☆': '*',
    '◆◇': '*',
    '□▢▱☐': '.',
    '≈': '~',
    '≤': '<',
    '≥': '>',
    '≠': '#',
    '±': '+',
    '°': 'o',
    '‘’‚‛′': "'",
    '“”„‟″': '"',
    '€': 'E',
    '£': 'L',
    '¥': 'Y',
    '₿': 'B',
    ß: 's',
    æ: 'a',
    Æ: 'A',
    øœ: 'o',
    ØŒ: 'O',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    ı: 'i',
  }).flatMap(([from, to]) => [...from].map(character => [character, to] as const)),
);

/** Keeps the width: look-alikes for borders and signs, letters without accents, else '?' per cell. */
export function toAscii(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  let plain = '';
  for (const character of text) plain += substituteFor(character);
  return plain;
}

function substituteFor(character: string): string {
  if (character <= '\x7f') return character;
  const known = substitutes.get(character);
  if (known !== undefined) return known;
  const codePoint = character.codePointAt(0) ?? 0;
  const [base = ''] = character.normalize('NFKD');
  if (/^[\x20-\x7e]$/.test(base) && codePointWidth(codePoint) === 1) return base;
  // Braille and quadrants draw charts.
  const stand = codePoint >= 0x2800 && codePoint <= 0x28ff ? ':' : '?';
  return stand.repeat(codePointWidth(codePoint));
}

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
  const space = cells - width(ellipsis);
  if (space < 0) return ellipsis.slice(0, Math.max(0, cells));
  return start(text, space) + ellipsis;
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
