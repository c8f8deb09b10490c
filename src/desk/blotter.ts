import {onceFor} from '../account/once.ts';
import {termsWords} from '../account/words/records.ts';
import {amountWords} from '../account/words/text.ts';
import {divideHalfEven, isZero, multiply, sum} from '../api/wire/decimal.ts';
import type {Id} from '../api/wire/records.ts';
import type {ActivityLine, OrderInLine} from './state.ts';

/** A line of Activity; for an order, what all of its lines tell of it, newest first. */
export type BlotterRow = ActivityLine & {readonly steps?: readonly ActivityLine[]};

/** One row per order, an amended order included, where its newest line is. */
export const blotterOf = onceFor((activity: readonly ActivityLine[]): readonly BlotterRow[] =>
  byOrder(activity).map(rowOf),
);

/** `CONFIRMED 3 @ 1,010 #7 before the amend 1 @ 990` */
export function outcomeWords({state, money, recordId, outcome}: ActivityLine): string {
  return [state, money, recordId && `#${recordId}`, outcome].filter(Boolean).join(' ');
}

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
  const [newest] = steps;
  const {order: {ids: [current = ''] = []} = {}} = newest;
  const isOver = ({kind, what, state, order}: ActivityLine) =>
    kind === 'canceled' ||
    (kind === 'intent' && what === 'cancel' && state === 'CONFIRMED' && order?.ids.includes(current));
  // Clocks differ, and an answer may be late: what ended the order may have an earlier time.
  const ending = steps.find(({kind}) => kind === 'filled') ?? steps.find(isOver);
  const line =
    (newest.state === 'CONFIRMED' || newest.kind === 'partly-filled' ? ending : undefined) ?? newest;
  if (steps.length === 1) return line;
  const order = merged(steps);
  return {...line, ...filledIn(line, steps, order), order, steps};
}

/** Sums the fills of an order and those before its amends, whatever its newest line is about. */
function filledIn(line: ActivityLine, steps: Steps, order: OrderInLine): Partial<ActivityLine> {
  // The new order of an amend is the first.
  const [current = ''] = line.order?.ids ?? [];
  const isOwn = ({order}: ActivityLine) => order?.ids.includes(current) === true;
  const own = totalOf(steps.filter(isOwn));
  const before = totalOf(steps.filter(each => !isOwn(each)));
  const earlier = before && `before the amend ${termsWords(before)}`;
  const outcome = [earlier, line.outcome].filter(Boolean).join('. ');
  if (line.fill !== undefined)
    return own === undefined ? {} : {amount: amountWords(own.size), money: termsWords(own), outcome};
  if (line.state === 'NOT REPLACED') return own === undefined ? {} : {money: `filled ${termsWords(own)}`};
  if (line.state !== 'CONFIRMED' || (own ?? before) === undefined) return {};
  const of = order.size === undefined ? '' : `/${amountWords(order.size)}`;
  const money = own && `filled ${amountWords(own.size)}${of} @ ${amountWords(own.price)}`;
  return {money: money ?? `order ${termsWords(order)}`, outcome};
}

/** The sum of fills and their average price; undefined without one, or if one is not known whole. */
function totalOf(steps: readonly ActivityLine[]): ActivityLine['fill'] {
  const filled = steps.filter(({kind}) => kind === 'filled' || kind === 'partly-filled');
  const fills = filled.flatMap(({fill}) => fill ?? []);
  const size = sum(fills.map(each => each.size));
  if (fills.length < filled.length || isZero(size)) return undefined;
  const places = Math.max(2, ...fills.map(({price}) => (price.split('.')[1] ?? '').length));
  return {size, price: divideHalfEven(sum(fills.map(each => multiply(each.size, each.price))), size, places)};
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
