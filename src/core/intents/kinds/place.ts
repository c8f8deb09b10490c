import * as z from 'zod/mini';
import type {PortfolioRows} from '../../../account/portfolio/rows.ts';
import {filledBy} from '../../../account/resources/arithmetic.ts';
import {notional} from '../../../account/resources/figures.ts';
import {askedWords, movedWords, orderWords} from '../../../account/words/records.ts';
import {expiryDay} from '../../../account/words/times.ts';
import {LinkError} from '../../../api/errors.ts';
import {add, compare, multiply, sum} from '../../../api/wire/decimal.ts';
import {type Decimal, type Id, type Order, sides, type Trade} from '../../../api/wire/records.ts';
import type {Replaced, SentKind, Verdict, WholeRead, Write} from './kind.ts';
import {
  afterSend,
  all,
  contract,
  decimal,
  defaults,
  type Fit,
  type FoundRecord,
  int64,
  newnessTo,
  notionalForbidden,
  positive,
  sameNumber,
  sameText,
  symbol,
  symbolForbidden,
  verdictOn,
} from './parts.ts';

const schema = z.lazy(() =>
  z.object({
    kind: z.literal('place'),
    symbol: symbol(),
    side: z.enum(sides),
    price: positive(),
    size: positive(),
    positionId: z.optional(int64()),
    contract: z.optional(contract()),
    /** The id of the position that it reduces by its whole size, reserved when it is asked for. */
    reduces: z.optional(z.string()),
    /** The order whose place it takes. */
    replaces: z.optional(
      z.object({
        cancelId: z.string(),
        orderId: int64(),
        price: positive(),
        filled: decimal(),
        unseen: decimal(),
        ask: z.optional(positive()),
      }),
    ),
  }),
);

export type PlaceDraft = z.infer<typeof schema>;

/** The POST has an idempotency key: a repeat is the same order. */
export const place: SentKind<PlaceDraft, 'side' | 'symbol'> = {
  ...defaults,
  name: 'place',
  schema,
  target: of => placeTarget(of),
  makes: 'order',
  places: draft => draft,
  replaces: ({replaces}) => replaces?.orderId,
  mostFilled: ({size, replaces}) => (replaces ? sum([size, replaces.filled, replaces.unseen]) : size),
  // The limits exclude the order whose place it takes.
  load: (draft, of) => ({investment: '0', notional: atMost(draft), count: 0, ...of}),
  underlying: (draft, seen) => seen.get(draft.symbol) ?? draft.contract?.asset,
  guardrail: (draft, {guardrails, underlyings}) =>
    notionalForbidden(notional(draft), guardrails) ??
    symbolForbidden(draft.symbol, guardrails, underlyings, draft.contract),

  async send(client, {draft, idempotencyKey}, options) {
    const {symbol, side, price, size, positionId} = draft;
    if (idempotencyKey === undefined) throw new LinkError('input', 'no', 'The order has no idempotency key.');
    const order = {symbol, side, price, size, positionId, orderType: 'LIMIT', idempotencyKey} as const;
    return client.createOrder(order, options);
  },
  isOf: (write, order) => all([newnessTo(write)(order.orderId), ...termsFit(write.draft, order)]) !== 'no',
  repeats: 'same key',
  resent: 'with the same key; a duplicate if the service has forgotten it',
  answer: 'its order',
  readFirst: {409: 'key used for another order'},
  like,
  settledBy: ['orders', 'trades'],
  judge,
  inDoubt:
    'It was executed, is delayed, or never arrived. Orders lists one that works and Trades one that filled, by side, contract, price, size and time, but maybe late. A resend has the same key: it places no second one unless the service has forgotten the key.',

  words: {
    asked: draft => askedWords(draft),
    verb: 'place',
    target: ({side, symbol}) => `${side} ${symbol}`,
    amount: ({size, price}) => `${size} at ${price}`,
  },
  doneWords: ({draft: {replaces}}, order, fills) =>
    (replaces === undefined ? orderWords : movedWords)(order, fills),
  done: ({symbol, side, size, price}, {recordId: orderId}) => ({
    order: {orderId, symbol, side, size, price, orderType: 'LIMIT'},
  }),
};

/** The order whose place a write takes; undefined for any other write. */
export function replacedBy(draft: {readonly kind: string; readonly replaces?: Replaced | undefined}) {
  return draft.kind === place.name ? draft.replaces : undefined;
}

/** Without the order that it replaces. */
export const alone = <D extends {readonly kind: string}>(draft: D): D =>
  replacedBy(draft) === undefined ? draft : {...draft, replaces: undefined};

function atMost(draft: PlaceDraft): Decimal {
  const {replaces} = draft;
  return replaces === undefined
    ? notional(draft)
    : add(notional(draft), multiply(replaces.price, replaces.unseen));
}

export function placeTarget({side, symbol}: Pick<PlaceDraft, 'side' | 'symbol'>): string {
  return `${side} ${symbol}`;
}

/**
 * The list does not return the key, so an order is matched by symbol, side, price, size and time among the
 * orders that were not listed before the send. An order that filled at once is in no list. Its trades carry
 * no symbol, so they are matched by contract, side and total size.
 */
