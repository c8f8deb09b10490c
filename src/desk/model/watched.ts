import {rowById, rowId} from '../../account/model/rows.ts';
import type {FeedPane, Pane, WatchedPane} from '../../account/model/vocabulary.ts';
import {cards} from '../../account/resources/cards.ts';
import {easyOptions} from '../../account/resources/easy-options.ts';
import type {SeenValue, Watch} from '../../account/resources/resource.ts';
import {resources} from '../../account/resources/resources.ts';
import type {Feeds, RowOf} from '../state.ts';

export const watches: {readonly [P in WatchedPane]: Watch<RowOf[P]>} = {
  cards: cards.watched,
  easyOptions: easyOptions.watched,
};

export function isWatched(pane: Pane): pane is WatchedPane {
  return Object.hasOwn(watches, pane);
}

export function watchedRow<P extends WatchedPane>(feeds: Feeds, pane: P, id: string) {
  const row = rowById<P>(feeds[pane], id);
  const watch: Watch<RowOf[P]> = watches[pane];
  return row && {name: watch.name(row) ?? id, value: watch.value(row)};
}

const seenLimit = 60;

/** Stores only changes for the trend of a row, so a quiet market redraws no sparkline. */
export function addSeen<P extends FeedPane>(
  pane: P,
  seen: ReadonlyMap<string, readonly SeenValue[]>,
  rows: readonly RowOf[P][],
  {at, before}: {readonly at: number; readonly before: readonly RowOf[P][]},
): ReadonlyMap<string, readonly SeenValue[]> {
  const {watched: watch, columns} = resources[pane];
  if (watch === undefined || !('trend' in columns) || rows === before) return seen;
  let isChanged = seen.size !== rows.length;
  const next = new Map<string, readonly SeenValue[]>();
  rows.forEach((row, index) => {
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

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text);
  return text === undefined || text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}
