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
import {lackName, readLack, readProgress} from './json.ts';
import {workingOrders} from './log.ts';
import {JournalError} from './problem.ts';
import {intentsIn, noteIn, recentMs} from './rows.ts';
import {unresolvedStates} from './schema.ts';

/** The flag needs no controls. Only the process that has them tells how far a halt is, and lifts it. */
export function createHalts(bound: Binding) {
  const {db, host, reading, writing} = bound;
  const seen = readAfterWrites(db, () => haltOf(db));
  const update = (set: string, value: string | number) =>
    db.prepare(`UPDATE halts SET ${set} WHERE lifted_at IS NULL`).run(value);
  const want = (wants: HaltEnd) => {
    const record = haltOf(db);
    if (record !== undefined) update('progress = NULL, wants = ?', mostOf(record, wants));
    return record !== undefined;
  };
  const report = (progress: HaltProgress, isTrue: () => boolean) =>
    writing(() => {
      requireControls(bound);
      if (!isTrue()) return;
      update('progress = ?', JSON.stringify(progress));
      // Its reads prove that what the journal lacks is over.
      if (progress.word !== 'HALTING') db.prepare('DELETE FROM notes WHERE name = ?').run(lackName);
    });
  return {
    /** The halt in force; the same object until a process writes. */
    seen: () => reading(seen),
    isLifted: (number: number) =>
      reading(
        () => db.prepare('SELECT lifted_at FROM halts WHERE number = ?').get(number)?.lifted_at != null,
      ),
    /** @returns the halt in force */
    set: (at: Millis, wants?: HaltEnd) =>
      writing(() => {
        setHalt(db, at, `process ${host.pid} on ${host.hostname}`);
        if (wants !== undefined) want(wants);
        return haltOf(db);
      }),
    lift: (at: Millis) =>
      writing(() => {
        requireControls(bound);
        update('lifted_at = ?', at);
      }),
    /** Starts what a review confirmed. False if no halt is set. */
    want: (wants: HaltEnd) => writing(() => want(wants)),
    facts: (since: Millis) => reading(() => factsOf(bound, since)),
    /** Orders that a list showed last, in an earlier process too. */
    working: () => reading(() => workingOrders(db)),
    report: (progress: HaltProgress) => report(progress, () => true),
    /** Takes the end, if it is still the one that is wanted, and no process has written since those facts. */
    finish: (progress: HaltProgress, {writes}: Pick<HaltFacts, 'writes'>) =>
      report(progress, () => writesIn(db) === writes && haltOf(db)?.wants === progress.word),
  };
}

/** One that is in force stays as it is. */
export function setHalt(db: DatabaseSync, at: Millis, by: string): void {
  const sql = 'INSERT INTO halts (set_at, set_by) VALUES (?, ?)';
  if (haltOf(db) === undefined) db.prepare(sql).run(at, by);
}

export function haltOf(db: DatabaseSync): HaltRecord | undefined {
  const row = db.prepare('SELECT * FROM halts WHERE lifted_at IS NULL').get();
  return (
    row && {
      number: Number(row.number),
      at: Number(row.set_at),
      by: String(row.set_by),
      wants: haltEnds.find(each => each === row.wants),
      progress: typeof row.progress === 'string' ? readProgress(row.progress) : undefined,
    }
  );
}

/**
 * Called inside the transaction that commits an attempt: no halt can be set in between.
 * @throws {JournalError} a halt prevents what adds risk
 */
export function refuseWhileHalted(db: DatabaseSync, {draft}: Pick<Intent, 'draft'>): void {
  const reason = whyHalted(haltIn(db), draft);
  if (reason !== undefined) throw new JournalError('held', reason);
}

export function haltIn(db: DatabaseSync): string | undefined {
  const halt = haltOf(db);
  return halt && haltedReason(halt);
}

function factsOf({db, refusals: {all, risk}}: Binding, since: Millis): HaltFacts {
  return {
    writes: writesIn(db),
    intents: intentsIn(
      db,
      `changed_at >= ? OR state IN ${unresolvedStates} OR state = 'RESOLVED' AND changed_at >= ?`,
      ...[since, since - recentMs],
    ),
    listed: workingOrders(db),
    lack: readLack(noteIn(db, lackName) ?? ''),
    barred: (all ?? (risk?.until === Infinity ? risk.error : undefined))?.message,
  };
}

function writesIn(db: DatabaseSync): string {
  const counts = `SELECT count(*) AS begun, count(ended_at) AS ended, (SELECT count(*) FROM intents) AS asked,
    (SELECT count(*) FROM intents WHERE state = 'RESOLVED') AS resolved
    FROM attempts`;
  return JSON.stringify(db.prepare(counts).get());
}
