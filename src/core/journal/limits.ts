import type {DatabaseSync} from 'node:sqlite';
import {longestLagMs} from '../../account/model/lags.ts';
import {minuteMs} from '../../account/model/vocabulary.ts';
import {ownZone} from '../../account/portfolio/days.ts';
import type {Millis} from '../../api/wire/records.ts';
import {pendingIn} from '../gate/gate.ts';
import {type Intent, isResolved, leavesEarlier} from '../intents/intent.ts';
import {riskOf} from '../intents/kinds/kinds.ts';
import type {AccountStanding} from '../limits/pending.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {unresolvedStates} from './schema.ts';
import {intentsIn, noteIn} from './stored.ts';

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
  const lately = `state IN ${unresolvedStates} OR changed_at > ? ORDER BY rowid`;
  return {...standingIn(intentsIn(db, lately, now - longestLagMs), now), zone: dayZone(db)};
}

/** @param intents at least those that are unresolved or ended within the longest lag, in the order of asking */
export function standingIn(intents: readonly Intent[], now: Millis): Omit<AccountStanding, 'zone'> {
  // After the longest lag every read shows what has ended.
  const isLate = ({changedAt}: Intent) => changedAt > now - longestLagMs;
  const counts = (each: Intent) => !isResolved(each) || (isLate(each) && !leavesEarlier(each));
  const isSent = ({draft, state, askedAt}: Intent) =>
    riskOf(draft) === 'adds' && state !== 'NOT SENT' && askedAt.wall > now - minuteMs;
  return {
    pending: pendingIn(intents.filter(counts)),
    writes: intents.filter(isSent).map(({askedAt}) => askedAt.wall),
  };
}

/** Undefined until a process with limits has started. */
export const dayZone = (db: DatabaseSync): string | undefined => noteIn(db, 'zone');
