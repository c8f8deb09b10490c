import type {Id, Millis} from '../../../api/wire/records.ts';
import type {AccountStanding} from '../../limits/reserved.ts';
import type {Limits} from '../../model/vocabulary.ts';
import {readAfterWrites} from '../after-writes.ts';
import type {Commits} from '../commits.ts';
import {keepLimits, type LimitsBinding} from './in-force.ts';
import {keepSeen, standingOf} from './reservations.ts';

/** The limits of the account, as all dashboards on the journal share them. */
export type LimitsJournal = {
  /** From now on they hold for all dashboards of the service, until this one ends; said anew now and then. */
  announce(limits: Limits, accountId: Id | undefined, at: Millis): void;
  /** What came of these is seen by whole reads: later on nobody has to look for it any more. */
  keepSeen(intentIds: readonly string[]): void;
  /** What weighs on the account, and whose limits hold. */
  standing(accountId: Id | undefined, now: Millis): AccountStanding;
};

const lookAnewMs = 60_000;

export function createLimitsJournal(
  bound: LimitsBinding,
  {reading, sparing}: Pick<Commits, 'reading' | 'sparing'>,
): LimitsJournal {
  let account: Id | undefined;
  let at: Millis = 0;
  let readAt: Millis = 0;
  const readAnew = () =>
    readAfterWrites(bound.db, () => {
      readAt = at;
      return standingOf(bound, account, at);
    });
  let standing = readAnew();
  return {
    announce: (limits, accountId, at) => sparing(() => keepLimits(bound, limits, {accountId, at})),
    keepSeen: intentIds => sparing(() => keepSeen(bound, intentIds)),
    standing(accountId, now) {
      at = now;
      // Some of it ends by time alone, and nobody writes then.
      if (accountId !== account || now - readAt > lookAnewMs) {
        account = accountId;
        standing = readAnew();
      }
      return reading(standing);
    },
  };
}
