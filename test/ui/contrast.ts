/**
 * Every pair of colours that the themes use, with its contrast (WCAG 2) on every background that the theme is
 * for.
 */
import type {Look, Theme} from '../../src/account/model/vocabulary.ts';
import {type Coat, type Palette, paletteFor} from '../../src/ui/theme.ts';

type Rgb = readonly [number, number, number];

/**
 * The first 16 colours belong to the terminal. Reckoned with are xterm's own, and the VGA ones of the Linux
 * console.
 */
const sixteen: Record<string, readonly number[]> = {
  xterm: [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000,
    0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ],
  vga: [
    0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555, 0xff5555,
    0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
  ],
};

const grounds = {
  dark: {black: 0x000000, 'solarized dark': 0x002b36},
  light: {white: 0xffffff, 'solarized light': 0xfdf6e3},
} as const;

/** What plain text has by itself; Solarized's on a light ground is below 4.5:1 there already. */
const ownText: Readonly<Record<string, number>> = {
  black: 0xe5e5e5,
  'solarized dark': 0x839496,
  white: 0x000000,
};

export type Contrast = {
  readonly theme: string;
  readonly colors: number;
  readonly palette: string;
  readonly ground: string;
  readonly tone: string;
  readonly ratio: number;
};

/** What is drawn on: a theme by name, and by what leads to it. */
const shades = ['dark', 'light'] as const;
const uses: readonly {theme: Theme; background: (typeof shades)[number]}[] = [
  ...shades.map(background => ({theme: 'auto', background}) as const),
  {theme: 'default', background: 'dark'},
  {theme: 'light', background: 'light'},
  ...shades.map(background => ({theme: 'high-contrast', background}) as const),
];

export function contrasts(): Contrast[] {
  return uses.flatMap(use => [
    ...measured(use, 256, 'xterm', grounds[use.background]),
    ...Object.keys(sixteen).flatMap(palette =>
      ([8, 16] as const).flatMap(colors => {
        // Whose first 16 colours are other ones, such as Solarized's, has them on another background.
        const [[name, ground] = ['', 0]] = Object.entries(grounds[use.background]);
        return measured(use, colors, palette, {[name]: ground});
      }),
    ),
  ]);
}

function measured(
  {theme, background}: (typeof uses)[number],
  colors: Look['colors'],
  palette: string,
  on: Readonly<Record<string, number>>,
): Contrast[] {
  const coats = paletteFor(theme, {colors, background});
  const tones = [...Object.entries(coats), ...onTint(coats)];
  return Object.entries(on).flatMap(([ground, hex]) =>
    tones.flatMap(([tone, coat]) =>
      ratiosOf(coat, palette, hex, ownText[ground]).map(ratio => ({
        theme: `${theme} (${background})`,
        colors,
        palette,
        ground,
        tone,
        ratio,
      })),
    ),
  );
}

/** What has no ground of its own stands on the tint of the row that is selected as well. */
function onTint({selected, ...coats}: Palette): [string, Coat][] {
  const {background} = selected;
  if (background === undefined) return [];
  return Object.entries(coats)
    .filter(([, coat]) => coat.foreground !== undefined && coat.background === undefined)
    .map(([tone, coat]) => [`${tone} when selected`, {...coat, background}]);
}

/**
 * Nothing for what keeps the terminal's own pair of colours; two for bold ones of the first 8, which may be
 * brighter.
 */
function ratiosOf(
  {foreground, background, weight}: Coat,
  palette: string,
  ground: number,
  plainText: number | undefined,
): number[] {
  const behind = background === undefined ? ground : hexOf(background, palette);
  if (foreground === undefined)
    return background === undefined || plainText === undefined ? [] : [ratio(plainText, behind)];
  const brightens = weight === 'bold' && foreground < 8;
  // The console shows bold as nothing but the brighter colour.
  const fronts = !brightens
    ? [foreground]
    : palette === 'vga'
      ? [foreground + 8]
      : [foreground, foreground + 8];
  return fronts.map(front => ratio(hexOf(front, palette), behind));
}

/** xterm's 256 colours: the terminal's 16, a cube of 6 levels, 24 greys. */
function hexOf(index: number, palette: string): number {
  if (index < 16) return sixteen[palette]?.[index] ?? 0;
  if (index >= 232) return (8 + (index - 232) * 10) * 0x010101;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const at = index - 16;
  return (level(Math.floor(at / 36)) << 16) | (level(Math.floor(at / 6) % 6) << 8) | level(at % 6);
}

const rgbOf = (hex: number): Rgb => [hex >> 16, (hex >> 8) & 255, hex & 255];

export function ratio(one: number, other: number): number {
  const [dark = 0, bright = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
