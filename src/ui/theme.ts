import type {Look, Theme} from '../desk/model/vocabulary.ts';
import {type Coat, paletteFor, type Tone} from './palette.ts';

export type {Tone} from './palette.ts';

/** Puts tones on text for one terminal; `plain` text passes as it is. */
export type Paint = (tone: Tone, text: string) => string;

/** @param look without colours signs, weights and inverse stay */
export function createPaint(theme: Theme, look: Omit<Look, 'ascii'>): Paint {
  const codes = new Map(
    Object.entries(paletteFor(theme, look)).map(([tone, coat]) => [
      tone,
      {open: opening(coat).map(sgr).join(''), close: closing(coat).map(sgr).join('')},
    ]),
  );
  return (tone, text) => {
    const {open = '', close = ''} = codes.get(tone) ?? {};
    if (open === '' || text === '') return text;
    // What has colours of its own gives them back to the tint, not to the terminal.
    return open + (tone === 'selected' ? text.replaceAll(givesBack, back => back + open) : text) + close;
  };
}

/** The foreground, the background, inverse. */
const givesBack = /\u001b\[(?:39|49|27)m/g;

const sgr = (parameters: string | number) => `\u001b[${parameters}m`;

function opening({weight, underlined, inverse, foreground, background}: Coat): (string | number)[] {
  return [
    ...(weight === undefined ? [] : [weight === 'bold' ? 1 : 2]),
    ...(underlined ? [4] : []),
    ...(inverse ? [7] : []),
    ...(foreground === undefined ? [] : [color(foreground, 30)]),
    ...(background === undefined ? [] : [color(background, 40)]),
  ];
}

function closing({weight, underlined, inverse, foreground, background}: Coat): number[] {
  return [
    ...(weight === undefined ? [] : [22]),
    ...(underlined ? [24] : []),
    ...(inverse ? [27] : []),
    ...(foreground === undefined ? [] : [39]),
    ...(background === undefined ? [] : [49]),
  ];
}

/** @param base 30 for the foreground, 40 for the background */
const color = (index: number, base: 30 | 40) => (index < 8 ? base + index : `${base + 8};5;${index}`);

/** For a screen reader: words alone. */
export const noPaint: Paint = (_, text) => text;
