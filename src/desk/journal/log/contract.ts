import type {Id, Millis, Order} from '../../../api/wire/records.ts';
import type {ProvedCancel} from '../../events/account/account.ts';
import type {AccountEvent, EventResource} from '../../events/account/event.ts';

/** Of which account of which service: the values that each statement begins with. */
export type LogScope = readonly [service: string, account: string];

/** An event as it stands in the log. */
export type LoggedEvent = {
  /** Where it stands in it: a later one has a higher number. */
  readonly number: number;
  readonly id: string;
  /** JSON without a line break. */
  readonly line: string;
};

/**
 * The log of what happened on the account of one service: each event once, whichever process sees it first, and
 * in one order for all. Every method commits before it returns, and throws a JournalError when it cannot.
 */
export type EventLog = {
  /** Whether the events of a resource are told: what its list held when it was first read is known. */
  isBegun(resource: EventResource): boolean;
  /** Knows events without a line: what the list of a resource held before its events were told. */
  know(events: readonly AccountEvent[], now: Millis): void;
  /** From now on the events of a resource are told, but for those up to its floor. */
  begin(resource: EventResource, floor: Millis): void;
  /** Logs what is not logged yet, and tells which those were; many orders that are gone are one line. */
  append(events: readonly AccountEvent[], now: Millis): readonly LoggedEvent[];
  /** Logs that nothing can be read, unless the log says so already. */
  lost(outage: {
    readonly since: Millis;
    readonly reason: string;
    readonly now: Millis;
  }): readonly LoggedEvent[];
  /** Logs that a read which began then came back, where the log says that nothing could be read. */
  found(began: Millis, now: Millis): readonly LoggedEvent[];
  /** Where the event with this id stands; undefined where the log does not hold its line, or no longer. */
  position(id: string): number | undefined;
  /** Where the log ends. */
  end(): number;
  /** What stands behind, oldest first. */
  after(position: number, limit: number): readonly LoggedEvent[];
  /** The orders that were working when that was last kept, by id from behind `after` on. */
  working(after: Id, limit: number): readonly Order[];
  keepWorking(come: readonly Order[], left: readonly Id[]): void;
  /** Cancels that the service confirmed to anybody on this journal, as far back as the log tells of. */
  cancels(): readonly ProvedCancel[];
  /** Whether the caller is the one who may hand this event to a program; nobody else is from now on. */
  claim(id: string, now: Millis): boolean;
};
