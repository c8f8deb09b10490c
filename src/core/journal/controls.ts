import type {ControlsSeen} from '../../account/model/vocabulary.ts';
import type {Millis} from '../../api/wire/records.ts';
import {whyViewing} from '../gate/gate.ts';
import {type Binding, readAfterWrites} from './file.ts';
import type {Several} from './json.ts';
import {isSuspended, type JournalHost, type Lease, presence, readLease} from './lease.ts';
import {JournalError} from './problem.ts';
import {unresolvedStates} from './schema.ts';

export function createControls(bound: Binding) {
  const {db, holder, reading, sparing, writing} = bound;
  // Looked for each second. Only which processes run changes without a write.
  const rows = readAfterWrites(db, () => ({taken: newestOf(bound, 2), unended: unendedIn(bound)}));
  return {
    seen: () => reading(() => seenIn(bound, rows())),
    /** Only free ones, unless it is forced; then also those of a process that runs. */
    take(at: Millis, isForced: boolean) {
      const isTakable = () => {
        const {is} = controlsIn(bound);
        return is === 'free' || (is === 'held' && isForced);
      };
      // A viewer that starts takes no lock.
      if (!reading(isTakable)) return;
      writing(() => {
        if (!isTakable()) return;
        const {several = null} = newestOf(bound, 1)[0] ?? {};
        const sql = 'INSERT INTO controls (lease, taken_at, several) VALUES (?, ?, ?)';
        db.prepare(sql).run(holder, at, several);
      });
    },
    release: (at: Millis) =>
      sparing(() => {
        const {is, epoch} = controlsIn(bound);
        if (is === 'ours') db.prepare('UPDATE controls SET released_at = ? WHERE epoch = ?').run(at, epoch);
      }),
    /** The next one to take them has it too, until it is undefined. */
    keepSeveral: (what: Several | undefined) =>
      sparing(() => {
        const {is, epoch} = controlsIn(bound);
        const sql = 'UPDATE controls SET several = ? WHERE epoch = ?';
        if (is === 'ours') db.prepare(sql).run(what === undefined ? null : JSON.stringify(what), epoch);
      }),
    /** Asked on the open socket: a process that lost the controls since `epoch` sends nothing. */
    whyLost: (epoch: number | undefined) => reading(() => whyLost(bound, epoch)),
  };
}

/** Asked in transactions and on the open socket: it looks for no process but one that may hold them. */
export const controlsIn = (bound: Held) => standingOf(bound, newestOf(bound, 1)[0]);

type Held = Pick<Binding, 'db' | 'holder' | 'host'>;

function standingOf(
  {holder, host}: Held,
  newest: TakingRow | undefined,
): Pick<ControlsSeen, 'is' | 'epoch' | 'by' | 'since' | 'isSuspended'> {
  if (newest === undefined) return {is: 'free', epoch: 0, by: '', since: 0};
  const lease = readLease(String(newest.lease));
  const isOurs = newest.lease === holder && newest.released_at === null;
  const isFree = !isOurs && (newest.released_at !== null || presence(lease, host) === 'gone');
  const is = isOurs ? 'ours' : isFree ? 'free' : 'held';
  const stands = {is, epoch: Number(newest.epoch), since: Number(newest.taken_at)} as const;
  return {...stands, by: processWords(lease, host), isSuspended: is === 'held' && isSuspended(lease, host)};
}

type ControlRows = {readonly taken: readonly TakingRow[]; readonly unended: readonly TakingRow[]};

function seenIn(bound: Binding, {taken: [newest, before], unended}: ControlRows): ControlsSeen {
  const seen = standingOf(bound, newest);
  // Nobody reads it where there is no screen: it is for the next one.
  const several = bound.host.hasNoScreen ? undefined : newest?.several;
  const isOfHalt = newest !== undefined && readLease(String(newest.lease)).hasNoScreen === true;
  return {
    ...seen,
    several: several ? String(several) : undefined,
    senders: sendersOf(unended, bound),
    isReturned: seen.is === 'free' && isOfHalt && before?.lease === bound.holder,
  };
}

type TakingRow = ReturnType<typeof newestOf>[number];

const newestOf = ({db}: Held, count: number) =>
  db.prepare('SELECT * FROM controls ORDER BY epoch DESC LIMIT ?').all(count);

/** Attempts of other processes that have no outcome, by their epoch. */
function unendedIn({db, holder}: Binding): readonly TakingRow[] {
  const sql = `SELECT DISTINCT epoch, lease FROM attempts JOIN controls USING (epoch)
    JOIN intents ON intents.id = intent_id
    WHERE ended_at IS NULL AND lease <> ? AND state IN ${unresolvedStates}`;
  return db.prepare(sql).all(holder);
}

/** Those that run. */
function sendersOf(unended: readonly TakingRow[], {host}: Binding): ControlsSeen['senders'] {
  return unended.flatMap(row => {
    const lease = readLease(String(row.lease));
    return presence(lease, host) === 'gone' ? [] : {epoch: Number(row.epoch), by: processWords(lease, host)};
  });
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
