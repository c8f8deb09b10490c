import {age, type Moment} from '../../account/model/moment.ts';
import {asItCame, counted} from '../../account/words/text.ts';
import {seconds} from '../../account/words/times.ts';
import {activityId} from '../../core/events/writes.ts';
import {type Intent, type Intents, intentById, isSending} from '../../core/intents/intent.ts';
import {hasKey, sentKindOf} from '../../core/intents/kinds/kinds.ts';
import {replacedBy} from '../../core/intents/kinds/place.ts';
import {lateMs, mayHaveArrived} from '../../core/intents/outcome.ts';
import {resolveWords} from '../../core/intents/selectors.ts';
import {describe, draftWords} from '../../core/intents/words.ts';
import {type ActionRow, close, type Dialog, lineDialog, listDialog, show} from '../dialog.ts';
import {labelOf} from '../key-words.ts';
import type {Action} from '../keys.ts';
import {linesSelected} from '../navigate.ts';
import {inDoubt, tell} from '../notices.ts';
import {whyUnusable, writesBlocked} from '../order/availability.ts';
import {endWords} from '../order/forms.ts';
import {whyHeldNow, whyViewer} from '../order/gate-now.ts';
import {tellIntents} from '../order/intents.ts';
import {toReview} from '../order/reviewing.ts';
import type {OverlayOf} from '../overlay.ts';
import {back, type Item, keys, type Sheet, scrolls, text, title} from '../sheet.ts';
import type {State, Step} from '../state.ts';
import {openControls, takeBlocked} from './controls.ts';

export const outcomes = {
  ...listDialog,
  keys: [...listDialog.keys, 'outcomes'],
  sheet: (state, {intentId, top}) => [
    {is: 'scroll', title: 'UNKNOWN: details', items: itemsOf(state, intentId), at: top},
    keys(state, 'outcomes', [scrolls, back]),
  ],
} satisfies Dialog<'outcomes'>;

function itemsOf(state: State, intentId: string): readonly Item[] {
  const intent = intentById(state.intents, intentId);
  if (intent === undefined) return [];
  const head: readonly Item[] = [{text: describe(intent), tone: 'warning'}];
  if (intent.state !== 'UNKNOWN') return head;
  const old = oldOrderWords(state, intent);
  // A viewer reads nothing for it.
  const stands = whyApart(state) ?? standingWords(intent, state.intents, state.now);
  const {inDoubt} = sentKindOf(intent.draft);
  const ask = `If no list shows it, ask the service ${askedWith(intent)}.`;
  return [...head, ...(old === undefined ? [] : [old]), ...[stands, inDoubt, ask].map(text => ({text}))];
}

/** The operator of the service can find the request by it. */
function askedWith(intent: Intent): string {
  const {draft, attempts, idempotencyKey: key} = intent;
  if (hasKey(draft) && key !== undefined) return `with key ${asItCame(key)}`;
  const id = attempts.findLast(each => each.result?.requestId !== undefined)?.result?.requestId;
  return id === undefined ? `about "${draftWords(draft)}" and its time` : `with request id ${asItCame(id)}`;
}

/** The age of an UNKNOWN intent, and the result of its reads so far. */
export function standingWords({id, askedAt, attempts}: Intent, intents: Intents, now: Moment): string {
  const {count = 0, said, last = now} = intents.reads[id] ?? {};
  const sends = attempts.filter(mayHaveArrived).length;
  const times = sends > 1 ? `${sends} times, first ` : '';
  const sent = `Sent ${times}${seconds(Math.max(0, now.wall - askedAt.wall))} ago.`;
  if (count === 0) return `${sent} ${said ?? 'Not rechecked yet.'}`;
  return `${sent} ${counted(count, 'read')}, last ${seconds(age(last, now))} ago: ${said}`;
}

/** Says how the old order of an amend ended: only its new order is in doubt. */
export function oldOrderWords({intents}: State, {draft}: Intent) {
  const {cancelId, orderId} = replacedBy(draft) ?? {};
  if (cancelId === undefined) return undefined;
  const end = endWords(intentById(intents, cancelId));
  return {text: `The old order #${orderId} is ${end}.`, short: `old order ${end}`};
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
  const meanings = Object.entries(resolveWords).map(([word, meaning]) => `${word}: ${meaning}`);
  const asked = `${wantedWords}:`;
  const why = mayStillLeave(state, intent);
  return [
    title('Resolve: how did it end?'),
    // The word to type comes before the description where rows are few.
    text(asked, 'plain', {drawn: 'few'}),
    text(describe(intent), 'warning'),
    ...(why === undefined ? [] : [text(why, 'danger')]),
    ...[...meanings, asked].map(each => text(each, 'plain', {drawn: 'many'})),
  ];
}

