import {eastAsianWidth} from 'get-east-asian-width';

const placeholder = '\ufffd';
/** No script stacks more marks on a letter; more would overlap the rows above. */
const mostMarks = 3;
const defaultMaxCells = 1000;

const ascii = /^[\x20-\x7e]*$/;

/** Controls, formats, surrogates, private and unassigned characters, separators, fillers, font selectors. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Characters whose width differs between terminals: isolated Hangul vowels and finals, Hangul tone marks,
 * keycaps, emoji modifiers, trigrams and circled numbers on black, and Indic signs that join consonants or
 * precede them. Found by measuring every code point alone and in combination.
 */
const disputed = `
  94d 9cd acd b4d c4d d4d-d4e 1039 1160-11ff 17d2 1a60 1b44 1bab 20e3 2630-2637 268a-268f 302e-302f
  3248-324f a9c0 aaf6 d7b0-d7ff 10a3f 11133 111c2-111c3 113d0-113d1 1193e-1193f 11941 11a47 11a84-11a89
  11a99 11d46 11f02 11f42 16d63-16d6a 1f3fb-1f3ff
`
  .trim()
  .split(/\s+/)
  .map(range => range.split('-').map(hex => Number.parseInt(hex, 16)));

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
  if (text.length <= maxCells && ascii.test(text)) return text;
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
  if (hidden.test(character) || disputed.some(([first = 0, last = first]) => code >= first && code <= last))
    return {kind: 'instead', text: placeholder};
  if (space.test(character)) return {kind: 'instead', text: ' '};
  return {kind: codePointWidth(code) === 0 ? 'mark' : 'base'};
}

/** A sign, and those that it stands for. */
const substitutes = new Map(
  `
    -─━╌╍┄┅┈┉╴╶╸╺╼╾—–‒―−▄ |│┃╎╏┆┇┊┋╵╷╹╻╽╿▏▕║▌▐▍▎
    +┌┐└┘├┤┬┴┼╭╮╯╰┏┓┗┛┣┫┳┻╋┍┎┑┒┕┖┙┚┝┠┥┨┯┷┿╂╔╗╚╝╠╣╦╩╬╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫± =═▆ _▁ .▂•·∙‧⋅□▢▱☐ ,▃ ~▅↗↘↔↕⇄…≈
    *▇●◉⬤★☆◆◇ #█▉▊▋■◼▰▮≠ "▀“”„‟″ :░▒▓ o○◯◌◦°øœ ^▲△▴↑⇧⬆ v▼▽▾↓⇩⬇✓✔☑√ >▶▸►→⇒❯›»⟩≥ <◀◂◄←⇐❮‹«⟨≤ x✗✘✕✖×☒ /⏎↵
    !⚠ '‘’‚‛′ E€ L£Ł Y¥ B₿ sß aæ AÆ OØŒ lł dđ DĐ iı
  `
    .split(/\s+/)
    .flatMap(([to = '', ...from]) => from.map(each => [each, to] as const)),
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
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0;
    cells += codePointWidth(codePoint);
    at += codePoint > 0xffff ? 2 : 1;
  }
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
