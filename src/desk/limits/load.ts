import {add, compare, multiply, subtract} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Draft, DraftOf} from '../intents/draft.ts';
import {notional} from '../model/figures.ts';

/** What something that is open, or may become so, weighs against the limits of the account. */
export type Load = {
  readonly investment: Decimal;
  readonly notional: Decimal;
  /** Of Easy Options. */
  readonly count: number;
  /** Of the investment; undefined where nothing tells it: then it weighs in every currency. */
  readonly currency: string | undefined;
  /** undefined where nothing tells it: then it weighs on every underlying. */
  readonly underlying: string | undefined;
};

/** Of what places an order, in contracts. */
export function sizeOf(draft: Draft): Decimal {
  if (draft.kind === 'place') return draft.size;
  return draft.kind === 'replace' ? draft.newSize : '0';
}

/**
 * What a draft adds at most, once it is done in full; undefined for an exit, which adds nothing.
 * @param filled contracts of the order that it replaces, which weigh already
 */
export function loadOf(
  draft: Draft,
  of: {readonly currency: string | undefined; readonly underlying: string | undefined},
  filled: Decimal = '0',
): Load | undefined {
  switch (draft.kind) {
    case 'open':
      return {investment: draft.investmentAmount, notional: '0', count: 1, ...of};
    case 'place':
      return {investment: '0', notional: notional(draft), count: 0, ...of};
    // What it cancels is let out of the weighing where it is asked for.
    case 'replace':
      return {investment: '0', notional: replacedAtMost(draft, filled), count: 0, ...of};
    case 'close':
    case 'cancel':
      return undefined;
    default:
      return draft satisfies never;
  }
}

/**
 * The two orders are never alive together, but the old one may fill before it is canceled, in part or whole,
 * and only the rest is placed: what is dearer of nothing filled and all filled is the most that it comes to.
 */
function replacedAtMost({price, size, newPrice, newSize}: DraftOf<'replace'>, filled: Decimal): Decimal {
  const none = multiply(newPrice, rest(newSize, filled));
  const all = add(multiply(price, rest(size, filled)), multiply(newPrice, rest(newSize, size)));
  return compare(none, all) > 0 ? none : all;
}

/** Of a size, what such a fill leaves; never below 0. */
function rest(size: Decimal, filled: Decimal): Decimal {
  return compare(size, filled) > 0 ? subtract(size, filled) : '0';
}
