import {compare} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import type {NextStep, Reason} from './classify.ts';
import type {Intent, Intents, ReadingProgress} from './intent.ts';
import type {AmendDraft, FillsTold} from './kinds/amend.ts';
import {readAnew, startLooks} from './looks.ts';
import {mayHaveArrived} from './outcome.ts';
import {become, type IntentStep, putIntent} from './transitions.ts';
import {currentWrite, isAtCancel, isAtPlace} from './write.ts';

export type WholeStep =
  | NextStep
  | {readonly step: 'canceled'; readonly reason: Reason}
  /** The order is gone, and nothing was placed. */
  | {readonly step: 'not placed'; readonly reason: Reason};

/** Decision table of an amend (docs/outcomes.md), on top of the tables of its two writes. */
export function wholeStep(intent: Intent, step: NextStep): WholeStep {
  const {reason} = step;
  if (isAtPlace(intent))
    return step.step === 'refused' || step.step === 'not sent' ? {step: 'not placed', reason} : step;
  if (!isAtCancel(intent)) return step;
  // A yes with another record is no proof, and the list never shows CANCELED.
  if (step.step === 'accepted') return {step: 'read', reason};
  return step.step === 'done' ? {step: 'canceled', reason} : step;
}

/** After UNKNOWN, or in a later process, the confirmation is void because the price may be stale. */
function goesOnByItself(intent: Intent): boolean {
  const {attempts} = currentWrite(intent);
  const isOurs = attempts.every(each => each.process === 'this');
  return intent.state === 'CANCELING' && isOurs && !attempts.slice(0, -1).some(mayHaveArrived);
}

export function canceled(intents: Intents, intent: Intent, reason: string, now: Moment): IntentStep {
  if (!goesOnByItself(intent)) return notPlaced(intents, intent, `${reason} The price may be outdated.`, now);
  const next = become(intent, 'CHECKING FILLS', reason, now);
  const [reading, commands] = readAnew(intents, next, now);
  return [reading, [{type: 'record', intent: next}, ...commands]];
}

export function notPlaced(intents: Intents, intent: Intent, reason: string, now: Moment): IntentStep {
  const next = become(intent, 'CANCELED, NOT REPLACED', reason, now);
  const [looking, commands] = startLooks(putIntent(intents, next), next, now);
  return [
    looking,
    [
      {type: 'record', intent: next},
      {type: 'refresh'},
      ...commands,
      {type: 'say', intent: next, level: 'danger'},
    ],
  ];
}

const sameReads = 5;

export function countFills(
  look: ReadingProgress,
  before: Decimal | undefined,
  {sum, flaw}: FillsTold,
  beganAt: Moment,
): ReadingProgress {
  if (flaw !== undefined) return {...look, goodReads: 0, firstGood: undefined, failure: flaw};
  const isSame = before !== undefined && look.firstGood !== undefined && compare(before, sum) === 0;
  return {
    ...look,
    goodReads: isSame ? look.goodReads + 1 : 1,
    firstGood: isSame ? look.firstGood : beganAt,
    failure: undefined,
  };
}

export function areComplete(
  {size, tradesLagMs}: AmendDraft,
  {sum, flaw}: FillsTold,
  {goodReads, firstGood}: ReadingProgress,
  beganAt: Moment,
): boolean {
  if (flaw !== undefined) return false;
  if (compare(sum, size) === 0) return true;
  return goodReads >= sameReads && firstGood !== undefined && beganAt.mono - firstGood.mono >= tradesLagMs;
}
