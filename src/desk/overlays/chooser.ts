import type {KeyAction} from '../model/keys.ts';

/**
 * Where a key leads in a list, by what it means: the new index, or undefined for a key that does not move.
 * @param page rows that a screen has
 */
export function movedTo(
  action: KeyAction | undefined,
  index: number,
  {length, page}: {readonly length: number; readonly page: number},
): number | undefined {
  const to = (wanted: number) => Math.max(0, Math.min(wanted, length - 1));
  switch (action) {
    case 'row.down':
    case 'field.next':
      return to(index + 1);
    case 'row.up':
    case 'field.previous':
      return to(index - 1);
    case 'row.first':
      return to(0);
    case 'row.last':
      return to(length - 1);
    case 'row.pageDown':
      return to(index + page);
    case 'row.pageUp':
      return to(index - page);
    default:
      return undefined;
  }
}

/** Rows of a list on a screen of that height, by which a page key moves. */
export function pageOf({viewport}: {readonly viewport: {readonly rows: number}}): number {
  return Math.max(1, viewport.rows - 4);
}
