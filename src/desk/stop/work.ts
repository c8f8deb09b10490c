import type {Id, Millis} from '../../api/wire/records.ts';
import type {StopFacts} from '../journal/stop/contract.ts';
import type {Moment} from '../model/moment.ts';
import type {ProofFacts} from './proof.ts';
import {type AccountRead, isEmptyList} from './reading.ts';

/** A stop that is being carried out, as far as this process has come with it. */
export type StopWork = {
  /** Of what is under way: answers to anything else are dropped. */
  readonly number: number;
  /** What the journal held when this round began; undefined while another process carries it out. */
  readonly facts: StopFacts | undefined;
  /** Since when no process has written, by those facts (monotonic ms). */
  readonly quietSince: number;
  readonly read: AccountRead | undefined;
  /** The reads in a row that listed no order: when the first and the last of them began. */
  readonly empty: {readonly first: Moment; readonly last: Moment} | undefined;
  readonly tries: ReadonlyMap<string, StopTry>;
  /** The order whose DELETE is on its way. */
  readonly checking: Id | undefined;
  /** Until then the service asked to be left alone with these (monotonic ms). */
  readonly checksRestUntil: number;
  /** How many rounds in a row could not read. */
  readonly faults: number;
};

/** How often something was tried, and when it may be tried again (monotonic ms). */
export type StopTry = {readonly count: number; readonly nextAt: number};

/** What cannot be ended at once is tried again after so long, and the last of it from then on. */
const pausesMs = [5_000, 10_000, 20_000, 30_000] as const;

export function newWork(number: number): StopWork {
  return {
    number,
    facts: undefined,
    quietSince: 0,
    read: undefined,
    empty: undefined,
    tries: new Map(),
    checking: undefined,
    checksRestUntil: 0,
    faults: 0,
  };
}

/** Facts that differ in their writes begin the quiet anew: what was read before counts for nothing. */
export function withFacts(work: StopWork, facts: StopFacts | undefined, now: Moment): StopWork {
  const isQuiet = facts !== undefined && facts.writes === work.facts?.writes;
  return isQuiet ? {...work, facts} : {...work, facts, quietSince: now.mono, empty: undefined};
}

export function withRead(work: StopWork, read: AccountRead): StopWork {
  const {orders, easyOptions, trades} = read;
  const {began} = orders;
  const isFaulty = [orders, easyOptions, trades].some(each => each?.fault !== undefined);
  // A read that failed tells nothing: those before it stay in a row.
  const empty = orders.fault !== undefined ? work.empty : undefined;
  return {
    ...work,
    read,
    faults: isFaulty ? work.faults + 1 : 0,
    empty: isEmptyList(orders) ? {first: work.empty?.first ?? began, last: began} : empty,
  };
}

export function tried(work: StopWork, what: string, now: Moment): StopWork {
  const count = (work.tries.get(what)?.count ?? 0) + 1;
  const nextAt = now.mono + (pausesMs[Math.min(count, pausesMs.length) - 1] ?? 0);
  return {...work, tries: new Map(work.tries).set(what, {count, nextAt})};
}

export function mayTry({tries}: StopWork, what: string, now: Moment): boolean {
  return now.mono >= (tries.get(what)?.nextAt ?? 0);
}

/** How long the service may take to show what was done. */
type Lags = {readonly listLagMs: number; readonly tradesLagMs: number};

/** What of it proves the end. */
export function proofFacts(
  {quietSince, empty, read}: StopWork,
  {open, unproved}: StopFacts,
  {listLagMs, tradesLagMs}: Lags,
  now: Moment,
): ProofFacts {
  const isPaper = read?.isPaper === true;
  return {
    intents: open.length,
    unproved: unproved.length,
    quietSince,
    empty: empty && {first: empty.first.mono, last: empty.last.mono},
    read,
    listLagMs: isPaper ? 0 : listLagMs,
    tradesLagMs: isPaper ? 0 : tradesLagMs,
    serviceTime: serviceTimeOf(read, now),
  };
}

/** By the service's clock, and never later than by ours: what may not have expired yet counts as held. */
export function serviceTimeOf(read: AccountRead | undefined, now: Moment): Millis {
  return now.wall + Math.min(0, read?.offsetMs ?? 0);
}
