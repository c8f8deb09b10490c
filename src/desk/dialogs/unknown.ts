import {whyHeldNow, whyReadOnly, whyViewer} from '../gate/gate.ts';
import {askedWith, standingOf} from '../intents/findings.ts';
import {currentWrite, type HeldIntent, type Intent, intentById} from '../intents/intent.ts';
import {hasKey, sentKindOf} from '../intents/kinds/kinds.ts';
import {
  allInBanner,
  heldElsewhere,
  heldHere,
  heldInSight,
  inBanner,
  mayBeLive,
  mayBeTakenOver,
  maySendAgain,
  overrideWord,
  resolveWordsFor,
  waysOut,
} from '../intents/selectors.ts';
import {activityId, describe, draftWords} from '../intents/words.ts';
import type {Action} from '../keys.ts';
import type {Moment} from '../model/moment.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {selectedLine} from '../navigate.ts';
import {tell} from '../notices.ts';
import {writesBlocked} from '../order/availability.ts';
import {tellIntents} from '../order/batch.ts';
import {afterYes, newQuestion, respond} from '../order/questions.ts';
import {toReview} from '../order/review.ts';
import {
  type ActionRow,
  close,
  type Dialog,
  lineDialog,
  pressInList,
  questionKeys,
  type Scrolled,
  scrollKeys,
  show,
  unscrolled,
} from '../overlay.ts';
import {back, type Item, keys, notice, question, type Sheet, scrolls, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {labelOf} from '../words/keys.ts';
import {absolute} from '../words/times.ts';
import {openControls} from './controls.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly outcomes: Scrolled & {readonly intentId: string};
    readonly resolve: {readonly intentId: string; readonly text: string; readonly error: string | undefined};
    readonly takeOver: Question & {readonly held: HeldIntent; readonly text: string};
  }
}

function openOutcomes(state: State): Step {
  return show(state, {...unscrolled, kind: 'outcomes', intentId: writeMeant(state, mayBeLive)?.id ?? ''});
}

export const outcomes = {
  called: 'lists',
  keys: [...scrollKeys, 'outcomes', 'leave'],
  press: pressInList,
  sheet: (state, {intentId, scroll}) => [
    {is: 'scroll', title: heading, items: itemsOf(state, intentId), at: scroll},
    keys(state, 'outcomes', [scrolls, back]),
  ],
} satisfies Dialog<'outcomes'>;

const heading = 'UNKNOWN: details';

function itemsOf(state: State, intentId: string): readonly Item[] {
  const own = intentById(state.intents, intentId);
  const intent = own ?? state.intents.held.find(each => each.intent.id === intentId)?.intent;
  if (intent === undefined) return [];
  const head: readonly Item[] = [{text: describe(intent), tone: 'warning'}];
  if (intent.state !== 'UNKNOWN') return head;
  const {intents, now, settings} = state;
  const resendKey = own && labelOf(settings.bindings, 'resend');
  const stands = standingOf(intent, {intents, now, resendKey: resendKey ?? ''});
  // The reads of another dashboard are not known here.
  const {sent, reads, likely, safe, next} =
    own === undefined ? {...stands, reads: notOurs(state, intent) ?? '', safe: '', next: ''} : stands;
  const {inDoubt} = sentKindOf(currentWrite(intent).draft);
  const free = intent.candidates.filter(each => !each.isTaken);
  const listed = free.length > 1 ? free.map(each => each.words) : [];
  const ask = `If no list shows it, ask the service ${askedWith(intent)}.`;
  return [
    ...head,
    ...[`${sent} ${reads}`, likely, ...listed, safe, next, inDoubt, ask]
      .filter(Boolean)
      .map(text => ({text})),
  ];
}

function openResolve(state: State): Step {
  const intentId = writeMeant(state)?.id ?? '';
  return show(state, {kind: 'resolve', intentId, text: '', error: undefined});
}

export const resolve = {
  ...lineDialog(end),
  sheet(state, {intentId, text: typed, error = ''}) {
    return [
      ...about(state, intentId),
      {is: 'field', name: 'word', prompt: '›', value: typed, error},
      keys(state, 'resolve', [back, [['accept'], 'ends it']]),
    ];
  },
} satisfies Dialog<'resolve'>;

