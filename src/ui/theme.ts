import type {Look, Theme, Tone} from '../account/model/vocabulary.ts';
import {onceFor} from '../account/once.ts';
import type {StyledLine} from '../term/screen/cells.ts';
import {applySgr} from '../term/screen/style.ts';
import type {Line} from './format.ts';

export type Styled = (line: Line) => StyledLine;

/**
 * Tones become styles here and nowhere else.
 * @param look without colours, signs, weight and inverse remain
 */
export function createStyles(theme: Theme, look: Omit<Look, 'ascii'>): Styled {
  const palette = paletteFor(theme, look);
  const stylesOn = (ground: Coat) =>
    new Map(
      Object.entries(palette).map(([tone, coat]) => [tone, applySgr(0, parameters({...ground, ...coat}))]),
    );
  const [plain, selected] = [stylesOn({}), stylesOn(palette.selected)];
  return onceFor(line =>
    line.map(({text, tone = 'plain', under}) => {
      return {text, style: (under === undefined ? plain : selected).get(tone) ?? 0};
    }),
  );
}

function parameters({weight, underlined, inverse, foreground, background}: Coat): string {
  return [
    ...(weight === undefined ? [] : [weight === 'bold' ? 1 : 2]),
    ...(underlined ? [4] : []),
    ...(inverse ? [7] : []),
    ...(foreground === undefined ? [] : [color(foreground, 30)]),
    ...(background === undefined ? [] : [color(background, 40)]),
  ].join(';');
}

const color = (index: number, base: 30 | 40) => (index < 8 ? base + index : `${base + 8};5;${index}`);

// The look of every tone in every theme, with 256 colours and with the first 8 only. Every pair of colours has
// a contrast of 4.5:1 or more on its theme's backgrounds: black and #002b36, or white and #fdf6e3. The first 8
// colours depend on the terminal; xterm and the Linux console, where bold also brightens, were checked.

/** Indices of the 256-colour table; absent: the terminal's default. */
export type Coat = {
  readonly foreground?: number;
  readonly background?: number;
  readonly weight?: 'bold' | 'faint';
  readonly underlined?: true;
  readonly inverse?: true;
};

export type Palette = Readonly<Record<Tone, Coat>>;

const bold = 'bold';

const monochrome: Palette = {
  plain: {},
  dim: {weight: 'faint'},
  strong: {weight: bold},
  accent: {weight: bold},
  heading: {underlined: true},
  up: {},
  down: {},
  good: {weight: bold},
  warning: {weight: bold},
  danger: {weight: bold, inverse: true},
  paper: {inverse: true},
  live: {weight: bold, inverse: true},
  stale: {weight: bold, inverse: true},
  tab: {weight: bold, inverse: true},
  selected: {inverse: true},
  selectedName: {inverse: true},
};

type Badge = ReturnType<typeof badge>;

/** The other tones follow from these, or have no colour. */
type Hues = Readonly<Record<'accent' | 'up' | 'down' | 'dim' | 'good' | 'warning', number>> &
  Readonly<Record<'live' | 'danger' | 'stale' | 'tab', Badge>> & {readonly selected?: Coat};

const badge = (foreground: number, background: number) =>
  ({weight: bold, foreground, background}) satisfies Coat;

/** White on red and black on yellow differ without their hue. */
const red = badge(231, 160);
const yellow = badge(16, 220);

/** Blue and orange differ with every common colour blindness (Okabe, Ito). */
const dark = paletteOf({
  ...{accent: 44, up: 75, down: 214, dim: 247, good: 114, warning: 228},
  ...{live: red, danger: yellow, stale: badge(16, 141)},
  ...{tab: badge(16, 252), selected: {background: 235}},
});
const light = paletteOf({
  ...{accent: 23, up: 25, down: 94, dim: 241, good: 22, warning: 90},
  ...{live: red, danger: yellow, stale: badge(231, 54)},
  ...{tab: badge(231, 238), selected: {background: 254}},
});

function paletteOf(hues: Hues): Palette {
  const coatOf = (hue: number | Coat) => (typeof hue === 'number' ? {foreground: hue} : hue);
  const coats = Object.entries(hues).map(([tone, hue]) => [tone, coatOf(hue)]);
  return {
    ...monochrome,
    ...(Object.fromEntries(coats) as Pick<Palette, keyof typeof hues>),
    heading: {foreground: hues.accent},
    paper: {foreground: hues.tab.foreground, background: hues.accent},
  };
}

/** Contrast of 7:1 or more, all bold, nothing dim. */
const deepRed = badge(231, 124);
const brightOnDark = boldly(
  paletteOf({
    ...{accent: 46, up: 51, down: 214, dim: 231, good: 231, warning: 226},
    ...{live: deepRed, danger: badge(16, 226), stale: badge(16, 219)},
    ...{tab: badge(16, 231)},
  }),
);
const deepOnLight = boldly(
  paletteOf({
    ...{accent: 22, up: 18, down: 88, dim: 16, good: 16, warning: 53},
    ...{live: deepRed, danger: badge(16, 226), stale: badge(231, 54)},
    ...{tab: badge(231, 16)},
  }),
);

function boldly(palette: Palette): Palette {
  const coats = Object.entries(palette).map(([tone, coat]) => [tone, {...coat, weight: bold}]);
  return {
    ...(Object.fromEntries(coats) as Palette),
    plain: {},
    dim: {},
    heading: {weight: bold, underlined: true},
    selected: {inverse: true},
    selectedName: {inverse: true},
  };
}

const {plain, strong, good, warning, danger, selected, selectedName} = monochrome;

/**
 * On the console yellow is brown unless bright, and only white is readable on red. Six hues are too few: good
 * and warning differ by weight and sign, and danger is inverse.
 */
const fewOnDark: Palette = {
  ...{plain, strong, good, warning, danger, selected, selectedName},
  dim: {},
  accent: {foreground: 2},
  heading: {foreground: 2},
  up: {foreground: 6},
  down: {weight: bold, foreground: 3},
  paper: {foreground: 0, background: 2},
  live: {weight: bold, foreground: 7, background: 1},
  stale: {weight: bold, foreground: 7, background: 4},
  tab: {inverse: true},
};
const fewOnLight: Palette = {
  ...fewOnDark,
  accent: {foreground: 5},
  heading: {foreground: 5},
  up: {foreground: 4},
  down: {foreground: 1},
  stale: {foreground: 0, background: 6},
};

/** `auto` follows the background; an unknown one counts as dark. */
export function paletteFor(theme: Theme, {colors, background}: Omit<Look, 'ascii'>): Palette {
  const isLight = theme === 'light' || (theme !== 'default' && background === 'light');
  if (theme === 'monochrome' || colors === 0) return monochrome;
  if (colors < 256) return isLight ? fewOnLight : fewOnDark;
  return whole[theme][isLight ? 'light' : 'dark'];
}

const whole: Readonly<Record<Theme, Readonly<Record<'dark' | 'light', Palette>>>> = {
  auto: {dark, light},
  default: {dark, light},
  light: {dark, light},
  'high-contrast': {dark: brightOnDark, light: deepOnLight},
  monochrome: {dark: monochrome, light: monochrome},
};
