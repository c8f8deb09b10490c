import type {Contract, Draft, DraftOf} from '../intents/intent.ts';
import {placedBy} from '../intents/replace/write.ts';
import {contractAt, type Option} from '../model/figures.ts';
import type {State} from '../model/state.ts';

/**
 * What is known of the contract behind a symbol. The interface does not say what a symbol spells, so none is
 * taken apart: what a listed record of that very symbol tells is known, and nothing else.
 */
export function contractBehind({feeds}: State, {symbol, contract}: DraftOf<'place'>): Contract {
  if (contract?.strikePrice !== undefined) return contract;
  return feeds.orders.rows.find(each => each.symbol === symbol && each.strikePrice !== undefined) ?? {};
}

/** One contract of an order, at its limit; undefined where no record tells its type and its strike. */
export function payoffOf(state: State, [draft]: readonly Draft[]): Option | undefined {
  if (draft?.kind === 'replace') return payoffOf(state, [placedBy(draft)]);
  if (draft?.kind !== 'place') return undefined;
  return contractAt(draft.price, {...contractBehind(state, draft), side: draft.side});
}
