import type {Moment} from '../model/moment.ts';
import type {Candidate, Intent, IntentCommand, Intents, SeenRecord} from './intent.ts';
import {writeOf} from './replace/write.ts';

/** What a message makes of the intents. */
export type IntentStep = readonly [Intents, readonly IntentCommand[]];

/** Ended intents are kept for the screen up to this number; the journal keeps them all. */
const endedKept = 200;

export function intentById(intents: Intents, id: string): Intent | undefined {
  return intents.list.find(intent => intent.id === id);
}

/** Puts a new or changed intent into the list. */
export function putIntent(intents: Intents, intent: Intent): Intents {
  const isNew = intentById(intents, intent.id) === undefined;
  const list = isNew
    ? [...intents.list, intent]
    : intents.list.map(each => (each.id === intent.id ? intent : each));
  const next = {...intents, list: list.length > endedKept ? withoutOldest(list) : list};
  return isResolved(intent) ? withoutLook(next, intent.id) : next;
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

/** It has ended and holds no lock. */
export function isResolved(intent: Intent): boolean {
  switch (intent.state) {
    case 'ASKED':
    case 'SENDING':
    case 'ACCEPTED':
    case 'UNKNOWN':
    case 'CANCELING':
    case 'READING':
    case 'PLACING':
    // Nothing of it is out, but its order is gone: nobody places the same beside it by mistake.
    case 'CANCELED NOT PLACED':
      return false;
    case 'DONE':
    case 'REFUSED':
    case 'NOT SENT':
    case 'BY HAND':
      return true;
    default:
      return intent satisfies never;
  }
}

/** Its request is on its way, or about to be sent again. */
export function isSending({state}: Intent): boolean {
  return state === 'SENDING' || state === 'CANCELING' || state === 'PLACING';
}

/** The order of a replacement is gone, and nothing is placed yet. */
export function isBetweenWrites({state}: Intent): boolean {
  return state === 'READING' || state === 'CANCELED NOT PLACED';
}

/** The service answered an attempt of the write that it is at with a yes, whatever came before or after. */
export function saidYes(intent: Intent): boolean {
  const {attempts} = writeOf(intent);
  return intent.state === 'ACCEPTED' || attempts.some(attempt => attempt.result?.outcome.kind === 'yes');
}

/** What every state of an intent has. */
function common(intent: Intent) {
  const {id, draft, idempotencyKey, askedAt, changedAt, reason, attempts, offsetAtSend, knownBefore} = intent;
  const {accountId, credential, replacing} = intent;
  return {
    ...{id, draft, idempotencyKey, askedAt, changedAt, reason, attempts, offsetAtSend, knownBefore},
    ...{accountId, credential, replacing},
  };
}

export function become(
  intent: Intent,
  state: Exclude<Intent['state'], 'DONE' | 'UNKNOWN' | 'BY HAND'>,
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
  const proof = saidYes(intent) ? 'proved' : 'matched';
  const {recordId: resolvedRecordId, seen} = found;
  return {...common(intent), state: 'DONE', proof, resolvedRecordId, seen, reason, changedAt: now.wall};
}

export function becomeUnknown(
  intent: Intent,
  known: {reason: string; candidates?: readonly Candidate[]; noTrace?: boolean},
  now: Moment,
): Intent {
  const {reason, candidates = [], noTrace = false} = known;
  return {...common(intent), state: 'UNKNOWN', candidates, noTrace, reason, changedAt: now.wall};
}

export function becomeByHand(
  intent: Intent,
  said: {word: string; note: string},
  reason: string,
  now: Moment,
): Intent {
  return {...common(intent), state: 'BY HAND', said, reason, changedAt: now.wall};
}
