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
  | 'stale'
  | 'tab'
  /** The whole of the row that is selected, under the tones of its cells. */
  | 'selected'
  /** The name of that row alone, over a slow link: its style is short to send. */
  | 'selectedName';

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
  stale: {weight: bold, inverse: true},
  tab: {weight: bold, inverse: true},
  selected: {inverse: true},
  selectedName: {inverse: true},
};

/** A badge: its text, and what it stands on. */
type Badge = {readonly text: number; readonly on: number};

type Hues = {
  /** Headings, keys, marks, the sign of PAPER. */
  readonly accent: number;
  /** A gain and a loss, and nothing else. */
  readonly up: number;
  readonly down: number;
  readonly dim: number;
  readonly good: number;
  readonly warning: number;
  readonly live: Badge;
  readonly danger: Badge;
  readonly stale: Badge;
  /** On the badges of PAPER and of the tab. */
  readonly onBadge: number;
  readonly tab: number;
  /** Under the row that is selected; without one it is inverse. */
  readonly tint?: number;
};

const badge = ({text, on}: Badge): Coat => ({weight: bold, foreground: text, background: on});

/** White on red, and black on yellow as on signs: each is told from the other without its hue. */
const red: Badge = {text: 231, on: 160};
const yellow: Badge = {text: 16, on: 220};

/** Blue for up and orange for down are told apart with every common kind of colour blindness (Okabe, Ito). */
const dark = paletteOf({
  ...{accent: 44, up: 75, down: 214, dim: 247, good: 114, warning: 228},
  ...{live: red, danger: yellow, stale: {text: 16, on: 141}},
  ...{onBadge: 16, tab: 252, tint: 235},
});
const light = paletteOf({
  ...{accent: 23, up: 25, down: 94, dim: 241, good: 22, warning: 90},
  ...{live: red, danger: yellow, stale: {text: 231, on: 54}},
  ...{onBadge: 231, tab: 238, tint: 254},
});

function paletteOf({accent, up, down, dim, good, warning, tint, ...hues}: Hues): Palette {
  return {
    ...monochrome,
    dim: {foreground: dim},
    accent: {foreground: accent},
    heading: {foreground: accent},
    up: {foreground: up},
    down: {foreground: down},
    good: {foreground: good},
    warning: {foreground: warning},
    danger: badge(hues.danger),
    paper: {foreground: hues.onBadge, background: accent},
    live: badge(hues.live),
    stale: badge(hues.stale),
    tab: badge({text: hues.onBadge, on: hues.tab}),
    ...(tint !== undefined && {selected: {background: tint}}),
  };
}

/** 7:1 and more, everything bold, and nothing steps back. */
const deepRed: Badge = {text: 231, on: 124};
const brightOnDark = boldly(
  paletteOf({
    ...{accent: 46, up: 51, down: 214, dim: 231, good: 231, warning: 226},
    ...{live: deepRed, danger: {text: 16, on: 226}, stale: {text: 16, on: 219}},
    ...{onBadge: 16, tab: 231},
  }),
);
const deepOnLight = boldly(
  paletteOf({
    ...{accent: 22, up: 18, down: 88, dim: 16, good: 16, warning: 53},
    ...{live: deepRed, danger: {text: 16, on: 226}, stale: {text: 231, on: 54}},
    ...{onBadge: 231, tab: 16},
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

/**
 * On the console yellow is brown but for its bright sister, and red is read under white alone. Six hues do not
 * suffice for all: a good end and a warning are told by weight and sign, and danger is inverse.
 */
const fewOnDark: Palette = {
  ...monochrome,
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

/** The colours of a theme on a terminal. `auto` goes by the background, and takes an unknown one for dark. */
export function paletteFor(theme: Theme, {colors, background}: Omit<Look, 'ascii'>): Palette {
  const isLight = theme === 'light' || (theme !== 'default' && background === 'light');
  if (theme === 'monochrome' || colors === 0) return monochrome;
  if (colors < 256) return isLight ? fewOnLight : fewOnDark;
  if (theme === 'high-contrast') return isLight ? deepOnLight : brightOnDark;
  return isLight ? light : dark;
}
