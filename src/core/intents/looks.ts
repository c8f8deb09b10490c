import {age, clockDoubtMs, isSteady, type Moment} from '../../account/model/moment.ts';
import type {Times} from '../../account/model/vocabulary.ts';
import {ownClock} from '../../account/words/times.ts';
import type {Id, Millis} from '../../api/wire/records.ts';
import {type ByBoth, byBoth} from '../limits/pending.ts';
import {
  type Intent,
  type IntentCommand,
  type IntentStep,
  type Intents,
  isResolved,
  putIntent,
  type ReadingProgress,
} from './intent.ts';
import type {Reading, WholeRead} from './kinds/kind.ts';
import {canceledBy, sentKindOf} from './kinds/kinds.ts';

/** Times of the reads after the last attempt. Later reads follow the polls. */
const timedLooksMs = [250, 500, 1_000, 2_000, 4_000, 8_000] as const;
// Minimum time between reads that follow polls, and the age from which they are fewer
const pollLookMs = 2_000;
const lateLookMs = 10_000;
const fewerFromMs = 120_000;

export function startLooks(intents: Intents, intent: Intent, now: Moment): IntentStep {
  return schedule(withLook(intents, intent.id, freshLook(intents.looks[intent.id], now)), intent.id, now);
}

/** Reads at once, as after a send: the count of reads starts again. */
export function readAnew(intents: Intents, intent: Intent, now: Moment): IntentStep {
  const [looking] = startLooks(putIntent(intents, intent), intent, now);
  return beginReading(looking, intent.id, readingFor(intent), now);
}

function freshLook(before: ReadingProgress | undefined, now: Moment): ReadingProgress {
  return {
    number: (before?.number ?? 0) + 1,
    isReading: false,
    since: now,
    timed: 0,
    askedAt: now,
    goodReads: 0,
    failure: undefined,
  };
}

export function schedule(intents: Intents, id: string, now: Moment): IntentStep {
  const look = intents.looks[id];
  if (look === undefined) return [intents, []];
  const elapsedMs = now.mono - look.since.mono;
  const timed = timedLooksMs.findIndex((ms, index) => index >= look.timed && ms > elapsedMs);
  const dueMs = timedLooksMs[timed];
  if (dueMs === undefined) return [withLook(intents, id, {...look, timed: timedLooksMs.length}), []];
  const after: IntentCommand = {
    type: 'after',
    ms: dueMs - elapsedMs,
    due: {type: 'lookDue', intentId: id, look: look.number},
  };
  return [withLook(intents, id, {...look, timed: timed + 1}), [after]];
}

export function beginReading(intents: Intents, id: string, reading: Reading, now: Moment): IntentStep {
  const look = intents.looks[id] ?? freshLook(undefined, now);
  const number = look.number + 1;
  return [
    withLook(intents, id, {...look, number, isReading: true, askedAt: now}),
    [{type: 'gather', intentId: id, look: number, reading}],
  ];
}

export function isLookDue(look: ReadingProgress, now: Moment): boolean {
  const restMs = age(look.since, now) > fewerFromMs ? lateLookMs : pollLookMs;
  return !look.isReading && look.timed >= timedLooksMs.length && age(look.askedAt, now) > restMs;
}

export function withLook(intents: Intents, id: string, look: ReadingProgress): Intents {
  return {...intents, looks: {...intents.looks, [id]: look}};
}

export function readingFor(intent: Intent): Reading {
  const orderId = isResolved(intent) ? canceledBy(intent.draft) : undefined;
  return orderId === undefined ? sentKindOf(intent.draft).evidence(intent) : {kind: 'fills', orderId};
}

/** The Date header has a resolution of one second. */
const sameOffsetMs = 1_000;

export function withClock(
  intents: Intents,
  clock: {readonly offsetMs: number; readonly seenAt: Moment} | undefined,
): Intents {
  if (clock === undefined) return intents;
  const {offsetMs, seenAt} = clock;
  const known = offsetNow(intents, seenAt);
  if (known !== undefined && Math.abs(known - offsetMs) <= sameOffsetMs) return intents;
  return {...intents, clock: {offsetMs, seenAt}};
}

/** Undefined if the local clock was set, or the machine slept, since the offset was seen. */
export function offsetNow({clock}: Intents, now: Moment): number | undefined {
  return clock !== undefined && isSteady(clock.seenAt, now) ? clock.offsetMs : undefined;
}

/** Undefined too if either clock was set between that moment and the last Date header of the service. */
export const timeByBoth = (intents: Intents, at: Moment): ByBoth | undefined =>
  byBoth(at.wall, offsetNow(intents, at));

type WithClock = {readonly intents: Intents; readonly now: Moment};

/** Service clock minus local clock, in ms; 0 if they agree. */
export function skewMs({intents, now}: WithClock): number {
  const offsetMs = offsetNow(intents, now) ?? 0;
  return Math.abs(offsetMs) > clockDoubtMs ? offsetMs : 0;
}

/** Expiries, days and the times of filters are the service's. */
export function serviceNow({intents, now: tick}: WithClock, now = tick): Millis {
  return now.wall + skewMs({intents, now});
}

/** `14:03:07` by the clock of the service, for a time of this machine. */
export function serviceClock(state: WithClock & {readonly settings: {readonly times: Times}}, at: Millis) {
  return ownClock(state, at + skewMs(state));
}

export type ListsRead = Partial<Pick<WholeRead, 'easyOptions' | 'orders' | 'trades' | 'fills'>>;

export type WantedList =
  | {readonly list: 'easyOptions'; readonly query: {readonly cardId?: Id; readonly id?: Id}}
  | {readonly list: 'orders'}
  | {
      readonly list: 'trades' | 'fills';
      readonly query: {readonly symbol?: string; readonly orderId?: Id; readonly start?: Millis};
    };

/** Range of the trades to read while the service's clock is not known. */
const unknownClockMs = 600_000;

export function nextList(
  reading: Reading,
  read: ListsRead,
  clock: WholeRead['clock'],
): WantedList | undefined {
  switch (reading.kind) {
    case 'easy options':
      return read.easyOptions ? undefined : {list: 'easyOptions', query: reading.query};
    // Orders first: an order that fills between the reads is then in both, never in neither.
    case 'new orders': {
      if (read.orders === undefined) return {list: 'orders'};
      const query = {symbol: reading.symbol, start: sinceByService(reading, clock)};
      return read.trades ? undefined : {list: 'trades', query};
    }
    case 'order': {
      const {orderId} = reading;
      if (read.orders === undefined) return {list: 'orders'};
      const isListed = read.orders.some(order => order.orderId === orderId);
      return isListed || read.trades ? undefined : {list: 'trades', query: {orderId}};
    }
    case 'fills':
      return read.fills ? undefined : {list: 'fills', query: {orderId: reading.orderId}};
    default:
      return reading satisfies never;
  }
}

/** Uses the smaller offset: an early start is safe, a late one misses trades. */
function sinceByService(
  {since, offsetAtSend}: Extract<Reading, {kind: 'new orders'}>,
  clock: WholeRead['clock'],
): Millis {
  if (clock === undefined) return Math.floor(since - unknownClockMs);
  const offsetMs = Math.min(clock.offsetMs, offsetAtSend ?? clock.offsetMs);
  return Math.floor(since + offsetMs - clock.toleranceMs);
}
