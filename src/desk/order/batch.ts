import type {Millis, Trade} from '../../api/wire/records.ts';
import {andThen, chain} from '../chain.ts';
import {eventLine, noteTold} from '../events/news.ts';
import {newsOfDone} from '../events/own.ts';
import {pollAll} from '../feeds/feeds.ts';
import {type Draft, type Intent, type IntentCommand, type IntentSent, target} from '../intents/intent.ts';
import {updateIntents} from '../intents/update.ts';
import {knowsOf, newlySeen, withStanding} from '../limits/knowledge.ts';
import type {Command} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import {log, merge, tell} from '../model/notices.ts';
import type {ActivityLine, State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {lookForStop} from '../stop/flag.ts';
import {isWholeSuccess, summary} from '../words/batch.ts';
import {activityOf, describe} from '../words/intents.ts';
import type {Notice} from '../words/notice.ts';
import {leaveAfter} from './leave.ts';
import {goOnward, leaveRows, waitToGoOn} from './several/onward.ts';
import {
  follow,
  isAtEnd,
  isGoingOn,
  isInBatch,
  newBatch,
  nextToAsk,
  stand,
  stopRest,
} from './several/queue.ts';
import type {Batch, Leaving} from './several/several.ts';
import {withRefused} from './ticket/refused.ts';

/** Hands a message to the life of the intents, and sees to what it asks for. */
export function tellIntents(state: State, msg: IntentSent, now: Moment): Step {
  const [intents, asked] = updateIntents(state.intents, {...msg, now});
  const changed = intents === state.intents ? state : logChanges({...state, intents}, state.intents.list);
  const own = follow(changed, state.intents.list);
  const next = msg.type === 'held' ? takeHeld(own, msg, now) : own;
  const isOneOfSeveral = msg.type === 'askFailed' && isInBatch(next, msg.draft);
  // Of several that was not sent is told when they are summed up.
  const start: Step = [isOneOfSeveral ? stand(next, msg.draft, 'NOT SENT', msg.reason) : next, []];
  const commands = isOneOfSeveral ? asked.filter(each => each.type !== 'tell') : asked;
  const carried = chain(start, commands, (before, command) => carry(before, command, now));
  const told = asked.flatMap(each => (each.type === 'tell' ? [each.text] : []));
  return andThen(carried, done =>
    goOn(goOnward(withRefused(done, state.intents.list, {msg, told, now}), now), now),
  );
}

/** What other dashboards did, and what weighs on the account by all of them. */
function takeHeld(state: State, msg: Extract<IntentSent, {type: 'held'}>, now: Moment): State {
  return withStanding(merge(state, (msg.changed ?? []).map(activityOf)), msg.standing, now);
}

/** What this dashboard has read of reservations that nobody had seen the end of. */
function keepSeen(state: State): readonly Command[] {
  const intentIds = newlySeen(state);
  return intentIds.length === 0 ? [] : [{type: 'intent', command: {type: 'seen', intentIds}}];
}

function carry(state: State, command: IntentCommand, now: Moment): Step {
  switch (command.type) {
    case 'refresh':
      // With each of several all panes would be asked for: that alone may be too many requests.
      return isGoingOn(state) ? [state, []] : pollAll(state, now);
    case 'say':
      return [say(state, command.intent, command.level, now), []];
    case 'tell':
      return [tell(state, command.text, command.level, now, {stays: command.stays ?? false}), []];
    case 'journalAsk':
      return [state, [{type: 'intent', command: {...command, knows: knowsOf(state, command.draft, now)}}]];
    case 'journalGoOn': {
      const knows = knowsOf(state, command.intent.draft, now);
      return [state, [{type: 'intent', command: {...command, knows}}]];
    }
    case 'watch':
      return [state, [{type: 'intent', command}, ...keepSeen(state), ...lookForStop(state)]];
    default:
      return [state, [{type: 'intent', command}]];
  }
}

/** What became of a write, and that it was told: the polls that see the same tell it no more. */
function say(state: State, intent: Intent, level: Notice['level'], now: Moment): State {
  const trades = tradesOf(state, intent);
  const news = newsOfDone(intent, trades);
  // What became of several is told when they are summed up.
  if (isInBatch(state, intent.draft))
    return news === undefined ? state : noteTold(state, news.about, news.stage);
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

/** Asks for what was confirmed: a single one, or several one after another. */
export function askAll(state: State, drafts: readonly Draft[], now: Moment, leaving?: Leaving): Step {
  const [first, ...rest] = drafts;
  if (first === undefined) return [state, []];
  if (rest.length === 0 && leaving === undefined)
    return tellIntents(waitToGoOn(state, first), {type: 'ask', draft: first}, now);
  return goOn({...state, batch: newBatch(drafts, now, leaving)}, now);
}

/** Goes on with the next of several once nothing is under way, and sums up when there is none. */
export function goOn(state: State, now: Moment): Step {
  const [next, draft] = nextToAsk(state, now);
  if (draft === undefined) return isAtEnd(next, now) ? sumUp(next, now) : [next, []];
  return andThen(tellIntents(next, {type: 'ask', draft}, now), asked => {
    const isAsked = asked.intents.asking.some(each => target(each) === target(draft));
    return isAsked ? [asked, []] : goOn(stand(asked, draft, 'NOT SENT', 'It cannot be asked for.'), now);
  });
}

/** Ends the rest of several: what was asked for goes its way, the others are not asked for. */
export function stopBatch(state: State, reason: string, now: Moment): Step {
  const stopped = stopRest(state, reason);
  return stopped === state ? [state, []] : goOn(stopped, now);
}

/** What became of all of them, for the person and for Activity. */
function sumUp(state: State, now: Moment): Step {
  const {batch} = state;
  if (batch === undefined) return [state, []];
  const text = summary(batch);
  const isWell = isWholeSuccess(batch);
  const line = batchLine(batch, now.wall, text);
  const ended = tell({...state, batch: undefined}, text, isWell ? 'good' : 'danger', now, {
    about: 'batch',
    stays: !isWell,
  });
  const done = batch.items.filter(each => each.stands === 'done' || each.stands === 'over');
  const told = leaveRows(
    log(ended, [line]),
    done.map(each => each.draft),
    now,
  );
  const kept: Step = [told, [{type: 'keepActivity', lines: [line]}]];
  const polled = andThen(kept, next => pollAll(next, now));
  return andThen(polled, next => leaveAfter(next, batch, now));
}

function batchLine({items, startedAt}: Batch, at: Millis, outcome: string): ActivityLine {
  const what = items[0]?.draft.kind ?? '';
  const told = {what, target: 'several', amount: String(items.length), outcome};
  return eventLine(at, 'several', told, `several:${startedAt.wall}`);
}

/** What the journal is to hold of several of which the rest will never be asked for, as optty ends. */
export function endedByQuitting({batch}: State, at: Millis): readonly Command[] {
  if (batch === undefined) return [];
  const words = summary({...batch, stopped: batch.stopped ?? 'optty was quit'});
  return [{type: 'keepActivity', lines: [batchLine(batch, at, words)]}];
}
