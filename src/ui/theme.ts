import type {Theme} from '../desk/vocabulary.ts';

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

/** Puts tones on text for one terminal; `plain` text passes as it is. */
export type Paint = (tone: Tone, text: string) => string;

type Codes = readonly (readonly [open: string, close: string])[];

const bold = ['1', '22'] as const;
const faint = ['2', '22'] as const;
const underlined = ['4', '24'] as const;
const inverse = ['7', '27'] as const;
const color = (code: number | string) => [String(code), '39'] as const;
const color256 = (index: number) => color(`38;5;${index}`);

/** Without colour: weight, underline and inverse alone. Also what a theme is under NO_COLOR. */
const monochrome: Record<Tone, Codes> = {
  plain: [],
  dim: [faint],
  strong: [bold],
  accent: [bold],
  heading: [underlined],
  up: [],
  down: [],
  good: [bold],
  warning: [bold],
  danger: [bold, inverse],
  paper: [inverse],
  live: [bold, inverse],
  tab: [bold, inverse],
};

/** Blue for up and orange for down are told apart with every common kind of colour blindness (Okabe and Ito). */
const dark: Record<Tone, Codes> = {
  ...monochrome,
  accent: [color(36)],
  heading: [color(36)],
  up: [color256(75)],
  down: [color256(214)],
  good: [color256(75)],
  warning: [color256(214)],
  danger: [bold, inverse, color256(214)],
  paper: [inverse, color(36)],
  live: [bold, inverse, color256(214)],
};

const light: Record<Tone, Codes> = {
  ...dark,
  accent: [color256(24)],
  heading: [color256(24)],
  up: [color256(25)],
  down: [color256(130)],
  good: [color256(25)],
  warning: [color256(130)],
  danger: [bold, inverse, color256(130)],
  paper: [inverse, color256(24)],
  live: [bold, inverse, color256(130)],
};

const highContrast: Record<Tone, Codes> = {
  ...monochrome,
  dim: [],
  accent: [bold, color(96)],
  heading: [bold, underlined],
  up: [bold, color(96)],
  down: [bold, color(93)],
  good: [bold, color(96)],
  warning: [bold, color(93)],
  danger: [bold, inverse, color(93)],
  paper: [bold, inverse, color(96)],
  live: [bold, inverse, color(93)],
};

const themes: Record<Theme, Record<Tone, Codes>> = {
  default: dark,
  light,
  'high-contrast': highContrast,
  monochrome,
};

/** @param isColored false under NO_COLOR: signs, weights and inverse stay */
export function createPaint(theme: Theme, isColored: boolean): Paint {
  const tones = isColored ? themes[theme] : monochrome;
  const codes = new Map(
    Object.entries(tones).map(([tone, pairs]) => [
      tone,
      {
        open: pairs.map(([open]) => `\u001b[${open}m`).join(''),
        close: [...new Set(pairs.map(([, close]) => close))].map(close => `\u001b[${close}m`).join(''),
      },
    ]),
  );
  return (tone, text) => {
    const {open = '', close = ''} = codes.get(tone) ?? {};
    return open === '' || text === '' ? text : open + text + close;
  };
}

/** For a screen reader: words alone. */
export const noPaint: Paint = (_, text) => text;
