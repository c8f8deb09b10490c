import {
  countIn,
  type LeftGroup,
  type LeftOrders,
  leftOrder,
  ordersById,
  ordersIn,
  withGroup,
  withoutOrders,
} from '../../account/model/left-orders.ts';
import type {Moment} from '../../account/model/moment.ts';
import {onceFor} from '../../account/once.ts';
import {changesOf, type Held, heldIn} from '../../account/portfolio/positions.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import type {PortfolioReading} from '../../account/reading/known.ts';
import {filledBy, isFilledBy, tradesByOrder} from '../../account/resources/arithmetic.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {isWorking} from '../../account/resources/orders.ts';
import type {KnownOrder} from '../../account/words/records.ts';
import {isZero} from '../../api/wire/decimal.ts';
import {
  type EasyOption,
  easyOptionStatuses,
  type Id,
  type Millis,
  type Order,
  type Trade,
} from '../../api/wire/records.ts';
import {type AccountEvent, type EventKind, eventIds} from './event.ts';

export const eventLists = ['easyOptions', 'orders', 'trades'] as const;
export type EventList = (typeof eventLists)[number];

export type EventRows = Pick<PortfolioRows, EventList> & {readonly ended: ReadonlySet<EventList>};

/** @param lists those to look at: by default those that were read to their end */
export function eventRowsOf(
  {rows, lists: read}: PortfolioReading,
  lists: readonly EventList[] = eventLists.filter(list => read[list].ended !== undefined),
): EventRows {
  return {...rows, ended: new Set(lists)};
}

/** A cancel that the service proved, by its answer to a DELETE or by a status. */
export type ProvedCancel = {readonly orderId: Id; readonly at: Millis; readonly order: KnownOrder};

export type AccountSeen = {
  readonly easyOptions: readonly EasyOption[];
  readonly orders: readonly Order[];
  readonly trades: readonly Trade[];
  readonly cancels: readonly ProvedCancel[];
  readonly working: WorkingOrders;
};

export type LoggedSeen = AccountSeen & {readonly positions?: PositionsSeen};

export function nothingSeen(working: readonly Order[]): AccountSeen {
  const known = {rows: working, left: [], trades: []};
  return {easyOptions: [], orders: [], trades: [], cancels: [], working: known};
}

export type EventsSeen = {
  /** The rows that events were last looked for in. */
  readonly seen: AccountSeen;
  /** Orders that left the list untold: their trades may be listed late. */
  readonly left: ReadonlyMap<Id, KnownOrder>;
};

export const noEventsSeen: EventsSeen = {seen: nothingSeen([]), left: new Map()};

type AccountGiven = {
  readonly cancels: readonly ProvedCancel[];
  readonly now: number;
  readonly tradesLag: number;
};

type Found<Seen> = {readonly events: readonly AccountEvent[]; readonly seen: Seen};

/** Orders that began to work, and the ids of those that no longer do and whose end is known. */
type Changed = {readonly begun: readonly Order[]; readonly ended: readonly Id[]};

/**
 * Events that the records prove now and did not prove before. A list that has not been read to its end proves
 * nothing yet. The log drops events that another process, or an earlier run, logged already.
 */
export function accountEvents(
  seen: AccountSeen,
  rows: EventRows,
  {cancels: proved, now, tradesLag}: AccountGiven,
): Found<AccountSeen> & Changed {
  const {ended: read} = rows;
  const easyOptions = read.has('easyOptions') ? rows.easyOptions.rows : seen.easyOptions;
  const orders = read.has('orders') ? rows.orders.rows : seen.orders;
  const trades = read.has('trades') ? rows.trades.rows : seen.trades;
  const cancels = read.has('orders') ? proved : seen.cancels;
  const canceled = new Set(proved.map(each => each.orderId));
  const {begun, ended, ...found} = endedOrders(seen.working, {rows, canceled, now, tradesLag});
  return {
    events: [
      ...newlyProved(seen.easyOptions, easyOptions, ({id}) => id, provedByEasyOption),
      ...newlyProved(seen.orders, orders, ({orderId}) => orderId, provedByOrder),
      ...newlyProved(seen.trades, trades, ({tradeId}) => tradeId, provedByTrade),
      ...newlyProved(seen.cancels, cancels, ({orderId}) => orderId, provedByCancel),
      ...found.events,
    ],
    seen: {easyOptions, orders, trades, cancels, working: found.seen},
    ...{begun, ended},
  };
}

const provedByCancel = ({order, at}: ProvedCancel) => [orderEvent('canceled', order, at)];

function newlyProved<Row>(
  before: readonly Row[],
  rows: readonly Row[],
  idOf: (row: Row) => Id,
  proved: (row: Row) => AccountEvent[],
): readonly AccountEvent[] {
  if (rows === before) return [];
  const changed = rows.filter((row, index) => row !== before[index]);
  const earlier = new Map(
    before.filter((row, index) => row !== rows[index]).map(row => [idOf(row), row] as const),
  );
  return changed.flatMap(row => {
    const old = earlier.get(idOf(row));
    if (old === undefined || old === row) return old === undefined ? proved(row) : [];
    const ids = new Set(proved(old).map(({id}) => id));
    return proved(row).filter(({id}) => !ids.has(id));
  });
}

