import type {Id} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import {
  currentWrite,
  type HeldIntent,
  type Intent,
  type IntentCommand,
  type IntentMsgOf,
  type IntentStep,
  type Intents,
  intentById,
  isResolved,
  isSending,
} from './intent.ts';
import type {Asked, PlacedOrder} from './kinds/kind.ts';
import {
  type Draft,
  type DraftKind,
  kindOf,
  reducesRisk,
  requestsOf,
  sentKindOf,
  target,
  targets,
  type WriteKind,
} from './kinds/kinds.ts';
import {accountWords, draftWords} from './words.ts';

/**
 * Relation of an intent to the account of this dashboard's credential. Credentials expire, so a new one from
 * the same source is ours, unless Easy Options have shown two accounts. One from another source is ours only
 * if they have shown the same account.
 */
type Kinship = 'ours' | 'unsure' | "another's";

export function kinship({credential, accountId}: Intent, ourAccountId: Id | undefined): Kinship {
  if (credential === undefined) return 'ours';
  if (accountId !== undefined && ourAccountId !== undefined)
    return accountId === ourAccountId ? 'ours' : "another's";
  return credential === 'renewed' ? 'ours' : 'unsure';
}

/** Another account's, or perhaps: that account takes it over, and only a person does so here. */
export function isLeftToOwner(intent: Intent, ourAccountId: Id | undefined): boolean {
  const kin = kinship(intent, ourAccountId);
  return kin === "another's" || (kin === 'unsure' && intent.otherAccount !== undefined);
}

export function mayBeTakenOver({accountId}: Intents, {intent, presence}: HeldIntent): boolean {
  return presence === 'elsewhere' || (presence === 'gone' && isLeftToOwner(intent, accountId));
}

export const unsureWords = 'Sent with another credential: the account is unknown, so no read resolves it.';

export function withAccount(intents: Intents, accountId: Id | undefined): IntentStep {
  const given = intents.list.filter(each => kinship(each, accountId) === "another's");
  if (intents.accountId === accountId && given.length === 0) return [intents, []];
  const earlier = given.findLast(({otherAccount}) => otherAccount === undefined);
  const text = `This profile showed account #${earlier?.accountId} before: Activity has its rows, and its UNKNOWN writes stay with it. All figures are of #${accountId}.`;
  const looks = Object.fromEntries(
    Object.entries(intents.looks).filter(([id]) => !given.some(each => each.id === id)),
  );
  return [
    {...intents, accountId, looks, list: intents.list.filter(each => !given.includes(each))},
    [
      ...given
        .filter(each => !isResolved(each))
        .map((each): IntentCommand => ({type: 'release', intentId: each.id})),
      ...(earlier === undefined ? [] : [{type: 'tell', text, level: 'danger', stays: true} as const]),
    ],
  ];
}

export function held(intents: Intents, {held: others}: IntentMsgOf<'held'>): IntentStep {
  const stampOf = ({intent: {id, state, changedAt}, holder, presence}: HeldIntent) =>
    [id, state, changedAt, holder, presence].join(' ');
  const stamp = (list: readonly HeldIntent[]) => list.map(stampOf).join();
  const isSame = stamp(others) === stamp(intents.held);
  if (isSame && intents.journalProblem === undefined) return [intents, []];
  return [{...intents, held: isSame ? intents.held : others, journalProblem: undefined}, []];
}

export function watchFailed(intents: Intents, {reason}: IntentMsgOf<'watchFailed'>): IntentStep {
  if (intents.journalProblem === reason) return [intents, []];
  return [{...intents, journalProblem: reason}, [{type: 'tell', text: reason, level: 'warning'}]];
}

/** Only the user can know that a dashboard on another host has ended, or whose account it was. */
export function takeOverHeld(intents: Intents, {intentId: id}: IntentMsgOf<'takeOver'>): IntentStep {
  const other = intents.held.find(each => each.intent.id === id);
  if (other === undefined || !mayBeTakenOver(intents, other)) return notTakenOver(intents);
  return [
    intents,
    [
      {type: 'takeOver', intentId: id},
      {type: 'watch', accountId: intents.accountId},
    ],
  ];
}

