import type {Moment} from '../model/moment.ts';
import {kinship} from './account.ts';
import type {Draft, DraftKind, HeldIntent, Intent, Intents} from './intent.ts';
import {isExit, target, targets} from './intent.ts';
import {writeOf} from './replace/write.ts';
import {isResolved, isSending} from './transitions.ts';

/** Those of this dashboard that have not ended, oldest first. */
export function unresolved(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => !isResolved(intent));
}

/** Those that are UNKNOWN: a banner on every pane until they end. */
export function unknown(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => intent.state === 'UNKNOWN');
}

/** Replacements that wait for the person, with their order gone and nothing placed. */
export function waitingReplacements(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => intent.state === 'CANCELED NOT PLACED');
}

/** What has a banner on every pane until it ends, oldest first. */
export function inBanner(intents: Intents): readonly Intent[] {
  return intents.list.filter(needsPerson);
}

/** It stays as it is until a read or the person ends it. */
export function needsPerson({state}: Intent): boolean {
  return state === 'UNKNOWN' || state === 'CANCELED NOT PLACED';
}

/** Those whose request may be on its way at this moment. */
export function inFlight(intents: Intents): readonly Intent[] {
  return intents.list.filter(
    intent => intent.state === 'ASKED' || intent.state === 'READING' || isSending(intent),
  );
}

/** What keeps a target from being written to. */
export type Lock = {
  /** Plain words: what holds it, and the way on. */
  readonly reason: string;
  /** The intent that holds it, if the journal has made one yet. */
  readonly intent: Intent | undefined;
};

/**
 * The lock on any of these targets, if there is one. A close that left no trace is none: closing twice what
 * is still ACTIVE cannot close two, so it may be asked again, and the earlier one is ended by that.
 */
export function lockOn(intents: Intents, ...wanted: readonly string[]): Lock | undefined {
  const isLocked = (draft: Draft) => targets(draft).some(each => wanted.includes(each));
  if (intents.asking.some(isLocked)) {
    return {reason: 'It is just being asked for.', intent: undefined};
  }
  const intent = unresolved(intents).find(each => isLocked(each.draft));
  if (intent !== undefined && !mayBeAskedAgain(intent)) return {reason: lockReason(intent), intent};
  const held = heldHere(intents).find(each => isLocked(each.intent.draft));
  return held && {reason: heldReason(held), intent: held.intent};
}

/** Those that are not ours, but may be of our account. */
export function heldHere({held, accountId}: Intents): readonly HeldIntent[] {
  return held.filter(each => kinship(each.intent, accountId) !== "another's");
}

/** Of those, what stands on every pane: UNKNOWN, or left unresolved by a dashboard that nobody here sees. */
export function heldInSight(intents: Intents): readonly HeldIntent[] {
  return heldHere(intents).filter(({intent, presence}) => presence !== 'alive' || needsPerson(intent));
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
  if (intent.state === 'CANCELED NOT PLACED')
    return 'A replacement is CANCELED NOT PLACED. Go on with it or leave it, as the banner says.';
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
  if (kind === 'replace') {
    const may = canAct(intents, 'cancel', now);
    return may === true ? canAct(intents, 'place', now) : may;
  }
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

export type WayOut = 'goOn' | 'lookAgain' | 'sendAgain' | 'askAgain' | 'endByHand' | 'overrideNoTrace';

/** The words that end an intent by hand, each with what it says. */
const handWords = {
  done: 'I looked elsewhere: it was done',
  nothing: 'I looked elsewhere: nothing was done',
} as const;
/** Of what is known to be canceled and not placed it is said what is made of that. */
const notPlacedWords = {
  done: 'I placed it elsewhere',
  nothing: 'Canceled it stays, and nothing is placed',
} as const;

export function handWordsFor({state}: Intent): Readonly<Record<keyof typeof handWords, string>> {
  return state === 'CANCELED NOT PLACED' ? notPlacedWords : handWords;
}
/** The word that gives up an intent that left no trace. */
export const overrideWord = 'override';

/** What the user may do about an intent that is UNKNOWN. */
export function waysOut(intents: Intents, intent: Intent): readonly WayOut[] {
  if (intent.state === 'CANCELED NOT PLACED') return ['goOn', 'lookAgain', 'endByHand'];
  if (intent.state !== 'UNKNOWN') return [];
  return [
    'lookAgain',
    ...(maySendAgain(intents, intent) ? (['sendAgain'] as const) : []),
    ...(mayBeAskedAgain(intent) ? (['askAgain'] as const) : []),
    'endByHand',
    ...(intent.noTrace ? (['overrideNoTrace'] as const) : []),
  ];
}

/** Only what sending twice cannot double: the same key, once no trace is found, and any cancel. */
export function maySendAgain(intents: Intents, intent: Intent): boolean {
  if (intent.state !== 'UNKNOWN' || kinship(intent, intents.accountId) !== 'ours') return false;
  const {draft} = writeOf(intent);
  return draft.kind === 'cancel' || (draft.kind === 'place' && intent.noTrace);
}
