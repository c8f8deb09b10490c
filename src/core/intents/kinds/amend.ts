import * as z from 'zod/mini';
import {lagsOf} from '../../../account/model/lags.ts';
import {filledBy, hasFilled, isPositive, leftOf} from '../../../account/resources/arithmetic.ts';
import {notional} from '../../../account/resources/figures.ts';
import {isWorking} from '../../../account/resources/orders.ts';
import {askedWords} from '../../../account/words/records.ts';
import {amountWords, asItCame, number} from '../../../account/words/text.ts';
import {add, compare, isDecimal, isZero, multiply, subtract} from '../../../api/wire/decimal.ts';
import {type Decimal, type Order, sides, type Trade} from '../../../api/wire/records.ts';
import {type AmendDraft, amendSchema, amendWords, type CancelDraft, cancel, cancelTarget} from './cancel.ts';
import {
  type AmendFacts,
  confirmedForMs,
  type Kind,
  type Replaced,
  type ReviewFacts,
  type ReviewLine,
} from './kind.ts';
import {
  amount,
  defaults,
  fields,
  idRefused,
  inCurrency,
  int64,
  notionalWords,
  overWords,
  positive,
  some,
} from './parts.ts';
import {
  contractLines,
  mayBeFill,
  type PlaceDraft,
  place,
  placeTarget,
  replacedBy,
  riskLines,
} from './place.ts';

/**
 * Cancels a working order and places the unfilled rest with a new price or size. It is what a person asks for:
 * sent is its cancel, and a place that follows (`follow.ts`).
 */
export const amend: Kind<AmendDraft, 'orderId' | 'side' | 'symbol'> = {
  ...defaults,
  name: 'amend',
  schema: amendSchema,
  target: draft => cancelTarget(draft),
  targets: draft => [cancelTarget(draft), placeTarget(draft)],
  makesRecord: true,
  risk: 'adds',
  adds: {
    what: 'order',
    // The limits exclude the order that it cancels.
    load: (draft, of, filled) => ({
      ...{investment: '0', notional: replacedAtMost(draft, filled), count: 0},
      ...of,
    }),
    size: draft => (mayOverfill(draft) ? add(draft.newSize, overfillOf(draft)) : draft.newSize),
    underlying: (draft, seen) => seen.get(draft.symbol) ?? draft.contract?.asset,
  },
  guardrail: (draft, by) => place.guardrail(placedBy(draft), by),
  places: draft => placedBy(draft, draft.filled),
  cancels: draft => draft,
  replaces: ({orderId}) => orderId,

  pane: 'orders',
  record: ({orderId}) => orderId,
  form: {
    fields: [fields.price, {...fields.size, label: 'Total size'}],
    title: ({given}) => `Amend order #${given?.orderId}`,
    stands: draft => standsWords(draft),
    values: ({newPrice: price, newSize: size}) => ({price, size}),
    estimate({value, given}) {
      const size = placedIn(value('size'), given?.filled);
      const words = notionalWords(value('price'), size);
      return words && `places ${number(size)}, ${words}`;
    },
    draft: ({value, given}) =>
      given && {...given, newPrice: value('price'), newSize: value('size'), reduces: undefined},
    pointless({price, size, newPrice, newSize, filled = '0'}) {
      if (compare(newSize, filled) <= 0)
        return `${amountWords(filled)} already filled: nothing of ${amountWords(newSize)} would be left.`;
      const isSame = compare(price, newPrice) === 0 && compare(size, newSize) === 0;
      return isSame ? 'Price and size are unchanged.' : undefined;
    },
  },
  ofRow: (order: Order, by) => amendable(by, order),
  proposes: () => ({
    orderId: int64(),
    price: z.optional(positive()),
    size: z.optional(positive().check(z.describe('The new total size: fills count towards it.'))),
  }),
  listed(draft, subject, rows) {
    const order = rows.row('orders', draft.orderId);
    return order && {card: rows.row('cards', subject.card?.id), order};
  },
  over: (draft, rows) => cancel.over(cancelOf(draft), rows),
  review,
  words: {
    title: 'Amend the order',
    asked: draft => amendWords(draft),
    does: () => 'amend the order',
    confirmed: 'amended',
    target: ({orderId}) => `#${orderId}`,
    amount: ({newSize, newPrice}) => `${newSize} at ${newPrice}`,
  },
};

export function isAmend(draft: {readonly kind: string}): draft is AmendDraft {
  return draft.kind === amend.name;
}

