import {rowId} from '../../account/model/rows.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import type {SeenValue} from '../../account/resources/resource.ts';
import {resources} from '../../account/resources/resources.ts';
import type {RowOf} from '../state.ts';

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
