import type {Paint} from '../theme.ts';

/**
 * The first row in view. It stays while the selected row is in view; beyond, it jumps by half a screen, so that
 * moving on costs a whole new screen once in half a screen of rows and not with every row.
 */
export function windowStart(before: number, selected: number, height: number, total: number): number {
  const last = Math.max(0, total - height);
  const start = Math.min(Math.max(0, before), last);
  if (selected < 0 || height < 1) return start;
  if (selected >= start && selected < start + height) return start;
  const half = Math.floor(height / 2);
  return Math.min(last, Math.max(0, selected < start ? selected - half : selected - height + 1 + half));
}

/** The choices of a list that are in view, each in a line, the one that is chosen marked. */
export function choiceLines<T>(
  choices: readonly T[],
  chosen: number,
  height: number,
  draw: (choice: T) => string,
  paint: Paint,
): string[] {
  const start = windowStart(0, chosen, height, choices.length);
  return choices
    .slice(start, start + height)
    .map((each, at) => `${start + at === chosen ? paint('accent', '▌') : ' '} ${draw(each)}`);
}
