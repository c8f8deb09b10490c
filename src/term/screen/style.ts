/**
 * SGR parsing and output, of what the themes use. A style is a small number, so that cells compare fast; 0 is
 * the default.
 */

type Style = {
  flags: number;
  /** SGR parameters of the color ('31', '38;5;200'), '' for the default. */
  foreground: string;
  background: string;
};

/** Bold and dim share their off switch. */
const attributes = [
  {on: 1, off: 22, bit: 1},
  {on: 2, off: 22, bit: 2},
  {on: 4, off: 24, bit: 8},
  {on: 7, off: 27, bit: 32},
] as const;

const underline = 8;
const inverse = 32;
const seenOnBlank = underline | inverse;

const plain: Style = {flags: 0, foreground: '', background: ''};
const styles: Style[] = [plain];
const numbers = new Map<string, number>([[keyOf(plain), 0]]);
const transitions = new Map<number, string>();
const afterBlank = new Map<number, number>();

function keyOf({flags, foreground, background}: Style): string {
  return `${flags}/${foreground}/${background}`;
}

function numberOf(style: Style): number {
  const key = keyOf(style);
  const known = numbers.get(key);
  if (known !== undefined) return known;
  styles.push(style);
  numbers.set(key, styles.length - 1);
  return styles.length - 1;
}

const styleOf = (number: number): Style => styles[number] ?? plain;

export function blankStyle(number: number): number {
  if (number === 0) return 0;
  const known = afterBlank.get(number);
  if (known !== undefined) return known;
  const {flags, foreground, background} = styleOf(number);
  const seen = flags & seenOnBlank;
  // The foreground is visible in lines, and as the background if inverse.
  const blank = numberOf({
    flags: seen === 0 ? 0 : flags & (seenOnBlank | 3),
    foreground: seen === 0 ? '' : foreground,
    background,
  });
  afterBlank.set(number, blank);
  return blank;
}

export const isSameOnBlank = (pen: number, wanted: number): boolean =>
  pen === wanted || blankStyle(pen) === wanted;

export function hasGround(number: number): boolean {
  const {flags, background} = styleOf(number);
  return background !== '' || (flags & inverse) !== 0;
}

export function applySgr(number: number, parameters: string): number {
  let {flags, foreground, background} = styleOf(number);
  const codes = parameters.split(';').map(Number);
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 0) ({flags, foreground, background} = plain);
    else if (code === 38 || code === 48) {
      const color = `${code};5;${codes[index + 2]}`;
      if (code === 38) foreground = color;
      else background = color;
      index += 2;
    } else if (code === 39) foreground = '';
    else if (code === 49) background = '';
    else if (code >= 30 && code <= 37) foreground = `${code}`;
    else if (code >= 40 && code <= 47) background = `${code}`;
    else flags = withAttribute(flags, code);
  }
  return numberOf({flags, foreground, background});
}

function withAttribute(flags: number, code: number): number {
  let changed = flags;
  for (const {on, off, bit} of attributes) {
    if (code === on) changed |= bit;
    if (code === off) changed &= ~bit;
  }
  return changed;
}

export function transition(from: number, to: number): string {
  if (from === to) return '';
  if (to === 0) return '\x1b[m';
  const key = from * 65536 + to;
  const known = transitions.get(key);
  if (known !== undefined) return known;
  const change = changeCodes(styleOf(from), styleOf(to));
  // An empty first parameter is 0: reset, then the wanted attributes.
  const afresh = ['', ...changeCodes(plain, styleOf(to))];
  const shorter = change.join(';').length <= afresh.join(';').length ? change : afresh;
  const bytes = `\x1b[${shorter.join(';')}m`;
  transitions.set(key, bytes);
  return bytes;
}

function changeCodes(from: Style, to: Style): string[] {
  const off = new Set<number>();
  let flags = from.flags;
  for (const attribute of attributes) {
    if ((from.flags & attribute.bit) === 0 || (to.flags & attribute.bit) !== 0) continue;
    off.add(attribute.off);
    flags &= attribute.off === 22 ? ~3 : ~attribute.bit;
  }
  const on = attributes.filter(({bit}) => (to.flags & bit) !== 0 && (flags & bit) === 0).map(each => each.on);
  const codes = [...off, ...on].map(String);
  if (from.foreground !== to.foreground) codes.push(to.foreground || '39');
  if (from.background !== to.background) codes.push(to.background || '49');
  return codes;
}
