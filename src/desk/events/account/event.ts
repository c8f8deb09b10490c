import type {EasyOption, Id, Millis, Trade} from '../../../api/wire/records.ts';
import type {KnownOrder} from '../../words/orders.ts';

/** What may become of the account, in the order in which it becomes of one record. */
export const eventKinds = [
  'opened',
  'placed',
  'triggered',
  'partly-filled',
  'closing',
  'filled',
  'canceled',
  'gone',
  'closed',
  'expired',
  'stale',
  'back',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** What an event is of: a resource of the service, or the service itself. */
export const eventResources = ['easy-options', 'orders', 'trades', 'service'] as const;
export type EventResource = (typeof eventResources)[number];

/** Since when nothing could be read, and why. */
export type Outage = {readonly since: string; readonly reason: string};

/** Something that happened on the account, as its records prove it. */
export type AccountEvent = {
  /**
   * Made of the record alone, so that every process and every later read make the same one: the kind, the
   * record's id, and its own time or the trade's id.
   */
  readonly id: string;
  /** The id without what a record may tell later than what happened: its time, the trade. */
  readonly base: string;
  readonly kind: EventKind;
  readonly resource: EventResource;
  readonly key: Id;
  /** When it happened by the record; undefined where the record does not tell. */
  readonly at: Millis | undefined;
  readonly record: EasyOption | KnownOrder | Trade | Outage;
};

/** @param own what tells it from another event of this kind and record */
export function eventIds(kind: EventKind, subject: Id, own: string | number | undefined) {
  const base = `${kind}:${subject}`;
  return {base, id: own === undefined ? base : `${base}:${own}`};
}

/** Whether an event is one of those that are logged. @param logged ids of the same base */
export function isLogged({id, base}: AccountEvent, logged: readonly string[]): boolean {
  return logged.some(each => each === id || each === base || id === base);
}

/** Older first; of one moment, and of what tells no time, as it becomes of a record. */
export function byTime(a: AccountEvent, b: AccountEvent): number {
  const [atA, atB] = [a.at ?? Number.MAX_SAFE_INTEGER, b.at ?? Number.MAX_SAFE_INTEGER];
  return atA - atB || rank(a) - rank(b) || (a.id < b.id ? -1 : 1);
}

const rank = ({kind}: AccountEvent) => eventKinds.indexOf(kind);

/**
 * The event as readers get it: a line of JSON.
 * @param now stands for a time that the record does not tell
 * @param others the keys of other records of which the same is told at the same time
 */
export function eventJson(event: AccountEvent, now: Millis, others?: readonly Id[]): string {
  const {id, at, kind, resource, key, record} = event;
  return JSON.stringify({id, time: new Date(at ?? now).toISOString(), kind, resource, key, record, others});
}