/** The process that had the controls may still send what it began, or write its outcome. */
function mayStillLeave({controls, now}: State, {attempts}: Intent): string | undefined {
  const open = attempts.filter(each => each.process === 'earlier' && each.result === undefined);
  const sender = controls?.senders?.find(({epoch}) => open.some(each => each.epoch === epoch));
  const isFresh = open.some(({startedAt}) => now.wall - startedAt.wall <= lateMs);
  if (sender === undefined && !isFresh) return undefined;
  return `${sender?.by ?? 'The process that began it'} may still send it.`;
}

function end(state: State, overlay: OverlayOf<'resolve'>, now: Moment): Step {
  const [typed = '', ...note] = overlay.text.trim().split(/\s+/);
  const word = typed.toLowerCase();
  const {intentId, isWarned = false} = overlay;
  if (!Object.hasOwn(resolveWords, word)) return show(state, {...overlay, error: `${wantedWords}.`});
  const intent = intentById(state.intents, intentId);
  const sending = whySending(intent);
  if (sending !== undefined) return show(state, {...overlay, error: sending});
  const why = word !== 'done' && intent ? mayStillLeave(state, intent) : undefined;
  if (why !== undefined && !isWarned)
    return show(state, {...overlay, isWarned: true, error: `${why} Enter again resolves it.`});
  return tellIntents(close(state), {type: 'resolve', intentId, word, note: note.join(' ')}, now);
}

const wantedWords = `Type ${Object.keys(resolveWords).join(' or ')}, and an optional note`;

/** Recheck, resolve and outcomes settle what was sent and send nothing. */
export const unknownActions = {
  recheck: {act: recheck, blocked: whyUnsettled},
  resend: {act: resend, blocked: resendBlocked},
  resolve: {
    act: state => show(state, {kind: 'resolve', intentId: idMeant(state), text: '', error: undefined}),
    blocked: whyUnsettled,
  },
  outcomes: {
    act: state => show(state, {top: 0, kind: 'outcomes', intentId: idMeant(state)}),
    blocked: notUnknown,
  },
  takeOver: {act: openControls, blocked: takeBlocked},
} satisfies Partial<Record<Action, ActionRow>>;

/** The write of the selected row of Activity, if it is UNKNOWN; else the first of the banner. */
export function writeMeant(state: State): Intent | undefined {
  const [all, lines] = [inDoubt(state.intents), linesSelected(state)];
  return all.find(each => lines.includes(activityId(each))) ?? all[0];
}

const idMeant = (state: State) => writeMeant(state)?.id ?? '';

function notUnknown(state: State): string | undefined {
  return writeMeant(state) === undefined ? 'Nothing is UNKNOWN.' : undefined;
}

function whyUnsettled(state: State): string | undefined {
  return notUnknown(state) ?? whyApart(state) ?? whySending(writeMeant(state));
}

/** Its answer decides first. */
export const whySending = (intent: Intent | undefined) =>
  intent && isSending(intent) ? 'Being resent: wait for the answer.' : undefined;

/** The reason that its keys do nothing here; undefined with the controls. */
export function whyApart(state: State): string | undefined {
  const {journal} = state;
  const until = journal.status === 'open' ? undefined : 'Recheck, resend and resolve wait for the journal.';
  return whyUnusable(journal) ?? whyViewer(state) ?? until;
}

function resendBlocked(state: State): string | undefined {
  const intent = writeMeant(state);
  return whyUnsettled(state) ?? (intent && writesBlocked(state, {kind: intent.draft.kind}));
}

function recheck(state: State, now: Moment): Step {
  const told = 'Rechecking: the banner clears when a read shows the outcome.';
  return tellIntents(tell(state, told, 'info', now), {type: 'lookAgain', intentId: idMeant(state)}, now);
}

function resend(state: State, now: Moment): Step {
  const again = writeMeant(state);
  if (again === undefined) return [state, []];
  const {draft} = again;
  const reason = whyHeldNow(state, draft, again);
  if (reason !== undefined) return [tell(state, reason, 'danger', now), []];
  const why = mayStillLeave(state, again);
  const asksTwice = `${why} ${labelOf(state.settings.bindings, 'resend')} again reviews it.`;
  const about = `resend ${again.id}`;
  if (why !== undefined && !state.notices.some(each => each.about === about && each.text === asksTwice))
    return [tell(state, asksTwice, 'danger', now, {about}), []];
  return toReview(state, draft, {again}, now);
}