const openStates: readonly (string | undefined)[] = ['ACTIVE', 'TRIGGERED', 'CLOSING'];

/**
 * Events that one record proves by itself, however late it is read: a record that opened and closed between two
 * reads yields both. States that leave no trace in the record (CLOSING, a resting order) are seen only by a
 * reader at that time.
 */
function provedByEasyOption(option: EasyOption): AccountEvent[] {
  const {id: key, status, openTime, triggerTime, closeTime} = option;
  const event = (kind: EventKind, at: number | undefined, own = at): AccountEvent => ({
    ...eventIds(kind, key, own),
    ...{kind, resource: 'easy-options', key, at, record: option},
  });
  // A PENDING record may have an open time already, and one that was never filled ends without having been
  // open.
  const hasOpened = openStates.includes(status) || (openTime !== undefined && status !== 'PENDING');
  const hasTriggered = status === 'TRIGGERED' || triggerTime !== undefined;
  return [
    ...(hasOpened ? [event('opened', openTime)] : []),
    ...(hasTriggered ? [event('triggered', triggerTime)] : []),
    ...(status === 'CLOSING' ? [event('closing', undefined, openTime)] : []),
    ...(status === undefined || easyOptionStatuses.some(each => each === status)
      ? []
      : [{...event('changed', undefined), id: `changed:${key}:${status}`}]),
    ...(status === 'EXPIRED' ? [event('expired', closeTime)] : []),
    ...(status !== 'EXPIRED' && isOver(option) ? [event('closed', closeTime)] : []),
  ];
}

function provedByOrder(order: Order): AccountEvent[] {
  const {orderId, status, timestamp} = order;
  if (orderId === '') return [];
  return [
    orderEvent('placed', order, timestamp),
    ...(status === 'CANCELED' ? [orderEvent('canceled', order, undefined)] : []),
    ...(status === 'FILLED' ? [filledByOrder(order)] : []),
  ];
}

function orderEvent(kind: EventKind, order: KnownOrder, at: number | undefined): AccountEvent {
  const {orderId: key = '', timestamp} = order;
  return {...eventIds(kind, key, timestamp), kind, resource: 'orders', key, at, record: order};
}

/**
 * For a filled order without a known trade. The completing trade yields the same event, with the same id base.
 */
function filledByOrder(order: KnownOrder): AccountEvent {
  const {base} = eventIds('filled', order.orderId ?? '', undefined);
  return {...orderEvent('filled', order, undefined), base, id: base};
}

/** The trade that completes an order yields the order's event; any other fill yields its own. */
export function provedByTrade(trade: Trade): AccountEvent[] {
  const {tradeId: key, orderId, fillType, openDate: at} = trade;
  // A trade without an id cannot be distinguished from another like it.
  if (key === '') return [];
  const fill = {resource: 'trades', key, at, record: trade} as const;
  return fillType === 'FILL'
    ? [{...fill, kind: 'filled', ...eventIds('filled', orderId ?? `trade ${key}`, orderId && key)}]
    : [{...fill, kind: 'partly-filled', ...eventIds('partly-filled', key, undefined)}];
}

type WorkingOrders = {
  /** The list as it was last read whole. */
  readonly rows: readonly Order[];
  /** Those that worked, and whose end is not known, by when they left the list. */
  readonly left: LeftOrders<number>;
  /** The trades that ends were last looked for in. */
  readonly trades: readonly Trade[];
};

const workingIn = onceFor((orders: readonly Order[]) =>
  ordersById(orders.filter(order => order.orderId !== '' && isWorking(order))),
);

/** An order that works, or whose end is not known. */
export const workingOrder = ({rows, left}: WorkingOrders, id: Id): Order | undefined =>
  workingIn(rows).get(id) ?? leftOrder(left, id);

type WorkingGiven = {
  readonly rows: Pick<PortfolioRows, 'orders' | 'trades'>;
  readonly canceled: ReadonlySet<Id>;
  readonly now: number;
  readonly tradesLag: number;
};

/** An order that left its list is reported gone after this time, even if its trades cannot be read. */
const longestWaitMs = 60_000;
/** Orders beyond this that left first are reported gone at once. */
const mostWaiting = 10_000;

/**
 * Finds how orders ended that left the list: filled if their trades say so, gone if trades that were read long
 * enough afterwards do not. Looks only at what changed: at new trades, and at orders that came or left.
 */