function about(state: State, intentId: string): Sheet {
  const intent = intentById(state.intents, intentId);
  if (intent === undefined) return [];
  const words = wordsFor(state, intentId);
  const meanings = Object.entries(words).map(([word, meaning]) => `${word}: ${meaning}`);
  const asked = `${wantedWords(words)}:`;
  const candidates = intent.state === 'UNKNOWN' ? intent.candidates : [];
  return [
    title('Resolve: how did it end?'),
    // On a low screen the word to type comes before the description.
    text(asked, 'plain', {on: 'few'}),
    text(describe(intent), 'warning'),
    ...mayStillLeave(state, intent).map(each => text(each, 'danger')),
    ...candidates.map(({words, isTaken}) =>
      text(`${words}${isTaken ? ' (matched to another request)' : ''}`),
    ),
    ...[...meanings, asked].map(each => text(each, 'plain', {on: 'many'})),
  ];
}

/** A deadline of every attempt, and time to stop between its last check and its first byte. */
const mayLeaveMs = 25_000;

/** The process that had the controls may still send what it began, or write its outcome. */
function mayStillLeave({controls, now}: State, {attempts}: Intent): readonly string[] {
  const open = attempts.findLast(each => each.process === 'earlier' && each.result === undefined);
  const isFresh = open !== undefined && now.wall - open.startedAt.wall <= mayLeaveMs;
  if (open === undefined || (controls?.former === undefined && !isFresh)) return [];
  return [`${controls?.former ?? 'The process that began it'} may still send it.`];
}

function end(state: State, overlay: OverlayOf<'resolve'>, now: Moment): Step {
  const [typed = '', ...note] = overlay.text.trim().split(/\s+/);
  const word = typed.toLowerCase();
  const {intentId} = overlay;
  const words = wordsFor(state, intentId);
  if (!Object.hasOwn(words, word)) return show(state, {...overlay, error: `${wantedWords(words)}.`});
  const closed = close(state);
  if (word === overrideWord) return tellIntents(closed, {type: 'overrideNoTrace', intentId, word}, now);
  return tellIntents(closed, {type: 'resolve', intentId, word, note: note.join(' ')}, now);
}

type Meanings = Readonly<Record<string, string>>;

const wantedWords = (words: Meanings) => `Type ${Object.keys(words).join(' or ')}, and an optional note`;

/** Only an intent that left no trace may be given up without a check elsewhere. */
function wordsFor({intents}: State, intentId: string): Meanings {
  const intent = intentById(intents, intentId);
  if (intent === undefined) return {};
  const mayOverride = waysOut(intents, intent).includes('overrideNoTrace');
  const override = {[overrideWord]: 'accept the risk that it was executed'};
  return {...resolveWordsFor(intent), ...(mayOverride ? override : {})};
}

/** Asks first: only the user can know if the other dashboard still runs, and whose account it was. */
function openTakeOver(state: State): Step {
  if (state.intents.viewing !== undefined) return openControls(state);
  const held = heldMeant(state);
  if (held === undefined) return [state, []];
  const {intent} = held;
  const question = newQuestion(state);
  const text = `${draftWords(intent.draft)}: ${intent.state}. ${intent.reason}`;
  return show({...state, counter: question.number}, {...question, kind: 'takeOver', held, text});
}

const mayStillRun = 'optty cannot see whether it still runs: if it does, it may still send.';
const mayBeAnothers =
  'It was sent with the credential of another account: a dashboard of that account can recheck it, this one can only resolve it.';

export const takeOver = {
  called: 'questions',
  keys: questionKeys,
  press: (state, {held, ...question}, press) =>
    respond(state, question, press, {
      yes: () =>
        tellIntents(
          close(afterYes(state, press.key)),
          {type: 'takeOver', intentId: held.intent.id},
          press.now,
        ),
    }),
  sheet: (state, overlay) => [
    title('Take it over?'),
    question(state, overlay, 'take it over'),
    ...notice(overlay),
    text(`${overlay.held.holder} holds it, since ${absolute(overlay.held.intent.changedAt)}.`),
    text(overlay.held.presence === 'gone' ? mayBeAnothers : mayStillRun, 'warning'),
    text(overlay.text),
    ...(overlay.held.presence === 'gone' ? [] : [text('After the takeover this dashboard rechecks it.')]),
  ],
} satisfies Dialog<'takeOver'>;

/** Recheck, resolve and outcomes settle what was sent and send nothing. */
export const unknownActions = {
  recheck: {act: recheck, blocked: state => notOurs(state, writeMeant(state))},
  resend: {act: resend, blocked: resendBlocked},
  resolve: {act: openResolve, blocked: state => notOurs(state, writeMeant(state))},
  outcomes: {act: openOutcomes, blocked: state => notUnknown(writeMeant(state, mayBeLive))},
  takeOver: {act: openTakeOver, blocked: takeBlocked},
} satisfies Partial<Record<Action, ActionRow>>;

