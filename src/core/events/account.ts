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
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import type {PortfolioReading} from '../../account/reading/reading.ts';
import {filledBy, isFilledBy, tradesByOrder} from '../../account/resources/arithmetic.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {isWorking} from '../../account/resources/orders.ts';
import type {KnownOrder} from '../../account/words/records.ts';
import {
  type EasyOption,
  easyOptionStatuses,
  type Id,
  type Millis,
  type Order,
  type Trade,
} from '../../api/wire/records.ts';
import {type AccountEvent, byTime, type EventKind, type EventResource, floorOf, isUnder} from './event.ts';

export const eventLists = ['easyOptions', 'orders', 'trades'] as const;
export type EventList = (typeof eventLists)[number];

export type EventRows = Pick<PortfolioRows, EventList> & {readonly ended: ReadonlySet<EventList>};

/** The lists that were read to their end: what is first read of another proves nothing new. */
export const eventRowsOf = ({rows, lists}: PortfolioReading): EventRows => ({
  ...rows,
  ended: new Set(eventLists.filter(list => lists[list].ended !== undefined)),
});

/** A cancel that the service proved, by its answer to a DELETE or by a status. */
export type ProvedCancel = {readonly orderId: Id; readonly at: Millis; readonly order: KnownOrder};

export type AccountSeen = {
  /** None before a list was read to its end. */
  readonly easyOptions?: Known<EasyOption> | undefined;
  readonly orders?: Known<Order> | undefined;
  readonly trades?: Known<Trade> | undefined;
  readonly cancels?: Known<ProvedCancel> | undefined;
  readonly working: WorkingOrders;
  readonly floors: ReadonlyMap<EventResource, Millis>;
};

/** The rows of a list. A record that the list leaves out for one read is not new when it is back. */
type Known<Row> = {readonly rows: readonly Row[]; readonly left: ReadonlyMap<Id, Row>};

export const nothingSeen: AccountSeen = {
  floors: new Map(),
  working: {rows: [], left: [], gone: [], trades: []},
};

/** With the orders that an earlier process saw at work. */
export function withEarlier(seen: AccountSeen, orders: readonly Order[], now: number): AccountSeen {
  const {working} = seen;
  if (seen.orders === undefined) return {...seen, working: {...working, rows: orders}};
  const listed = ordersById(working.rows);
  const missing = orders.filter(({orderId}) => !listed.has(orderId));
  return {...seen, working: {...working, left: withGroup(working.left, now, missing)}};
}

type AccountGiven = {
  readonly cancels: readonly ProvedCancel[];
  readonly now: Moment;
  /** The clock of the service less ours. */
  readonly aheadMs: number;
  readonly tradesLag: number;
};

/** Events by their time. Those of lists that were read for the first time may be old. */
export type Found = {
  readonly events: readonly AccountEvent[];
  readonly begun: readonly EventResource[];
};

/**
 * Events that the records prove now and did not prove before. A list that has not been read to its end proves
 * nothing yet. The log drops events that another process, or an earlier run, logged already.
 */
