import type {Id} from '../api/wire/records.ts';
import {onceFor} from './once.ts';
import type {ActivityLine, OrderInLine} from './state.ts';

/** A line of Activity; for an order, what all of its lines tell of it, newest first. */
export type BlotterRow = ActivityLine & {readonly steps?: readonly ActivityLine[]};

/** One row per order, an amended order included, where its newest line is. */
export const blotterOf = onceFor((activity: readonly ActivityLine[]): readonly BlotterRow[] =>
  byOrder(activity).map(rowOf),
);

export function indexOfLine(rows: readonly BlotterRow[], id: string | undefined): number {
  return rows.findIndex(row => row.id === id || row.steps?.some(step => step.id === id));
}

type Steps = readonly [ActivityLine, ...ActivityLine[]];

function byOrder(activity: readonly ActivityLine[]): readonly Steps[] {
  const groups = new Map<Id, Steps>();
  const all = new Set<Steps>();
  for (const line of activity.toReversed()) {
    // An amend links the new order to the old one.
    const found = new Set(
      (line.order?.ids ?? []).map(id => groups.get(id)).filter(each => each !== undefined),
    );
    const group: Steps = [line, ...[...found].flat()];
    for (const each of found) all.delete(each);
    all.add(group);
    for (const id of group.flatMap(({order}) => order?.ids ?? [])) groups.set(id, group);
  }
  return [...all].reverse();
}

function rowOf(steps: Steps): BlotterRow {
  // Clocks differ: a fill may have an earlier time than the answer that confirms its order.
  const [newest] = steps;
  const filled = steps.find(({kind}) => kind === 'filled');
  const line = newest.outcome.startsWith('CONFIRMED') && filled ? filled : newest;
  return steps.length === 1 ? line : {...line, order: merged(steps), steps};
}

/** A request states the terms of its order; a trade may know only the contract. */
function merged(steps: readonly ActivityLine[]): OrderInLine {
  const told = [...steps.filter(({kind}) => kind === 'intent'), ...steps].flatMap(({order}) => order ?? []);
  const known = (of: (order: OrderInLine) => string | undefined) =>
    told.map(of).find(each => each !== undefined);
  return {
    ids: told.flatMap(({ids}) => ids),
    side: known(({side}) => side),
    size: known(({size}) => size),
    symbol: known(({symbol}) => symbol),
    price: known(({price}) => price),
  };
}
