import type {Service as ClientService} from '../../api/client.ts';
import type {Id, Millis} from '../../api/wire/records.ts';
import type {HaltFacts, HaltProgress, HaltRecord, HaltWants} from '../halt/record.ts';
import type {HeldIntent, Intent} from '../intents/intent.ts';
import type {Attempt, Outcome} from '../intents/outcome.ts';
import type {AccountStanding, Knows} from '../limits/reserved.ts';
import type {Limits} from '../model/vocabulary.ts';
import type {Proposal, Standing} from '../proposals/proposal.ts';
import type {ActivityLine} from '../state.ts';

/** The service that intents are bound to: they are settled against this service only, with any credential. */
export type BoundService = ClientService & {
  /** For the paper service, the id of its ledger replaces origin and path: its port changes at every start. */
  readonly ledger?: string | undefined;
  readonly credentialSource: string;
};

export type BoundJournal = {
  /**
   * Locks the targets, stores a new intent and reserves the risk that it may add. `ends` releases its own lock
   * in the same commit. An intent of a proposal takes it, which must be open.
   * @throws {JournalError} a limit or a halt prevents it, or the journal cannot be written
   */
  ask(intent: Intent, ends: Intent | undefined, knows: Knows): AskResult;
  /** Called before the connection is opened: if false, nothing may be sent. */
  beginAttempt(intent: Intent, attempt: Attempt): boolean;
  goOn(intent: Intent, knows: Knows): boolean;
  endAttempt(intentId: string, attempt: Attempt): void;
  save(intent: Intent): void;
  /** Like save, with the record that ends the intent, unless another intent has that record. */
  claim(intent: Intent): ClaimResult;
  /** Takes over unresolved intents whose dashboard is gone, except those of another account. */
  adopt(accountId?: Id): Intent[];
  release(intentId: string): void;
  takeOver(intentId: string): Intent[];
  /** Unresolved intents of other dashboards: running, gone or unknown. */
  held(): HeldIntent[];
  /** The number of attempts that a journal restored from a copy has lost; reported once. */
  takeMissing(): number;
  unresolvedElsewhere(): number;
  changedElsewhere(): Intent[];
  /** Stores lines of Activity in the log of events, in one commit. */
  appendEvents(lines: readonly ActivityLine[]): void;
  recentActivity(limit: number): ActivityLine[];
  recall(name: string): string | undefined;
  keep(name: string, value: string): void;
  readonly limits: LimitsJournal;
  readonly halt: HaltJournal;
  readonly proposals: ProposalJournal;
};

export type ClaimResult =
  | 'claimed'
  | 'taken'
  /** The record matches, but an intent that was ended by hand may have made it. */
  | 'rivalled';

export type AskResult =
  | {readonly kind: 'asked'; readonly ended: Intent | undefined}
  | {readonly kind: 'locked'; readonly by: string};

export function serviceKey({origin, path, ledger}: Pick<BoundService, 'origin' | 'path' | 'ledger'>): string {
  return ledger === undefined ? `${origin}${path}` : `paper ${ledger}`;
}

export type LimitsJournal = {
  /** They apply to all dashboards of the service until this one ends; repeated periodically. */
  announce(limits: Limits, accountId: Id | undefined, at: Millis): void;
  /** Complete reads show their result, so later reads need not look for it. */
  keepSeen(intentIds: readonly string[]): void;
  standing(accountId: Id | undefined, now: Millis): AccountStanding;
};

export type ProposalJournal = {
  /** @throws {JournalError} the gate refuses it, or there are too many */
  propose(proposal: Proposal, knows: Knows): void;
  /** Without those that are over, but with expired ones; the same object until a process writes. */
  open(): readonly Proposal[];
  standing(id: string, now: Millis): Standing | undefined;
  /** Newest first. */
  latest(limit: number, now: Millis): readonly Standing[];
  /** Ends those that are open; returns how many. */
  end(ids: readonly string[], as: 'DECLINED' | 'WITHDRAWN', reason: string, now: Millis): number;
};

export type HaltJournal = {
  /** The halt in force; the same object until a process writes. */
  seen(): HaltRecord | undefined;
  set(at: Millis): void;
  lift(): void;
  /**
   * Starts what the review confirmed; it stays under way until it has ended or is lifted. False if no halt is
   * set, or one for another account is under way.
   */
  want(wants: HaltWants, at: Millis, accountId: Id | undefined): boolean;
  /** True if this process carries the halt out: exactly one does, and another takes over when it is gone. */
  drive(at: Millis, accountId: Id | undefined): boolean;
  facts(): HaltFacts;
  learn(orderIds: readonly Id[]): void;
  /** Before a DELETE of an order by its id alone; undefined if the halt was lifted: then nothing is sent. */
  beginDelete(orderId: Id, at: Millis): number | undefined;
  endDelete(number: number, at: Millis, outcome: Outcome): void;
  report(progress: HaltProgress): void;
  /** Ends the halt; false if any process has written since those facts. */
  finish(progress: HaltProgress, facts: Pick<HaltFacts, 'writes'>): boolean;
};
