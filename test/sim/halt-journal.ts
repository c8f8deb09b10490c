import {isDeepStrictEqual} from 'node:util';
import type {Id, Millis} from '../../src/api/wire/records.ts';
import {
  type AccountHalt,
  type HaltFacts,
  type HaltRecord,
  haltedReason,
  isUnderWay,
} from '../../src/desk/halt/halt.ts';
import {closingSince, holdingUp, unprovedOrders} from '../../src/desk/halt/orders.ts';
import type {Intent} from '../../src/desk/intents/intent.ts';
import {reducesRisk} from '../../src/desk/intents/kinds/kinds.ts';
import type {Outcome} from '../../src/desk/intents/outcome.ts';
import type {BoundJournal} from '../../src/desk/journal/journal.ts';
import type {BoundService} from '../../src/desk/journal/lease.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
import type {Wire} from './client.ts';
import type {bindControls} from './controls-journal.ts';

/** The halts in memory, by service. */
export type HaltStore = {
  readonly set: Map<string, KeptHalt>;
  readonly listed: Map<Id, readonly Reader[]>;
  readonly deletes: HaltDelete[];
};

type Reader = {readonly service: BoundService; readonly accountId: Id | undefined};

type HaltDelete = {
  readonly orderId: Id;
  readonly accountId: Id | undefined;
  readonly begunAt: Millis;
  readonly pid: number;
  hasLeft: boolean;
  outcome: Outcome | undefined;
};

type KeptHalt = {readonly record: HaltRecord; works: readonly HaltWork[]};

/** The work of a halt for one account. */
type HaltWork = {
  readonly asker: BoundService;
  readonly accountId: Id | undefined;
  readonly own: AccountHalt;
  readonly holder: number | undefined;
  readonly beatAt: Millis;
};

type Given = {
  readonly halts: HaltStore;
  readonly key: string;
  readonly pid: number;
  readonly runs: (pid: number) => boolean;
  readonly service: BoundService;
  readonly account: string;
  readonly controls: Pick<ReturnType<typeof bindControls>, 'isOurs' | 'had' | 'require'>;
  readonly intents: () => readonly Intent[];
  readonly unresolved: () => readonly Intent[];
};

export function createHaltStore(): HaltStore {
  return {set: new Map(), listed: new Map(), deletes: []};
}

export function copyOfHalts({set, listed, deletes}: HaltStore): HaltStore {
  return {
    set: new Map([...set].map(([key, halt]) => [key, {...halt}])),
    listed: new Map(listed),
    deletes: deletes.map(each => ({...each})),
  };
}

export function worksIn({set}: HaltStore): HaltWork[] {
  return [...set.values()].flatMap(({works}) => works);
}