/** `0.3 filled of BUY 1 X at 4,700` */
function standsWords(draft: AmendDraft): string {
  const {filled} = draft;
  const part = filled === undefined ? 'Reading fills:' : `${amountWords(filled)} filled of`;
  return `${part} ${askedWords(draft)}`;
}

/** The typed size less what has filled; '' if nothing is left. */
function placedIn(size: string, filled: Decimal | undefined): string {
  if (filled === undefined || !isDecimal(size)) return size;
  return isZero(leftOf(size, filled)) ? '' : leftOf(size, filled);
}

export function cancelOf(then: AmendDraft): CancelDraft {
  const {orderId, symbol, side, price, size} = then;
  return {kind: 'cancel', orderId, symbol, side, price, size, then};
}

/** @param filled contracts of the order that it replaces */
export function placedBy(draft: AmendDraft, filled: Decimal = '0'): PlaceDraft {
  const {symbol, side, newPrice: price, newSize, positionId, reduces, contract} = draft;
  const size = compare(filled, '0') === 0 ? newSize : leftOf(draft.newSize, filled);
  const placed = {kind: 'place', symbol, side, price, size, positionId, contract} as const;
  return {...placed, ...(reduces !== undefined && {reduces})};
}

/** The place that follows the cancel. */
export function placeAfter(
  cancelId: string,
  draft: AmendDraft,
  filled: Decimal,
): PlaceDraft & {replaces: Replaced} {
  const {orderId, price, size, ask} = draft;
  const unseen = mayOverfill(draft) ? leftOf(size, filled) : '0';
  const replaces = {cancelId, orderId, price, filled, unseen, ...(ask !== undefined && {ask})};
  return {...placedBy(draft, filled), replaces};
}

/** Fills in contracts, by the order's trades, and why they cannot be counted. */
export function fillsTold(draft: AmendDraft, trades: readonly Trade[]) {
  const {sum, isExact} = filledBy(trades.filter(({orderId}) => orderId === draft.orderId));
  const placed = placedBy(draft);
  const isUnclear = trades.some(each => each.orderId === undefined && mayBeFill(each, placed));
  const flaw = isUnclear ? 'Trades have no order id.' : isExact ? undefined : 'A trade has no size.';
  return {sum, flaw};
}

/**
 * The old order may fill before its cancel, and only the rest is placed. The maximum is the higher cost of
 * no fill and a complete fill.
 */
function replacedAtMost(draft: AmendDraft, filled: Decimal): Decimal {
  const {price, size, newPrice, newSize, filled: reviewed = '0'} = draft;
  const none = multiply(newPrice, leftOf(newSize, filled));
  // A wait that is too short may miss every fill since the review.
  const placed = leftOf(newSize, mayOverfill(draft) ? reviewed : size);
  const all = add(multiply(price, leftOf(size, filled)), multiply(newPrice, placed));
  return compare(none, all) > 0 ? none : all;
}

function filledWords(filled: Decimal, size: Decimal, order: Order | undefined): string {
  const isUnlisted = isZero(filled) && order !== undefined && hasFilled(order);
  return isUnlisted
    ? `some of ${amountWords(size)}, not listed yet`
    : `${amountWords(filled)} of ${amountWords(size)}`;
}

function review(draft: AmendDraft, facts: ReviewFacts): ReviewLine[] {
  const {orderId, symbol, side, price, size, newPrice, newSize, filled} = draft;
  const {card, order} = facts.subject;
  const placed = placedBy(draft, filled);
  const rank = facts.fillsAtOnce(placed) ? 'marketable' : 'loses queue priority';
  return [
    {label: 'Order', value: `#${orderId}${statusWords(order)}`},
    {label: 'Symbol', value: symbol, isSent: true},
    {label: 'Side', value: side, danger: true, isSent: true},
    {label: 'Old', value: atWords(size, price), danger: true},
    ...some('Filled', filled && filledWords(filled, size, order)),
    {label: 'New', value: `total ${atWords(newSize, newPrice)} (${rank})`},
    {label: 'Places', value: placesWords(draft), danger: true, isSent: true},
    {
      label: 'Notional',
      value: inCurrency(notional(placed), facts.currency),
      note: 'of the new order, excl. fees',
    },
    {label: 'Early fills', value: 'before the cancel: that much less is placed'},
    thenLine(draft),
    ...some('Fills listed', draft.tradesLagMs > 0 ? listedWords(facts) : undefined),
    ...riskLines(placed, facts),
    ...some('Ask', amount(card?.currentAskPrice)),
    ...contractLines(placed, facts),
  ];
}

