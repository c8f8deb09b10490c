import {andThen} from '../chain.ts';
import {eventLine} from '../events/news.ts';
import type {StopFacts} from '../journal/stop/contract.ts';
import {isFinal} from '../model/figures.ts';
import type {Moment} from '../model/moment.ts';
import {log} from '../model/notices.ts';
import type {State} from '../model/state.ts';
import {writesForbidden} from '../order/guardrails.ts';
import type {Step} from '../step.ts';
import {checkNext, writeNext} from './drive.ts';
import {leftItems} from './left.ts';
import {lacking, type ProofFacts, provedEnd} from './proof.ts';
import {endFor, isUnderWay, type StopAsked, type StopProgress, type StopWants} from './record.ts';
import type {StopMsg} from './room.ts';
import {maySellEasyOption} from './spared.ts';
import {newWork, proofFacts, type StopWork, withFacts, withRead} from './work.ts';

/**
 * The rounds of a stop that is under way: what the journal holds, then what the service lists, then the writes
 * that follow from it and what is proved by now. One process carries it out; the others look whether it still
 * does, so that a stop goes on when that one has ended.
 */
const roundMs = 2_000;
/** How often it is looked whether another process still carries it out. */
const lookMs = 3_000;
/** A service that does not answer is asked again after this long at most. */
const longestPauseMs = 30_000;

/** Begins where one is under way, and ends where none is any more. READ-ONLY carries nothing out. */
export function followStop(state: State, now: Moment): Step {
  const {record, work} = state.stop;
  const isWanted =
    record !== undefined && isUnderWay(record) && writesForbidden(state.settings.guardrails) === undefined;
  if (isWanted === (work !== undefined)) return [state, []];
  return isWanted ? beginRound(state, newWork(0), now) : [withWork(state, undefined), []];
}

export function takeRound(
  state: State,
  msg: Extract<StopMsg, {type: 'driven' | 'read' | 'due'}>,
  now: Moment,
): Step {
  const {work} = state.stop;
  if (work?.number !== msg.number) return [state, []];
  switch (msg.type) {
    case 'due':
      return beginRound(state, work, now);
    case 'driven':
      return takeDriven(state, withFacts(work, msg.facts, now));
    case 'read':
      return takeRead(state, withRead(work, msg.read), now);
    default:
      return msg satisfies never;
  }
}

function withWork(state: State, work: StopWork | undefined): State {
  return {...state, stop: {...state.stop, work}};
}

function beginRound(state: State, before: StopWork, now: Moment): Step {
  const number = state.counter + 1;
  const {accountId} = state.link;
  return [
    withWork({...state, counter: number}, {...before, number}),
    [{type: 'stop', command: {type: 'drive', number, at: now.wall, accountId}}],
  ];
}

function takeDriven(state: State, work: StopWork): Step {
  const {number, facts} = work;
  const next = withWork(state, work);
  if (facts === undefined) return [next, [{type: 'stop', command: {type: 'wait', number, ms: lookMs}}]];
  const isFlat = state.stop.record?.asked?.wants === 'flat';
  const easyOptions = isFlat || work.read?.orders.rows.some(maySellEasyOption) === true;
  // All that there ever were are read only where they alone are missing.
  const trades = isFlat && state.stop.record?.progress?.proved !== undefined && facts.open.length === 0;
  return [next, [{type: 'stop', command: {type: 'read', number, scope: {easyOptions, trades}}}]];
}

function takeRead(state: State, work: StopWork, now: Moment): Step {
  const {record} = state.stop;
  const {facts, number} = work;
  if (record?.asked === undefined || facts === undefined) return [state, []];
  const progress = progressOf(state, work, facts, record.asked, now);
  const isAtEnd = progress.word === endFor(record.asked.wants);
  const told: Step = [
    withWork(state, work),
    [
      ...(isAtEnd ? [{type: 'stop', command: {type: 'finish', progress, facts}} as const] : []),
      ...(isAtEnd || isSame(record.progress, progress)
        ? []
        : [{type: 'stop', command: {type: 'report', progress}} as const]),
      {type: 'stop', command: {type: 'wait', number, ms: pauseMs(work)}},
    ],
  ];
  return isAtEnd ? told : andThen(told, next => goOnStopping(next, now));
}

