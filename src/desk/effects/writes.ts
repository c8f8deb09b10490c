import type {Operations} from '../../api/client.ts';
import type {Id} from '../../api/wire/records.ts';
import {confirmedAt, confirmedForMs} from '../intents/asking.ts';
import {mayStillRepeat} from '../intents/classify.ts';
import {type Attempt, type Intent, type IntentEffect, type IntentSent, isExit} from '../intents/intent.ts';
import {type WriteIntent, writeOf} from '../intents/replace/write.ts';
import type {BoundJournal, BoundService} from '../journal/contract.ts';
import {JournalError} from '../journal/problem.ts';
import {announceEveryMs} from '../limits/announced.ts';
import {hasLimits, whyBeyond} from '../limits/decide.ts';
import {knowsOf} from '../limits/knowledge.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import type {State} from '../model/state.ts';
import type {Limits} from '../model/vocabulary.ts';
import {forbiddenNow} from '../order/guardrails.ts';
import {stoppedReason} from '../stop/record.ts';
import {gather} from './evidence.ts';
import {type Came, perform} from './outcomes.ts';

/** What the life of an intent needs of the world. */
export type IntentWorld = {
  readonly client: Operations;
  readonly journal: BoundJournal;
  readonly service: BoundService;
  /** Those that this dashboard was started with. */
  readonly limits: Limits;
  /** A new random id at every call. */
  readonly uuid: () => string;
  readonly now: () => Moment;
  /** The desk as it is now. */
  readonly state: () => State;
  readonly send: (msg: IntentSent) => void;
  readonly after: (ms: number, then: () => void) => void;
};

/** Carries the commands of intents out. What each came to comes back by `send`; nothing here decides. */
export function createIntentEffects(world: IntentWorld): (command: IntentEffect) => void {
  const {journal} = world;
  const given = {...world, clock: world.now};
  const announce = announcing(world);
  announce(undefined);
  return command => {
    switch (command.type) {
      case 'journalAsk':
        return journalAsk(world, journal, command);
      case 'journalGoOn':
        return journalGoOn(world, journal, command);
      case 'attempt':
        return void attempt(world, journal, command.intent, command.by);
      case 'record':
        return keep(world, command.intent, () => {
          journal.save(command.intent);
          world.send({type: 'recorded', intentId: command.intent.id});
        });
      case 'claim':
        return keep(world, command.intent, () => claim(world, journal, command.intent));
      case 'gather':
        return void gather(given, command.reading).then(evidence =>
          world.send({type: 'gathered', intentId: command.intentId, look: command.look, evidence}),
        );
      case 'after':
        return world.after(command.ms, () => world.send(command.due));
      case 'watch':
        announce(command.accountId);
        return watch(world, journal, command.accountId);
      case 'seen':
        return orSay(world, () => journal.limits.keepSeen(command.intentIds));
      case 'release':
        return orSay(world, () => journal.release(command.intentId));
      case 'takeOver':
        return orSay(world, () => {
          const intents = journal.takeOver(command.intentId);
          world.send(intents.length > 0 ? {type: 'restored', intents} : {type: 'notTakenOver'});
        });
      default:
        return command satisfies never;
    }
  };
}

/** The id and the key are made here, where chance is; the journal has them before anything else does. */
function journalAsk(
  {uuid, send}: IntentWorld,
  journal: BoundJournal,
  {draft, at, ends, accountId, knows}: Extract<IntentEffect, {type: 'journalAsk'}>,
): void {
  const intent: Intent = {
    id: uuid(),
    draft,
    idempotencyKey: draft.kind === 'place' || draft.kind === 'replace' ? uuid() : undefined,
    state: 'ASKED',
    askedAt: at,
    changedAt: at.wall,
    reason: 'It is in the journal; nothing has been sent.',
    attempts: [],
    accountId,
  };
  try {
    const asked = journal.ask(intent, ends, knows);
    if (asked.kind === 'locked') send({type: 'askFailed', draft, reason: asked.by});
    else send({type: 'asked', intent, ended: asked.ended});
  } catch (error) {
    send({type: 'askFailed', draft, reason: wordsOf(error)});
  }
}

/** The compare-and-set by which one dashboard goes on with a replacement, with a key for what it places. */
function journalGoOn(
  {uuid, send}: IntentWorld,
  journal: BoundJournal,
  {intent: known, knows}: Extract<IntentEffect, {type: 'journalGoOn'}>,
): void {
  const intent = {...known, idempotencyKey: uuid()};
  const refused = (reason: string) => send({type: 'notGoneOn', intentId: intent.id, reason});
  try {
    if (journal.goOn(intent, knows)) send({type: 'wentOn', intent});
    else refused('The journal holds something else about it: another dashboard may have it.');
  } catch (error) {
    refused(wordsOf(error));
  }
}

/** Journal first: without the commit no connection is opened. */
async function attempt(
  world: IntentWorld,
  journal: BoundJournal,
  intent: Intent,
  by: Attempt['by'],
): Promise<void> {
  const begun = beginAttempt(world, journal, intent, by);
  if (begun === undefined) return;
  let startedAt = begun.startedAt;
  const holdBack = () => {
    startedAt = world.now();
    return whyUnsent(world.state(), journal, intent, begun, startedAt);
  };
  const came = await perform(world.client, writeOf(intent), {holdBack});
  endAttempt(world, journal, intent, {...begun, startedAt}, came);
}

type Told = Pick<IntentWorld, 'now' | 'send'>;

