import type {Id, Millis} from '../../src/api/wire/records.ts';
import {whyHeld} from '../../src/desk/gate/gate.ts';
import type {Intent} from '../../src/desk/intents/intent.ts';
import {kindOf, reducesRisk} from '../../src/desk/intents/kinds/kinds.ts';
import type {BoundJournal} from '../../src/desk/journal/journal.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
import {
  type AccountStanding,
  type Knows,
  type Reservation,
  weighedBeside,
} from '../../src/desk/limits/reserved.ts';
import type {Limits} from '../../src/desk/model/vocabulary.ts';

type Ended = {readonly mark: number; readonly at: Millis; settled: number | undefined};

/** What is reserved and whose limits hold, in memory; the decision is the journal's own. */
export type LimitsStore = {
  /** By intent, in the order of asking. */
  readonly reservations: Map<string, Pick<Knows, 'added'> & {ended: Ended | undefined}>;
  readonly limits: Map<number, {readonly service: string; readonly limits: Limits}>;
  /** All that were ever asked for, exits aside. */
  readonly asked: string[];
  /** By process, what its last poll saw. */
  readonly polled: Map<number, AccountStanding>;
  mark: number;
  hasReducing: boolean;
};

export const emptyLimits = (): LimitsStore => ({
  reservations: new Map(),
  limits: new Map(),
  asked: [],
  polled: new Map(),
  mark: 0,
  hasReducing: false,
});

export function copyOfLimits({reservations, limits, asked, polled, ...kept}: LimitsStore): LimitsStore {
  return {
    reservations: new Map(
      [...reservations].map(([id, kept]) => [id, {...kept, ended: kept.ended && {...kept.ended}}]),
    ),
    limits: new Map(limits),
    asked: [...asked],
    polled: new Map(polled),
    ...kept,
  };
}

/** @param polled what the last poll saw */
export type WeighedInstead = (
  standing: AccountStanding,
  polled: AccountStanding | undefined,
  stateOf: (intentId: string) => Intent['state'] | undefined,
) => AccountStanding;

type Held = {
  readonly intent: Intent;
  readonly holder: number;
  readonly service: string;
  readonly account: string;
  readonly fingerprint: string;
};

export type LimitsBound = {
  readonly store: LimitsStore;
  readonly key: string;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly rowOf: (intentId: string) => Held | undefined;
  readonly account: string;
  readonly fingerprint: string;
  /** What a program that is broken on purpose weighs instead of what stands. */
  readonly weighed?: WeighedInstead | undefined;
};

export function createLimitsStore(bound: LimitsBound): BoundJournal['limits'] {
  const {store, key, pid} = bound;
  return {
    announce: limits => void store.limits.set(pid, {service: key, limits}),
    keepSettled(intentIds) {
      for (const each of intentIds) {
        const ended = store.reservations.get(each)?.ended;
        if (ended !== undefined) ended.settled = ++store.mark;
      }
    },
    standing(accountId, now) {
      // Where nobody has limits or closes a position nothing is weighed, and most scenarios are such.
      const isWeighed = store.limits.size > 0 || store.hasReducing;
      const standing = !isWeighed ? nothing : standingOf(bound, accountId, now);
      store.polled.set(pid, standing);
      return standing;
    },
  };
}

/** As in the journal's own transaction. */
export function refuseBeyond(
  bound: LimitsBound,
  {draft, accountId}: Pick<Intent, 'draft' | 'accountId'>,
  knows: Knows,
  own?: Intent,
): void {
  if (kindOf(draft).adds === undefined) return;
  const stands = standingOf(bound, accountId, knows.now.wall);
  const {store, pid, weighed, rowOf} = bound;
  const stateOf = (intentId: string) => rowOf(intentId)?.intent.state;
  const standing = weighedBeside(weighed?.(stands, store.polled.get(pid), stateOf) ?? stands, own);
  const reason = whyHeld({halted: undefined, knows, standing}, draft);
  if (reason !== undefined) throw new JournalError('held', reason);
}

