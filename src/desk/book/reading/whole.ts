import type {Millis, Trade} from '../../../api/wire/records.ts';
import type {RowOf} from '../../model/state.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import type {BookRows, Whole} from '../rows.ts';
import type {ListReading} from './known.ts';

/**
 * What is known of all lists once one has changed. A list of which nothing changed is the object that it was.
 * Trades are looked through for older ones only where they are that list.
 */
export function allRows(
  before: BookRows,
  lists: {readonly [P in FeedPane]: ListReading<P>},
  since: Millis,
  changed: FeedPane,
): BookRows {
  const cards = unlessSame(before.cards, wholeOf(lists.cards));
  const easyOptions = unlessSame(before.easyOptions, wholeOf(lists.easyOptions));
  const orders = unlessSame(before.orders, wholeOf(lists.orders));
  const trades = changed === 'trades' ? tradesSince(lists.trades, since, before.trades) : before.trades;
  return unlessSame(before, {cards, easyOptions, orders, trades});
}

function wholeOf<P extends FeedPane>(list: ListReading<P>): Whole<RowOf[P]> {
  const {kept, unreadable, wholeFrom, total, fault} = list;
  const read = kept.rows.length;
  const isWhole = wholeFrom !== undefined && unreadable === 0;
  return {
    rows: kept.rows,
    began: wholeFrom,
    isWhole,
    read,
    total: total === undefined ? undefined : isWhole ? read : Math.max(total, read + unreadable),
    unreadable,
    fault,
  };
}

function tradesSince(
  list: ListReading<'trades'>,
  since: Millis,
  before: BookRows['trades'],
): BookRows['trades'] {
  const from = wholeOf(list);
  return unlessSame(before, {...from, rows: rowsSince(from.rows, since, before.rows), since});
}

/** A service that does not obey the time gives older trades as well. */
function rowsSince(rows: readonly Trade[], since: Millis, before: readonly Trade[]): readonly Trade[] {
  const isWanted = ({openDate = since}: Trade) => openDate >= since;
  const wanted = rows.every(isWanted) ? rows : rows.filter(isWanted);
  return wanted.length === before.length && wanted.every((row, at) => row === before[at]) ? before : wanted;
}

function unlessSame<Value extends object>(before: Value, after: Value): Value {
  for (const name in after) if (before[name] !== after[name]) return after;
  return before;
}
