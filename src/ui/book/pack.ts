import {stripVTControlCharacters} from 'node:util';
import {width} from '../format.ts';

/** Lines that stay together; beside what stands to their right they take their width and no more. */
export type FigureBlock = {
  readonly lines: readonly string[];
  /** By line, the key of the figure that it shows; undefined for what is none. */
  readonly keys: readonly (string | undefined)[];
};

export type Packed = {
  readonly lines: readonly string[];
  /** The line that each figure stands on. */
  readonly at: ReadonlyMap<string, number>;
};

/** Between columns of blocks. */
const gutter = 3;

/** How wide each of so many columns is. */
export function columnWidth(columns: number, count: number): number {
  return Math.floor((columns - gutter * (count - 1)) / count);
}

/**
 * Puts blocks into columns beside each other, in their order: down the first column, then down the next, so
 * that who steps from figure to figure reads on. The columns are as low as that allows. An empty line parts
 * blocks under each other.
 */
export function pack(blocks: readonly FigureBlock[], columns: number, count: number): Packed {
  const stacks = stacksOf(blocks, count);
  const own = columnWidth(columns, count);
  const height = Math.max(0, ...stacks.map(heightOf));
  const drawn = stacks.map(linesOf);
  const lines = Array.from({length: height}, (_, row) =>
    drawn
      .map((stack, index) => {
        const line = stack[row] ?? '';
        return index === drawn.length - 1 ? line : filled(line, own + gutter);
      })
      .join('')
      .trimEnd(),
  );
  const at = new Map(
    stacks.flatMap(stack =>
      keysOf(stack).flatMap((key, row): [string, number][] => (key === undefined ? [] : [[key, row]])),
    ),
  );
  return {lines, at};
}

function filled(line: string, cells: number): string {
  return line + ' '.repeat(Math.max(0, cells - width(stripVTControlCharacters(line))));
}

/** The lowest stacks of blocks in their order. */
function stacksOf(blocks: readonly FigureBlock[], count: number): readonly (readonly FigureBlock[])[] {
  const whole = heightOf(blocks);
  for (let most = Math.ceil(whole / count); most < whole; most++) {
    const stacks = filledTo(blocks, most);
    if (stacks.length <= count) return stacks;
  }
  return [blocks];
}

function filledTo(blocks: readonly FigureBlock[], most: number): readonly (readonly FigureBlock[])[] {
  const stacks: FigureBlock[][] = [];
  for (const block of blocks) {
    const last = stacks.at(-1);
    if (last !== undefined && heightOf([...last, block]) <= most) last.push(block);
    else stacks.push([block]);
  }
  return stacks;
}

const heightOf = (stack: readonly FigureBlock[]) =>
  stack.reduce((sum, {lines}) => sum + lines.length + 1, stack.length === 0 ? 0 : -1);

const linesOf = (stack: readonly FigureBlock[]) =>
  stack.flatMap(({lines}, index) => (index === 0 ? lines : ['', ...lines]));

const keysOf = (stack: readonly FigureBlock[]) =>
  stack.flatMap(({keys}, index) => (index === 0 ? keys : [undefined, ...keys]));
