import {add, compare, isDecimal} from '../../../api/wire/decimal.ts';
import type {Decimal, Id, Millis, Trade} from '../../../api/wire/records.ts';
import type {Candidate, Evidence, Intent, SeenRecord} from '../intent.ts';

/** A read that counts: whole, and begun after the send. */
export type WholeRead = Extract<Evidence, {kind: 'read'}>;

/** What one read says about an intent. */
export type Verdict =
  /** One record, and no other that could be it. */
  | {readonly verdict: 'done'; readonly recordId: Id; readonly reason: string; readonly seen: SeenRecord}
  /** Proved that the service did nothing. */
  | {readonly verdict: 'refused'; readonly reason: string}
  /** Several records may be it, or one that cannot be told for sure: listed, none picked. */
  | {readonly verdict: 'candidates'; readonly candidates: readonly Candidate[]; readonly reason: string}
  /** Nothing of it is seen. That alone proves nothing, but often enough it is called `no trace`. */
  | {readonly verdict: 'none'; readonly reason: string}
  /** Of close: what is seen decides nothing, however often. */
  | {readonly verdict: 'undecided'; readonly reason: string}
  /** Of cancel: the order is listed as open. */
  | {readonly verdict: 'still open'; readonly reason: string};

/** Whether a record fits what was asked for; `maybe` where it lacks a field that would tell. */
export type Fit = 'yes' | 'no' | 'maybe';

/** It fits only if all of its parts do, and surely only if none is missing. */
export function all(fits: readonly Fit[]): Fit {
  if (fits.includes('no')) return 'no';
  return fits.includes('maybe') ? 'maybe' : 'yes';
}

export function sameText(seen: string | undefined, wanted: string | undefined): Fit {
  if (seen === undefined || wanted === undefined) return 'maybe';
  return seen === wanted ? 'yes' : 'no';
}

export function sameNumber(seen: Decimal | undefined, wanted: Decimal | undefined): Fit {
  if (!isNumber(seen) || !isNumber(wanted)) return 'maybe';
  return compare(seen, wanted) === 0 ? 'yes' : 'no';
}

/** Some amounts of the service are texts that need be no decimals. */
export function isNumber(text: string | undefined): text is Decimal {
  return text !== undefined && isDecimal(text);
}

/** Contracts filled by these trades; undefined where one has no size, or no id by which a double would show. */
export function filledBy(trades: readonly Trade[]): Decimal | undefined {
  const byId = new Map(trades.map(trade => [trade.tradeId, trade.filledSizeContracts]));
  const sizes = [...byId.values()];
  if ((byId.has('') && trades.length > 1) || !sizes.every(isNumber)) return undefined;
  return sizes.reduce(add, '0');
}

/**
 * Whether a time of the service's clock is after the first send, within the tolerance. The offset seen last
 * before the send decides: a clock that runs fast or is set forward later cannot date a later record before it.
 * One that was set back can: between the two offsets nothing is certain. Without an offset at the send, nothing
 * is "no".
 */
export function afterSend(at: Millis | undefined, intent: Intent, {clock}: WholeRead): Fit {
  const sentAt = intent.attempts[0]?.startedAt.wall;
  if (at === undefined || clock === undefined || sentAt === undefined) return 'maybe';
  const {offsetAtSend} = intent;
  const sinceMs = at - sentAt + clock.toleranceMs;
  if (offsetAtSend === undefined) return sinceMs >= clock.offsetMs ? 'yes' : 'maybe';
  if (sinceMs >= offsetAtSend) return 'yes';
  if (sinceMs < clock.offsetMs) return 'no';
  return offsetAtSend - clock.offsetMs <= clock.toleranceMs ? 'yes' : 'maybe';
}

/** Tells whether a record is new: not listed before the send. Where that was not noted, nobody can tell. */
export function newnessTo({knownBefore}: Intent): (id: Id) => Fit {
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

/** One that fits, and nothing else that might: that is it. Anything less clear is listed, none is picked. */
export function verdictOn(found: readonly FoundRecord[], none: string): Verdict {
  const fitting = found.filter(each => each.fit !== 'no');
  const [first, ...others] = fitting;
  if (first === undefined) return {verdict: 'none', reason: none};
  if (others.length === 0 && first.fit === 'yes') {
    const {recordId, seen} = first;
    return {verdict: 'done', recordId, seen, reason: `A read shows it: ${first.words}.`};
  }
  const candidates: Candidate[] = fitting.map(({recordId, words}) => ({recordId, words, isTaken: false}));
  const reason =
    others.length === 0
      ? `This may be it, but it lacks what would tell: ${first.words}.`
      : `Any of these may be it: ${fitting.map(each => each.words).join('; ')}.`;
  return {verdict: 'candidates', candidates, reason};
}