export function accountEvents(
  seen: AccountSeen,
  rows: EventRows,
  {cancels: proved, now, aheadMs, tradesLag}: AccountGiven,
): Found & {readonly seen: AccountSeen} {
  const {ended: read} = rows;
  const serviceTime = now.wall + aheadMs;
  const rowsOf = <Row>(list: EventList, all: readonly Row[]) => (read.has(list) ? all : undefined);
  const floorIn = (resource: EventResource) => seen.floors.get(resource) ?? -Infinity;
  const easyOptions = newlyProved(seen.easyOptions, rowsOf('easyOptions', rows.easyOptions.rows), {
    ...{idOf: ({id}) => id, proved: provedByEasyOption, floor: floorIn('easy-options')},
  });
  const orders = newlyProved(seen.orders, rowsOf('orders', rows.orders.rows), {
    ...{idOf: ({orderId}) => orderId, proved: provedByOrder, floor: floorIn('orders')},
  });
  const trades = newlyProved(seen.trades, rowsOf('trades', rows.trades.rows), {
    ...{idOf: ({tradeId}) => tradeId, proved: provedByTrade, floor: floorIn('trades')},
  });
  const cancels = newlyProved(seen.cancels, rowsOf('orders', proved), {
    idOf: ({orderId}) => orderId,
    proved: ({order, at}) => [orderEvent('canceled', order, at + aheadMs)],
    floor: floorIn('orders'),
  });
  const canceled = new Set(proved.map(each => each.orderId));
  const working = endedOrders(seen.working, {rows, canceled, now: now.mono, tradesLag});
  const events = [easyOptions, orders, trades, cancels, working].flatMap(each => each.events).sort(byTime);
  const begun = eventLists.flatMap(list =>
    read.has(list) && seen[list] === undefined ? resourceOf[list] : [],
  );
  const floors = new Map(seen.floors);
  for (const resource of begun) floors.set(resource, floorOf(events, resource, serviceTime));
  return {
    ...{events, begun},
    seen: {
      ...{easyOptions: easyOptions.seen, orders: orders.seen, trades: trades.seen, cancels: cancels.seen},
      ...{working: working.seen, floors},
    },
  };
}

export const resourceOf = {easyOptions: 'easy-options', orders: 'orders', trades: 'trades'} as const;

type ListGiven<Row> = {
  readonly idOf: (row: Row) => Id;
  readonly proved: (row: Row) => AccountEvent[];
  readonly floor: Millis;
};

const mostLeft = 10_000;

function newlyProved<Row>(
  before: Known<Row> | undefined,
  rows: readonly Row[] | undefined,
  {idOf, proved, floor}: ListGiven<Row>,
): Changed<Known<Row> | undefined> {
  const {rows: was = [], left = []} = before ?? {};
  if (rows === undefined || rows === before?.rows) return {events: [], seen: before};
  const changed = rows.filter((row, index) => row !== was[index]);
  const earlier = new Map(left);
  for (const [index, row] of was.entries()) if (row !== rows[index]) earlier.set(idOf(row), row);
  const events = changed.flatMap(row => {
    const old = earlier.get(idOf(row));
    if (old === row) return [];
    if (old === undefined) return proved(row).filter(each => !isUnder(each, floor));
    const ids = new Set(proved(old).map(({id}) => id));
    // A change of a known record is new, so a time before the floor is not that of the change.
    return proved(row).flatMap(each =>
      ids.has(each.id) ? [] : isUnder(each, floor) ? {...each, at: undefined} : each,
    );
  });
  for (const row of changed) earlier.delete(idOf(row));
  return {events, seen: {rows, left: new Map([...earlier].slice(-mostLeft))}};
}

const openStates: readonly (string | undefined)[] = ['ACTIVE', 'TRIGGERED', 'CLOSING'];

/**
 * Events that one record proves by itself, however late it is read: a record that opened and closed between two
 * reads yields both. States that leave no trace in the record (CLOSING, a resting order) are seen only by a
 * reader at that time.
 */
function provedByEasyOption(option: EasyOption): AccountEvent[] {
  const {id: key, status, openTime, triggerTime, closeTime} = option;
  const event = (kind: EventKind, at: number | undefined): AccountEvent => ({
    ...{id: `${kind}:${key}`, kind, resource: 'easy-options', key, at, record: option},
  });
  // A PENDING record may have an open time already, and one that was never filled ends without having been
  // open.
  const hasOpened = openStates.includes(status) || (openTime !== undefined && status !== 'PENDING');
  const hasTriggered = status === 'TRIGGERED' || triggerTime !== undefined;
  return [
    ...(hasOpened ? [event('opened', openTime)] : []),
    ...(hasTriggered ? [event('triggered', triggerTime)] : []),
    ...(status === 'CLOSING' ? [event('closing', undefined)] : []),
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
  ];
}

function orderEvent(kind: EventKind, order: KnownOrder, at: number | undefined): AccountEvent {
  const {orderId: key = ''} = order;
  return {id: `${kind}:${key}`, kind, resource: 'orders', key, at, record: order};
}

