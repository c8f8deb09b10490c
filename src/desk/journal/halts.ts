import type {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../api/wire/records.ts';
import {whyHalted} from '../gate/gate.ts';
import {
  type HaltEnd,
  type HaltFacts,
  type HaltProgress,
  type HaltRecord,
  haltEnds,
  haltedReason,
  mostOf,
} from '../halt/halt.ts';
import type {Intent} from '../intents/intent.ts';
import {requireControls} from './controls.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {lackName, ofJournal, readLack, readProgress} from './json.ts';
import {workingOrders} from './log.ts';
import {JournalError} from './problem.ts';
import {intentRows, noteIn, toIntent} from './rows.ts';
import {unresolvedStates} from './schema.ts';

/** The flag needs no controls. Only the process that has them tells how far a halt is, and lifts it. */
export function createHalts(bound: Binding) {
  const {db, host, key, account, reading, writing} = bound;
  const seen = readAfterWrites(db, () => recordIn(bound));
  const setOwn = (at: Millis) => {
    const by = `process ${host.pid} on ${host.hostname}, account ${account}`;
    db.prepare(`INSERT INTO halts (service, account, set_at, set_by) SELECT ?, ?, ?, ?
      WHERE NOT EXISTS (SELECT 1 FROM halts WHERE ${inForce} AND account = ?)`).run(
      ...[key, account, at, by, key, account],
    );
  };
  const update = (set: string, value: string) =>
    db.prepare(`UPDATE halts SET ${set} WHERE ${inForce} AND account = ?`).run(value, key, account);
  const want = (wants: HaltEnd) => {
    const record = recordIn(bound);
    if (record === undefined) return false;
    setOwn(record.at);
    update('progress = NULL, wants = ?', mostOf(record, wants));
    return true;
  };
  return {
    /** The halt in force; the same object until a process writes. */
    seen: () => reading(seen),
    set: (at: Millis, wants?: HaltEnd) =>
      writing(() => {
        setOwn(at);
        if (wants !== undefined) want(wants);
      }),
    lift: (at: Millis) =>
      writing(() => {
        requireControls(bound);
        db.prepare(`UPDATE halts SET lifted_at = ? WHERE ${inForce}`).run(at, key);
      }),
    /** Starts what a review confirmed. False if no halt is set. */
    want: (wants: HaltEnd) => writing(() => want(wants)),
    facts: (since: Millis) => reading(() => factsOf(bound, since)),
    /** Orders that a list showed last, in an earlier process too. */
    working: () => reading(() => workingOrders({db, scope: [key, account]})),
    report: (progress: HaltProgress) =>
      writing(() => {
        requireControls(bound);
        update('progress = ?', JSON.stringify(progress));
      }),
    /** Takes the end, if it is still the one that is wanted, and no process has written since those facts. */
    finish: (progress: HaltProgress, {writes}: Pick<HaltFacts, 'writes'>) =>
      writing(() => {
        requireControls(bound);
        const isProved = writesIn(db) === writes && recordIn(bound)?.wants === progress.word;
        if (isProved) update('progress = ?', JSON.stringify(progress));
      }),
  };
}

const inForce = 'service = ? AND lifted_at IS NULL';

function recordIn({db, key, account}: Binding): HaltRecord | undefined {
  const rows = db.prepare(`SELECT * FROM halts WHERE ${inForce} ORDER BY number`).all(key);
  const [first] = rows;
  if (first === undefined) return undefined;
  const {wants, progress} = rows.find(each => each.account === account) ?? {};
  return {
    at: Number(first.set_at),
    by: String(first.set_by),
    wants: haltEnds.find(each => each === wants),
    progress: typeof progress === 'string' ? readProgress(progress) : undefined,
  };
}

/**
 * Called inside the transaction that commits an attempt: no halt can be set in between.
 * @throws {JournalError} a halt prevents what adds risk
 */
export function refuseWhileHalted(db: DatabaseSync, key: string, {draft}: Pick<Intent, 'draft'>): void {
  const reason = whyHalted(haltIn(db, key), draft);
  if (reason !== undefined) throw new JournalError('held', reason);
}

export function haltIn(db: DatabaseSync, key: string): string | undefined {
  const row = db.prepare(`SELECT set_by FROM halts WHERE ${inForce}`).get(key);
  return row && haltedReason({by: String(row.set_by)});
}

function factsOf(bound: Binding, since: Millis): HaltFacts {
  const {db, key, account, refusals} = bound;
  const {all, risk} = refusals;
  const where = `service = ? AND (changed_at >= ? OR state IN ${unresolvedStates})`;
  return {
    writes: writesIn(db),
    intents: intentRows(db, where, key, since).map(row => toIntent(db, row)),
    listed: workingOrders({db, scope: [key, account]}),
    lack: readLack(noteIn(db, {...ofJournal, name: lackName}) ?? ''),
    barred: (all ?? (risk?.until === Infinity ? risk.error : undefined))?.message,
  };
}

function writesIn(db: DatabaseSync): string {
  const counts = `SELECT count(*) AS begun, count(ended_at) AS ended, (SELECT count(*) FROM intents) AS asked
    FROM attempts`;
  return JSON.stringify(db.prepare(counts).get());
}
