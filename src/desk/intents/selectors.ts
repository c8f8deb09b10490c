import type {Moment} from '../model/moment.ts';
import {kinship} from './account.ts';
import {
  type Draft,
  type DraftKind,
  type HeldIntent,
  type Intent,
  type Intents,
  kindOf,
  sentKindOf,
  target,
  targets,
} from './intent.ts';
import {isResolved, isSending} from './transitions.ts';
import {currentWrite} from './write.ts';

export function unresolved(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => !isResolved(intent));
}

export function unknown(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => intent.state === 'UNKNOWN');
}

export function waitingReplacements(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => intent.state === 'CANCELED NOT PLACED');
}

export function inBanner(intents: Intents): readonly Intent[] {
  return intents.list.filter(needsPerson);
}

export function needsPerson({state}: Intent): boolean {
  return state === 'UNKNOWN' || state === 'CANCELED NOT PLACED';
}

export function inFlight(intents: Intents): readonly Intent[] {
  return intents.list.filter(
    intent => intent.state === 'ASKED' || intent.state === 'READING' || isSending(intent),
  );
}

type Lock = {
  readonly reason: string;
  readonly intent: Intent | undefined;
};

/** A close with no trace holds no lock: closing twice is safe, so a new close ends the earlier one. */
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

export function heldHere({held, accountId}: Intents): readonly HeldIntent[] {
  return held.filter(each => kinship(each.intent, accountId) !== "another's");
}

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

function mayBeAskedAgain(intent: Intent): boolean {
  return (
    intent.state === 'UNKNOWN' && intent.noTrace && sentKindOf(currentWrite(intent).draft).mayBeAskedAgain
  );
}

export function endedByAsking(intents: Intents, draft: Draft): Intent | undefined {
  return unresolved(intents).find(each => mayBeAskedAgain(each) && target(each.draft) === target(draft));
}

export function whyToWait(intents: Intents, kind: DraftKind, now: Moment): string | undefined {
  if (kind === 'replace') return whyToWait(intents, 'cancel', now) ?? whyToWait(intents, 'place', now);
  const disabled = intents.disabled[kind];
  if (disabled !== undefined) return disabled;
  // The journal keeps space for risk-reducing writes on a full disk.
  if (intents.unsaved !== undefined && !kindOf({kind}).reducesRisk)
    return `The journal cannot be written: ${intents.unsaved.reason}`;
  const waitMs = (intents.blockedUntil[kind] ?? 0) - now.mono;
  return waitMs > 0 ? `The service asked to wait: ${Math.ceil(waitMs / 1000)} s more.` : undefined;
}

export type WayOut = 'goOn' | 'lookAgain' | 'sendAgain' | 'askAgain' | 'endByHand' | 'overrideNoTrace';

const handWords = {
  done: 'I looked elsewhere: it was done',
  nothing: 'I looked elsewhere: nothing was done',
} as const;
const notPlacedWords = {
  done: 'I placed it elsewhere',
  nothing: 'Canceled it stays, and nothing is placed',
} as const;

export function handWordsFor({state}: Intent): Readonly<Record<keyof typeof handWords, string>> {
  return state === 'CANCELED NOT PLACED' ? notPlacedWords : handWords;
}
export const overrideWord = 'override';

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

/** Only safe repeats: the same key after `no trace`, and any cancel. */
export function maySendAgain(intents: Intents, intent: Intent): boolean {
  if (intent.state !== 'UNKNOWN' || kinship(intent, intents.accountId) !== 'ours') return false;
  const {repeats} = sentKindOf(currentWrite(intent).draft);
  return repeats === 'until final' || (repeats === 'same key' && intent.noTrace);
}
