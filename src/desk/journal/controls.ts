import type {Millis} from '../../api/wire/records.ts';
import {whyViewing} from '../gate/gate.ts';
import type {ControlsSeen} from '../model/vocabulary.ts';
import type {Binding} from './file.ts';
import {type JournalHost, type Lease, presence, readLease} from './lease.ts';
import {JournalError} from './problem.ts';

export function createControls(bound: Binding) {
  const {db, key, account, holder, reading, writing} = bound;
  return {
    seen: () => reading(() => controlsIn(bound)),
    /** Only free ones, unless it is forced; then also those of a process that runs. */
    take: (at: Millis, isForced: boolean) =>
      writing(() => {
        const {is} = controlsIn(bound);
        if (is === 'ours' || (is === 'held' && !isForced)) return;
        const sql = 'INSERT INTO controls (service, account, lease, taken_at) VALUES (?, ?, ?, ?)';
        db.prepare(sql).run(key, account, holder, at);
      }),
    release: (at: Millis) =>
      writing(() => {
        const {is, epoch} = controlsIn(bound);
        if (is === 'ours') db.prepare('UPDATE controls SET released_at = ? WHERE epoch = ?').run(at, epoch);
      }),
    /** Asked on the open socket: a process that lost the controls since `epoch` sends nothing. */
    whyLost: (epoch: number | undefined) => reading(() => whyLost(bound, epoch)),
  };
}

function controlsIn({db, key, account, holder, host}: Binding): ControlsSeen {
  const sql = 'SELECT * FROM controls WHERE service = ? AND account = ? ORDER BY epoch DESC LIMIT 2';
  const [newest, before] = db.prepare(sql).all(key, account);
  if (newest === undefined) return {is: 'free', epoch: 0, by: '', since: 0, isReturned: false};
  const lease = readLease(String(newest.lease));
  const isOurs = newest.lease === holder && newest.released_at === null;
  const isFree = !isOurs && (newest.released_at !== null || presence(lease, host) === 'gone');
  return {
    is: isOurs ? 'ours' : isFree ? 'free' : 'held',
    epoch: Number(newest.epoch),
    by: processWords(lease, host),
    since: Number(newest.taken_at),
    former: before && formerWords(readLease(String(before.lease)), host),
    isReturned: isFree && lease.hasNoScreen === true && before?.lease === holder,
  };
}

function formerWords(lease: Lease, host: JournalHost): string | undefined {
  return lease.pid !== host.pid && presence(lease, host) !== 'gone' ? processWords(lease, host) : undefined;
}

function processWords({pid, hostname, terminal, hasNoScreen}: Lease, host: JournalHost): string {
  const process = `process ${pid}${hostname === host.hostname ? '' : ` on ${hostname}`}`;
  const place = hasNoScreen ? 'optty halt' : terminal;
  return place === undefined ? process : `${place} (${process})`;
}

function whyLost(bound: Binding, epoch: number | undefined): string | undefined {
  const seen = controlsIn(bound);
  return seen.is === 'ours' && seen.epoch === epoch ? undefined : whyViewing(seen);
}

/**
 * Called inside the transaction that is about to commit a decision.
 * @returns the epoch under which it is made
 * @throws {JournalError} another process has the controls, or nobody
 */
export function requireControls(bound: Binding): number {
  const seen = controlsIn(bound);
  if (seen.is !== 'ours') throw new JournalError('viewer', whyViewing(seen));
  return seen.epoch;
}

/** The process had the controls that we have now: what it began is ours, also while it runs. */
export function hadControls({db, key, account}: Binding, holder: string): boolean {
  const sql = 'SELECT 1 FROM controls WHERE service = ? AND account = ? AND lease = ?';
  return db.prepare(sql).get(key, account, holder) !== undefined;
}

export const hasControls = (bound: Binding): boolean => controlsIn(bound).is === 'ours';
