import type {BookReading} from '../book/reading/known.ts';
import {accountEvents, type EventRows, eventRowsOf, nothingSeen} from '../events/account/account.ts';
import type {EventResource} from '../events/account/event.ts';
import type {EventLog, LoggedEvent} from '../journal/log/contract.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';

/** Logs what readings of the account tell; each tells those events that nobody had logged before. */
export type EventKeeper = {
  /** An answer came. @throws {JournalError} nothing of it was logged: the next one tells it again */
  take(reading: BookReading, now: Moment): readonly LoggedEvent[];
  /** Nothing came: after three periods the account is as good as unknown. @throws {JournalError} */
  lookForStale(reason: string, now: Moment): readonly LoggedEvent[];
};

type Given = {
  readonly log: EventLog;
  readonly tradesLagMs: number;
  readonly periodMs: number;
  readonly begun: Moment;
};

const resources = {easyOptions: 'easy-options', orders: 'orders', trades: 'trades'} as const;

export function createEventKeeper({log, tradesLagMs, periodMs, begun}: Given): EventKeeper {
  let seen: ReturnType<typeof nothingSeen> | undefined;
  let told: EventRows | undefined;
  let lastAnswer = begun;
  return {
    take(reading, now) {
      lastAnswer = now;
      const read = eventRowsOf(reading);
      if (told !== undefined && isSame(told, read)) return [];
      const back = log.found(now.wall, now.wall);
      seen ??= nothingSeen(log.working());
      const cancels = log.cancels();
      const found = accountEvents(seen, read, {cancels, now: now.mono, tradesLag: tradesLagMs});
      const logged = log.append({
        events: found.events,
        whole: wholeOf(read),
        working: found.seen.working.listed,
        now: now.wall,
      });
      ({seen} = found);
      told = read;
      return [...back, ...logged];
    },
    lookForStale(reason, now) {
      if (age(lastAnswer, now) <= 3 * periodMs) return [];
      return log.lost({since: lastAnswer.wall, reason, now: now.wall});
    },
  };
}

function wholeOf({ended}: EventRows): EventResource[] {
  return [...ended].map(list => resources[list]);
}

/** Most answers are pages of a list that is not at its end. */
function isSame(before: EventRows, after: EventRows): boolean {
  return (
    before.ended.size === after.ended.size && [...after.ended].every(list => before[list] === after[list])
  );
}
