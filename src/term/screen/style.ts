/** SGR parsing and output. A style is a small number, so that cells compare fast; 0 is the default. */

type Style = {
  flags: number;
  /** SGR parameters of the color ('31', '38;5;200', '38;2;1;2;3'), '' for the default. */
  foreground: string;
  background: string;
};

/** Bold and dim share their off switch. */
const attributes = [
  {on: 1, off: 22, bit: 1},
  {on: 2, off: 22, bit: 2},
  {on: 3, off: 23, bit: 4},
  {on: 4, off: 24, bit: 8},
  {on: 5, off: 25, bit: 16},
  {on: 7, off: 27, bit: 32},
  {on: 8, off: 28, bit: 64},
  {on: 9, off: 29, bit: 128},
  {on: 53, off: 55, bit: 256},
] as const;

const underline = 8;
const inverse = 32;
const seenOnBlank = 8 | 32 | 128 | 256;

export type SeenStyle = Pick<Style, 'foreground' | 'background'> & {
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isUnderlined: boolean;
  readonly isInverse: boolean;
};

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

export function seenStyle(number: number): SeenStyle {
  const {flags, foreground, background} = styleOf(number);
  return {
    foreground,
    background,
    isBold: (flags & 1) !== 0,
    isDim: (flags & 2) !== 0,
    isUnderlined: (flags & underline) !== 0,
    isInverse: (flags & inverse) !== 0,
  };
}

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
  const groups = parameters.split(';');
  for (let index = 0; index < groups.length; index += 1) {
    const group = groups[index] ?? '';
    const code = Number.parseInt(group, 10) || 0;
    if (code === 0) ({flags, foreground, background} = plain);
    else if (code === 38 || code === 48 || code === 58) {
      const [color, used] = extendedColor(groups, index);
      index += used;
      if (code === 38) foreground = color;
      if (code === 48) background = color && `4${color.slice(1)}`;
    } else if (code === 39) foreground = '';
    else if (code === 49) background = '';
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) foreground = `${code}`;
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) background = `${code}`;
    else if (code === 21) flags |= underline;
    else if (code === 4 && group === '4:0') flags &= ~underline;
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

/** `38;5;n`, `38;2;r;g;b` or with colons; also returns how many further groups it used. */
function extendedColor(groups: string[], index: number): [color: string, used: number] {
  const group = groups[index] ?? '';
  if (group.includes(':')) {
    const [, mode, ...values] = group.split(':');
    if (mode === '5') return [`38;5;${byte(values[0])}`, 0];
    if (mode === '2') return [`38;2;${values.slice(-3).map(byte).join(';')}`, 0];
    return ['', 0];
  }
  if (groups[index + 1] === '5') return [`38;5;${byte(groups[index + 2])}`, 2];
  if (groups[index + 1] === '2')
    return [`38;2;${[2, 3, 4].map(at => byte(groups[index + at])).join(';')}`, 4];
  return ['', 1];
}

const byte = (text: string | undefined) => Math.min(255, Math.max(0, Number.parseInt(text ?? '', 10) || 0));

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