function endedOrders(
  before: WorkingOrders,
  {rows: {orders, trades}, canceled, now, tradesLag}: WorkingGiven,
): Found<WorkingOrders> & Changed {
  const {left} = before;
  if (!orders.isWhole || (orders.rows === before.rows && left.length === 0))
    return {events: [], begun: [], ended: [], seen: before};
  const [was, is] = [workingIn(before.rows), workingIn(orders.rows)];
  const [wasListed, isListed] = [ordersById(before.rows), ordersById(orders.rows)];
  const back = [...isListed.keys()].filter(id => !wasListed.has(id));
  const missing = withoutOrders(left, back);
  const leaving = [...was.values()].filter(({orderId}) => !isListed.has(orderId));
  const fresh = trades.rows.filter((trade, at) => trade !== before.trades[at]);
  const touched = new Set([...fresh.map(({orderId = ''}) => orderId), ...canceled]);
  const fills = tradesByOrder(trades.rows);
  const isOver = (order: Order) => {
    const own = fills.get(order.orderId);
    return canceled.has(order.orderId) || (own !== undefined && isFilled(order, own));
  };
  const over = [...leaving, ...[...touched].flatMap(id => leftOrder(missing, id) ?? [])].filter(isOver);
  const overIds = new Set(over.map(({orderId}) => orderId));
  const hasTradesSince = (since: number) =>
    trades.isWhole && (trades.began?.mono ?? -Infinity) >= since + tradesLag;
  const isLate = ({since}: LeftGroup<number>) =>
    hasTradesSince(since) || now - since >= tradesLag + longestWaitMs;
  const rest = withoutOrders(missing, [...overIds]);
  const waiting = withGroup(
    rest.filter(group => !isLate(group)),
    now,
    leaving.filter(({orderId}) => !overIds.has(orderId)),
  );
  const tooMany = ordersIn(waiting)
    .take(Math.max(0, countIn(waiting) - mostWaiting))
    .toArray();
  const gone = [...ordersIn(rest.filter(isLate)), ...tooMany];
  return {
    events: [
      ...over.filter(({orderId}) => !canceled.has(orderId)).map(filledByOrder),
      ...gone.map(order => orderEvent('gone', order, undefined)),
    ],
    begun: [...is.values()].filter(({orderId}) => !was.has(orderId)),
    ended: [
      ...[...was.keys(), ...back.filter(id => leftOrder(left, id))].filter(
        id => isListed.has(id) && !is.has(id),
      ),
      ...[...over, ...gone].map(({orderId}) => orderId),
    ],
    seen: {
      rows: orders.rows,
      left: withoutOrders(
        waiting,
        tooMany.map(({orderId}) => orderId),
      ),
      trades: trades.rows,
    },
  };
}

/** By its trades; the completing trade yields the same event, with the price. */
function isFilled(order: Order, trades: readonly Trade[]): boolean {
  return trades.some(each => each.fillType === 'FILL') || isFilledBy(order, filledBy(trades).sum);
}

type PositionsSeen = {
  readonly trades: PortfolioRows['trades'];
  readonly tradesAt: number;
  readonly held: readonly Held[] | undefined;
};

/**
 * Events of positions, as their trades prove them. A trade counts once a later read of the Easy Options shows
 * that it is not one of theirs. Positions whose trades are not all known have no events.
 * @param now with the wall clock of the service
 */
export function positionEvents(
  before: PositionsSeen | undefined,
  {ended, trades, easyOptions}: EventRows,
  now: Moment,
): Found<PositionsSeen | undefined> {
  const none = (seen: PositionsSeen | undefined) => ({events: [], seen});
  if (!ended.has('trades') || !ended.has('easyOptions')) return none(before);
  if (before === undefined) return none({trades, tradesAt: now.mono, held: undefined});
  if ((easyOptions.began?.mono ?? -Infinity) < before.tradesAt) return none(before);
  const next = {trades, tradesAt: now.mono};
  if (!before.trades.isWhole || before.trades.since > 0) return none({...next, held: before.held});
  const known = new Map(before.held?.map(each => [each.id, each]));
  const held = [...heldIn(before.trades.rows, easyOptions.rows, known).values()];
  const proved = (position: Held) => provedByPosition(position, now.wall);
  return {events: newlyProved(before.held ?? [], held, ({id}) => id, proved), seen: {...next, held}};
}

function provedByPosition(position: Held, now: Millis): AccountEvent[] {
  const {asset, type, strike, expiry, positionId, results, net, averageCost, isComplete} = position;
  if (!isComplete) return [];
  const terms = {asset, type, strike, expiry, positionId};
  const key = Object.values(terms).join(' ');
  const end: AccountEvent = {
    ...{...eventIds('expired', `position ${key}`, undefined), resource: 'positions', kind: 'expired', key},
    ...{at: expiry, record: {...terms, tradeId: undefined, net, averageCost, realizedPl: undefined}},
  };
  const isExpired = !isZero(net) && expiry !== undefined && expiry <= now;
  const changes = results.flatMap(({tradeId, at, pl, net, averageCost}, index) =>
    changesOf(results[index - 1]?.net ?? '0', net).map(
      (kind): AccountEvent => ({
        ...{...eventIds(kind, `position ${key}`, tradeId), resource: 'positions', kind, key, at},
        record: {...terms, tradeId, net, averageCost, realizedPl: pl},
      }),
    ),
  );
  return isExpired ? [...changes, end] : changes;
}
