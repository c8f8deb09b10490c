import type {Id} from '../../../api/wire/records.ts';
import {type Intent, target} from '../intent.ts';
import {writeOf} from '../replace/write.ts';

/** A record that came later than this after its send has not been seen; lists lag by two minutes at most. */
const latestMs = 300_000;

/**
 * Whether a record may as well be what `other` made: an intent for the same that was ended by hand, without
 * proof, shortly before `intent` was asked for. One record for two intents is picked for neither.
 */
export function isRival(other: Intent, intent: Intent, recordId: Id): boolean {
  const lastSent = writeOf(other).attempts.at(-1)?.startedAt.wall;
  return (
    other.id !== intent.id &&
    other.state === 'BY HAND' &&
    asksForTheSame(other, intent) &&
    lastSent !== undefined &&
    intent.askedAt.wall - lastSent <= latestMs &&
    other.knownBefore?.includes(recordId) !== true
  );
}

/** The price of an order is left aside: where a match rests on trades, they bear none. */
function asksForTheSame(one: Intent, another: Intent): boolean {
  const [{draft: a}, {draft: b}] = [writeOf(one), writeOf(another)];
  if (target(a) !== target(b)) return false;
  if (a.kind === 'open' && b.kind === 'open') return a.investmentAmount === b.investmentAmount;
  return a.kind === 'place' && b.kind === 'place' && a.size === b.size;
}
