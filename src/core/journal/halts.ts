import type {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../api/wire/records.ts';
import {whyHalted} from '../gate/gate.ts';
import {
  type HaltEnd,
  type HaltProgress,
  type HaltRecord,
  haltEnds,
  haltedReason,
  mostOf,
  notTaken,
} from '../halt/halt.ts';
import type {Intent} from '../intents/intent.ts';
import {requireControls} from './controls.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {lackName, readLack, readProgress} from './json.ts';
import {workingOrders} from './log.ts';
import {JournalError} from './problem.ts';
import {noteIn} from './stored.ts';

/** The flag needs no controls. Only the process that has them tells how far a halt is, and lifts it. */
export function createHalts(bound: Binding) {
  const {db, host, refusals, reading, writing} = bound;
  const seen = readAfterWrites(db, () => haltOf(db));
  const update = (set: string, value: string | number) =>
    db.prepare(`UPDATE halts SET ${set} WHERE lifted_at IS NULL`).run(value);
  return {
    /** The halt in force; the same object until a process writes. */
    seen: () => reading(seen),
    isLifted: (number: number) =>
      reading(
        () => db.prepare('SELECT lifted_at FROM halts WHERE number = ?').get(number)?.lifted_at != null,
      ),
    /**
     * @param wants what a review confirmed
     * @returns the halt in force
     */
    set: (at: Millis, wants?: HaltEnd) =>
      writing(() => {
        setHalt(db, at, `process ${host.pid} on ${host.hostname}`);
        const record = haltOf(db);
        if (wants === undefined || record === undefined) return record;
        update('progress = NULL, wants = ?', mostOf(record, wants));
        return haltOf(db);
      }),
    lift: (at: Millis) =>
      writing(() => {
        requireControls(bound);
        update('lifted_at = ?', at);
      }),
    /** Orders that a list showed last, in an earlier process too. */
    working: () => reading(() => workingOrders(db)),
    /**
     * Takes an end only if it is still the one that is wanted.
     * @param another why the reads that prove it may be of another account
     */
    report: (progress: HaltProgress, another?: string) =>
      writing(() => {
        requireControls(bound);
        const isEnd = progress.word !== 'HALTING';
        if (isEnd && haltOf(db)?.wants !== progress.word) return;
        const why = whyBarred(refusals) ?? another;
        const isTaken = isEnd && why === undefined;
        const kept = isEnd && why !== undefined ? notTaken(progress, why) : progress;
        update('progress = ?', JSON.stringify(kept));
        // Its reads prove that what the journal lacks is over.
        if (isTaken) db.prepare('DELETE FROM notes WHERE name = ?').run(lackName);
      }),
  };
}

const whyBarred = ({all, risk}: Binding['refusals']): string | undefined =>
  (all ?? (risk?.until === Infinity ? risk.error : undefined))?.message;

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
      lack: readLack(noteIn(db, lackName) ?? '')?.count,
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
