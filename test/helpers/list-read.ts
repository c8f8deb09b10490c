import type {Moment} from '../../src/account/model/moment.ts';
import type {ListRead} from '../../src/account/model/whole.ts';

/** A list of one page, read to its end; its ids rise. */
export function listRead<Row>(
  began: Moment,
  rows: readonly Row[],
  more: Partial<ListRead<Row>> = {},
): ListRead<Row> {
  const ids = rows.map((_, at) => String(at + 1));
  const read = {ids, unreadable: 0, pages: 1, isEnded: true, fault: undefined};
  return {began, rows, totals: [rows.length, rows.length], ...read, ...more};
}
