import type {Moment} from '../../src/account/model/moment.ts';
import type {ListRead} from '../../src/account/reading/whole.ts';

/** A list that was read whole. */
export function listRead<Row>(
  began: Moment,
  rows: readonly Row[],
  more: Partial<ListRead<Row>> = {},
): ListRead<Row> {
  const isWhole = more.fault === undefined;
  const isFailed = !isWhole && !more.unreadable;
  return {began, rows, isWhole, total: rows.length, unreadable: 0, isFailed, fault: undefined, ...more};
}