export function notTakenOver(intents: Intents): IntentStep {
  const text = 'Not taken over: its owner has changed.';
  return [intents, [{type: 'tell', text, level: 'warning'}]];
}

export function unresolved(intents: Intents): readonly Intent[] {
  return intents.list.filter(intent => !isResolved(intent));
}

export function latestOn(intents: Intents, wanted: string): Intent | undefined {
  return intents.list.findLast(({draft}) => target(draft) === wanted);
}

/** Writes that may be live come first. */
export function inBanner({list}: Intents): readonly Intent[] {
  const waiting = list.filter(needsPerson);
  return [...waiting.filter(mayBeLive), ...waiting.filter(each => !mayBeLive(each))];
}

/** With those of other dashboards, behind our own. */
export function allInBanner(intents: Intents): readonly Intent[] {
  return [...inBanner(intents), ...heldInSight(intents).map(each => each.intent)];
}

/** False if its old order is canceled, and its new one was not sent. */
export function mayBeLive({state}: Intent): boolean {
  return state !== 'CANCELED, NOT REPLACED';
}

export function needsPerson({state}: Intent): boolean {
  return state === 'UNKNOWN' || state === 'CANCELED, NOT REPLACED';
}

export function inFlight(intents: Intents): readonly Intent[] {
  return intents.list.filter(
    intent => intent.state === 'QUEUED' || intent.state === 'CHECKING FILLS' || isSending(intent),
  );
}

/** A close with no trace holds no lock: closing twice is safe, so a new close ends the earlier one. */
export function lockOn(intents: Intents, ...wanted: readonly string[]): string | undefined {
  const isLocked = (draft: Draft) => targets(draft).some(each => wanted.includes(each));
  if (intents.asking.some(isLocked)) return 'Being queued.';
  const intent = unresolved(intents).find(each => isLocked(each.draft));
  if (intent !== undefined && !mayBeAskedAgain(intent)) return lockReason(intent);
  const held = heldHere(intents).find(each => isLocked(each.intent.draft));
  return held && heldReason(intents, held);
}

/** Not those that this dashboard has just taken over. */
export function heldHere({held, list, accountId}: Intents): readonly HeldIntent[] {
  return held.filter(
    ({intent}) => kinship(intent, accountId) !== "another's" && !list.some(own => own.id === intent.id),
  );
}

export function heldElsewhere(intents: Intents, {id}: Intent): HeldIntent | undefined {
  return heldHere(intents).find(({intent}) => intent.id === id);
}

export function heldInSight(intents: Intents): readonly HeldIntent[] {
  return heldHere(intents).filter(({intent, presence}) => presence !== 'alive' || needsPerson(intent));
}

function heldReason(intents: Intents, held: HeldIntent): string {
  const {holder, intent, presence} = held;
  const takenOver = mayBeTakenOver(intents, held) ? ', or be taken over, as the banner says' : '';
  const isAdopted = presence === 'gone' && takenOver === '';
  const way = isAdopted ? 'it is taken over once the journal can be written' : 'it must end there first';
  const request = `${draftWords(intent.draft)} (${intent.state})`;
  const apart = isLeftToOwner(intent, intents.accountId)
    ? '. An Easy Option in each tells accounts apart'
    : '';
  return `${holder}${accountWords(intent)} holds ${request}; ${way}${takenOver}${apart}.`;
}

function lockReason(intent: Intent): string {
  if (intent.state === 'CANCELED, NOT REPLACED')
    return 'Blocked: an amend is CANCELED, NOT REPLACED. Send or drop it first.';
  if (intent.state !== 'UNKNOWN') return `An earlier one is ${intent.state}. It must end first.`;
  return 'Blocked: resolve the UNKNOWN request first.';
}

export function mayBeAskedAgain(intent: Intent): boolean {
  const {askedAgain} = sentKindOf(currentWrite(intent).draft);
  return intent.state === 'UNKNOWN' && intent.noTrace && askedAgain !== undefined;
}

export function endedByAsking(intents: Intents, draft: Draft): Intent | undefined {
  return unresolved(intents).find(each => mayBeAskedAgain(each) && target(each.draft) === target(draft));
}

