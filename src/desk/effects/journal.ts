import type {Service as ClientService} from '../../api/client.ts';
import type {Attempt, Held, Intent} from '../intents/intent.ts';
import type {ActivityLine} from '../state.ts';
import {createBoundJournal} from './journal-bound.ts';
import {openFile} from './journal-file.ts';
import type {Host} from './journal-lease.ts';
import {type JournalError, toJournalError} from './journal-problem.ts';
import {activityLines} from './journal-rows.ts';

export {type Host, readHost} from './journal-lease.ts';
export {JournalError} from './journal-problem.ts';

/** What intents are bound to: they are settled against this service alone. */
export type Service = ClientService & {
  /** Of the paper service, which is another port at every start: the ledger's id stands for origin and path. */
  readonly ledger?: string | undefined;
};

/**
 * The journal: what was asked for, every attempt, every change of state, and what was seen to happen. One SQLite file
 * for all dashboards of a user, whose unique indexes hold the locks. Every method commits before it returns, and throws
 * a JournalError with words for a person when it cannot.
 */
export type Journal = {
  /** The part of one service and one account. */
  bind(service: Service, account: string): BoundJournal;
  /** Everything, of all services and accounts, newest first. */
  exportAll(): ActivityLine[];
  close(): void;
};

export type BoundJournal = {
  /** Takes the lock on the target and keeps a new intent; `ends` gives its own lock up in the same commit. */
  ask(intent: Intent, ends: Intent | undefined): Asked;
  /** Before the connection: false if the intent is not ours to send, and then nothing may be sent. */
  beginAttempt(intent: Intent, attempt: Attempt): boolean;
  endAttempt(intentId: string, attempt: Attempt): void;
  /** Keeps the state, the reason and what the state brings; attempts are kept by the two above. */
  save(intent: Intent): void;
  /** As save, with the record that ends it, unless another intent has it. */
  claim(intent: Intent): Claimed;
  /** Unresolved intents whose dashboard is gone; they are ours from now on. */
  adopt(): Intent[];
  /** One intent that another host holds, by the user's word that its dashboard is gone. */
  takeOver(intentId: string): Intent[];
  /** Unresolved intents of other dashboards that run, or of which nobody here can tell. */
  held(): Held[];
  /** How many unresolved intents there are for other services and accounts. */
  unresolvedElsewhere(): number;
  appendEvent(line: ActivityLine): void;
  /** Intents and events, newest first. */
  recentActivity(limit: number): ActivityLine[];
  /** A note under a name, such as the alerts; undefined if there is none. */
  recall(name: string): string | undefined;
  keep(name: string, value: string): void;
};

export type Claimed =
  | 'claimed'
  /** The record has ended another intent. */
  | 'taken'
  /** It is a match, and one that was ended by hand may have made the record. */
  | 'rivalled';

export type Asked =
  | {readonly kind: 'asked'; readonly ended: Intent | undefined}
  /** Another intent holds the target. */
  | {readonly kind: 'locked'; readonly by: string};

/**
 * Opens the journal, and makes it where there is none: 0600 in a folder of 0700. A JournalError is returned, not
 * thrown: reading goes on without a journal, writing does not.
 */
export async function openJournal(given: {
  path: string;
  host: Host;
  busyTimeoutMs?: number;
}): Promise<Journal | JournalError> {
  const {path, host, busyTimeoutMs = 100} = given;
  try {
    const db = await openFile(path, busyTimeoutMs);
    return {
      bind: (service, account) => createBoundJournal({db, path, host, service: serviceKey(service), account}),
      exportAll: () => {
        try {
          return activityLines(db, undefined, -1);
        } catch (error) {
          throw toJournalError(error, path);
        }
      },
      close: () => db.close(),
    };
  } catch (error) {
    return toJournalError(error, path);
  }
}

/** One text for one service, as the unique indexes compare it. */
export function serviceKey({origin, path, fingerprint, ledger}: Service): string {
  return ledger === undefined ? `${origin}${path} ${fingerprint}` : `paper ${ledger}`;
}
