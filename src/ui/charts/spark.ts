import {extent, isDrawable, step} from './scale.ts';

const blocks = '▁▂▃▄▅▆▇█';

/**
 * The last numbers as a line of blocks, the newest at the right. `toAscii` has a look-alike for each block.
 * @param cells at most so many numbers are shown
 */
export function spark(values: readonly number[], cells: number): string {
  const shown = values.slice(-cells).filter(isDrawable);
  if (shown.length < 2) return ' '.repeat(cells);
  const {least, most} = extent(shown);
  const line = shown.map(value => blocks[step(value, least, most, blocks.length)]).join('');
  return line.padStart(cells);
}
