import type {Moment} from '../model/moment.ts';
import {currentWrite, type Intent, type IntentCommand, type Intents} from './intent.ts';
import type {Candidate, SeenRecord} from './kinds/kind.ts';
import {kindOf} from './kinds/kinds.ts';

export type IntentStep = readonly [Intents, readonly IntentCommand[]];

/** Ended intents kept for the screen; the journal keeps all. */
const endedKept = 200;

export function intentById(intents: Intents, id: string): Intent | undefined {
  return intents.list.find(intent => intent.id === id);
}

export function putIntent(intents: Intents, intent: Intent): Intents {
  const isNew = intentById(intents, intent.id) === undefined;
  const list = isNew
    ? [...intents.list, intent]
    : intents.list.map(each => (each.id === intent.id ? intent : each));
  const next = {...intents, list: list.length > endedKept ? withoutOldest(list) : list};
  return isResolved(intent) ? withoutLook(next, intent.id) : next;
}

/** Keeps the intent here and in the journal, and tells the user. */
export function announce(
  intents: Intents,
  intent: Intent,
  level: 'good' | 'warning' | 'danger',
  ...first: readonly IntentCommand[]
): IntentStep {
  return [putIntent(intents, intent), [{type: 'record', intent}, ...first, {type: 'say', intent, level}]];
}

function withoutOldest(list: readonly Intent[]): readonly Intent[] {
  const surplus = list.filter(isResolved).length - endedKept;
  if (surplus <= 0) return list;
  const dropped = new Set(list.filter(isResolved).slice(0, surplus));
  return list.filter(intent => !dropped.has(intent));
}

function withoutLook(intents: Intents, id: string): Intents {
  if (intents.looks[id] === undefined) return intents;
  const {[id]: _, ...looks} = intents.looks;
  return {...intents, looks};
}

/** Each state, and whether an intent in it is over. The journal's statements are made of it, too. */
export const isOver: Readonly<Record<Intent['state'], boolean>> = {
  QUEUED: false,
  SENDING: false,
  ACCEPTED: false,
  UNKNOWN: false,
  CANCELING: false,
  'CHECKING FILLS': false,
  PLACING: false,
  // The order is gone; the lock prevents a duplicate of the place.
  'CANCELED, NOT REPLACED': false,
  CONFIRMED: true,
  REJECTED: true,
  'NOT SENT': true,
  RESOLVED: true,
};

export const isState = (text: unknown): text is Intent['state'] =>
  typeof text === 'string' && Object.hasOwn(isOver, text);

export const isResolved = ({state}: Intent): boolean => isOver[state];

export function isSending({state}: Intent): boolean {
  return state === 'SENDING' || state === 'CANCELING' || state === 'PLACING';
}

export function isBetweenWrites({state}: Intent): boolean {
  return state === 'CHECKING FILLS' || state === 'CANCELED, NOT REPLACED';
}

function common(intent: Intent) {
  const {id, draft, idempotencyKey, askedAt, changedAt, reason, attempts, offsetAtSend, knownBefore} = intent;
  const {accountId, credential, amending} = intent;
  return {
    ...{id, draft, idempotencyKey, askedAt, changedAt, reason, attempts, offsetAtSend, knownBefore},
    ...{accountId, credential, amending},
  };
}

export function become(
  intent: Intent,
  state: Exclude<Intent['state'], 'CONFIRMED' | 'UNKNOWN' | 'RESOLVED'>,
  reason: string,
  now: Moment,
): Intent {
  return {...common(intent), state, reason, changedAt: now.wall};
}

export function becomeDone(
  intent: Intent,
  found: {readonly recordId: string | undefined; readonly seen?: SeenRecord | undefined},
  reason: string,
  now: Moment,
): Intent {
  const proof = currentWrite(intent).saidYes ? 'proved' : 'matched';
  const {seen} = found;
  const isEnded = kindOf(intent.draft).recordScope !== undefined;
  const resolvedRecordId = isEnded ? found.recordId : undefined;
  return {...common(intent), state: 'CONFIRMED', proof, resolvedRecordId, seen, reason, changedAt: now.wall};
}

export function becomeUnknown(
  intent: Intent,
  known: {reason: string; candidates?: readonly Candidate[]; noTrace?: boolean},
  now: Moment,
): Intent {
  const {reason, candidates = [], noTrace = false} = known;
  return {...common(intent), state: 'UNKNOWN', candidates, noTrace, reason, changedAt: now.wall};
}

export function becomeResolved(
  intent: Intent,
  said: {word: string; note: string},
  reason: string,
  now: Moment,
): Intent {
  return {...common(intent), state: 'RESOLVED', said, reason, changedAt: now.wall};
}
