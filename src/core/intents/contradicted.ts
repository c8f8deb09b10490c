import type {Moment} from '../../account/model/moment.ts';
import type {Millis} from '../../api/wire/records.ts';
import {classify} from './classify.ts';
import {become, becomeDone, becomeResolved, type Intent, type IntentCommand, isResolved} from './intent.ts';
import {makesRecord, sentKindOf} from './kinds/kinds.ts';
import type {Attempt} from './outcome.ts';
import {draftWords} from './words.ts';

/**
 * A process that was stopped after its last check may send a write that another one has ended meanwhile, or
 * tell late that it did not. Its outcome is a fact: it replaces what a person said or a read matched.
 * @param late the attempts whose outcome came after the end
 */
export function contradicted(intent: Intent, late: readonly Attempt[], now: Moment): Intent | undefined {
  const other = disproved(intent, now) ?? answered(intent, late, now);
  return other && {...other, isContradicted: true};
}

/** Nothing was done for it: the record that was matched, or that the person saw, is of another client. */
function disproved(intent: Intent, now: Moment): Intent | undefined {
  const {draft, attempts} = intent;
  const [first, ...others] = attempts;
  // The target of a close or a cancel is over, whoever ended it.
  if (first === undefined || !makesRecord(draft)) return undefined;
  const isTaken =
    (intent.state === 'CONFIRMED' && intent.proof === 'matched') ||
    (intent.state === 'RESOLVED' && intent.said.word === 'done');
  if (!isTaken) return undefined;
  const {step} = classify(sentKindOf(draft), [first, ...others], now);
  if (step === 'not sent') return become(intent, 'NOT SENT', butWords(intent, 'nothing was sent'), now);
  return step === 'refused'
    ? become(intent, 'REJECTED', butWords(intent, 'the service rejected it'), now)
    : undefined;
}

function answered(intent: Intent, late: readonly Attempt[], now: Moment): Intent | undefined {
  const {draft} = intent;
  const yes = late.find(each => each.result?.outcome.kind === 'yes');
  if (yes === undefined || !isResolved(intent)) return undefined;
  const proof = classify(sentKindOf(draft), [yes], now);
  if (proof.step !== 'done' || agrees(intent, proof.recordId)) return undefined;
  const {recordId} = proof;
  const reason = butWords(
    intent,
    `the service answered yes${recordId === undefined ? '' : `, #${recordId}`}`,
  );
  return recordId !== undefined
    ? becomeDone(intent, {recordId}, reason, now)
    : becomeResolved(intent, {word: 'done', note: ''}, reason, now);
}

const butWords = (intent: Intent, but: string) => `CONTRADICTED: ${wasWords(intent)}, but ${but}.`;

function wasWords(intent: Intent): string {
  if (intent.state === 'RESOLVED') return `RESOLVED as ${intent.said.word}`;
  return intent.state === 'CONFIRMED' ? `matched #${intent.resolvedRecordId}` : intent.state;
}

function agrees(intent: Intent, recordId: string | undefined): boolean {
  if (intent.state === 'RESOLVED') return intent.said.word === 'done';
  if (intent.state !== 'CONFIRMED') return false;
  const {proof, resolvedRecordId: known} = intent;
  return proof === 'proved' || known === undefined || recordId === undefined || known === recordId;
}

/** A match, and what a person said, show what they knew: no clocks of two processes are compared for them. */
export function cameLate(intent: Intent): readonly Attempt[] {
  const {state, changedAt} = intent;
  const isNews = (yesAt: Millis) =>
    state === 'RESOLVED' ? intent.said.afterYes !== true : state === 'CONFIRMED' || yesAt > changedAt;
  return intent.attempts.filter(({result}) => result?.outcome.kind === 'yes' && isNews(result.at.wall));
}

/** Until it is acknowledged, it comes again with each start and each taking for two days. */
export function contradictedTold(intent: Intent): readonly IntentCommand[] {
  if (!intent.isContradicted || intent.isAcknowledged) return [];
  const text = `${intent.reason} ${draftWords(intent.draft)}: check it at the service.`;
  return [{type: 'tell', text, level: 'danger', stays: true, intentId: intent.id}];
}
