import {type SeenStyle, seenStyle} from '../../../term/screen/style.ts';
import {type Ground, grounds, seenColors} from '../colours.ts';
import type {PageRow} from './frames.ts';

/** The styles of a page: each is how cells look on dark ground, and how on light. */
export type PageStyles = {
  /** One screen of two that differ in their styles alone. */
  paired(dark: readonly PageRow[], light: readonly PageRow[]): PageRow[];
  /** A class for each that was met. */
  css(): string;
};

export function createStyles(): PageStyles {
  const pairs: (readonly [dark: number, light: number])[] = [[0, 0]];
  const numbers = new Map([['0 0', 0]]);
  const numberOf = (dark: number, light: number) => {
    const key = `${dark} ${light}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, pairs.length);
    return pairs.push([dark, light]) - 1;
  };
  const rowOf = rememberRows(numberOf);
  return {
    paired: (dark, light) => dark.map((row, index) => rowOf(row, light[index] ?? row)),
    css() {
      const of = (ground: Ground, side: 0 | 1) =>
        pairs.map((pair, number) => rule(`.s${number}`, seenStyle(pair[side]), ground)).join('');
      return `${of('dark', 0)}@media (prefers-color-scheme: light){${of('light', 1)}}`;
    },
  };
}

/** Rows that did not change are the same objects, and are paired once. */
function rememberRows(numberOf: (dark: number, light: number) => number) {
  const known = new WeakMap<PageRow, {light: PageRow; row: PageRow}>();
  return (dark: PageRow, light: PageRow): PageRow => {
    const last = known.get(dark);
    if (last?.light === light) return last.row;
    const styles = dark.styles.map((style, column) => numberOf(style, light.styles[column] ?? 0));
    const row = {chars: dark.chars, styles};
    known.set(dark, {light, row});
    return row;
  };
}

function rule(name: string, style: SeenStyle, ground: Ground): string {
  const {color, background} = seenColors(style, grounds[ground]);
  const {isBold, isDim, isUnderlined} = style;
  return `${name}{${[
    `color:${color}`,
    `background:${background === grounds[ground].ground ? 'none' : background}`,
    `font-weight:${isBold ? 'bold' : 'normal'}`,
    `opacity:${isDim ? '.65' : '1'}`,
    `text-decoration:${isUnderlined ? 'underline' : 'none'}`,
  ].join(';')}}`;
}
