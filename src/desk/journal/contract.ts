import type {Service as ClientService} from '../../api/client.ts';
import type {Id} from '../../api/wire/records.ts';
import type {Attempt, HeldIntent, Intent} from '../intents/intent.ts';
import type {Knows} from '../limits/reserved.ts';
import type {ActivityLine} from '../model/state.ts';
import type {Dashboard} from './dashboards.ts';
import type {LimitsJournal} from './limits/account.ts';
import type {EventLog} from './log/contract.ts';
import type {StopJournal} from './stop/contract.ts';

/** What intents are bound to: settled against this service alone, whatever credential it is asked with. */
export type BoundService = ClientService & {
  /** Of the paper service, which is another port at every start: the ledger's id stands for origin and path. */
  readonly ledger?: string | undefined;
  /** Tells where the credential comes from, which stays when a new one comes from there. */
  readonly credentialSource: string;
};

/**
 * The journal: what was asked for, every attempt, every change of state, and what was seen to happen. One
 * SQLite file for all dashboards of a user, whose unique indexes hold the locks. Every method commits before it
 * returns, and throws a JournalError with words for a person when it cannot.
 */
export type Journal = {
  /** The part of one service, with the account label and the credential that it is asked with. */
  bind(service: BoundService, account: string): BoundJournal;
  /** What happened on that account, as its records tell. */
  log(service: BoundService, account: string): EventLog;
  /** A dashboard that may send runs from now on, bound to that service. */
  enter(service: BoundService): void;
  /** Dashboards that run on this host and are bound to another service. */
  elsewhere(service: BoundService): readonly Dashboard[];
  close(): void;
};

export type BoundJournal = {
  /**
   * Takes the locks on its targets, keeps a new intent and reserves what it may add, by what the asker `knows`
   * of the account; `ends` gives its own lock up in the same commit.
   * @throws {JournalError} a limit or a stop holds it back, or the journal cannot be written
   */
  ask(intent: Intent, ends: Intent | undefined, knows: Knows): AskResult;
  /**
   * Before the connection: false if the intent is not ours to send, and then nothing may be sent.
   * @throws {JournalError} a stop holds it back, or the journal cannot be written
   */
  beginAttempt(intent: Intent, attempt: Attempt): boolean;
  /** False if it no longer waits to be gone on with, or is not ours: then another dashboard went on. */
  goOn(intent: Intent, knows: Knows): boolean;
  endAttempt(intentId: string, attempt: Attempt): void;
  /** Keeps the state, the reason and what the state brings; attempts are kept by the two above. */
  save(intent: Intent): void;
  /** As save, with the record that ends it, unless another intent has it. */
  claim(intent: Intent): ClaimResult;
  /** Unresolved intents whose dashboard is gone; ours from now on, but for those of another account. */
  adopt(accountId?: Id): Intent[];
  /** Gives one up: the next dashboard that may have it takes it over. */
  release(intentId: string): void;
  /** One intent that another host holds, by the user's word that its dashboard is gone. */
  takeOver(intentId: string): Intent[];
  /** Unresolved intents of others: of dashboards that run, that are gone, or of which nobody here can tell. */
  held(): HeldIntent[];
  /** How many attempts it does not hold, for it was restored from a copy; told once. */
  takeMissing(): number;
  /** How many unresolved intents there are for other services. */
  unresolvedElsewhere(): number;
  /** Those that other dashboards have changed since the last call, ended ones too. */
  changedElsewhere(): Intent[];
  /** Keeps what happened, in one commit. Of all events the newest 10,000 of a service stay; intents all do. */
  appendEvents(lines: readonly ActivityLine[]): void;
  /** Intents and events, newest first. */
  recentActivity(limit: number): ActivityLine[];
  /** A note under a name, such as the alerts; undefined if there is none. */
  recall(name: string): string | undefined;
  keep(name: string, value: string): void;
  readonly limits: LimitsJournal;
  readonly stop: StopJournal;
};

export type ClaimResult =
  | 'claimed'
  /** The record has ended another intent. */
  | 'taken'
  /** It is a match, and one that was ended by hand may have made the record. */
  | 'rivalled';

export type AskResult =
  | {readonly kind: 'asked'; readonly ended: Intent | undefined}
  /** Another intent holds the target. */
  | {readonly kind: 'locked'; readonly by: string};

/** One text for one service: its address, or the ledger of the paper service, whose port changes. */
export function serviceKey({origin, path, ledger}: Pick<BoundService, 'origin' | 'path' | 'ledger'>): string {
  return ledger === undefined ? `${origin}${path}` : `paper ${ledger}`;
}
