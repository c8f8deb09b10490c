import type {Id, Millis} from '../../src/api/wire/records.ts';
import {type Intent, kindOf, type Outcome} from '../../src/desk/intents/intent.ts';
import type {BoundService, StopJournal} from '../../src/desk/journal/contract.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
import {holdingUp, unprovedOrders} from '../../src/desk/stop/orders.ts';
import {isUnderWay, type StopFacts, type StopRecord, stoppedReason} from '../../src/desk/stop/record.ts';
import type {Wire} from './client.ts';

/** The stops in memory, by service. */
export type StopStore = {
  readonly set: Map<string, KeptStop>;
  readonly listed: Set<Id>;
  readonly deletes: StopDelete[];
};

type StopDelete = {
  readonly orderId: Id;
  readonly begunAt: Millis;
  readonly pid: number;
  hasLeft: boolean;
  outcome: Outcome | undefined;
};

type KeptStop = {
  record: StopRecord;
  holder: number | undefined;
  beatAt: Millis;
  asker: BoundService | undefined;
  accountId: Id | undefined;
};

type Given = {
  readonly stops: StopStore;
  readonly key: string;
  readonly pid: number;
  readonly runs: (pid: number) => boolean;
  readonly service: BoundService;
  readonly intents: () => readonly Intent[];
  readonly unresolved: () => readonly Intent[];
};

export function createStopStore(): StopStore {
  return {set: new Map(), listed: new Set(), deletes: []};
}

export function copyOfStops({set, listed, deletes}: StopStore): StopStore {
  return {
    set: new Map([...set].map(([key, stop]) => [key, {...stop}])),
    listed: new Set(listed),
    deletes: deletes.map(each => ({...each})),
  };
}

export function bindStops({stops, key, pid, runs, service, intents, unresolved}: Given): StopJournal {
  const kept = () => stops.set.get(key);
  const isOurs = (asker: BoundService | undefined) =>
    asker?.fingerprint === service.fingerprint || asker?.credentialSource === service.credentialSource;
  let told: {readonly of: StopRecord; readonly as: StopRecord} | undefined;
  const seen = () => {
    const stop = kept();
    if (stop === undefined) return undefined;
    const {record} = stop;
    if (told?.of === record) return told.as;
    const as = record.asked && {...record, asked: {...record.asked, isOurs: isOurs(stop.asker)}};
    told = {of: record, as: as ?? record};
    return told.as;
  };
  const writes = () => {
    const attempts = intents().flatMap(each => each.attempts);
    const ended = attempts.filter(each => each.result !== undefined).length;
    const answered = stops.deletes.filter(each => each.outcome !== undefined).length;
    return `${attempts.length} ${ended} ${stops.deletes.length} ${answered}`;
  };
  const change = (fields: Partial<StopRecord>) => {
    const stop = kept();
    if (stop === undefined) return false;
    stop.record = {...stop.record, ...fields};
    return true;
  };
  return {
    seen,
    set(at) {
      const record = {at, by: `process ${pid}`, asked: undefined, progress: undefined};
      if (kept() === undefined)
        stops.set.set(key, {record, holder: undefined, beatAt: 0, asker: undefined, accountId: undefined});
    },
    lift: () => void stops.set.delete(key),
    want(wants, at, accountId) {
      const [stop, record] = [kept(), seen()];
      if (stop === undefined || record === undefined) return false;
      if (isUnderWay(record) && record.asked?.isOurs === false) return false;
      const goesOn = isUnderWay(record) && record.asked?.wants === 'flat';
      Object.assign(stop, {asker: service, accountId});
      return change({asked: {at, wants: goesOn ? 'flat' : wants, isOurs: true}, progress: undefined});
    },
    drive(at, accountId) {
      const [stop, record] = [kept(), seen()];
      if (stop === undefined || record === undefined || !isUnderWay(record)) return false;
      if (record.asked?.isOurs !== true) return false;
      if (stop.accountId !== undefined && accountId !== undefined && stop.accountId !== accountId)
        return false;
      const {holder, beatAt} = stop;
      const isAnothers = holder !== undefined && holder !== pid && runs(holder);
      if (isAnothers && Math.abs(at - beatAt) <= 15_000) return false;
      Object.assign(stop, {holder: pid, beatAt: at});
      return true;
    },
    facts(): StopFacts {
      const outcomes = new Map<Id, Outcome[]>();
      for (const {orderId, outcome} of stops.deletes)
        if (outcome !== undefined) outcomes.set(orderId, [...(outcomes.get(orderId) ?? []), outcome]);
      const unproved = unprovedOrders(intents(), stops.listed, outcomes);
      return {writes: writes(), open: holdingUp(unresolved(), unproved), unproved};
    },
    learn(ids) {
      for (const id of ids) stops.listed.add(id);
    },
    beginDelete(orderId, begunAt) {
      return kept() && stops.deletes.push({orderId, begunAt, pid, hasLeft: false, outcome: undefined});
    },
    endDelete(number, _at, outcome) {
      const begun = stops.deletes[number - 1];
      if (begun !== undefined) begun.outcome = outcome;
    },
    report: progress => void change({progress}),
    finish: (progress, facts) => facts.writes === writes() && change({progress}),
  };
}

/**
 * Whether a cancel that leaves is a DELETE that a stop of this process has journaled. One with a slow
 * connection may leave after a later one was journaled: the stop was lifted and set again.
 */
export function takeDelete({deletes}: StopStore, {kind, bytes}: Wire, pid: number): boolean {
  const begun = deletes.find(
    each =>
      each.pid === pid && !each.hasLeft && each.outcome === undefined && bytes === `cancel ${each.orderId}`,
  );
  if (kind !== 'cancel' || begun === undefined) return false;
  begun.hasLeft = true;
  return true;
}

/** As in the journal's own transactions. */
export function refuseWhileStopped({set}: StopStore, key: string, {draft}: Pick<Intent, 'draft'>): void {
  const stop = set.get(key);
  if (stop !== undefined && !kindOf(draft).reducesRisk)
    throw new JournalError('held', stoppedReason(stop.record));
}
