import type {Moment} from './moment.ts';

/** One reading of a list, from its first page to its last. */
export type ListRead<Row> = {
  readonly began: Moment;
  readonly rows: readonly Row[];
  readonly unreadable: number;
  readonly pages: number;
  readonly totals: readonly [first: number | undefined, last: number | undefined];
  readonly areUnique: boolean;
  readonly isAscending: boolean;
  /** Why it did not come to the last page. */
  readonly fault: {readonly text: string; readonly retryAfterMs?: number | undefined} | undefined;
};

/** `tallied`: each row came once, and their number is the total, if the service tells one. */
type Need = 'ended' | 'tallied' | 'stable';

/**
 * Why a reading is less complete than it must be, in a sentence. Each need includes the one before.
 * @param isFixed no row can have moved between pages
 */
export function lackOf(read: ListRead<unknown>, need: Need, isFixed = false): string | undefined {
  const {rows, unreadable, pages, areUnique, fault} = read;
  const [first, last] = read.totals;
  if (fault !== undefined) return fault.text;
  if (need === 'ended') return undefined;
  if (unreadable > 0) return `${unreadable} of the rows could not be read.`;
  const isTallied = areUnique && first === last && (last ?? rows.length) === rows.length;
  return isTallied && (need === 'tallied' || pages === 1 || isFixed) ? undefined : changed;
}

const changed = 'The list changed while it was read.';