/** The trade that completes an order yields the order's event; any other fill yields its own. */
function provedByTrade(trade: Trade): AccountEvent[] {
  const {tradeId: key, orderId, fillType, openDate: at} = trade;
  // A trade without an id cannot be distinguished from another like it.
  if (key === '') return [];
  const fill = {resource: 'trades', key, at, record: trade} as const;
  return fillType === 'FILL'
    ? [{...fill, kind: 'filled', id: orderId ? `filled:${orderId}:${key}` : `filled:trade ${key}`}]
    : [{...fill, kind: 'partly-filled', id: `partly-filled:${key}`}];
}

type Changed<Seen> = {readonly events: readonly AccountEvent[]; readonly seen: Seen};

export type WorkingOrders = {
  /** The list as it was last read whole. */
  readonly rows: readonly Order[];
  /** Those that worked, and whose end is not known, by when they left the list. */
  readonly left: LeftOrders<number>;
  /** The last that left it untold: their trades may be listed late. */
  readonly gone: readonly Order[];
  /** The trades that ends were last looked for in. */
  readonly trades: readonly Trade[];
};

const workingIn = onceFor((orders: readonly Order[]) =>
  ordersById(orders.filter(order => order.orderId !== '' && isWorking(order))),
);

/** One that is listed FILLED is told by its trades, like one that left the list. */
const unfilledIn = onceFor((orders: readonly Order[]) =>
  ordersById(orders.filter(({status}) => status !== 'FILLED')),
);

/** An order that works, or whose end is not known. */
export const workingOrder = ({rows, left, gone}: WorkingOrders, id: Id): Order | undefined =>
  workingIn(rows).get(id) ?? leftOrder(left, id) ?? gone.findLast(({orderId}) => orderId === id);

/** Those that work, and those that left the list and may work. */
export const ordersAtWork = ({rows, left}: WorkingOrders): ReadonlyMap<Id, Order> =>
  new Map([...workingIn(rows), ...left.flatMap(({orders}) => [...orders])]);

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
const mostGone = 200;

/**
 * Finds how orders ended that left the list: filled if their trades say so, gone if trades that were read long
 * enough afterwards do not. Looks only at what changed: at new trades, and at orders that came or left.
 */
function endedOrders(
  before: WorkingOrders,
  {rows: {orders, trades}, canceled, now, tradesLag}: WorkingGiven,
): Changed<WorkingOrders> {
  const {left} = before;
  if (!orders.isWhole || (orders.rows === before.rows && left.length === 0))
    return {events: [], seen: before};
  const was = workingIn(before.rows);
  const [wasListed, isListed] = [unfilledIn(before.rows), unfilledIn(orders.rows)];
  const back = [...isListed.keys()].filter(id => !wasListed.has(id));
  const missing = withoutOrders(left, back);
  const listed = ordersById(orders.rows);
  const leaving = [...was.values()]
    .filter(({orderId}) => !isListed.has(orderId))
    .map(order => listed.get(order.orderId) ?? order);
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
  const hasEvent = (trade: Trade) => completes(trade) && trade.tradeId !== '';
  const isUntold = ({orderId}: Order) => !canceled.has(orderId) && !(fills.get(orderId) ?? []).some(hasEvent);
  return {
    events: [
      ...over.filter(isUntold).map(order => orderEvent('filled', order, undefined)),
      ...gone.map(order => orderEvent(order.status === 'FILLED' ? 'filled' : 'gone', order, undefined)),
    ],
    seen: {
      rows: orders.rows,
      left: withoutOrders(
        waiting,
        tooMany.map(({orderId}) => orderId),
      ),
      gone: [...before.gone, ...gone].slice(-mostGone),
      trades: trades.rows,
    },
  };
}

const completes = ({fillType}: Trade) => fillType === 'FILL';

function isFilled(order: Order, trades: readonly Trade[]): boolean {
  return trades.some(completes) || isFilledBy(order, filledBy(trades).sum);
}
