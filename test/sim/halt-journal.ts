import type {Id, Millis} from '../../src/api/wire/records.ts';
import {
  type HaltFacts,
  type HaltRecord,
  haltedReason,
  isToBeFlat,
  isUnderWay,
  whyTaken,
} from '../../src/desk/halt/halt.ts';
import {closingSince, holdingUp, ordersOfOthers, unprovedOrders} from '../../src/desk/halt/orders.ts';
import type {Intent} from '../../src/desk/intents/intent.ts';
import {reducesRisk} from '../../src/desk/intents/kinds/kinds.ts';
import type {Outcome} from '../../src/desk/intents/outcome.ts';
import type {BoundJournal} from '../../src/desk/journal/journal.ts';
import type {BoundService} from '../../src/desk/journal/lease.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
import type {Wire} from './client.ts';

/** The halts in memory, by service. */
export type HaltStore = {
  readonly set: Map<string, KeptHalt>;
  readonly listed: Set<Id>;
  readonly deletes: HaltDelete[];
};

type HaltDelete = {
  readonly orderId: Id;
  readonly begunAt: Millis;
  readonly pid: number;
  hasLeft: boolean;
  outcome: Outcome | undefined;
};

type KeptHalt = {
  record: HaltRecord;
  holder: number | undefined;
  beatAt: Millis;
  asker: BoundService | undefined;
  accountId: Id | undefined;
};

type Given = {
  readonly halts: HaltStore;
  readonly key: string;
  readonly pid: number;
  readonly runs: (pid: number) => boolean;
  readonly service: BoundService;
  readonly account: string;
  readonly intents: () => readonly Intent[];
  readonly unresolved: () => readonly Intent[];
};

export function createHaltStore(): HaltStore {
  return {set: new Map(), listed: new Set(), deletes: []};
}

export function copyOfHalts({set, listed, deletes}: HaltStore): HaltStore {
  return {
    set: new Map([...set].map(([key, halt]) => [key, {...halt}])),
    listed: new Set(listed),
    deletes: deletes.map(each => ({...each})),
  };
}

export function bindHalts({
  halts,
  key,
  pid,
  runs,
  service,
  account,
  intents,
  unresolved,
}: Given): BoundJournal['halt'] {
  const kept = () => halts.set.get(key);
  const isOurs = (asker: BoundService | undefined) =>
    asker?.fingerprint === service.fingerprint || asker?.credentialSource === service.credentialSource;
  let told: {readonly of: HaltRecord; readonly as: HaltRecord} | undefined;
  const seen = () => {
    const halt = kept();
    if (halt === undefined) return undefined;
    const {record} = halt;
    if (told?.of === record) return told.as;
    const as = record.asked && {...record, asked: {...record.asked, isOurs: isOurs(halt.asker)}};
    told = {of: record, as: as ?? record};
    return told.as;
  };
  const writes = () => {
    const attempts = intents().flatMap(each => each.attempts);
    const ended = attempts.filter(each => each.result !== undefined).length;
    const answered = halts.deletes.filter(each => each.outcome !== undefined).length;
    return `${intents().length} ${attempts.length} ${ended} ${halts.deletes.length} ${answered}`;
  };
  const change = (fields: Partial<HaltRecord>) => {
    const halt = kept();
    if (halt === undefined) return false;
    halt.record = {...halt.record, ...fields};
    return true;
  };
  return {
    seen,
    set(at) {
      const record = {at, by: `process ${pid}, account ${account}`, asked: undefined, progress: undefined};
      if (kept() === undefined)
        halts.set.set(key, {record, holder: undefined, beatAt: 0, asker: undefined, accountId: undefined});
    },
    lift: () => void halts.set.delete(key),
    want(wants, at, accountId) {
      const [halt, record] = [kept(), seen()];
      if (halt === undefined || record === undefined) return false;
      if (whyTaken(record) !== undefined) return false;
      const goesOn = isUnderWay(record) && isToBeFlat(record);
      const isNew = record.asked?.isOurs !== true;
      Object.assign(halt, {asker: service, accountId, ...(isNew && {holder: undefined})});
      const asked = {at, wants: goesOn ? 'flat' : wants, account, isOurs: true} as const;
      return change({asked, progress: undefined});
    },
    drive(at, accountId) {
      const [halt, record] = [kept(), seen()];
      if (halt === undefined || record === undefined || !isUnderWay(record)) return false;
      if (record.asked?.isOurs !== true) return false;
      if (halt.accountId !== undefined && accountId !== undefined && halt.accountId !== accountId)
        return false;
      const {holder, beatAt} = halt;
      const isAnothers = holder !== undefined && holder !== pid && runs(holder);
      if (isAnothers && Math.abs(at - beatAt) <= 15_000) return false;
      Object.assign(halt, {holder: pid, beatAt: at});
      return true;
    },
    facts(accountId): HaltFacts {
      const outcomes = new Map<Id, Outcome[]>();
      for (const {orderId, outcome} of halts.deletes)
        if (outcome !== undefined) outcomes.set(orderId, [...(outcomes.get(orderId) ?? []), outcome]);
      const unproved = unprovedOrders(intents(), halts.listed, outcomes);
      const closing = closingSince(intents(), kept()?.record.asked?.at ?? 0);
      const ofOthers = ordersOfOthers(intents(), accountId);
      return {writes: writes(), open: holdingUp(unresolved(), unproved), unproved, ofOthers, closing};
    },
    learn(ids) {
      for (const id of ids) halts.listed.add(id);
    },
    beginDelete(orderId, begunAt) {
      return kept() && halts.deletes.push({orderId, begunAt, pid, hasLeft: false, outcome: undefined});
    },
    endDelete(number, _at, outcome) {
      const begun = halts.deletes[number - 1];
      if (begun !== undefined) begun.outcome = outcome;
    },
    report: progress => void change({progress}),
    finish: (progress, facts) => facts.writes === writes() && change({progress}),
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