export function reserve({store}: LimitsBound, {id, draft}: Intent, {added}: Knows): void {
  if (kindOf(draft).adds === undefined) return;
  if (reducesRisk(draft)) store.hasReducing = true;
  else store.asked.push(id);
  store.reservations.set(id, {added, ended: undefined});
}

/** As the triggers of the journal: an end that may have done it is counted, any other gives back. */
export function followEnd(store: LimitsStore, intent: Intent): void {
  const reservation = store.reservations.get(intent.id);
  if (reservation === undefined || reservation.ended !== undefined) return;
  const {state} = intent;
  const isNothing = intent.state === 'RESOLVED' && intent.said.word === 'nothing';
  if (state === 'REJECTED' || state === 'NOT SENT' || isNothing) store.reservations.delete(intent.id);
  else if (state === 'CONFIRMED' || state === 'RESOLVED')
    reservation.ended = {mark: ++store.mark, at: intent.changedAt, settled: undefined};
}

const nothing: AccountStanding = {mark: 0, reservations: [], others: [], writes: [], zone: undefined};

function standingOf(bound: LimitsBound, accountId: Id | undefined, now: Millis): AccountStanding {
  const {store, key, pid, isAlive} = bound;
  const others = [...store.limits].filter(
    ([holder, {service}]) => holder !== pid && service === key && isAlive(holder),
  );
  return {
    mark: store.mark,
    reservations: [...store.reservations]
      .filter(([id, {ended}]) => stillCounts(bound, accountId, id, ended, now))
      .flatMap(([id, kept]) => reservationOf(bound, accountId, id, kept)),
    others: others.map(([holder, {limits}]) => ({limits, holder: `Another dashboard (process ${holder})`})),
    writes: store.asked.flatMap(id => {
      const intent = bound.rowOf(id)?.intent;
      const isSent = intent !== undefined && intent.state !== 'NOT SENT';
      return isSent && intent.askedAt.wall > now - 60_000 ? intent.askedAt.wall : [];
    }),
    zone: 'UTC',
  };
}

/** Sure of the account: until a read shows it. Of one that may be another: until time ends it. */
function stillCounts(
  {rowOf, account, fingerprint}: LimitsBound,
  accountId: Id | undefined,
  intentId: string,
  ended: Ended | undefined,
  now: Millis,
): boolean {
  const row = rowOf(intentId);
  const isSure =
    row === undefined ||
    row.account === account ||
    row.fingerprint === fingerprint ||
    (accountId !== undefined && row.intent.accountId === accountId);
  if (ended === undefined || (isSure && ended.settled === undefined)) return true;
  return ended.at > now - (isSure || ended.settled === undefined ? 2 * 3_600_000 : 300_000);
}

function reservationOf(
  {key, pid, rowOf}: LimitsBound,
  accountId: Id | undefined,
  intentId: string,
  {added, ended}: {added: Knows['added']; ended: Ended | undefined},
): Reservation[] {
  const row = rowOf(intentId);
  if (row === undefined || row.service !== key || isOfAnother(row.intent, accountId)) return [];
  const {draft} = row.intent;
  const {currency, underlying} = added ?? {};
  const {adds} = kindOf(draft);
  if (adds === undefined) return [];
  const load = adds.load(draft, {currency, underlying}, '0');
  const recordId = row.intent.state === 'CONFIRMED' ? row.intent.resolvedRecordId : undefined;
  return [
    {
      ...{intentId, makes: adds.what, load, size: adds.size(draft), order: kindOf(draft).places(draft)},
      isOurs: row.holder === pid,
      ended: ended && {mark: ended.mark, settled: ended.settled, recordId},
    },
  ];
}

const isOfAnother = ({accountId: of}: Intent, ours: Id | undefined) =>
  of !== undefined && ours !== undefined && of !== ours;
