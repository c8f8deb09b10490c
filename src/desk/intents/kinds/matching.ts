import {compare} from '../../../api/wire/decimal.ts';
import type {Decimal, Id, Millis} from '../../../api/wire/records.ts';
import {isCounted} from '../../resources/arithmetic.ts';
import type {Candidate, SeenRecord, Verdict, WholeRead, Write} from './kind.ts';

/** `maybe` if the record lacks a field that would decide. */
export type Fit = 'yes' | 'no' | 'maybe';

export function all(fits: readonly Fit[]): Fit {
  if (fits.includes('no')) return 'no';
  return fits.includes('maybe') ? 'maybe' : 'yes';
}

export function sameText(seen: string | undefined, wanted: string | undefined): Fit {
  if (seen === undefined || wanted === undefined) return 'maybe';
  return seen === wanted ? 'yes' : 'no';
}

export function sameNumber(seen: Decimal | undefined, wanted: Decimal | undefined): Fit {
  if (!isCounted(seen) || !isCounted(wanted)) return 'maybe';
  return compare(seen, wanted) === 0 ? 'yes' : 'no';
}

/**
 * Tells whether a time by the service's clock is after the first send, within the tolerance. The offset
 * before the send decides. If the clock was set back since then, times between the two offsets are
 * uncertain. Without an offset at the send, the result is never `no`.
 */
export function afterSend(at: Millis | undefined, write: Write<unknown>, {clock}: WholeRead): Fit {
  const sentAt = write.attempts[0]?.startedAt.wall;
  if (at === undefined || clock === undefined || sentAt === undefined) return 'maybe';
  const {offsetAtSend} = write;
  const sinceMs = at - sentAt + clock.toleranceMs;
  if (offsetAtSend === undefined) return sinceMs >= clock.offsetMs ? 'yes' : 'maybe';
  if (sinceMs >= offsetAtSend) return 'yes';
  if (sinceMs < clock.offsetMs) return 'no';
  return offsetAtSend - clock.offsetMs <= clock.toleranceMs ? 'yes' : 'maybe';
}

export function newnessTo({knownBefore}: Write<unknown>): (id: Id) => Fit {
  if (knownBefore === undefined) return () => 'maybe';
  const known = new Set(knownBefore);
  return id => (known.has(id) ? 'no' : 'yes');
}

export type FoundRecord = {
  readonly recordId: Id;
  readonly fit: Fit;
  readonly words: string;
  readonly seen: SeenRecord;
};

/** Done only with one certain match and no other possible one. */
export function verdictOn(found: readonly FoundRecord[], none: string): Verdict {
  const fitting = found.filter(each => each.fit !== 'no');
  const [first, ...others] = fitting;
  if (first === undefined) return {verdict: 'none', reason: none};
  if (others.length === 0 && first.fit === 'yes') {
    const {recordId, seen} = first;
    return {verdict: 'done', recordId, seen, reason: `Confirmed: ${first.words}.`};
  }
  const candidates: Candidate[] = fitting.map(({recordId, words}) => ({recordId, words, isTaken: false}));
  const reason =
    others.length === 0
      ? `Possible match, details missing: ${first.words}.`
      : `Possible matches: ${fitting.map(each => each.words).join('; ')}.`;
  return {verdict: 'candidates', candidates, reason};
}
