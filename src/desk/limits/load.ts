import {multiply} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Draft} from '../intents/draft.ts';
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

/** What a draft adds at most, once it is done in full; undefined for an exit, which adds nothing. */
export function loadOf(
  draft: Draft,
  of: {readonly currency: string | undefined; readonly underlying: string | undefined},
): Load | undefined {
  switch (draft.kind) {
    case 'open':
      return {investment: draft.investmentAmount, notional: '0', count: 1, ...of};
    case 'place':
      return {investment: '0', notional: notional(draft), count: 0, ...of};
    // What it cancels is let out of the weighing where it is asked for.
    case 'replace':
      return {investment: '0', notional: multiply(draft.newPrice, draft.newSize), count: 0, ...of};
    case 'close':
    case 'cancel':
      return undefined;
    default:
      return draft satisfies never;
  }
}
