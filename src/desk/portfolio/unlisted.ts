import {longestLagMs, mostLagMs} from '../../account/model/lags.ts';
import {rememberLast} from '../../account/once.ts';
import {orderSide} from '../../account/portfolio/order-totals.ts';
import {easyOptionsBy} from '../../account/portfolio/positions.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import {
  fillsByOrder,
  hasFilled,
  hasUnlistedFill,
  isCounted,
  leftOf,
  tradesByOrder,
} from '../../account/resources/arithmetic.ts';
import {isWorking} from '../../account/resources/orders.ts';
import type {KnownOrder} from '../../account/words/records.ts';
import {asItCame, counted, signed} from '../../account/words/text.ts';
import {isZero, negate, sum} from '../../api/wire/decimal.ts';
import {type Decimal, type Id, type Millis, type Order, sides} from '../../api/wire/records.ts';
import {type Intent, lacksRecord} from '../../core/intents/intent.ts';
import {orderPlaced} from '../../core/intents/kinds/kinds.ts';
import {isOpen} from '../../core/intents/kinds/open.ts';
import {ordersAnswered} from '../../core/intents/outcome.ts';
import {orderOf} from '../../core/intents/words.ts';
import {type LimitsRoom, lately} from '../../core/limits/pending.ts';
import type {State} from '../state.ts';

/** Before figures of lists that are not read to their end yet; the short words leave room for the figure. */
export const readSoFar = ['read so far', 'so far'] as const;

/** Contracts of an order that filled, or may have filled, and that no listed trade shows yet. */
export type UnlistedFill = {
  readonly order: KnownOrder;
  readonly side: 'BUY' | 'SELL';
  /** The size is known only if both are equal. */
  readonly least: Decimal;
  readonly most: Decimal;
  /** A fill of it is certain, whatever its size. */
  readonly isSure: boolean;
};

/** @param left orders that left the list so recently that their trades may not be listed yet */
export function unlistedFills(
  list: readonly Intent[],
  {orders, trades, easyOptions}: PortfolioRows,
  left: readonly {readonly order: Order}[],
  lagMs: number,
): readonly UnlistedFill[] {
  const {began} = trades;
  if (!trades.isWhole || began === undefined) return [];
  const optionOf = easyOptionsBy(easyOptions.rows);
  const working = orders.rows.filter(isWorking);
  const listed = new Set(working.map(({orderId}) => orderId));
  const filling = new Map(working.filter(hasFilled).map(each => [each.orderId, each]));
  const answered = answeredIn(list, began.wall - longestLagMs);
  const [fills, own] = [fillsByOrder(trades.rows), tradesByOrder(trades.rows)];
  const missedSince = (at = 0) => at < (orders.began?.wall ?? at) && began.wall - at <= lagMs;
  const gone = new Map(left.map(({order}) => [order.orderId, order]));
  const ids = new Set([...answered.keys(), ...gone.keys(), ...filling.keys()]);
  return [...ids].flatMap((id): readonly UnlistedFill[] => {
    const {order: told, at} = answered.get(id) ?? {};
    const row = filling.get(id) ?? gone.get(id);
    const isGone = gone.has(id) || (!listed.has(id) && missedSince(at));
    const order: KnownOrder = told === undefined ? (row ?? {}) : {...told, ...row};
    if (optionOf(order) !== undefined) return [];
    // The row of an order that has ended meanwhile is older than the answer.
    const {status} = told !== undefined && !isWorking(told) ? told : order;
    const side = sides.find(each => each === orderSide(order));
    const {size, sizeContracts = size} = order;
    if (side === undefined || !isCounted(sizeContracts)) return [];
    const filled = fills.get(id);
    const most = filled === undefined ? sizeContracts : leftOf(sizeContracts, filled);
    if (isZero(most)) return [];
    if (status === 'FILLED') return [{order, side, least: most, most, isSure: true}];
    const hasAny = hasFilled({openPrice: {...row, ...told}.openPrice});
    const isSure = hasAny && isZero(filled ?? '0');
    const hasPaidMore = hasAny && hasUnlistedFill({fee: row?.fee ?? told?.fee}, own.get(id) ?? []);
    // A canceled one that has filled may have filled more.
    const mayHave = isGone && (status !== 'CANCELED' || hasAny);
    return mayHave || hasPaidMore ? [{order, side, least: '0', most, isSure}] : [];
  });
}

