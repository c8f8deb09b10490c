import {codePointWidth} from './width.ts';

/** Borders, sparks, arrows and marks in ASCII, one for one, so that nothing moves. */
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

/**
 * Transliterates to ASCII without changing the width: borders and marks to their look-alikes, letters to what
 * they are without their accents, all else to '?' for each cell.
 */
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
  // Braille and quadrants draw; the rest cannot be said in ASCII.
  const stand = codePoint >= 0x2800 && codePoint <= 0x28ff ? ':' : '?';
  return stand.repeat(codePointWidth(codePoint));
}