export function whyToWait(
  intents: Intents,
  of: Asked & {readonly kind: DraftKind},
  now: Moment,
): string | undefined {
  return requestsOf(of.kind)
    .map(kind => whyRequestWaits(intents, {...of, kind}, now))
    .find(Boolean);
}

function whyRequestWaits(
  intents: Intents,
  of: Asked & {readonly kind: WriteKind},
  now: Moment,
): string | undefined {
  const {kind} = of;
  const disabled = reducesRisk(of) ? undefined : intents.disabled[kind];
  if (disabled !== undefined) return disabled;
  // The journal keeps space for risk-reducing writes on a full disk.
  if (intents.unsaved !== undefined && !reducesRisk(of))
    return `The journal cannot be written: ${intents.unsaved.reason}`;
  const waitMs = (intents.blockedUntil[kind] ?? 0) - now.mono;
  return waitMs > 0 ? `Rate limited: ${Math.ceil(waitMs / 1000)} s more.` : undefined;
}

export type WayOut = 'goOn' | 'lookAgain' | 'sendAgain' | 'askAgain' | 'resolve' | 'overrideNoTrace';

const resolveWords = {
  done: 'Checked elsewhere: executed',
  nothing: 'Checked elsewhere: not executed',
} as const;
const notPlacedWords = {done: 'Placed elsewhere', nothing: 'Keep it canceled, place nothing'} as const;

export function resolveWordsFor({state}: Intent): Readonly<Record<keyof typeof resolveWords, string>> {
  return state === 'CANCELED, NOT REPLACED' ? notPlacedWords : resolveWords;
}
export const overrideWord = 'override';

export function waysOut(intents: Intents, intent: Intent): readonly WayOut[] {
  if (intent.state === 'CANCELED, NOT REPLACED') return ['goOn', 'lookAgain', 'resolve'];
  if (intent.state !== 'UNKNOWN') return [];
  return [
    'lookAgain',
    ...(maySendAgain(intents, intent) ? (['sendAgain'] as const) : []),
    ...(mayBeAskedAgain(intent) ? (['askAgain'] as const) : []),
    'resolve',
    ...(intent.noTrace ? (['overrideNoTrace'] as const) : []),
  ];
}

/** Only safe repeats: the same key after `no trace`, and any cancel. */
export function maySendAgain(intents: Intents, intent: Intent): boolean {
  if (intent.state !== 'UNKNOWN' || kinship(intent, intents.accountId) !== 'ours') return false;
  const {repeats} = sentKindOf(currentWrite(intent).draft);
  return repeats === 'until final' || (repeats === 'same key' && intent.noTrace);
}

/** With own writes of the journal that came before. */
export function recalled(intents: Intents, confirmed: readonly Intent[]): Intents {
  const earlier = confirmed.filter(({id}) => intentById(intents, id) === undefined);
  return earlier.length === 0 ? intents : {...intents, list: [...earlier, ...intents.list]};
}

export function ordersPlaced(list: readonly Intent[]): ReadonlyMap<Id, PlacedOrder> {
  return new Map(
    list.flatMap(intent => {
      const {draft} = currentWrite(intent);
      const order = kindOf(draft).places(draft);
      return intent.state === 'CONFIRMED' && order !== undefined && intent.resolvedRecordId !== undefined
        ? [[intent.resolvedRecordId, order] as const]
        : [];
    }),
  );
}

/** Latest time of a record after its send. Lists lag by at most two minutes. */
const latestMs = 300_000;

/**
 * True if `other`, ended by hand without proof shortly before `intent` was asked for, may have made the
 * record. Such a record is assigned to neither.
 */
export function isRival(other: Intent, intent: Intent, recordId: Id): boolean {
  const lastSent = currentWrite(other).attempts.at(-1)?.startedAt.wall;
  return (
    other.id !== intent.id &&
    other.state === 'RESOLVED' &&
    asksForTheSame(other, intent) &&
    lastSent !== undefined &&
    intent.askedAt.wall - lastSent <= latestMs &&
    other.knownBefore?.includes(recordId) !== true
  );
}

function asksForTheSame(one: Intent, another: Intent): boolean {
  const [{draft: a}, {draft: b}] = [currentWrite(one), currentWrite(another)];
  return a.kind === b.kind && target(a) === target(b) && sentKindOf(a).asksForTheSame(a, b);
}