/** The orders that the service named to own writes, and when. */
function answeredIn(list: readonly Intent[], since: Millis) {
  const lately = list.filter(({changedAt}) => changedAt > since);
  const all = lately.flatMap(intent => {
    const made = intent.state === 'CONFIRMED' ? orderOf(intent) : undefined;
    const orders: readonly KnownOrder[] = [...ordersAnswered(intent), ...(made ? [made] : [])];
    return orders.map(order => ({order, at: intent.changedAt}));
  });
  return new Map(all.flatMap(each => (each.order.orderId ? [[each.order.orderId, each]] : [])));
}

const remembered = rememberLast(
  (
    list: readonly Intent[],
    rows: PortfolioRows,
    watch: LimitsRoom['watch'],
    lagMs: number,
  ): readonly UnlistedFill[] => unlistedFills(list, rows, lately(watch, lagMs), lagMs),
);

/** Read from the rows of the Portfolio, so that nothing counts both here and in a position. */
export const unlistedNow = ({intents, portfolio, limits, link, settings}: State) =>
  remembered(intents.list, portfolio.rows, limits.watch, mostLagMs(link, settings));

/** With those of orders in doubt, which no record names: what the figures of the account may lack. */
export const fillsLacking = (state: State): readonly UnlistedFill[] =>
  withDoubted(state.intents.list, unlistedNow(state));

export const withDoubted = rememberLast((list: readonly Intent[], unlisted: readonly UnlistedFill[]) => [
  ...unlisted,
  ...list.flatMap(({state, draft}): readonly UnlistedFill[] => {
    const order = state === 'UNKNOWN' ? orderPlaced(draft) : undefined;
    return order ? [{order, side: order.side, least: '0', most: order.size, isSure: false}] : [];
  }),
]);

/** The unlisted fill of one order. */
export const unlistedOf = (state: State, orderId: Id | undefined): UnlistedFill | undefined =>
  unlistedNow(state).find(({order}) => orderId !== undefined && order.orderId === orderId);

/** An order without a position id may be of any position. */
export const isUnlistedIn =
  ({symbol, positionId}: Pick<KnownOrder, 'symbol' | 'positionId'>) =>
  ({order: {symbol: of, positionId: id = positionId}}: UnlistedFill) =>
    of === symbol && (positionId === undefined || id === positionId);

const signedFor = (side: string, size: Decimal) => (side === 'SELL' ? negate(size) : size);

/** They add this to a position at worst for an order of this side: it goes as far to its side as it may. */
export const unlistedNet = (fills: readonly UnlistedFill[], side: string): Decimal =>
  sum(fills.map(each => signedFor(each.side, each.side === side ? each.most : each.least)));

export const isSizeKnown = ({least, most}: UnlistedFill) => least === most;
const sizeWords = (fill: UnlistedFill) =>
  `${isSizeKnown(fill) ? '' : 'up to '}${signed(signedFor(fill.side, fill.most))}`;

/** `-1 not listed yet`; '' without one */
export function unlistedSizes(fills: readonly UnlistedFill[]): string {
  return fills.length === 0 ? '' : `${fills.map(sizeWords).join(', ')} not listed yet`;
}

/** A count beside a total: contracts of several symbols have no sum. With a `?` they may be none. */
export const fillsWords = (fills: readonly UnlistedFill[], before?: string): string =>
  fillsText(fills.length, fills.every(isSizeKnown), before);

export const fillsText = (count: number, isSure: boolean, before = 'excl. '): string =>
  count === 0 ? '' : `${before}${counted(count, 'fill')}${isSure ? '' : '?'}`;

/** Openings that the service has accepted, and that no list shows yet. */
export const openingsText = ({list, reads}: State['intents']): string => {
  const isLacking = (each: Intent) => isOpen(each.draft) && lacksRecord(each) && reads[each.id] !== undefined;
  const count = list.filter(isLacking).length;
  return count === 0 ? '' : counted(count, 'opening');
};

/** `+1 BTC-X filled, not listed yet` */
export function unlistedWords(fill: UnlistedFill): string {
  const filled = isSizeKnown(fill) ? 'filled' : 'may have filled';
  return `${sizeWords(fill)} ${asItCame(fill.order.symbol ?? '')} ${filled}, not listed yet`;
}
