import type {Moment} from '../../account/model/moment.ts';
import {onceFor} from '../../account/once.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import type {PortfolioReading} from '../../account/reading/reading.ts';
import {filledBy, isFilledBy, tradesByOrder} from '../../account/resources/arithmetic.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {isWorking, ordersById} from '../../account/resources/orders.ts';
import type {KnownOrder} from '../../account/words/records.ts';
import {
  type EasyOption,
  easyOptionStatuses,
  type Id,
  type Millis,
  type Order,
  type Trade,
} from '../../api/wire/records.ts';
import {type Intent, isResolved} from '../intents/intent.ts';
import {canceledBy} from '../intents/kinds/kinds.ts';
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

/** The own cancels that an answer proves, and the orders of those whose end is not known. */
export const cancelsIn = onceFor((list: readonly Intent[]) => {
  const cancels = list.filter(({draft}) => canceledBy(draft) !== undefined);
  const open = cancels.filter(each => !isResolved(each));
  return {
    canceling: new Set(open.flatMap(({draft}) => canceledBy(draft) ?? [])),
    cancels: cancels.flatMap(({attempts}) =>
      attempts.flatMap(({result}): readonly ProvedCancel[] => {
        const order = result?.outcome.kind === 'yes' ? result.outcome.order : undefined;
        return order?.status === 'CANCELED'
          ? [{orderId: order.orderId, at: result?.at.wall ?? 0, order}]
          : [];
      }),
    ),
  };
});

export type AccountSeen = {
  /** The rows at the last look. None before a list was read to its end. */
  readonly easyOptions?: readonly EasyOption[] | undefined;
  readonly orders?: readonly Order[] | undefined;
  readonly trades?: readonly Trade[] | undefined;
  readonly cancels?: readonly ProvedCancel[] | undefined;
  /**
   * The ids of events, and of records by their list: one that is left out for a read is not new when it is
   * back. In several sets, so that an event need not copy all of them.
   */
  readonly told: readonly ReadonlySet<string>[];
  readonly working: WorkingOrders;
  readonly floors: ReadonlyMap<EventResource, Millis>;
};

export const nothingSeen: AccountSeen = {
  told: [],
  floors: new Map(),
  working: {rows: [], left: new Map(), gone: []},
};

/** With the orders that an earlier process saw at work. */
export function withEarlier(seen: AccountSeen, orders: readonly Order[], since: number): AccountSeen {
  const {working} = seen;
  if (seen.orders === undefined) return {...seen, working: {...working, rows: orders}};
  const listed = ordersById(working.rows);
  const missing = orders.filter(({orderId}) => !listed.has(orderId));
  const left = missing.map(order => [order.orderId, {order, since}] as const);
  return {...seen, working: {...working, left: new Map([...working.left, ...left])}};
}

type AccountGiven = {
  readonly cancels: readonly ProvedCancel[];
  /** An answer may still tell how these end. */
  readonly canceling?: ReadonlySet<Id>;
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
  {cancels, canceling = new Set(), now, aheadMs, tradesLag}: AccountGiven,
): Found & {readonly seen: AccountSeen} {
  const {ended: read} = rows;
  const serviceTime = now.wall + aheadMs;
  const fresh = new Set<string>();
  const isFresh = (id: string) => {
    if (fresh.has(id) || seen.told.some(each => each.has(id))) return false;
    fresh.add(id);
    return true;
  };
  const givenFor = (resource: EventResource) => ({
    resource,
    floor: seen.floors.get(resource) ?? -Infinity,
    isFresh,
  });
  const next = {
    easyOptions: read.has('easyOptions') ? rows.easyOptions.rows : undefined,
    orders: read.has('orders') ? rows.orders.rows : undefined,
    trades: read.has('trades') ? rows.trades.rows : undefined,
    cancels: read.has('orders') ? cancels : undefined,
  };
  const {easyOptions = [], orders = [], trades = []} = next;
  const canceled = new Set(cancels.map(each => each.orderId));
  const working = endedOrders(seen.working, {rows, canceled, canceling, now: now.mono, tradesLag});
  const events = [
    ...newlyProved(seen.easyOptions, easyOptions, ({id}) => id, provedByEasyOption, givenFor('easy-options')),
    ...newlyProved(seen.orders, orders, ({orderId}) => orderId, provedByOrder, givenFor('orders')),
    ...newlyProved(seen.trades, trades, ({tradeId}) => tradeId, provedByTrade, givenFor('trades')),
    ...newlyProved(
      seen.cancels,
      next.cancels ?? [],
      ({orderId}) => `cancel of ${orderId}`,
      ({order, at}) => [orderEvent('canceled', order, at + aheadMs)],
      givenFor('orders'),
    ),
    ...working.events.filter(({id}) => isFresh(id)),
  ].sort(byTime);
  const begun = eventLists.flatMap(list =>
    read.has(list) && seen[list] === undefined ? resourceOf[list] : [],
  );
  const floors = new Map(seen.floors);
  for (const resource of begun) floors.set(resource, floorOf(events, resource, serviceTime));
  const all = fresh.size === 0 ? seen.told : [...seen.told, fresh];
  const told = all.length < mostSets ? all : [new Set(all.flatMap(each => [...each]).slice(-mostTold))];
  return {events, begun, seen: {...next, told, working: working.seen, floors}};
}

