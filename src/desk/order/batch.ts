import type {Trade} from '../../api/wire/records.ts';
import {andThen, chain} from '../chain.ts';
import {noteTold} from '../events/news.ts';
import {newsOfDone} from '../events/own.ts';
import {pollAll} from '../feeds/feeds.ts';
import {noBatch} from '../initial.ts';
import {type Draft, type Intent, type IntentCommand, type IntentSent, target} from '../intents/intent.ts';
import {updateIntents} from '../intents/update.ts';
import type {Moment} from '../model/moment.ts';
import {log, merge, tell} from '../model/notices.ts';
import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {activityOf, describe} from '../words/intents.ts';
import type {Notice} from '../words/notice.ts';

/** Hands a message to the life of the intents, and sees to what it asks for. */
export function tellIntents(state: State, msg: IntentSent, now: Moment): Step {
  const [intents, asked] = updateIntents(state.intents, {...msg, now});
  const own = intents === state.intents ? state : logChanges({...state, intents}, state.intents.list);
  const next = msg.type === 'held' ? merge(own, (msg.changed ?? []).map(activityOf)) : own;
  const start: Step = [next, []];
  const carried = chain(start, asked, (before, command) => carry(before, command, now));
  return andThen(carried, done => {
    const isRefusedByJournal = msg.type === 'askFailed' && target(msg.draft) === done.batch.underWay;
    return isRefusedByJournal
      ? [dropBatch(done, 'the journal did not take the one before them.', now), []]
      : nextOfBatch(done, now);
  });
}

function carry(state: State, command: IntentCommand, now: Moment): Step {
  switch (command.type) {
    case 'refresh':
      return pollAll(state, now);
    case 'say':
      return [say(state, command.intent, command.level, now), []];
    case 'tell':
      return [tell(state, command.text, command.level, now, {stays: command.stays ?? false}), []];
    default:
      return [state, [{type: 'intent', command}]];
  }
}

/** What became of a write, and that it was told: the polls that see the same tell it no more. */
function say(state: State, intent: Intent, level: Notice['level'], now: Moment): State {
  const trades = tradesOf(state, intent);
  const news = newsOfDone(intent, trades);
  const asked = target(intent.draft);
  const text = describe(intent, trades);
  if (news === undefined) return tell(state, text, level, now, {about: asked});
  // Once it is known what became of it, it is UNKNOWN no more.
  const known = {...state, notices: state.notices.filter(each => each.about !== asked)};
  return noteTold(tell(known, text, news.level, now, {about: news.about}), news.about, news.stage);
}

/** Its trades as far as the pane of trades knows them: an order bears no filled quantity. */
function tradesOf({feeds}: State, {draft}: Intent): readonly Trade[] {
  return draft.kind === 'cancel' ? feeds.trades.rows.filter(each => each.orderId === draft.orderId) : [];
}

/** Every change of an intent's state is a line of Activity; the line of an intent is replaced, not repeated. */
function logChanges(state: State, before: readonly Intent[]): State {
  const old = new Set(before);
  const lines = state.intents.list.filter(each => !old.has(each)).map(activityOf);
  if (lines.length === 0) return state;
  const ids = new Set(lines.map(each => each.id));
  return log({...state, activity: state.activity.filter(each => !ids.has(each.id))}, lines);
}

/**
 * Asks for the first of several drafts; the others follow one after another, each when the one before it has
 * ended. Of those that still wait from before none is dropped, and none is asked for twice.
 */
export function askAll(state: State, drafts: readonly Draft[], now: Moment): Step {
  const [first, ...rest] = drafts;
  if (first === undefined) return [state, []];
  const wanted = new Set(drafts.map(target));
  const waiting = [...state.batch.waiting.filter(each => !wanted.has(target(each))), ...rest];
  const underWay = rest.length > 0 ? target(first) : state.batch.underWay;
  return tellIntents({...state, batch: {underWay, waiting}}, {type: 'ask', draft: first}, now);
}

/** Goes on with the next cancel once nothing is under way, and stops at the first that did not end well. */
function nextOfBatch(state: State, now: Moment): Step {
  const {underWay, waiting} = state.batch;
  const [next, ...rest] = waiting;
  if (next === undefined) return [state, []];
  const {list, asking} = state.intents;
  const isBusy = asking.length > 0 || list.some(each => each.state === 'ASKED' || each.state === 'SENDING');
  if (isBusy) return [state, []];
  // Others may have been asked for since: what counts is the end of the batch's own last one.
  const last = list.findLast(each => target(each.draft) === underWay);
  if (last !== undefined && endedBadly(last))
    return [dropBatch(state, 'the one before them did not end well.', now), []];
  return tellIntents(
    {...state, batch: {underWay: target(next), waiting: rest}},
    {type: 'ask', draft: next},
    now,
  );
}

/** UNKNOWN, never sent, or refused for being one too many (429), whatever wait came with that. */
function endedBadly({state, attempts}: Intent): boolean {
  const outcome = attempts.at(-1)?.result?.outcome;
  return (
    state === 'UNKNOWN' || state === 'NOT SENT' || (outcome?.kind === 'status' && outcome.status === 429)
  );
}

/** What still waits is not sent, and that is said. */
export function dropBatch(state: State, reason: string, now: Moment): State {
  const {length} = state.batch.waiting;
  if (length === 0) return state;
  const left = `${length} of the orders ${length === 1 ? 'was' : 'were'} not cancelled: ${reason}`;
  return tell({...state, batch: noBatch}, left, 'danger', now);
}
