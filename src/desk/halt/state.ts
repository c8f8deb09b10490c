import type {Id, Millis} from '../../api/wire/records.ts';
import type {Outcome} from '../intents/outcome.ts';
import {type Lags, lagsOf} from '../model/lags.ts';
import type {Moment} from '../model/moment.ts';
import {type AccountRead, isEmptyList, type ProofFacts} from './proof.ts';
import type {HaltFacts, HaltProgress, HaltRecord, HaltWants} from './record.ts';

export type HaltState = {
  readonly record: HaltRecord | undefined;
  /** Set here, but not yet in the journal: it applies to this process only, and is retried. */
  readonly unkept: {readonly at: Millis; readonly reason: string | undefined} | undefined;
  /** Defined if this dashboard carries the halt out, or would if no other process did. */
  readonly work: HaltWork | undefined;
  readonly reviewing: number | undefined;
  readonly isHandedOn: boolean;
};

export const noHalt: HaltState = {
  record: undefined,
  unkept: undefined,
  work: undefined,
  reviewing: undefined,
  isHandedOn: false,
};

export function isHalted({halt}: {readonly halt: HaltState}): boolean {
  return halt.record !== undefined || halt.unkept !== undefined;
}

export type HaltScope = {readonly easyOptions: boolean; readonly trades: boolean};

export type HaltCommand =
  | {readonly type: 'lookForHalt'}
  | {readonly type: 'setHalt'; readonly at: Millis}
  | {readonly type: 'liftHalt'}
  | {
      readonly type: 'wantHalt';
      readonly wants: HaltWants;
      readonly at: Millis;
      readonly accountId: Id | undefined;
    }
  | {
      readonly type: 'driveHalt';
      readonly number: number;
      readonly at: Millis;
      readonly accountId: Id | undefined;
    }
  | {readonly type: 'readForHalt'; readonly number: number; readonly scope: HaltScope}
  /** A DELETE of an order that no list shows, journaled like every write. */
  | {readonly type: 'proveFinal'; readonly orderId: Id}
  | {readonly type: 'reportHalt'; readonly progress: HaltProgress}
  | {readonly type: 'finishHalt'; readonly progress: HaltProgress; readonly facts: HaltFacts};

export type HaltMsg =
  | {readonly type: 'seen'; readonly record: HaltRecord | undefined}
  | {readonly type: 'unkept'; readonly what: 'set' | 'lift' | 'want'; readonly reason: string}
  | {readonly type: 'driven'; readonly number: number; readonly facts: HaltFacts | undefined}
  | {readonly type: 'read'; readonly number: number; readonly read: AccountRead}
  | {readonly type: 'checked'; readonly orderId: Id; readonly outcome: Outcome | undefined}
  | {readonly type: 'due'; readonly number: number};

export type HaltWork = {
  /** Identifies the current round: answers to an earlier one are dropped. */
  readonly number: number;
  readonly facts: HaltFacts | undefined;
  readonly quietSince: number;
  readonly read: AccountRead | undefined;
  readonly empty: {readonly first: Moment; readonly last: Moment} | undefined;
  readonly tries: ReadonlyMap<string, HaltTry>;
  readonly checking: Id | undefined;
  readonly checksRestUntil: number;
  readonly faults: number;
};

type HaltTry = {readonly count: number; readonly nextAt: number};

const pausesMs = [5_000, 10_000, 20_000, 30_000] as const;

export function newWork(number: number): HaltWork {
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

/** A write restarts the quiet time: earlier reads then prove nothing. */
export function withFacts(work: HaltWork, facts: HaltFacts | undefined, now: Moment): HaltWork {
  const isQuiet = facts !== undefined && facts.writes === work.facts?.writes;
  return isQuiet ? {...work, facts} : {...work, facts, quietSince: now.mono, empty: undefined};
}

export function withRead(work: HaltWork, read: AccountRead): HaltWork {
  const {orders, easyOptions, trades} = read;
  const {began} = orders;
  const isFaulty = [orders, easyOptions, trades].some(each => each?.fault !== undefined);
  const empty = orders.fault !== undefined ? work.empty : undefined;
  return {
    ...work,
    read,
    faults: isFaulty ? work.faults + 1 : 0,
    empty: isEmptyList(orders) ? {first: work.empty?.first ?? began, last: began} : empty,
  };
}

export function tried(work: HaltWork, what: string, now: Moment): HaltWork {
  const count = (work.tries.get(what)?.count ?? 0) + 1;
  const nextAt = now.mono + (pausesMs[Math.min(count, pausesMs.length) - 1] ?? 0);
  return {...work, tries: new Map(work.tries).set(what, {count, nextAt})};
}

export function mayTry({tries}: HaltWork, what: string, now: Moment): boolean {
  return now.mono >= (tries.get(what)?.nextAt ?? 0);
}

export function proofFacts(
  {quietSince, empty, read}: HaltWork,
  {open, unproved}: HaltFacts,
  lags: Lags,
  now: Moment,
): ProofFacts {
  return {
    intents: open.length,
    unproved: unproved.length,
    quietSince,
    empty: empty && {first: empty.first.mono, last: empty.last.mono},
    read,
    ...lagsOf(read ?? {venue: undefined}, lags),
    serviceTime: serviceTimeOf(read, now),
  };
}

/** By the service's clock, but never later than ours: what may not have expired counts as held. */
export function serviceTimeOf(read: AccountRead | undefined, now: Moment): Millis {
  return now.wall + Math.min(0, read?.offsetMs ?? 0);
}
