import {rowById, rowId, standAlike} from './rows.ts';
import type {Feeds, RowOf, SeenValue} from './state.ts';
import type {FeedPane, WatchedPane} from './vocabulary.ts';

/** The one number of a record that people watch: sparks, marks, alerts and their words all ask here. */
type Watch<Row> = {
  readonly field: keyof Row & string;
  readonly label: string;
  readonly value: (row: Row) => string | undefined;
  /** What its record is called. */
  readonly name: (row: Row) => string | undefined;
};

export const watches: {readonly [P in WatchedPane]: Watch<RowOf[P]>} = {
  cards: {
    field: 'currentAskPrice',
    label: 'ask',
    value: ({currentAskPrice}) => currentAskPrice,
    name: ({title}) => title,
  },
  easyOptions: {field: 'pl', label: 'P/L', value: ({pl}) => pl, name: ({cardName}) => cardName},
};

const byPane: {readonly [P in FeedPane]: Watch<RowOf[P]> | undefined} = {
  ...watches,
  orders: undefined,
  trades: undefined,
};

/** What is watched of the row with this id as it is now; undefined when the page shown does not list it. */
export function watchedRow<P extends WatchedPane>(
  feeds: Feeds,
  pane: P,
  id: string,
): {readonly name: string; readonly value: string | undefined} | undefined {
  const row = rowById<P>(feeds[pane], id);
  const watch: Watch<RowOf[P]> = watches[pane];
  return row && {name: watch.name(row) ?? id, value: watch.value(row)};
}

/** How many polls a spark looks back. */
const seenLimit = 60;

/**
 * Adds a poll's watched numbers to those seen of each row. Only a change is kept: a quiet market draws no spark
 * anew. Rows that are gone are forgotten.
 * @param poll when it was asked (monotonic ms), and the rows that the numbers were last taken of: what is the
 *   same object is not looked at again
 */
export function addSeen<P extends FeedPane>(
  pane: P,
  seen: ReadonlyMap<string, readonly SeenValue[]>,
  rows: readonly RowOf[P][],
  {at, before}: {readonly at: number; readonly before: readonly RowOf[P][]},
): ReadonlyMap<string, readonly SeenValue[]> {
  const watch = byPane[pane];
  if (watch === undefined || rows === before) return seen;
  const arePlacesSame = standAlike(pane, before, rows);
  let isChanged = seen.size !== rows.length;
  const next = new Map<string, readonly SeenValue[]>(arePlacesSame ? seen : undefined);
  rows.forEach((row, index) => {
    if (arePlacesSame && row === before[index]) return;
    const id = rowId(pane, row, index);
    const numbers = seen.get(id) ?? [];
    const number = numberOf(watch.value(row));
    if (number === undefined || numbers.at(-1)?.value === number) {
      next.set(id, numbers);
      return;
    }
    isChanged = true;
    next.set(id, [...(numbers.length < seenLimit ? numbers : numbers.slice(1)), {at, value: number}]);
  });
  return isChanged ? next : seen;
}

/** A number for charts only, never for money. */
function numberOf(text: string | undefined): number | undefined {
  const number = Number(text);
  return text === undefined || text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}