/** Commits it; undefined, and told so, if nothing may be sent. */
export function beginAttempt(
  {now, send}: Told,
  journal: BoundJournal,
  intent: Intent,
  by: Attempt['by'],
): Attempt | undefined {
  const number = intent.attempts.length + 1;
  const begun: Attempt = {number, write: intent.replacing?.write, by, process: 'this', startedAt: now()};
  const reason = whyNotBegun(journal, intent, begun);
  if (reason === undefined) return begun;
  send({type: 'attemptFailed', intentId: intent.id, reason});
  return undefined;
}

/**
 * Why a committed attempt may not go out after all. Asked before the connection, and again before the first
 * byte: a handshake may take long, and the machine sleep in the middle of it.
 */
export function whyUnsent(
  state: State,
  journal: BoundJournal,
  intent: Intent,
  begun: Attempt,
  now: Moment,
): string | undefined {
  const write = writeOf(intent);
  const reason = whyTooLate(write, begun, now) ?? forbiddenNow(state, write.draft);
  if (reason !== undefined || isExit(write.draft)) return reason;
  try {
    const stop = journal.stop.seen();
    if (stop !== undefined) return stoppedReason(stop);
    // A repeat of an order that was done after all would be weighed beside itself.
    return write.attempts.length > 0 ? undefined : whyBeyondNow(state, journal, intent, now);
  } catch (error) {
    return wordsOf(error);
  }
}

/** Commits what it came to, and tells it. */
export function endAttempt(
  {now, send}: Told,
  journal: BoundJournal,
  {id: intentId}: Intent,
  begun: Attempt,
  came: Came,
): void {
  const ended: Attempt = {...begun, result: {at: now(), ...came}};
  try {
    journal.endAttempt(intentId, ended);
  } catch (error) {
    send({type: 'recordFailed', intentId, reason: wordsOf(error)});
  }
  send({type: 'attempted', intentId, attempt: ended});
}

function whyNotBegun(journal: BoundJournal, intent: Intent, begun: Attempt): string | undefined {
  try {
    return journal.beginAttempt(intent, begun)
      ? undefined
      : 'The journal holds something else about it: another dashboard may have it.';
  } catch (error) {
    return wordsOf(error);
  }
}

/** A first attempt holds as long as its confirmation, a repeat as long as any, from its own commit on. */
function whyTooLate(write: WriteIntent, {by, startedAt}: Attempt, now: Moment): string | undefined {
  const {attempts, draft} = write;
  if (by === 'itself' && attempts.length > 0)
    // A cancel names one order, however late it is.
    return draft.kind === 'cancel' || mayStillRepeat(attempts, now)
      ? undefined
      : 'It was not repeated: too long had passed since the first attempt.';
  const ageMs = age(attempts.length > 0 ? startedAt : confirmedAt(write), now);
  if (ageMs <= confirmedForMs) return undefined;
  return `Confirmed ${Math.round(ageMs / 1_000)} s before it could be sent: ask again with the price of now.`;
}

/** The limits by what the journal and the last whole read tell now; its own reservation does not weigh. */
function whyBeyondNow(
  state: State,
  journal: BoundJournal,
  {id, draft, askedAt, accountId}: Intent,
  now: Moment,
): string | undefined {
  const {reservations, writes, ...standing} = journal.limits.standing(accountId, now.wall);
  const others = reservations.filter(each => each.intentId !== id);
  const own = writes.indexOf(askedAt.wall);
  return whyBeyond(knowsOf(state, draft, now), {
    ...standing,
    reservations: others,
    writes: own < 0 ? writes : writes.toSpliced(own, 1),
  });
}

function claim({send}: IntentWorld, journal: BoundJournal, intent: Intent): void {
  const recordId = intent.state === 'DONE' ? intent.resolvedRecordId : undefined;
  const claimed = journal.claim(intent);
  if (claimed === 'claimed') send({type: 'claimed', intent});
  else send({type: 'claimTaken', intentId: intent.id, recordId: recordId ?? '', by: claimed});
}

function keep({send}: IntentWorld, intent: Intent, work: () => void): void {
  try {
    work();
  } catch (error) {
    send({type: 'recordFailed', intentId: intent.id, reason: wordsOf(error)});
  }
}

/** Its limits hold for all from its first poll on; anew once its account is known, and from time to time. */
function announcing(world: IntentWorld): (accountId: Id | undefined) => void {
  let told: {readonly accountId: Id | undefined; readonly at: Moment} | undefined;
  return accountId => {
    const at = world.now();
    const isTold = told?.accountId === accountId && told !== undefined && age(told.at, at) < announceEveryMs;
    if (!hasLimits(world.limits) || isTold) return;
    orSay(world, () => {
      world.journal.limits.announce(world.limits, accountId, at.wall);
      told = {accountId, at};
    });
  };
}

function watch(world: IntentWorld, journal: BoundJournal, accountId: Id | undefined): void {
  orSay(world, () => {
    const intents = journal.adopt(accountId);
    if (intents.length > 0) world.send({type: 'restored', intents});
    const standing = journal.limits.standing(accountId, world.now().wall);
    world.send({type: 'held', held: journal.held(), changed: journal.changedElsewhere(), standing});
  });
}

/** What other dashboards hold is looked at with each poll; a failure is said, and the next poll tries again. */
function orSay({send}: IntentWorld, work: () => void): void {
  try {
    work();
  } catch (error) {
    send({type: 'watchFailed', reason: wordsOf(error)});
  }
}

/** Only the journal fails here; all else is a fault of the program and must not pass for one of the disk. */
function wordsOf(error: unknown): string {
  if (error instanceof JournalError) return error.message;
  throw error;
}
