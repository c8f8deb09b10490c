import * as z from 'zod/mini';
import {isZero} from '../../api/wire/decimal.ts';
import type {EasyOption, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';
import type {Outcome} from '../intents/outcome.ts';
import {type Lags, lagsOf} from '../model/lags.ts';
import type {Moment} from '../model/moment.ts';
import type {Tagged} from '../model/vocabulary.ts';
import {isAscending, type ListRead, lackOf} from '../model/whole.ts';
import {contractKey, netOf} from '../resources/arithmetic.ts';
import {isFinal} from '../resources/easy-options.ts';

/**
 * A halt in the journal, one per service, as one account sees it. From the commit that sets it to the one that
 * lifts it, no process on that journal sends anything that adds risk. Cancels and closes go out only after a
 * review, for each account by itself.
 */
export type HaltRecord = {
  readonly at: Millis;
  readonly by: string;
  /** Undefined if nothing was confirmed for this account. */
  readonly own: AccountHalt | undefined;
  /** Halts of other accounts that have not ended. */
  readonly others: readonly AccountHalt[];
};

/** The halt of one account: its confirmed review and its progress. */
export type AccountHalt = {
  readonly account: string;
  readonly askedAt: Millis;
  readonly wants: HaltWants;
  readonly progress: HaltProgress | undefined;
  /** When a process last worked on it. */
  readonly workedAt: Millis;
};

export type HaltWants = 'no orders' | 'flat';

export const haltEnds = ['NO ORDERS', 'NO ORDERS, NO EASY OPTIONS', 'FLAT'] as const;
export type HaltEnd = (typeof haltEnds)[number];

const count = z.optional(z.number());
export const progressSchema = z.object({
  at: z.number(),
  /** HELD: nothing of what is left can be ended now. */
  word: z.enum([...haltEnds, 'HALTING', 'HELD']),
  isStuck: z.boolean(),
  proved: z.optional(z.enum(haltEnds)),
  left: z.array(z.string()),
  counts: z.object({orders: count, easyOptions: count, intents: z.number(), unproved: z.number()}),
  /** Since when no read has listed anything; not a proof yet. */
  nothingListedSince: count,
});

export type HaltProgress = Readonly<z.infer<typeof progressSchema>>;

/** Typed to lift a halt: no key may do that by accident. */
export const liftingWord = 'resume';

export function liftingWordFor(record: HaltRecord | undefined): string {
  return record === undefined || record.others.length === 0 ? liftingWord : `${liftingWord} all`;
}

export function isUnderWay(of: AccountHalt | undefined): of is AccountHalt {
  return of !== undefined && (of.progress === undefined || !isEnd(of.progress.word));
}

/** No process carries it out: the last one has ended, and no other has the credential. */
export function isPaused({workedAt}: AccountHalt, now: Millis): boolean {
  return Math.abs(now - workedAt) > pausedAfterMs;
}

const pausedAfterMs = 30_000;

export function isEnd(word: string): word is HaltEnd {
  return haltEnds.some(each => each === word);
}

export const longestHaltMs = 86_400_000;
const settleMs = 15_000;

/**
 * The outcome of a halt for a process without a terminal; undefined while it goes on. An outage ends it only by
 * the time limit.
 * @param elapsedMs since the process began with it
 */
export function haltOutcome(
  record: HaltRecord | undefined,
  {elapsedMs, timeoutMs, wall}: {elapsedMs: number; timeoutMs: number; wall: Millis},
): 'ended' | 'held' | 'out of time' | undefined {
  const progress = record?.own?.progress;
  if (progress !== undefined && isEnd(progress.word)) return 'ended';
  // An item that no operation closes is known to be stuck as soon as everything else is proved.
  const isSettled =
    progress !== undefined &&
    (progress.proved === 'NO ORDERS, NO EASY OPTIONS' || Math.abs(wall - progress.at) > settleMs);
  if (isSettled && progress.isStuck) return 'held';
  return elapsedMs >= timeoutMs ? 'out of time' : undefined;
}

export function endFor(wants: HaltWants): HaltEnd {
  return wants === 'flat' ? 'FLAT' : 'NO ORDERS';
}

export function haltedReason({by}: Pick<HaltRecord, 'by'>): string {
  return `HALTED by ${by}: new risk blocked until you type ${liftingWord} on Activity. Exits and reducing orders pass.`;
}

export type HaltFacts = {
  /** Changes as soon as any process asks for a write, or begins or ends an attempt or a DELETE. */
  readonly writes: string;
  readonly open: readonly Intent[];
  readonly unproved: readonly Id[];
  /** Orders that a list showed last, also to an earlier process. */
  readonly listed: readonly Order[];
  /** Unproved orders that another account may have placed: a DELETE of ours proves nothing of them. */
  /** Orders that reduce a position, asked for after the review of the halt. */
  readonly closing: readonly Intent[];
  /** The journal was found to lack so many later writes: of any account, and one may be live. */
  readonly lack?: {readonly count: number; readonly at: Millis} | undefined;
};

export type ProofFacts = ReturnType<typeof proofFacts>;

type Proviso = readonly [isMet: boolean, lacks: string];

/** The conditions of each word, top to bottom; each word includes the ones before it. */
const proofs: Readonly<Record<HaltEnd, (facts: ProofFacts) => readonly Proviso[]>> = {
  'NO ORDERS': ({intents, unproved, quietSince, empty, listLagMs, lack}) => [
    [intents === 0, 'writes have not ended'],
    [unproved === 0, 'orders are not confirmed final'],
    [empty !== undefined, 'orders are still listed'],
    [empty !== undefined && empty.first >= quietSince, 'waiting for an empty read after the last write'],
    [empty !== undefined && empty.last > empty.first, 'waiting for a second check'],
    [
      empty !== undefined && empty.last - empty.first >= listLagMs,
      `empty reads ${seconds(listLagMs)} apart (lists may lag by that)`,
    ],
    [
      lack === undefined,
      `the journal lacks ${lack} later ${lack === 1 ? 'write' : 'writes'}: an empty read ${seconds(lateMs + listLagMs)} after that was found`,
    ],
  ],
  'NO ORDERS, NO EASY OPTIONS': ({quietSince, read}) => [
    ...provisosOn(read?.easyOptions, 'Easy Options', quietSince),
    [isStable(read?.easyOptions), 'Easy Options in order of their ids'],
    [read?.easyOptions?.rows.every(each => isFinal(each.status)) === true, 'Easy Options are not ended'],
  ],
  FLAT: ({quietSince, read, tradesLagMs, serviceTime}) => [
    ...provisosOn(read?.trades, 'trades', quietSince + tradesLagMs),
    [read?.trades !== undefined && held(read.trades, serviceTime) === 0, 'contracts are held'],
  ],
};

function provisosOn(read: ListRead<unknown> | undefined, what: string, from: number): readonly Proviso[] {
  return [
    [read !== undefined, `a read of the ${what}`],
    [read !== undefined && read.began.mono >= from, `a later read of the ${what}`],
    [
      read?.totals[0] !== undefined && lackOf(read, 'tallied') === undefined,
      `a read of all ${what}, with one total on its first and last page`,
    ],
  ];
}

/** Easy Options are never removed: over several pages none moves if their ids rise. */
const isStable = (read: ListRead<unknown> | undefined) =>
  read !== undefined && lackOf(read, 'stable', isAscending(read)) === undefined;

const held = ({rows}: ListRead<Trade>, serviceTime: Millis) => heldContracts(rows, serviceTime).length;
/** For so long after an attempt began it may arrive: 10 s to its deadline, and a service that is late. */
const lateMs = 25_000;
const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

export function provedEnd(facts: ProofFacts): HaltEnd | undefined {
  const unproved = haltEnds.findIndex(word => lackAt(word, facts) !== undefined);
  return unproved < 0 ? haltEnds.at(-1) : haltEnds[unproved - 1];
}

function lackAt(word: HaltEnd, facts: ProofFacts): string | undefined {
  return proofs[word](facts).find(([isMet]) => !isMet)?.[1];
}

export function lacking(word: HaltEnd, facts: ProofFacts): string | undefined {
  const upTo = haltEnds.slice(0, haltEnds.indexOf(word) + 1);
  return upTo.map(each => lackAt(each, facts)).find(lack => lack !== undefined);
}

export function heldContracts(trades: readonly Trade[], serviceTime: Millis): string[] {
  const open = trades.filter(({expiryDate}) => expiryDate === undefined || expiryDate > serviceTime);
  return [...Map.groupBy(open, contractKey).values()].flatMap(each => {
    const net = netOf(each);
    if (net !== undefined && isZero(net)) return [];
    return each.slice(0, 1).map(trade => `${net ?? 'an unknown number of'} ${contractOf(trade)}`);
  });
}

const contractOf = ({asset, strikePrice, type, expiryDate}: Trade) =>
  [
    asset ?? 'an unknown asset',
    strikePrice ?? '',
    type ?? '',
    expiryDate === undefined ? '' : day(expiryDate),
  ]
    .filter(Boolean)
    .join(' ');

const day = (at: Millis) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** The reads of one round; a list that was not needed is undefined. */
export type AccountRead = {
  readonly orders: ListRead<Order>;
  readonly easyOptions: ListRead<EasyOption> | undefined;
  readonly trades: ListRead<Trade> | undefined;
  readonly venue: 'PAPER' | 'LIVE' | undefined;
  readonly tradesLagMs?: Millis | undefined;
};

/** A total of 0, and no row. One such read is no proof. */
function isEmptyList(read: ListRead<unknown>): boolean {
  return read.totals[0] === 0 && lackOf(read, 'tallied') === undefined;
}

export type HaltState = {
  readonly record: HaltRecord | undefined;
  /** Set here, but not yet in the journal: it applies to this process only, and is retried. */
  readonly unkept: {readonly at: Millis; readonly reason: string | undefined} | undefined;
  /** Defined if this dashboard carries the halt out, or would if no other process did. */
  readonly work: HaltWork | undefined;
  readonly reviewing: number | undefined;
};

export const noHalt: HaltState = {
  record: undefined,
  unkept: undefined,
  work: undefined,
  reviewing: undefined,
};

export function isHalted({halt}: {readonly halt: HaltState}): boolean {
  return halt.record !== undefined || halt.unkept !== undefined;
}

export type HaltScope = {readonly easyOptions: boolean; readonly trades: boolean};

export type HaltCommand = Tagged<{
  lookForHalt: object;
  setHalt: {at: Millis};
  liftHalt: object;
  wantHalt: {wants: HaltWants; at: Millis; accountId: Id | undefined};
  driveHalt: {number: number; at: Millis; accountId: Id | undefined};
  readForHalt: {number: number; scope: HaltScope};
  /** A DELETE of an order that no list shows, journaled like every write. */
  proveFinal: {orderId: Id};
  reportHalt: {progress: HaltProgress};
  finishHalt: {progress: HaltProgress; facts: HaltFacts};
}>;

export type HaltMsg = Tagged<{
  seen: {record: HaltRecord | undefined};
  unkept: {what: 'set' | 'lift' | 'want'; reason: string};
  driven: {number: number; facts: HaltFacts | undefined};
  read: {number: number; read: AccountRead};
  checked: {orderId: Id; outcome: Outcome | undefined};
  due: {number: number};
}>;

export type HaltWork = {
  /** Identifies the current round: answers to an earlier one are dropped. */
  readonly number: number;
  readonly facts: HaltFacts | undefined;
  readonly quietSince: number;
  readonly read: AccountRead | undefined;
  readonly empty: {readonly first: Moment; readonly last: Moment} | undefined;
  readonly tries: ReadonlyMap<string, HaltTry>;
  readonly checking: Id | undefined;
  readonly faults: number;
};

type HaltTry = {readonly count: number; readonly at: number; readonly nextAt: number};

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
  return {...work, tries: new Map(work.tries).set(what, {count, at: now.mono, nextAt})};
}

export function mayTry({tries}: HaltWork, what: string, now: Moment): boolean {
  return now.mono >= (tries.get(what)?.nextAt ?? 0);
}

export function proofFacts(
  {quietSince, empty, read}: HaltWork,
  {open, unproved, lack}: HaltFacts,
  lags: Lags,
  serviceTime: Millis,
) {
  const lag = lagsOf(read ?? {venue: undefined}, lags);
  const isLate = lack !== undefined && (empty?.last.wall ?? 0) < lack.at + lateMs + lag.listLagMs;
  return {
    lack: isLate ? lack.count : undefined,
    intents: open.length,
    unproved: unproved.length,
    quietSince,
    empty: empty && {first: empty.first.mono, last: empty.last.mono},
    read,
    ...lag,
    serviceTime,
  };
}
