import {compare, subtract} from '../../../api/wire/decimal.ts';
import type {Decimal} from '../../../api/wire/records.ts';
import type {DraftOf, Intent, WriteDraft} from '../intent.ts';
import {cancelWrite} from './replacing.ts';

/** An intent as the one write that it is at: what is sent, judged and looked for is always that. */
export type WriteIntent = Intent & {readonly draft: WriteDraft};

/**
 * Of a replacement its cancel, and from PLACING on its place, each with its own attempts alone: one rule for
 * both of them, whoever asked.
 */
export function writeOf(intent: Intent): WriteIntent {
  const {draft} = intent;
  if (draft.kind !== 'replace') return {...intent, draft};
  const at = intent.replacing?.write ?? cancelWrite;
  const attempts = intent.attempts.filter(({write = cancelWrite}) => write === at);
  return {
    ...intent,
    attempts,
    draft: at === cancelWrite ? cancelOf(draft) : placedBy(draft, intent.replacing?.filled),
  };
}

/** Whether a replacement is at its place; its cancel is over by then. */
export function isAtPlace({draft, replacing}: Intent): boolean {
  return draft.kind === 'replace' && (replacing?.write ?? cancelWrite) !== cancelWrite;
}

function cancelOf({orderId, symbol, side, price, size}: DraftOf<'replace'>): DraftOf<'cancel'> {
  return {kind: 'cancel', orderId, symbol, side, price, size};
}

/**
 * What a replacement places.
 * @param filled contracts of the order that it replaces
 */
export function placedBy(draft: DraftOf<'replace'>, filled: Decimal = '0'): DraftOf<'place'> {
  const {symbol, side, newPrice: price, newSize, positionId, contract} = draft;
  const size = compare(filled, '0') === 0 ? newSize : unfilledOf(draft, filled);
  return {kind: 'place', symbol, side, price, size, positionId, contract};
}

/** What is left to be placed; not above 0 where the order has filled as much already. */
export function unfilledOf({newSize}: DraftOf<'replace'>, filled: Decimal): Decimal {
  return subtract(newSize, filled);
}