/** On Activity the write of the selected row, if it is unresolved; else the first of the banner that `fits`. */
export function writeMeant(state: State, fits: (intent: Intent) => boolean = () => true): Intent | undefined {
  return writeSelected(state) ?? allInBanner(state.intents).find(fits);
}

function writeSelected(state: State): Intent | undefined {
  const {intents, pane, activitySelected} = state;
  const row = pane === 'activity' && activitySelected !== undefined ? selectedLine(state) : undefined;
  if (row === undefined) return undefined;
  const lines = [row, ...(row.steps ?? [])].map(each => each.id);
  const waiting = [...inBanner(intents), ...heldHere(intents).map(each => each.intent)];
  return waiting.find(each => lines.includes(activityId(each)));
}

/** Another dashboard's intent, best one that may be taken over. */
function heldMeant(state: State): HeldIntent | undefined {
  const {intents} = state;
  const selected = writeSelected(state);
  if (selected !== undefined) return heldElsewhere(intents, selected);
  const inSight = heldInSight(intents);
  return inSight.find(each => mayBeTakenOver(intents, each)) ?? inSight[0] ?? heldHere(intents)[0];
}

function notUnknown(intent: Intent | undefined): string | undefined {
  if (intent === undefined) return 'Nothing is UNKNOWN.';
  return mayBeLive(intent) ? undefined : `This write is ${intent.state}.`;
}

/** Another dashboard's intent is in the banner too, but only that dashboard can settle it. */
function notOurs(state: State, intent: Intent | undefined): string | undefined {
  const held = intent && heldElsewhere(state.intents, intent);
  if (intent !== undefined && state.intents.viewing !== undefined) return whyViewer(state);
  if (held === undefined) return intent === undefined ? 'Nothing is UNKNOWN.' : undefined;
  const key = labelOf(state.settings.bindings, 'takeOver');
  return notTaken(state, held) ?? `${held.holder} holds it: it must end there, or be taken over (${key}).`;
}

function resendBlocked(state: State): string | undefined {
  const intent = writeMeant(state, mayBeLive);
  const reason = notUnknown(intent) ?? notOurs(state, intent);
  if (intent === undefined || reason !== undefined) return reason;
  const {draft} = currentWrite(intent);
  if (maySendAgain(state.intents, intent)) return writesBlocked(state, {kind: draft.kind});
  if (hasKey(draft)) return 'Not yet: an order can be resent after reads over 120 s found no trace.';
  return `Only an order can be resent (same key). Resolve this one (${labelOf(state.settings.bindings, 'resolve')}).`;
}

function takeBlocked(state: State): string | undefined {
  const {intents, settings} = state;
  if (intents.viewing === undefined) return notTaken(state, heldMeant(state));
  return whyReadOnly(settings.guardrails);
}

/** A process on another host cannot be checked from here. */
function notTaken(state: State, held: HeldIntent | undefined): string | undefined {
  if (held === undefined)
    return writeSelected(state) === undefined
      ? 'No other dashboard holds anything unresolved.'
      : 'No other dashboard holds this write.';
  const {holder, presence} = held;
  if (presence === 'alive') return `${holder} on this host holds it: it must end there.`;
  if (!mayBeTakenOver(state.intents, held))
    return `${holder} left it: it is taken over once the journal can be written.`;
  return state.journal.status === 'open' ? undefined : 'The journal cannot be written.';
}

function recheck(state: State, now: Moment): Step {
  const told = 'Rechecking: the banner clears when a read shows the outcome.';
  const intentId = writeMeant(state)?.id ?? '';
  return tellIntents(tell(state, told, 'info', now), {type: 'lookAgain', intentId}, now);
}

function resend(state: State, now: Moment): Step {
  const again = writeMeant(state, mayBeLive);
  if (again === undefined) return [state, []];
  // In an amend, only the write whose outcome is UNKNOWN is sent again.
  const {draft} = currentWrite(again);
  const reason = whyHeldNow(state, draft, {intent: again, isRepeat: true});
  if (reason !== undefined) return [tell(state, reason, 'danger', now), []];
  const [why] = mayStillLeave(state, again);
  return toReview(why === undefined ? state : tell(state, why, 'danger', now), draft, {again}, now);
}