const atWords = (size: string, price: string) => `${amountWords(size)} @ ${amountWords(price)}`;

function statusWords(order: Order | undefined): string {
  return order?.status === undefined ? '' : ` ${asItCame(order.status)}`;
}

function placesWords(draft: AmendDraft): string {
  const left = leftOf(draft.newSize, draft.filled ?? '0');
  return compare(left, '0') > 0 ? atWords(left, draft.newPrice) : 'nothing: that much has filled';
}

function listedWords({fillsListed: seen, fillsMissing: missing}: ReviewFacts): string {
  const {count = 0, mostMs = 0} = seen ?? {};
  const all = count + missing;
  return [
    ...(count === 0 ? [] : [`within ${Math.ceil(mostMs / 1_000)} s in ${count} of ${all} fills`]),
    ...(missing === 0 ? [] : [`${missing} not listed yet`]),
    ...(all === 0 ? ['not observed yet'] : []),
  ].join(', ');
}

/** The new order does not wait until no trade can be late. */
export function mayOverfill({waitMs}: AmendDraft): boolean {
  return waitMs !== undefined;
}

export function waitOf({waitMs, tradesLagMs}: AmendDraft): number {
  return waitMs ?? tradesLagMs;
}

/** The most that can be overfilled: the old order filled completely since the review, unlisted. */
export function overfillOf({size, filled = '0'}: AmendDraft): Decimal {
  return subtract(size, filled);
}

/** So much may be filled beyond what is asked for: '0' if nothing may. */
export function unseenOf(draft: {readonly kind: string}): Decimal {
  if (isAmend(draft)) return mayOverfill(draft) ? overfillOf(draft) : '0';
  return replacedBy(draft)?.unseen ?? '0';
}

/** An amend may be placed by itself this long after its confirmation. */
export function promisedForMs(draft: AmendDraft): number {
  return confirmedForMs + waitOf(draft);
}

function thenLine(draft: AmendDraft): ReviewLine {
  const label = 'Then';
  if (draft.tradesLagMs === 0) return {label, value: 'placed after the confirmed cancel; not if in doubt'};
  const overfill = mayOverfill(draft) ? `overfill of up to ${amountWords(overfillOf(draft))}` : '';
  const costs = overfill || 'not if the price moved';
  const short = overfill || offMarketWords(draft);
  return {label, value: `${stepsWords(draft)}; ${costs}`, short, danger: true};
}

export function stepsWords(draft: AmendDraft): string {
  return waitOf(draft) === 0
    ? 'placed once the cancel is confirmed'
    : `${offMarketWords(draft)}, then placed`;
}

const offMarketWords = (draft: AmendDraft) => `off the market for ${Math.ceil(waitOf(draft) / 1_000)} s`;

/**
 * Fills are subtracted from the size to place, and trades count in contracts. So an order is amended only if
 * its size is certainly in contracts.
 */
export function amendable(
  {link, settings}: AmendFacts,
  order: Order,
): AmendDraft | {readonly refused: string} {
  const {orderId, symbol, price, size, sizeContracts, orderType, positionId} = order;
  const side = sides.find(each => each === order.side);
  const wrong = isWorking(order) ? idRefused(orderId) : overWords(order.status);
  if (wrong !== undefined) return {refused: wrong};
  if (orderType !== undefined && orderType !== 'LIMIT')
    return {refused: `It is a ${orderType} order: only LIMIT orders can be amended.`};
  if (symbol === undefined || side === undefined || !isPositive(price) || !isPositive(size))
    return {refused: 'Cannot amend: symbol, side, price or size is missing.'};
  if (!isPositive(sizeContracts)) return {refused: 'Cannot amend: the size in contracts is missing.'};
  if (compare(size, sizeContracts) !== 0)
    return {
      refused: `Its size ${size} is ${sizeContracts} contracts: fills, which are in contracts, cannot be subtracted.`,
    };
  const {asset, type, strikePrice, expiryDate} = order;
  const {tradesLagMs} = lagsOf(link, settings);
  return {
    kind: 'amend',
    ...{orderId, symbol, side, price, size, newPrice: price, newSize: size},
    tradesLagMs,
    ...(settings.amendWaitMs < tradesLagMs && {waitMs: settings.amendWaitMs}),
    ...(positionId === undefined ? {} : {positionId}),
    contract: {asset, type, strikePrice, expiryDate},
  };
}
