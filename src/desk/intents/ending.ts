import type {Moment} from '../model/moment.ts';
import {chain} from '../step.ts';
import {end, judge} from './attempts.ts';
import {currentWrite, type Intent, type IntentCommand, type IntentMsgOf, type Intents} from './intent.ts';
import {kindOf, sentKindOf} from './kinds/kinds.ts';
import {mayHaveArrived, ownStatus} from './outcome.ts';
import {overrideWord, resolveWordsFor} from './selectors.ts';
import {
  announce,
  become,
  becomeDone,
  becomeResolved,
  becomeUnknown,
  type IntentStep,
  intentById,
  isResolved,
  putIntent,
} from './transitions.ts';

export function claimed(intents: Intents, {intent}: IntentMsgOf<'claimed'>): IntentStep {
  const before = intentById(intents, intent.id);
  if (before === undefined || isResolved(before)) return [intents, []];
  const [saved] = recorded(intents, intent.id);
  return [putIntent(saved, intent), [{type: 'refresh'}, {type: 'say', intent, level: 'good'}]];
}

/**
 * The record ended another intent, or may belong to one. If the answer itself brought the record, this
 * intent is CONFIRMED anyway. A match is ambiguous, so neither intent gets it.
 */
export function claimTaken(
  intents: Intents,
  {intentId: id, recordId, by, now}: IntentMsgOf<'claimTaken'>,
): IntentStep {
  const intent = intentById(intents, id);
  if (intent === undefined || isResolved(intent)) return [intents, []];
  if (broughtRecord(intent, recordId)) {
    const reason = `The service answered with #${recordId}, already matched to another request.`;
    return end(intents, becomeDone(intent, {recordId: undefined}, reason, now), 'good');
  }
  const {taken} = kindOf(intent.draft);
  // The lock allowed this intent only after the other one had ended.
  if (taken !== undefined && by === 'taken') {
    const {before, comesBack} = taken;
    const wasOpenSince = (intents.looks[id]?.goodReads ?? 0) > 0;
    const isAgain = currentWrite(intent).saidYes || wasOpenSince;
    if (comesBack === undefined || (!isAgain && isRefusedByService(intent)))
      return end(intents, become(intent, 'REJECTED', before, now), 'warning');
    const reason = isAgain ? comesBack.again : comesBack.either;
    return end(intents, becomeDone(intent, {recordId: undefined}, reason, now), 'good');
  }
  const candidates = [{recordId, words: `#${recordId} ${takenWords[by]}`, isTaken: true}];
  const reason = `The only match, #${recordId}, ${takenWords[by]}`;
  return announce(intents, becomeUnknown(intent, {candidates, reason}, now), 'danger');
}

/** The service refused every attempt that may have arrived. */
function isRefusedByService(intent: Intent): boolean {
  const arrived = currentWrite(intent).attempts.filter(mayHaveArrived);
  return arrived.every(each => (ownStatus(each) ?? 500) < 500);
}

const takenWords = {
  taken: 'is already matched to another request.',
  rivalled: 'may belong to a request that you resolved.',
} as const;

function broughtRecord(intent: Intent, recordId: string): boolean {
  return intent.attempts.some(({result}) => {
    const outcome = result?.outcome;
    return outcome?.kind === 'yes' && outcome.order?.orderId === recordId;
  });
}

export function recorded(intents: Intents, id: string): IntentStep {
  const {unsaved} = intents;
  if (unsaved === undefined || !unsaved.ids.includes(id)) return [intents, []];
  const ids = unsaved.ids.filter(each => each !== id);
  return [{...intents, unsaved: ids.length === 0 ? undefined : {...unsaved, ids}}, []];
}

/** Nothing new is sent until the journal has caught up. */
export function recordFailed(intents: Intents, {intentId, reason}: IntentMsgOf<'recordFailed'>): IntentStep {
  const ids = [...new Set([...(intents.unsaved?.ids ?? []), intentId])];
  const isFirst = intents.unsaved === undefined;
  const tell: IntentCommand = {
    type: 'tell',
    text: `The journal could not be written: ${reason} No new writes until it can be written.`,
    level: 'danger',
    stays: true,
  };
  return [{...intents, unsaved: {ids, reason}}, isFirst ? [tell] : []];
}

export function saveAgain(intents: Intents, now: Moment): IntentStep {
  const waiting = (intents.unsaved?.ids ?? []).flatMap(id => intentById(intents, id) ?? []);
  const start: IntentStep = [intents, []];
  return chain(start, waiting, (next, intent) =>
    isProvedDone(intent) ? judge(next, intent, now) : [next, [{type: 'record', intent}]],
  );
}

/** The answer brought the record, so only the claim is missing. */
export function isProvedDone(intent: Intent): boolean {
  const {draft, attempts} = currentWrite(intent);
  const outcome = attempts.at(-1)?.result?.outcome;
  if (intent.state !== 'ACCEPTED' || outcome?.kind !== 'yes') return false;
  const {answer} = sentKindOf(draft);
  return answer === 'its order' || outcome.order?.status === 'CANCELED';
}

export function resolveIntent(
  intents: Intents,
  {intentId, word, note, now}: IntentMsgOf<'resolve'>,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent?.state !== 'UNKNOWN' && intent?.state !== 'CANCELED, NOT REPLACED') return [intents, []];
  const typed = word.trim().toLowerCase();
  if (typed !== 'done' && typed !== 'nothing') {
    return [intents, [{type: 'tell', text: 'Type done or nothing to resolve it.', level: 'warning'}]];
  }
  const said = {word: typed, note: note.trim()};
  const reason = `${resolveWordsFor(intent)[typed]}. ${said.note}`.trimEnd();
  return end(intents, becomeResolved(intent, said, reason, now), 'warning');
}

export function overrideNoTrace(
  intents: Intents,
  {intentId, word, now}: IntentMsgOf<'overrideNoTrace'>,
): IntentStep {
  const intent = intentById(intents, intentId);
  if (intent?.state !== 'UNKNOWN' || !intent.noTrace) return [intents, []];
  if (word.trim().toLowerCase() !== overrideWord) {
    return [intents, [{type: 'tell', text: `Type ${overrideWord} to give it up.`, level: 'warning'}]];
  }
  const said = {word: overrideWord, note: ''};
  return end(intents, becomeResolved(intent, said, 'No trace found; given up.', now), 'warning');
}
