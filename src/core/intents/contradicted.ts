import type {Moment} from '../../account/model/moment.ts';
import {classify} from './classify.ts';
import {becomeDone, becomeResolved, type Intent, type IntentCommand, isResolved} from './intent.ts';
import {sentKindOf} from './kinds/kinds.ts';
import type {Attempt} from './outcome.ts';
import {draftWords} from './words.ts';

/**
 * A process that was stopped after its last check may send a write that another one has ended meanwhile. Its
 * yes is a fact: it replaces what a person said or a read matched.
 * @param late the attempts whose outcome came after the end
 */
export function contradicted(intent: Intent, late: readonly Attempt[], now: Moment): Intent | undefined {
  const {draft} = intent;
  const yes = late.find(each => each.result?.outcome.kind === 'yes');
  if (yes === undefined || !isResolved(intent)) return undefined;
  const {step, ...proof} = classify(sentKindOf(draft), [yes], now);
  const isRecord = step === 'done';
  if (!isRecord && proof.reason !== 'yes, to be seen') return undefined;
  const recordId = 'recordId' in proof ? proof.recordId : undefined;
  if (agrees(intent, recordId)) return undefined;
  const was = intent.state === 'RESOLVED' ? `RESOLVED as ${intent.said.word}` : wasWords(intent);
  const reason = `CONTRADICTED: ${was}, but the service answered yes${recordId === undefined ? '' : `, #${recordId}`}.`;
  const of = {...intent, isContradicted: true};
  return isRecord
    ? becomeDone(of, {recordId}, reason, now)
    : becomeResolved(of, {word: 'done', note: ''}, reason, now);
}

const wasWords = (intent: Intent) =>
  intent.state === 'CONFIRMED' ? `matched #${intent.resolvedRecordId}` : intent.state;

function agrees(intent: Intent, recordId: string | undefined): boolean {
  if (intent.state === 'RESOLVED') return intent.said.word === 'done';
  if (intent.state !== 'CONFIRMED') return false;
  const {proof, resolvedRecordId: known} = intent;
  return proof === 'proved' || known === undefined || recordId === undefined || known === recordId;
}

export const cameLate = ({attempts, changedAt}: Intent): readonly Attempt[] =>
  attempts.filter(({result}) => result !== undefined && result.at.wall > changedAt);

/** Stays until it is acknowledged, and comes again with each start and each taking for two days. */
export function contradictedTold(intent: Intent): IntentCommand {
  const text = `${intent.reason} ${draftWords(intent.draft)}: check both at the service.`;
  return {type: 'tell', text, level: 'danger', stays: true};
}
