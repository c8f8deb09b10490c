import type {Id, Millis} from '../../api/wire/records.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {asItCame, counted} from '../words/text.ts';
import {seconds} from '../words/times.ts';
import {noTraceInMs} from './findings.ts';
import {currentWrite, type Intent, type Intents, type ReadingProgress} from './intent.ts';
import {hasKey, sentKindOf} from './kinds/kinds.ts';
import {offsetNow} from './looks.ts';
import {type Attempt, mayHaveArrived, ownStatus} from './outcome.ts';
import {kinship, mayBeAskedAgain, maySendAgain, unsureWords} from './selectors.ts';
import {draftWords} from './words.ts';

/**
 * Possible outcomes of an UNKNOWN intent that no answer has excluded. Absence from a list excludes nothing,
 * because lists may lag. A record in a list ends the intent, or is a candidate.
 */
export type PossibleOutcome =
  /** `recordId` is undefined for a record that no list shows yet. */
  | {readonly kind: 'done'; readonly recordId: Id | undefined; readonly words: string}
  /** `ended otherwise`, only of close and cancel: the record ended by itself or by another client. */
  | {readonly kind: 'on its way' | 'not done' | 'ended otherwise'; readonly words: string};

export function possibleOutcomes(intent: Intent): readonly PossibleOutcome[] {
  const {draft, attempts} = currentWrite(intent);
  const {outcomes} = sentKindOf(draft);
  if (isAnsweredYes(intent)) return doneIn(intent);
  const found: PossibleOutcome[] = attempts.some(mayBeDone) ? [...doneIn(intent)] : [];
  if (attempts.some(leavesDoubt)) found.push({kind: 'on its way', words: 'Delayed, may still execute.'});
  if (!saysOver(intent)) found.push({kind: 'not done', words: 'Never arrived or rejected: not executed.'});
  if (outcomes.endedOtherwise !== undefined)
    found.push({kind: 'ended otherwise', words: outcomes.endedOtherwise});
  return found;
}

function doneIn(intent: Intent): readonly PossibleOutcome[] {
  const {draft} = currentWrite(intent);
  const {outcomes, record} = sentKindOf(draft);
  if (outcomes.done !== undefined) return [{kind: 'done', recordId: record(draft), words: outcomes.done}];
  const candidates = intent.state === 'UNKNOWN' ? intent.candidates.filter(each => !each.isTaken) : [];
  return [
    ...candidates.map(
      ({recordId}) => ({kind: 'done', recordId, words: `Executed as #${recordId}.`}) as const,
    ),
    {kind: 'done', recordId: undefined, words: 'Executed, not listed yet.'},
  ];
}

/** A yes to an open or a close means that it was done. A yes to a cancel may show an open order. */
function isAnsweredYes(intent: Intent): boolean {
  const {draft, attempts} = currentWrite(intent);
  return (
    sentKindOf(draft).answer !== 'its order, canceled' &&
    attempts.some(({result}) => result?.outcome.kind === 'yes')
  );
}

const statusOf = ({result}: Attempt) => ownStatus(result?.outcome);

/** The service's own 409 to a cancel: the order is final, for any reason. */
function saysOver(intent: Intent): boolean {
  const {draft, attempts} = currentWrite(intent);
  return sentKindOf(draft).repeats === 'until final' && attempts.map(statusOf).includes(409);
}

/** 401, 403 and 429 prove by their status alone that this attempt did nothing. */
function leavesDoubt(attempt: Attempt): boolean {
  const outcome = attempt.result?.outcome;
  if (!mayHaveArrived(attempt) || outcome?.kind === 'yes') return false;
  if (outcome?.kind === 'status' && [401, 403, 429].includes(outcome.status)) return false;
  const status = statusOf(attempt) ?? 500;
  return status < 400 || status >= 500;
}

/** The service also refuses a second delivery of a completed request. */
function mayBeDone(attempt: Attempt): boolean {
  const isOfAfter = [404, 409, 422].some(status => status === statusOf(attempt));
  return leavesDoubt(attempt) || attempt.result?.outcome.kind === 'yes' || isOfAfter;
}

type Asks = {readonly shown: (at: Millis) => string; readonly resendKey: string | undefined};

