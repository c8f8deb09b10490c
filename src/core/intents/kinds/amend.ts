import {filledBy, leftOf} from '../../../account/resources/arithmetic.ts';
import {add, compare, multiply, subtract} from '../../../api/wire/decimal.ts';
import type {Decimal, Trade} from '../../../api/wire/records.ts';
import {type AmendDraft, amendSchema, amendWords, type CancelDraft, cancelTarget} from './cancel.ts';
import {confirmedForMs, type Kind, type Replaced} from './kind.ts';
import {defaults} from './parts.ts';
import {mayBeFill, type PlaceDraft, place, placeTarget, replacedBy} from './place.ts';

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
  makes: 'order',
  places: draft => placedBy(draft, draft.filled),
  replaces: ({orderId}) => orderId,
  mostFilled: draft => (mayOverfill(draft) ? add(draft.newSize, overfillOf(draft)) : draft.newSize),
  // The limits exclude the order that it cancels.
  load: (draft, of, filled) => ({
    ...{investment: '0', notional: replacedAtMost(draft, filled), count: 0},
    ...of,
  }),
  underlying: (draft, seen) => seen.get(draft.symbol) ?? draft.contract?.asset,
  guardrail: (draft, by) => place.guardrail(placedBy(draft), by),
  cancels: ({orderId}) => orderId,

  words: {
    asked: draft => amendWords(draft),
    target: ({orderId}) => `#${orderId}`,
    amount: ({newSize, newPrice}) => `${newSize} at ${newPrice}`,
  },
};

export function isAmend(draft: {readonly kind: string}): draft is AmendDraft {
  return draft.kind === amend.name;
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

/** The size that may fill beyond what is asked for: '0' if none. */
export function unseenOf(draft: {readonly kind: string}): Decimal {
  if (isAmend(draft)) return mayOverfill(draft) ? overfillOf(draft) : '0';
  return replacedBy(draft)?.unseen ?? '0';
}

/** An amend may be placed by itself this long after its confirmation. */
export function promisedForMs(draft: AmendDraft): number {
  return confirmedForMs + waitOf(draft);
}
