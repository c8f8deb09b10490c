import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import type {Intent, IntentCommand, Intents, Reading, ReadingProgress} from '../intent.ts';
import {writeOf} from '../replace/write.ts';
import {type IntentStep, isBetweenWrites} from '../transitions.ts';

/** When an unresolved intent is looked for, in ms since its last attempt ended. After that, with the polls. */
const timedLooksMs = [250, 500, 1_000, 2_000, 4_000, 8_000] as const;
/** The least time between two looks that polls set off: until `no trace`, and after. */
const pollLookMs = 2_000;
const noTraceLookMs = 10_000;

/** Starts the looks after an attempt; reads that began before it count no more. */
export function startLooks(intents: Intents, intent: Intent, now: Moment): IntentStep {
  return schedule(withLook(intents, intent.id, freshLook(intents.looks[intent.id], now)), intent.id, now);
}

function freshLook(before: ReadingProgress | undefined, now: Moment): ReadingProgress {
  return {
    number: (before?.number ?? 0) + 1,
    isReading: false,
    since: now,
    timed: 0,
    askedAt: now,
    goodReads: 0,
    firstGood: undefined,
    failure: undefined,
  };
}

/** Arms the next timed look, if there is one left. */
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

/** Asks for a read under a new number, so that what an older one brings is dropped. */
export function beginReading(intents: Intents, id: string, reading: Reading, now: Moment): IntentStep {
  const look = intents.looks[id] ?? freshLook(undefined, now);
  const number = look.number + 1;
  return [
    withLook(intents, id, {...look, number, isReading: true, askedAt: now}),
    [{type: 'gather', intentId: id, look: number, reading}],
  ];
}

/** Whether a poll that came back should set off a look: no timed one ahead, the last long enough ago. */
export function isLookDue(intent: Intent, look: ReadingProgress, now: Moment): boolean {
  const restMs = intent.state === 'UNKNOWN' && intent.noTrace ? noTraceLookMs : pollLookMs;
  return !look.isReading && look.timed >= timedLooksMs.length && age(look.askedAt, now) > restMs;
}

export function withLook(intents: Intents, id: string, look: ReadingProgress): Intents {
  return {...intents, looks: {...intents.looks, [id]: look}};
}

/** What to read for an intent that was sent, or whose order was canceled. */
export function readingFor(intent: Intent): Reading {
  const {draft, attempts} = writeOf(intent);
  if (intent.draft.kind === 'replace' && isBetweenWrites(intent))
    return {kind: 'fills', orderId: intent.draft.orderId};
  switch (draft.kind) {
    case 'open':
      return {kind: 'open', cardId: draft.cardId};
    case 'close':
      return {kind: 'close', easyOptionId: draft.easyOptionId};
    case 'place': {
      const since = attempts[0]?.startedAt.wall ?? intent.askedAt.wall;
      return {kind: 'place', symbol: draft.symbol, since, offsetAtSend: intent.offsetAtSend};
    }
    case 'cancel':
      return {kind: 'cancel', orderId: draft.orderId};
    default:
      return draft satisfies never;
  }
}