export function bindHalts({
  halts,
  key,
  pid,
  runs,
  service,
  account,
  controls,
  intents,
  unresolved,
}: Given): BoundJournal['halt'] {
  const kept = () => halts.set.get(key);
  const isOurs = ({fingerprint, credentialSource}: BoundService) =>
    fingerprint === service.fingerprint || credentialSource === service.credentialSource;
  const ours = () => kept()?.works.find(({asker}) => isOurs(asker));
  /** A row that may be of this account. */
  const isNotAnothers = ({accountId}: {readonly accountId?: Id | undefined}) => {
    const own = ours()?.accountId;
    return accountId === undefined || own === undefined || accountId === own;
  };
  let told: HaltRecord | undefined;
  const seen = () => {
    const halt = kept();
    const others = (halt?.works ?? []).filter(({asker}) => !isOurs(asker)).map(({own}) => own);
    const now = halt && {...halt.record, own: ours()?.own, others: others.filter(isUnderWay)};
    // The same object until a process writes.
    if (!isDeepStrictEqual(told, now)) told = now;
    return told;
  };
  const writes = () => {
    const own = intents().filter(isNotAnothers);
    const attempts = own.flatMap(each => each.attempts);
    const ended = attempts.filter(each => each.result !== undefined).length;
    const deletes = halts.deletes.filter(isNotAnothers);
    const answered = deletes.filter(each => each.outcome !== undefined).length;
    return `${own.length} ${attempts.length} ${ended} ${deletes.length} ${answered}`;
  };
  const change = (fields: Partial<HaltWork>) => {
    const [halt, work] = [kept(), ours()];
    if (halt === undefined || work === undefined) return false;
    halt.works = halt.works.map(each => (each === work ? {...work, ...fields} : each));
    return true;
  };
  const report = (progress: AccountHalt['progress']) => {
    const own = ours()?.own;
    return own !== undefined && change({own: {...own, progress}});
  };
  return {
    seen,
    set(at) {
      const by = `process ${pid}, account ${account}`;
      const record = {at, by, own: undefined, others: []};
      if (kept() === undefined) halts.set.set(key, {record, works: []});
    },
    lift() {
      controls.require();
      halts.set.delete(key);
    },
    want(wants, at, accountId) {
      const [halt, record] = [kept(), seen()];
      if (halt === undefined || record === undefined) return false;
      const goesOn = isUnderWay(record.own) && record.own.wants === 'flat';
      const asked = {account, askedAt: at, wants: goesOn ? 'flat' : wants} as const;
      const own = {...asked, progress: undefined, workedAt: at};
      const work = {...(ours() ?? {holder: undefined, beatAt: 0}), asker: service, accountId, own};
      halt.works = [...halt.works.filter(({asker}) => !isOurs(asker)), work];
      return true;
    },
    drive(at, accountId) {
      const work = ours();
      if (work === undefined || !controls.isOurs() || !isUnderWay(work.own)) return false;
      const {holder, beatAt, accountId: of} = work;
      if (of !== undefined && accountId !== undefined && of !== accountId) return false;
      const isFormer = work.own.account === account && holder !== undefined && controls.had(holder);
      const isAnothers = holder !== undefined && holder !== pid && !isFormer && runs(holder);
      if (isAnothers && Math.abs(at - beatAt) <= 15_000) return false;
      return change({holder: pid, beatAt: at, accountId: of ?? accountId});
    },
    facts(): HaltFacts {
      const outcomes = new Map<Id, Outcome[]>();
      for (const {orderId, outcome} of halts.deletes)
        if (outcome !== undefined) outcomes.set(orderId, [...(outcomes.get(orderId) ?? []), outcome]);
      const listed = [...halts.listed].flatMap(([id, by]) => (by.some(isNotAnothers) ? id : []));
      const all = intents();
      const unproved = unprovedOrders(all, listed, outcomes);
      const closing = closingSince(all, ours()?.own.askedAt ?? 0);
      return {writes: writes(), open: holdingUp(unresolved(), unproved), unproved, listed: [], closing};
    },
    working: () => [],
    learn(ids) {
      for (const id of ids) {
        const by = halts.listed.get(id) ?? [];
        const own = {service, accountId: ours()?.accountId};
        if (!by.some(each => isOurs(each.service))) halts.listed.set(id, [...by, own]);
      }
    },
    beginDelete(orderId, begunAt) {
      const {accountId} = ours() ?? {accountId: undefined};
      const begun = {orderId, accountId, begunAt, pid, hasLeft: false, outcome: undefined};
      return kept() && {epoch: controls.require(), number: halts.deletes.push(begun)};
    },
    endDelete(number, _at, outcome) {
      const begun = halts.deletes[number - 1];
      if (begun !== undefined) begun.outcome = outcome;
    },
    report: progress => void report(progress),
    finish: (progress, facts) => facts.writes === writes() && report(progress),
  };
}

/**
 * Whether a cancel that leaves is a DELETE that a halt of this process has journaled. One with a slow
 * connection may leave after a later one was journaled: the halt was lifted and set again.
 */
export function takeDelete({deletes}: HaltStore, {kind, bytes}: Wire, pid: number): boolean {
  const begun = deletes.find(
    each =>
      each.pid === pid &&
      !each.hasLeft &&
      each.outcome === undefined &&
      bytes === `cancelOrder ${each.orderId}`,
  );
  if (kind !== 'cancel' || begun === undefined) return false;
  begun.hasLeft = true;
  return true;
}

/** As in the journal's own transactions. */
export function refuseWhileHalted({set}: HaltStore, key: string, {draft}: Pick<Intent, 'draft'>): void {
  const halt = set.get(key);
  if (halt !== undefined && !reducesRisk(draft)) throw new JournalError('held', haltedReason(halt.record));
}