/** What may be asked for now, after whatever has changed. */
export function goOnStopping(state: State, now: Moment): Step {
  if (state.stop.work?.read === undefined) return [state, []];
  return andThen(writeNext(state, now), next => checkNext(next, now));
}

function pauseMs({read, faults}: StopWork): number {
  const asked = [read?.orders, read?.easyOptions, read?.trades].map(each => each?.fault?.retryAfterMs ?? 0);
  return Math.max(...asked, Math.min(longestPauseMs, roundMs * 2 ** faults));
}

function progressOf(
  state: State,
  work: StopWork,
  facts: StopFacts,
  {wants}: StopAsked,
  now: Moment,
): StopProgress {
  const {read, empty} = work;
  const given = proofFacts(work, facts, state.settings, now);
  const found = provedEnd(given);
  // What was not asked for is not said, even where it happens to be so.
  const proved = wants === 'flat' || found === undefined ? found : 'NO ORDERS';
  const left = leftItems(state, work, wants, proved);
  const isHeld = left.length > 0 && left.every(each => each.how !== 'ends');
  const options = read?.easyOptions;
  return {
    at: now.wall,
    word: proved === endFor(wants) ? proved : isHeld ? 'HELD' : 'STOPPING',
    isStuck: isHeld && left.every(each => each.how === 'stuck'),
    proved,
    left: left.length > 0 ? named(left.map(each => each.words)) : toProve(wants, given),
    counts: {
      orders: read?.orders.fault === undefined ? read?.orders.rows.length : undefined,
      easyOptions: options?.rows.filter(each => !isFinal(each.status)).length,
      intents: facts.open.length,
      unproved: facts.unproved.length,
    },
    nothingListedSince: empty?.first.wall,
  };
}

/** Nothing is known to be left: what its word waits for. */
function toProve(wants: StopWants, facts: ProofFacts): string[] {
  const lack = lacking(endFor(wants), facts);
  return lack === undefined ? [] : [`${endFor(wants)} is not proved yet: ${lack}`];
}

/** As many as a screen may show; the others are counted. */
const mostNamed = 20;

function named(words: readonly string[]): string[] {
  const more = words.length - mostNamed;
  return more > 0 ? [...words.slice(0, mostNamed), `${more} more`] : [...words];
}

/** The time of a progress that tells nothing new is none. */
function isSame(before: StopProgress | undefined, after: StopProgress): boolean {
  return before !== undefined && JSON.stringify({...before, at: 0}) === JSON.stringify({...after, at: 0});
}

/** A DELETE that canceled an order nobody saw is an event of the account. */
export function takeChecked(
  state: State,
  {orderId, outcome}: Extract<StopMsg, {type: 'checked'}>,
  now: Moment,
): Step {
  const {work} = state.stop;
  if (work?.checking !== orderId) return [state, []];
  const isAskedToWait = outcome?.kind === 'status' && outcome.status === 429;
  const restMs = isAskedToWait ? Math.min(60_000, outcome.retryAfterMs ?? roundMs) : 0;
  const next = withWork(state, {...work, checking: undefined, checksRestUntil: now.mono + restMs});
  const rested = andThen<State, Step[1][number]>([next, []], each => checkNext(each, now));
  if (outcome?.kind !== 'yes') return rested;
  const told = {
    what: 'Stop',
    target: `#${orderId}`,
    amount: '',
    outcome: `${outcome.order?.status ?? 'answered'}: no list had shown it`,
  };
  const line = eventLine(now.wall, 'cancelled', told, `stop:final:${orderId}`);
  return andThen(rested, each => [log(each, [line]), [{type: 'keepActivity', lines: [line]}]]);
}