/** Sentences for the user. @param shown formats an instant of the service's clock */
export function waysToTell(
  intents: Intents,
  intent: Intent,
  {shown, resendKey, now}: Pick<Given, 'now'> & Asks,
): readonly string[] {
  const {draft, attempts} = currentWrite(intent);
  const sentAt = attempts[0]?.startedAt.wall;
  const offsetMs = intent.offsetAtSend ?? offsetNow(intents, now) ?? 0;
  const sentFrom = sentAt === undefined ? undefined : sentAt + offsetMs;
  const reads = sentKindOf(draft).tells(draft, sentFrom);
  return [
    ...reads.map(({list, of, from, fields, outcome}) => {
      const since = from === undefined ? '' : `, from ${shown(from)} on`;
      return `${list} of ${asItCame(of)}${since}, by ${fields.join(', ')}: ${saysWords[outcome]}.`;
    }),
    ...(resendKey !== undefined && maySendAgain(intents, intent)
      ? [`${resendKey}: resent, which cannot duplicate it; the response shows the outcome.`]
      : []),
    `No other check is available: ask the service ${askedWith(intent)}.`,
  ];
}

const saysWords = {
  done: 'executed',
  'not done': 'not executed by then',
  'ended otherwise': 'ended otherwise',
} as const;

/** The operator of the service can find the request by it. */
function askedWith(intent: Intent): string {
  const {draft, attempts, idempotencyKey: key} = currentWrite(intent);
  if (hasKey(draft) && key !== undefined) return `with key ${asItCame(key)}`;
  const id = attempts.findLast(each => each.result?.requestId !== undefined)?.result?.requestId;
  return id === undefined ? `about "${draftWords(draft)}" and its time` : `with request id ${asItCame(id)}`;
}

type Given = {readonly intents: Intents; readonly now: Moment; readonly resendKey: string};

const stepMs = 10_000;

/** Facts for the user who must decide on an UNKNOWN intent: each part is a sentence, or empty. */
export function standingOf(intent: Intent, {intents, now, resendKey}: Given) {
  const look = intents.looks[intent.id];
  const {repeats} = sentKindOf(currentWrite(intent).draft);
  // No read proves anything of what may be another account's.
  const isOurs = kinship(intent, intents.accountId) === 'ours';
  const inMs = (isOurs && look && noTraceInMs(intent, look, now)) || 0;
  const wait = `${Math.ceil(inMs / stepMs) * (stepMs / 1_000)} s`;
  const changes =
    repeats === 'same key' ? `${resendKey} can resend` : 'the reads prove that there is no trace';
  return {
    sent: `Sent ${seconds(Math.max(0, now.wall - intent.askedAt.wall))} ago.`,
    reads: isOurs ? readsWords(intent, look, now) : unsureWords,
    likely: likelyIn(intent),
    safe: safeIn(intents, intent, resendKey),
    next: inMs === 0 ? '' : `In at most ${wait} ${changes}.`,
  };
}

function readsWords(intent: Intent, look: ReadingProgress | undefined, now: Moment): string {
  if (look !== undefined && look.goodReads > 0)
    return `${counted(look.goodReads, 'read')}, last ${seconds(age(look.askedAt, now))} ago: ${look.reason ?? ''}`;
  const isShown = intent.state === 'UNKNOWN' && intent.candidates.length > 0;
  return [isShown ? '' : 'No read has shown it yet.', look?.failure ?? ''].filter(Boolean).join(' ');
}

function likelyIn(intent: Intent): string {
  if (intent.state !== 'UNKNOWN') return '';
  const [first, ...others] = intent.candidates.filter(({isTaken}) => !isTaken);
  if (first !== undefined && others.length === 0)
    return `Possibly executed as #${first.recordId}: compare it.`;
  if (first !== undefined) return `Possibly executed as one of ${others.length + 1} records: compare them.`;
  if (!intent.noTrace) return 'Too early to tell: lists may lag.';
  // The reads tell of a cancel whether its order is still listed, which may be by the cancel.
  const isCancel = sentKindOf(currentWrite(intent).draft).repeats === 'until final';
  return isCancel ? '' : 'Likely never executed.';
}

function safeIn(intents: Intents, intent: Intent, key: string): string {
  const {repeats, safe, askedAgain} = sentKindOf(currentWrite(intent).draft);
  if (repeats === 'same key' && maySendAgain(intents, intent))
    return `${key} resends with the same key, which cannot duplicate it.`;
  return (mayBeAskedAgain(intent) && askedAgain) || safe;
}