type ProvedGiven = {
  readonly resource: EventResource;
  readonly floor: Millis;
  /** True once for each id. */
  readonly isFresh: (id: string) => boolean;
};

/** The events that new and changed rows prove. */
function newlyProved<Row>(
  was: readonly Row[] = [],
  is: readonly Row[],
  idOf: (row: Row) => Id,
  provedBy: (row: Row) => readonly AccountEvent[],
  {resource, floor, isFresh}: ProvedGiven,
): readonly AccountEvent[] {
  if (is === was) return [];
  return is.flatMap((row, at) => {
    if (row === was[at]) return [];
    const isKnown = !isFresh(`${resource} ${idOf(row)}`);
    const events = provedBy(row).filter(({id}) => isFresh(id));
    // A change of a known record is new, so a time before the floor is not that of the change.
    if (isKnown) return events.map(each => (isUnder(each, floor) ? {...each, at: undefined} : each));
    return events.filter(each => !isUnder(each, floor));
  });
}

const mostSets = 50;
const mostTold = 500_000;

const resourceOf = {easyOptions: 'easy-options', orders: 'orders', trades: 'trades'} as const;

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

export type WorkingOrders = {
  /** The list as it was last read whole. */
  readonly rows: readonly Order[];
  /** Those that worked, and whose end is not known, with the monotonic time when they left the list. */
  readonly left: ReadonlyMap<Id, {readonly order: Order; readonly since: number}>;
  /** The last that left it untold: their trades may be listed late. */
  readonly gone: readonly Order[];
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
  workingIn(rows).get(id) ?? left.get(id)?.order ?? gone.findLast(({orderId}) => orderId === id);

/** Those that work, and those that left the list and may work. */
export const ordersAtWork = ({rows, left}: WorkingOrders): ReadonlyMap<Id, Order> =>
  new Map([...workingIn(rows), ...[...left].map(([id, {order}]) => [id, order] as const)]);

type WorkingGiven = {
  readonly rows: Pick<PortfolioRows, 'orders' | 'trades'>;
  readonly canceled: ReadonlySet<Id>;
  readonly canceling: ReadonlySet<Id>;
  readonly now: number;
  readonly tradesLag: number;
};

/** An order that left its list is reported gone after this time, even if nothing tells its end. */
const longestWaitMs = 60_000;
const mostGone = 200;

/**
 * Finds how orders ended that left the list: filled if their trades say so, gone if trades that were read long
 * enough afterwards do not.
 */
function endedOrders(
  before: WorkingOrders,
  {rows: {orders, trades}, canceled, canceling, now, tradesLag}: WorkingGiven,
): {readonly events: readonly AccountEvent[]; readonly seen: WorkingOrders} {
  const isSame = orders.rows === before.rows && before.left.size === 0;
  if (!orders.isWhole || isSame) return {events: [], seen: before};
  const [listed, unfilled] = [ordersById(orders.rows), unfilledIn(orders.rows)];
  const fills = tradesByOrder(trades.rows);
  const tradesBegan = trades.isWhole ? (trades.began?.mono ?? -Infinity) : -Infinity;
  const events: AccountEvent[] = [];
  const left = new Map(before.left);
  for (const [id, order] of workingIn(before.rows))
    if (!unfilled.has(id)) left.set(id, {order: listed.get(id) ?? order, since: now});
  const gone: Order[] = [];
  for (const [id, {order, since}] of left) {
    const own = fills.get(id) ?? [];
    const isBack = unfilled.has(id);
    const hasFilled = own.some(completes) || isFilledBy(order, filledBy(own).sum);
    const isRead = tradesBegan >= since + tradesLag && !canceling.has(id);
    const isLate = since < now && (isRead || now - since >= tradesLag + longestWaitMs);
    if (!isBack && !canceled.has(id) && !hasFilled && !isLate) continue;
    left.delete(id);
    // Its cancel tells its end, or the trade that completes it.
    if (isBack || canceled.has(id) || own.some(each => completes(each) && each.tradeId !== '')) continue;
    const kind = hasFilled || order.status === 'FILLED' ? 'filled' : 'gone';
    events.push(orderEvent(kind, order, undefined));
    if (!hasFilled) gone.push(order);
  }
  return {events, seen: {rows: orders.rows, left, gone: [...before.gone, ...gone].slice(-mostGone)}};
}

const completes = ({fillType}: Trade) => fillType === 'FILL';
