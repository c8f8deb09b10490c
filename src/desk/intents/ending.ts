import {chain} from '../chain.ts';
import type {Moment} from '../model/moment.ts';
import {end, judge} from './attempts.ts';
import type {Intent, IntentCommand, Intents} from './intent.ts';
import {writeOf} from './replace/write.ts';
import {
  become,
  becomeDone,
  becomeUnknown,
  type IntentStep,
  intentById,
  isResolved,
  putIntent,
  saidYes,
} from './transitions.ts';

/** The journal has taken the record that ends an intent. */
export function claimed(intents: Intents, intent: Intent): IntentStep {
  const before = intentById(intents, intent.id);
  if (before === undefined || isResolved(before)) return [intents, []];
  const [saved] = recorded(intents, intent.id);
  return [putIntent(saved, intent), [{type: 'refresh'}, {type: 'say', intent, level: 'good'}]];
}

/**
 * The record has ended another intent, or may be another's. Where the answer brought the record itself, this
 * one is DONE all the same; a match, though, is one record for two intents, and then none is picked.
 */
export function claimTaken(
  intents: Intents,
  id: string,
  recordId: string,
  by: 'taken' | 'rivalled',
  now: Moment,
): IntentStep {
  const intent = intentById(intents, id);
  if (intent === undefined || isResolved(intent)) return [intents, []];
  if (broughtRecord(intent, recordId)) {
    const reason = `The service answered with #${recordId}, which another intent had been matched to.`;
    return end(intents, becomeDone(intent, {recordId: undefined}, reason, now), 'good');
  }
  // The lock let this one be asked for only after the other had ended.
  if (intent.draft.kind === 'close' && by === 'taken') {
    // One that is closed may be open again, and then it is closed once more.
    const wasOpenSince = (intents.looks[id]?.goodReads ?? 0) > 0;
    return saidYes(intent) || wasOpenSince
      ? end(intents, becomeDone(intent, {recordId: undefined}, 'It was closed once more.', now), 'good')
      : end(intents, become(intent, 'REFUSED', 'An earlier close had done it already.', now), 'warning');
  }
  if (intent.draft.kind === 'cancel' && by === 'taken')
    return end(intents, become(intent, 'REFUSED', 'An earlier cancel had ended it already.', now), 'warning');
  const candidates = [{recordId, words: `#${recordId} ${takenWords[by]}`, isTaken: true}];
  const next = becomeUnknown(
    intent,
    {candidates, reason: `The only record that fits, #${recordId}, ${takenWords[by]}`},
    now,
  );
  return [
    putIntent(intents, next),
    [
      {type: 'record', intent: next},
      {type: 'say', intent: next, level: 'danger'},
    ],
  ];
}

const takenWords = {
  taken: 'has ended another intent already.',
  rivalled: 'may as well be of the one that was ended by hand before.',
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

/** The journal lags behind the truth: nothing new is sent until it has caught up. */
export function recordFailed(intents: Intents, id: string, reason: string): IntentStep {
  const ids = [...new Set([...(intents.unsaved?.ids ?? []), id])];
  const isFirst = intents.unsaved === undefined;
  const tell: IntentCommand = {
    type: 'tell',
    text: `The journal could not be written: ${reason} Nothing new is sent until it can.`,
    level: 'danger',
    stays: true,
  };
  return [{...intents, unsaved: {ids, reason}}, isFirst ? [tell] : []];
}

/** Tries again what the journal did not take. */
export function saveAgain(intents: Intents, now: Moment): IntentStep {
  const waiting = (intents.unsaved?.ids ?? []).flatMap(id => intentById(intents, id) ?? []);
  const start: IntentStep = [intents, []];
  return chain(start, waiting, (next, intent) => saveOne(next, intent, now));
}

function saveOne(intents: Intents, intent: Intent, now: Moment): IntentStep {
  return isProvedDone(intent) ? judge(intents, intent, now) : [intents, [{type: 'record', intent}]];
}

/** ACCEPTED by an answer that brought its record, so that only the claim is missing. */
export function isProvedDone(intent: Intent): boolean {
  const {draft, attempts} = writeOf(intent);
  const outcome = attempts.at(-1)?.result?.outcome;
  if (intent.state !== 'ACCEPTED' || outcome?.kind !== 'yes') return false;
  return draft.kind === 'place' || outcome.order?.status === 'CANCELED';
}
