import type {DatabaseSync} from 'node:sqlite';
import type {Millis} from '../../api/wire/records.ts';
import {pendingIn} from '../gate/gate.ts';
import type {AccountStanding} from '../limits/pending.ts';
import {longestLagMs} from '../model/lags.ts';
import {minuteMs} from '../model/vocabulary.ts';
import {ownZone} from '../portfolio/days.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {readDetail, readWrite} from './json.ts';
import {intentRows} from './rows.ts';
import {unresolvedStates} from './schema.ts';

export function createLimitsJournal(bound: Binding) {
  const {db, reading, sparing} = bound;
  let at: Millis = 0;
  const read = readAfterWrites(db, () => standingOf(bound, at));
  return {
    /** The first process with limits fixes the time zone of the day, so that no day begins twice. */
    keepZone: (at: Millis) =>
      sparing(() => void db.prepare('INSERT OR IGNORE INTO day (one, zone) VALUES (1, ?)').run(ownZone(at))),
    standing(now: Millis) {
      at = now;
      return reading(read);
    },
  };
}

export function standingOf({db, key, account}: Binding, now: Millis): AccountStanding {
  // After the longest lag every read shows what has ended.
  const pending = `service = ? AND account = ? AND (state IN ${unresolvedStates} OR changed_at > ?
    AND (state = 'CONFIRMED' OR state = 'RESOLVED' AND json_extract(detail, '$.said.word') <> 'nothing'))
    ORDER BY rowid`;
  const sent = `service = ? AND account = ? AND asked_at > ? AND risk = 'adds' AND state <> 'NOT SENT'`;
  return {
    pending: pendingIn(
      intentRows(db, pending, key, account, now - longestLagMs).map(
        ({id, state, draft, detail, changed_at: changedAt, resolved_record_id}) => ({
          ...{id, state, draft: readWrite(draft), changedAt},
          ...{...readDetail(detail), resolvedRecordId: resolved_record_id ?? undefined},
        }),
      ),
    ),
    writes: intentRows(db, sent, key, account, now - minuteMs).map(row => row.asked_at),
    zone: dayZone(db),
  };
}

/** Undefined until a process with limits has started. */
export function dayZone(db: DatabaseSync): string | undefined {
  const zone = db.prepare('SELECT zone FROM day').get()?.zone;
  return zone === undefined ? undefined : String(zone);
}
