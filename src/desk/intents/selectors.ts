import type {Moment} from '../model/moment.ts';
import {kinship} from './account.ts';
import type {Draft, DraftKind, HeldIntent, Intent, Intents} from './intent.ts';
import {isExit, target} from './intent.ts';
import {isResolved} from './transitions.ts';

/** Those of this dashboard that have not ended, oldest first. */
export function unresolved(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => !isResolved(intent));
}

/** Those that are UNKNOWN: a banner on every pane until they end. */
export function unknown(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => intent.state === 'UNKNOWN');
}

/** Those whose request may be on its way at this moment. */
export function inFlight(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => intent.state === 'ASKED' || intent.state === 'SENDING');
}

/** What keeps a target from being written to. */
export type Lock = {
  /** Plain words: what holds it, and the way on. */
  readonly reason: string;
  /** The intent that holds it, if the journal has made one yet. */
  readonly intent: Intent | undefined;
};

/**
 * The lock on a target, if there is one. A close that left no trace is none: closing twice what is still ACTIVE
 * cannot close two, so it may be asked again, and the earlier one is ended by that.
 */
export function lockOn(intents: Intents, wanted: string): Lock | undefined {
  if (intents.asking.some(draft => target(draft) === wanted)) {
    return {reason: 'It is just being asked for.', intent: undefined};
  }
  const intent = unresolved(intents).find(each => target(each.draft) === wanted);
  if (intent !== undefined && !mayBeAskedAgain(intent)) return {reason: lockReason(intent), intent};
  const held = heldHere(intents).find(each => target(each.intent.draft) === wanted);
  return held && {reason: heldReason(held), intent: held.intent};
}

/** Those that are not ours, but may be of our account. */
export function heldHere({held, accountId}: Intents): readonly HeldIntent[] {
  return held.filter(each => kinship(each.intent, accountId) !== "another's");
}

/** Of those, what stands on every pane: UNKNOWN, or left unresolved by a dashboard that nobody here sees. */
export function heldInSight(intents: Intents): readonly HeldIntent[] {
  return heldHere(intents).filter(({intent, presence}) => presence !== 'alive' || intent.state === 'UNKNOWN');
}

function heldReason({holder, intent, presence}: HeldIntent): string {
  const way = {
    alive: 'it has to end there first',
    elsewhere: 'it has to end there first, or be taken over, as the banner says',
    gone: 'it is taken over as soon as the journal can be written',
  };
  return `${holder} has asked for the same, and it is ${intent.state}; ${way[presence]}.`;
}

function lockReason(intent: Intent): string {
  return intent.state === 'UNKNOWN'
    ? 'An earlier one is UNKNOWN. It has to end first: by a read or by hand, as the banner says.'
    : `An earlier one is ${intent.state}. It has to end first.`;
}

/** A close that left no trace: asking for it once more ends it. */
function mayBeAskedAgain(intent: Intent): boolean {
  return intent.state === 'UNKNOWN' && intent.noTrace && intent.draft.kind === 'close';
}

/** The unresolved close that asking for `draft` would end. */
export function endedByAsking(intents: Intents, draft: Draft): Intent | undefined {
  return unresolved(intents).find(each => mayBeAskedAgain(each) && target(each.draft) === target(draft));
}

/** Whether a kind of write may be sent now, or why not. */
export function canAct(intents: Intents, kind: DraftKind, now: Moment): true | string {
  if (intents.stopped !== undefined && !isExit({kind})) return intents.stopped;
  const disabled = intents.disabled[kind];
  if (disabled !== undefined) return disabled;
  // An exit asks the journal itself, which keeps room for that on a disk that is full.
  if (intents.unsaved !== undefined && !isExit({kind}))
    return `The journal cannot be written: ${intents.unsaved.reason}`;
  const waitMs = (intents.blockedUntil[kind] ?? 0) - now.mono;
  if (waitMs > 0) return `The service asked to wait: ${Math.ceil(waitMs / 1000)} s more.`;
  return true;
}

export type WayOut = 'lookAgain' | 'sendAgain' | 'askAgain' | 'endByHand' | 'overrideNoTrace';

/** The words that end an intent by hand, each with what it says. */
export const handWords = {
  done: 'I looked elsewhere: it was done',
  nothing: 'I looked elsewhere: nothing was done',
} as const;
/** The word that gives up an intent that left no trace. */
export const overrideWord = 'override';

/** What the user may do about an intent that is UNKNOWN. */
export function waysOut(intents: Intents, intent: Intent): readonly WayOut[] {
  if (intent.state !== 'UNKNOWN') return [];
  return [
    'lookAgain',
    ...(maySendAgain(intents, intent) ? (['sendAgain'] as const) : []),
    ...(mayBeAskedAgain(intent) ? (['askAgain'] as const) : []),
    'endByHand',
    ...(intent.noTrace ? (['overrideNoTrace'] as const) : []),
  ];
}

/** Only what sending twice cannot double: the same key, once no trace is found; a cancel of what is open. */
export function maySendAgain(intents: Intents, intent: Intent): boolean {
  if (intent.state !== 'UNKNOWN' || kinship(intent, intents.accountId) !== 'ours') return false;
  if (intent.draft.kind === 'place') return intent.noTrace;
  return intent.draft.kind === 'cancel' && intents.looks[intent.id]?.isStillOpen === true;
}
