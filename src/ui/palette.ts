// What every tone looks like in every theme, for terminals with 256 colours and with the first 8 alone. Each
// pair of colours is read at 4.5:1 or better on the backgrounds that its theme is for: black and #002b36 for
// dark ones, white and #fdf6e3 for light ones. The first 8 are whatever the terminal makes of them; xterm's and
// the Linux console's are reckoned with, where bold also brightens.
import type {Look, Theme} from '../desk/model/vocabulary.ts';

/** What a piece of text is, never what colour it has. Every one of them is told by words or signs as well. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'accent'
  | 'heading'
  | 'up'
  | 'down'
  | 'good'
  | 'warning'
  | 'danger'
  | 'paper'
  | 'live'
  | 'tab';

/** Colours are indices of the 256-colour table; without one the terminal's own stays. */
export type Coat = {
  readonly foreground?: number;
  readonly background?: number;
  readonly weight?: 'bold' | 'faint';
  readonly underlined?: true;
  readonly inverse?: true;
};

export type Palette = Readonly<Record<Tone, Coat>>;

const bold = 'bold';

/** Without colour: weight, underline and inverse alone. Also what a theme is where there are no colours. */
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
  tab: {weight: bold, inverse: true},
};

type Hues = {
  /** Headings, keys, marks, the sign of PAPER. */
  readonly accent: number;
  readonly up: number;
  readonly down: number;
  readonly dim: number;
  /** On badges: text on `accent`, on `down`, and on what marks the tab. */
  readonly onBadge: number;
  readonly tab: number;
};

/** Blue for up and orange for down are told apart with every common kind of colour blindness (Okabe, Ito). */
const dark = paletteOf({accent: 44, up: 75, down: 214, dim: 247, onBadge: 16, tab: 252});
const light = paletteOf({accent: 24, up: 25, down: 94, dim: 241, onBadge: 231, tab: 238});

function paletteOf({accent, up, down, dim, onBadge, tab}: Hues): Palette {
  return {
    ...monochrome,
    dim: {foreground: dim},
    accent: {foreground: accent},
    heading: {foreground: accent},
    up: {foreground: up},
    down: {foreground: down},
    good: {foreground: up},
    warning: {foreground: down},
    danger: {weight: bold, foreground: onBadge, background: down},
    paper: {foreground: onBadge, background: accent},
    live: {weight: bold, foreground: onBadge, background: down},
    tab: {weight: bold, foreground: onBadge, background: tab},
  };
}

/** 7:1 and more, everything bold, and nothing steps back. */
const brightOnDark = boldly(paletteOf({accent: 51, up: 51, down: 226, dim: 231, onBadge: 16, tab: 231}));
const deepOnLight = boldly(paletteOf({accent: 18, up: 18, down: 88, dim: 16, onBadge: 231, tab: 16}));

function boldly(palette: Palette): Palette {
  const coats = Object.entries(palette).map(([tone, coat]) => [tone, {...coat, weight: bold}]);
  return {
    ...(Object.fromEntries(coats) as Palette),
    plain: {},
    dim: {},
    heading: {weight: bold, underlined: true},
  };
}

/** On the console yellow is brown but for its bright sister, and red is read under white alone. */
const alarm: Coat = {weight: bold, foreground: 7, background: 1};
const fewOnDark: Palette = {
  ...monochrome,
  dim: {},
  accent: {foreground: 6},
  heading: {foreground: 6},
  up: {foreground: 6},
  down: {weight: bold, foreground: 3},
  good: {foreground: 6},
  warning: {weight: bold, foreground: 3},
  danger: alarm,
  paper: {foreground: 0, background: 6},
  live: alarm,
  tab: {inverse: true},
};
const fewOnLight: Palette = {
  ...fewOnDark,
  accent: {foreground: 4},
  heading: {foreground: 4},
  up: {foreground: 4},
  down: {foreground: 1},
  good: {foreground: 4},
  warning: {foreground: 1},
  paper: {foreground: 7, background: 4},
};

/** The colours of a theme on a terminal. `auto` goes by the background, and takes an unknown one for dark. */
export function paletteFor(theme: Theme, {colors, background}: Omit<Look, 'ascii'>): Palette {
  const isLight = theme === 'light' || (theme !== 'default' && background === 'light');
  if (theme === 'monochrome' || colors === 0) return monochrome;
  if (colors < 256) return isLight ? fewOnLight : fewOnDark;
  if (theme === 'high-contrast') return isLight ? deepOnLight : brightOnDark;
  return isLight ? light : dark;
}
