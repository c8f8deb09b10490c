import type {KnownOrder} from '../../account/words/records.ts';
import {type EasyOption, type Id, type Millis, maxMillis, type Trade} from '../../api/wire/records.ts';

/** Kinds of events, in the order in which they happen to one record. */
export const eventKinds = [
  'opened',
  'placed',
  'triggered',
  'partly-filled',
  'closing',
  'changed',
  'filled',
  'canceled',
  'gone',
  'closed',
  'expired',
  'stale',
  'back',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Kinds of lines of Activity that tell of optty itself. */
export const ownKinds = ['intent', 'several', 'halt', 'alert', 'away', 'program', 'journal', 'more'] as const;

export const eventResources = ['easy-options', 'orders', 'trades', 'service'] as const;
export type EventResource = (typeof eventResources)[number];

type Outage = {readonly since: string; readonly reason: string};

export type AccountEvent = {
  /**
   * Built from the record alone, so that every process and every later read get the same id: the kind, the
   * record's id, and for what can happen to it again the trade's id.
   */
  readonly id: string;
  readonly kind: EventKind;
  readonly key: Id;
  readonly at: Millis | undefined;
} & (
  | {readonly resource: 'easy-options'; readonly record: EasyOption}
  | {readonly resource: 'orders'; readonly record: KnownOrder}
  | {readonly resource: 'trades'; readonly record: Trade}
  | {readonly resource: 'service'; readonly record: Outage}
);

export function byTime(a: AccountEvent, b: AccountEvent): number {
  const [atA, atB] = [a.at ?? Number.MAX_SAFE_INTEGER, b.at ?? Number.MAX_SAFE_INTEGER];
  return atA - atB || rank(a) - rank(b) || (a.id < b.id ? -1 : 1);
}

const rank = ({kind}: AccountEvent) => eventKinds.indexOf(kind);

/**
 * The published form of an event: one line of JSON.
 * @param now replaces a time that the record does not have
 */
export function eventJson({id, at, kind, resource, key, record}: AccountEvent, now: Millis): string {
  return JSON.stringify({id, time: new Date(at ?? now).toISOString(), kind, resource, key, record});
}

/** Records may be listed late, so the floor stays this far in the past. */
const lateMs = 3_600_000;

/** The first read of a list shows nothing new: an event up to the floor is old by its own time. */
export function floorOf(events: readonly AccountEvent[], of: EventResource, now: Millis): Millis {
  // A future time is wrong, or comes from the service's own clock: the floor must not rise to it.
  return events.reduce(
    (latest, {resource, at = Infinity}) =>
      resource !== of || at > now ? latest : Math.max(latest, at - lateMs),
    -maxMillis,
  );
}

export function isUnder({at}: Pick<AccountEvent, 'at'>, floor: Millis): boolean {
  return at !== undefined && at <= floor;
}
