import type {DatabaseSync} from 'node:sqlite';
import {longestLagMs} from '../../account/model/lags.ts';
import {minuteMs} from '../../account/model/vocabulary.ts';
import {ownZone} from '../../account/portfolio/days.ts';
import type {Millis} from '../../api/wire/records.ts';
import {pendingIn} from '../gate/gate.ts';
import type {AccountStanding} from '../limits/pending.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {intentsIn, noteIn} from './rows.ts';
import {unresolvedStates} from './schema.ts';

export function createLimitsJournal(bound: Binding) {
  const {db, reading, sparing} = bound;
  let at: Millis = 0;
  const read = readAfterWrites(db, () => standingOf(db, at));
  return {
    /** The first process with limits fixes the time zone of the day, so that no day begins twice. */
    keepZone: (at: Millis) =>
      sparing(() => void db.prepare(`INSERT OR IGNORE INTO notes VALUES ('zone', ?)`).run(ownZone(at))),
    standing(now: Millis) {
      at = now;
      return reading(read);
    },
  };
}

export function standingOf(db: DatabaseSync, now: Millis): AccountStanding {
  // After the longest lag every read shows what has ended.
  const pending = `state IN ${unresolvedStates} OR changed_at > ?
    AND (state = 'CONFIRMED' OR state = 'RESOLVED' AND json_extract(detail, '$.said.word') <> 'nothing')
    ORDER BY rowid`;
  const sent = `asked_at > ? AND risk = 'adds' AND state <> 'NOT SENT'`;
  return {
    pending: pendingIn(intentsIn(db, pending, now - longestLagMs)),
    writes: intentsIn(db, sent, now - minuteMs).map(({askedAt}) => askedAt.wall),
    zone: dayZone(db),
  };
}

/** Undefined until a process with limits has started. */
export const dayZone = (db: DatabaseSync): string | undefined => noteIn(db, 'zone');
