import type {SeenStyle} from '../../term/screen/style.ts';

/** What pictures stand on where there is no terminal: its ground, its text, and its first sixteen colours. */
export type Ground = 'dark' | 'light';

export type GroundColors = {
  readonly ground: string;
  readonly edge: string;
  readonly ink: string;
  readonly ansi: readonly string[];
};

export const grounds: Readonly<Record<Ground, GroundColors>> = {
  dark: {
    ground: '#16181d',
    edge: '#30343c',
    ink: '#d7dae0',
    ansi: [
      ...['#3b3f46', '#e06c5f', '#8fbf6a', '#e3b341', '#5fa8e8', '#c38fe0', '#57b6b0', '#d7dae0'],
      ...['#7d8590', '#ff8a7a', '#a9dc82', '#ffd866', '#82c2ff', '#dcaaf5', '#77d5cf', '#ffffff'],
    ],
  },
  light: {
    ground: '#ffffff',
    edge: '#d0d7de',
    ink: '#1f2328',
    ansi: [
      ...['#1f2328', '#b3261e', '#1a7f37', '#8a6100', '#0a58b5', '#7a3fb0', '#0b6e78', '#d0d7de'],
      ...['#57606a', '#cf3a30', '#2da44e', '#a87500', '#218bff', '#a475f9', '#3192aa', '#ffffff'],
    ],
  },
};

/** The colours of a cell as they are seen, inverse or not. */
export function seenColors(
  {foreground, background, isInverse}: SeenStyle,
  colors: GroundColors,
): {readonly color: string; readonly background: string} {
  const front = foreground === '' ? colors.ink : colorOf(foreground, colors);
  const back = background === '' ? colors.ground : colorOf(background, colors);
  return isInverse ? {color: back, background: front} : {color: front, background: back};
}

/** @param parameters of SGR: `31`, `97`, `44`, `38;5;200`, `48;2;1;2;3` */
function colorOf(parameters: string, {ansi, ink}: GroundColors): string {
  const [first = 0, mode, ...values] = parameters.split(';').map(Number);
  if (mode === 2) return rgb(...values);
  const index = mode === 5 ? (values[0] ?? 0) : (first % 10) + (first >= 90 ? 8 : 0);
  if (index < 16) return ansi[index] ?? ink;
  if (index >= 232) return grey(8 + (index - 232) * 10);
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return rgb(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function grey(level: number): string {
  return rgb(level, level, level);
}

function rgb(...parts: number[]): string {
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`;
}