function judge(write: Write<PlaceDraft>, read: WholeRead): Verdict {
  const sought: Sought = {write, draft: write.draft, read, isNew: newnessTo(write)};
  const listed = read.orders.map(
    (order): FoundRecord => ({
      recordId: order.orderId,
      fit: orderFit(sought, order),
      words: `order #${order.orderId} ${order.side ?? ''} ${order.size ?? '?'} at ${order.price ?? '?'}`,
      seen: {order},
    }),
  );
  const isListed = new Set(read.orders.map(order => order.orderId));
  const filled = [...Map.groupBy(read.trades, trade => trade.orderId ?? '')]
    .filter(([orderId]) => !isListed.has(orderId))
    .map(
      ([orderId, trades]): FoundRecord => ({
        recordId: orderId === '' ? `trades ${trades.map(trade => trade.tradeId).join(' ')}` : orderId,
        fit: fillsFit(sought, orderId, trades),
        words: orderId === '' ? 'trades without an order id' : `order #${orderId}, filled`,
        seen: {trades},
      }),
    );
  return verdictOn(write, [...listed, ...filled], 'No new order or trade like it is listed.');
}

function like(draft: PlaceDraft, {orders, trades}: PortfolioRows): readonly Id[] {
  const isLike = ({symbol, side}: Order) =>
    all([sameText(symbol, draft.symbol), sameText(side, draft.side)]) !== 'no';
  return [
    ...orders.rows.filter(isLike).map(order => order.orderId),
    ...trades.rows.filter(trade => mayBeFill(trade, draft)).flatMap(trade => trade.orderId ?? []),
  ];
}

export const mayBeFill = (trade: Trade, draft: PlaceDraft): boolean =>
  all([sideFit(trade, draft), ...contractFits(trade, draft)]) !== 'no';

type Sought = {
  readonly write: Write<PlaceDraft>;
  readonly draft: PlaceDraft;
  readonly read: WholeRead;
  readonly isNew: (id: Id) => Fit;
};

function orderFit({write, draft, read, isNew}: Sought, order: Order): Fit {
  return all([isNew(order.orderId), ...termsFit(draft, order), afterSend(order.timestamp, write, read)]);
}

const termsFit = (draft: PlaceDraft, order: Order): readonly Fit[] => [
  sameText(order.symbol, draft.symbol),
  sameText(order.side, draft.side),
  sameNumber(order.price, draft.price),
  sameNumber(order.size, draft.size),
];

function fillsFit({write, draft, read, isNew}: Sought, orderId: string, trades: readonly Trade[]): Fit {
  const each = trades.flatMap(trade => [
    sideFit(trade, draft),
    ...contractFits(trade, draft),
    priceFit(trade, draft),
    afterSend(trade.openDate, write, read),
  ]);
  return all([orderId === '' ? 'maybe' : isNew(orderId), ...each, sumFit(trades, draft)]);
}

const sideFit = ({tradeSide}: Trade, {side}: PlaceDraft): Fit => sameText(tradeSide?.toUpperCase(), side);

function contractFits(trade: Trade, draft: PlaceDraft): readonly Fit[] {
  const {contract, symbol} = draft;
  if (contract === undefined) return [isNamedIn(symbol, trade) ? 'yes' : 'maybe'];
  return [
    sameText(trade.asset, contract.asset),
    sameText(trade.type, contract.type),
    sameNumber(trade.strikePrice, contract.strikePrice),
    sameExpiry(trade, draft),
  ];
}

/** No record shows the terms of a contract before its first order. Its symbol may: `BTC-04DEC26-71750-C`. */
function isNamedIn(symbol: string, {asset, type, strikePrice, expiryDate}: Trade): boolean {
  if (expiryDate === undefined) return false;
  const named = [asset, expiryDay(expiryDate).replaceAll(' ', ''), strikePrice, type?.slice(0, 1)];
  return symbol.toUpperCase() === named.join('-').toUpperCase();
}

/** A missing expiry does not exclude a match. */
function sameExpiry(trade: Trade, draft: PlaceDraft): Fit {
  const wanted = draft.contract?.expiryDate;
  return trade.expiryDate === undefined || wanted === undefined || trade.expiryDate === wanted ? 'yes' : 'no';
}

/** A limit order does not fill beyond its limit. */
function priceFit({openPrice}: Trade, {side, price}: PlaceDraft): Fit {
  if (openPrice === undefined) return 'yes';
  const beyond = side === 'BUY' ? compare(openPrice, price) : compare(price, openPrice);
  return beyond > 0 ? 'maybe' : 'yes';
}

/** A smaller sum may be a partial fill, but not if it filled its order; a larger one is of another order. */
function sumFit(trades: readonly Trade[], draft: PlaceDraft): Fit {
  const {sum, isExact} = filledBy(trades);
  if (!isExact) return 'maybe';
  const difference = compare(sum, draft.size);
  if (difference < 0) return trades.some(({fillType}) => fillType === 'FILL') ? 'no' : 'maybe';
  return difference === 0 ? 'yes' : 'no';
}
