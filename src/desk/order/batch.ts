import type {Millis, Trade} from '../../api/wire/records.ts';
import {newsOfDone} from '../events/between.ts';
import {eventLine, noteTold} from '../events/news.ts';
import {pollAll} from '../feeds/feeds.ts';
import {gateOf, knowsOf, withStanding} from '../gate/gate.ts';
import {lookForHalt} from '../halt/flag.ts';
import {updateIntents} from '../intents/findings.ts';
import {
  cancelWrite,
  type Intent,
  type IntentCommand,
  type IntentSent,
  isResolved,
} from '../intents/intent.ts';
import {isAmend} from '../intents/kinds/amend.ts';
import {type Draft, onlyCanceledBy, target} from '../intents/kinds/kinds.ts';
import {latestOn} from '../intents/selectors.ts';
import {activityOf, describe} from '../intents/words.ts';
import type {Command} from '../messages.ts';
import type {Moment} from '../model/moment.ts';
import {rowById} from '../model/rows.ts';
import {log, merge, tell} from '../notices.ts';
import {expectNews} from '../portfolio/reading/rounds.ts';
import {isWorking} from '../resources/orders.ts';
import type {ActivityLine, State} from '../state.ts';
import {andThen, chain, type Step} from '../step.ts';
import type {Notice} from '../words/text.ts';
import {leaveAfter} from './leave.ts';
import {withRefused} from './refused.ts';
import {
  type BatchScope,
  cameSince,
  follow,
  isAtEnd,
  isGoingOn,
  isInBatch,
  newBatch,
  nextToAsk,
  stopRest,
  summary,
  updateItem,
} from './several/queue.ts';
import {goOnward, leaveRows, waitToGoOn} from './several/rows.ts';
import type {Batch, BatchItem} from './state.ts';

/** Several panes are polled in a second; their answers need one look at the journal. */
const lookEveryMs = 1_000;

export function tellIntents(state: State, sent: IntentSent, now: Moment): Step {
  const msg = sent.type === 'asked' ? withConfirmation(state, sent) : sent;
  const [intents, asked] = updateIntents(state.intents, {...msg, now}, gateOf({...state, now}));
  const changed =
    intents === state.intents ? state : withoutEnded(logChanges({...state, intents}, state.intents.list));
  const followed = follow(withEnded(changed, msg), state.intents.list, now);
  const next = msg.type === 'looked' ? withStanding(followed, msg.standing, now) : followed;
  const isOneOfSeveral = msg.type === 'askFailed' && isInBatch(next, msg.draft);
  // Unsent writes of a batch are reported in its summary.
  const start = isOneOfSeveral ? updateItem(next, msg.draft, 'NOT SENT', msg.reason) : next;
  const hasLooked = msg.type === 'polled' && now.mono - state.journalLookAt < lookEveryMs;
  const commands = asked.filter(
    ({type}) => !(isOneOfSeveral && type === 'tell') && !(hasLooked && type === 'watch'),
  );
  const begun: Step = [start, []];
  const applied = chain(begun, commands, (before, command) => applyCommand(before, command, now));
  const told = asked.flatMap(each => (each.type === 'tell' ? [each.text] : []));
  return andThen(applied, done =>
    goOn(goOnward(withRefused(done, state.intents.list, {msg, told}), now), now),
  );
}

/** The service's own answer proves that an order is over before a read shows it. */
function withEnded(state: State, msg: IntentSent): State {
  const outcome = msg.type === 'attempted' ? msg.attempt.result?.outcome : undefined;
  const ended = outcome?.kind === 'yes' ? outcome.order : undefined;
  const {orders} = state.feeds;
  if (ended === undefined || isWorking(ended) || rowById(orders, ended.orderId) === undefined) return state;
  const {orderId, status} = ended;
  const rows = orders.rows.map(row => (row.orderId === orderId ? {...row, status} : row));
  return {...state, feeds: {...state.feeds, orders: {...orders, rows}}};
}

/** One key confirmed all of them: the last amend is as old as the first. */
function withConfirmation(state: State, msg: Extract<IntentSent, {type: 'asked'}>): IntentSent {
  const {intent} = msg;
  if (state.batch === undefined || !isAmend(intent.draft) || !isInBatch(state, intent.draft)) return msg;
  const amending = {write: cancelWrite, confirmedAt: state.batch.startedAt};
  return {...msg, intent: {...intent, amending}};
}

export function lookEverySecond(state: State, now: Moment): Step {
  if (now.mono - state.journalLookAt < lookEveryMs) return [state, []];
  return applyCommand(state, {type: 'watch', accountId: state.intents.accountId}, now);
}

const lookAtJournal = (state: State): readonly Command[] => [
  ...lookForHalt(state),
  ...(state.journal.status === 'open'
    ? [{type: 'lookForControls'} as const, {type: 'lookForProposals'} as const]
    : []),
];

function applyCommand(state: State, command: IntentCommand, now: Moment): Step {
  switch (command.type) {
    case 'refresh': {
      const next = expectNews(state, now);
      // During a batch, polling all panes after each write could exceed the rate limit.
      return isGoingOn(next) ? [next, []] : pollAll(next, now);
    }
    case 'say':
      return [say(state, command.intent, command.level, now), []];
    case 'tell':
      return [tell(state, command.text, command.level, now, {...command}), []];
    case 'after':
      return [state, [{type: 'after', ms: command.ms, then: {type: 'intent', msg: command.due}}]];
    case 'journalAsk':
      return [state, [{...command, knows: knowsOf(state, command.draft, now)}]];
    case 'journalGoOn':
      return [state, [{...command, knows: knowsOf(state, command.intent.draft, now)}]];
    case 'watch':
      return [{...state, journalLookAt: now.mono}, [command, ...lookAtJournal(state)]];
    default:
      return [state, [command]];
  }
}

function say(state: State, intent: Intent, level: Notice['level'], now: Moment): State {
  const trades = tradesOf(state, intent);
  const news = newsOfDone(intent, trades);
  if (isInBatch(state, intent.draft))
    return news === undefined ? state : noteTold(state, news.about, news.stage);
  const asked = target(intent.draft);
  const text = describe(intent, trades);
  if (news === undefined) return tell(state, text, level, now, {about: asked, isOwn: true});
  // The outcome is known, so the UNKNOWN notice goes.
  const known = {...state, notices: state.notices.filter(each => each.about !== asked)};
  return noteTold(
    tell(known, text, news.level, now, {about: news.about, isOwn: true}),
    news.about,
    news.stage,
  );
}

/** An order has no filled quantity, so its fills come from the Trades pane. */
function tradesOf({feeds}: State, {draft}: Intent): readonly Trade[] {
  const orderId = onlyCanceledBy(draft);
  return orderId === undefined ? [] : feeds.trades.rows.filter(each => each.orderId === orderId);
}

function logChanges(state: State, before: readonly Intent[]): State {
  const old = new Set(before);
  const changed = state.intents.list.filter(each => !old.has(each));
  return merge(state, changed.map(activityOf));
}

/** A message about an open write goes when that has ended. */
function withoutEnded(state: State): State {
  const open = new Set(state.intents.list.filter(each => !isResolved(each)).map(({id}) => id));
  const isKept = ({until}: Notice) => until === undefined || open.has(until);
  return state.notices.every(isKept) ? state : {...state, notices: state.notices.filter(isKept)};
}

export function askOne(state: State, draft: Draft, now: Moment, proposalId?: string): Step {
  return tellIntents(waitToGoOn(state, draft), {type: 'ask', draft, proposalId}, now);
}

/** Also a single one: what was asked for as several waits out a 429. */
export function askAll(state: State, drafts: readonly Draft[], now: Moment, of?: BatchScope): Step {
  return drafts.length === 0 ? [state, []] : goOn({...state, batch: newBatch(drafts, now, of)}, now);
}

export function goOn(state: State, now: Moment): Step {
  const [next, draft] = nextToAsk(state, now);
  if (draft === undefined) return isAtEnd(next, now) ? sumUp(next, now) : [next, []];
  return andThen(tellIntents(next, {type: 'ask', draft}, now), asked => {
    const isAsked = asked.intents.asking.some(each => target(each) === target(draft));
    return isAsked ? [asked, []] : goOn(updateItem(asked, draft, 'NOT SENT', 'It cannot be sent.'), now);
  });
}

export function stopBatch(state: State, reason: string, now: Moment): Step {
  const stopped = stopRest(state, reason);
  return stopped === state ? [state, []] : goOn(stopped, now);
}

/** What it began and does not know ends with the controls: the next holder settles it. */
export function endBatch(state: State, reason: string, now: Moment): Step {
  const {batch, intents} = state;
  if (batch === undefined) return [state, []];
  const items = batch.items.map((each): BatchItem => {
    if (each.stands !== 'asked') return each;
    const intent = latestOn(intents, target(each.draft));
    const wasSent = intent !== undefined && intent.state !== 'QUEUED';
    return {...each, stands: wasSent ? 'UNKNOWN' : 'waiting'};
  });
  return sumUp({...state, batch: {...batch, items, stopped: batch.stopped ?? reason}}, now);
}

function sumUp(state: State, now: Moment): Step {
  const {batch} = state;
  if (batch === undefined) return [state, []];
  const came = cameSince(state, batch.known);
  const text = summary(batch, came);
  const done = batch.items.filter(each => each.stands === 'done' || each.stands === 'over');
  const isWell = done.length === batch.items.length && came === 0;
  const line = batchLine(batch, now.wall, text);
  const ended = tell({...state, batch: undefined}, text, isWell ? 'good' : 'danger', now, {
    about: 'batch',
    stays: !isWell,
  });
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

/** The journal records for the part of a batch that quitting leaves unsent. */
export function endedByQuitting(state: State, at: Millis): readonly Command[] {
  const {batch} = state;
  if (batch === undefined) return [];
  const stopped = batch.stopped ?? 'optty was quit';
  const words = summary({...batch, stopped}, cameSince(state, batch.known));
  return [{type: 'keepActivity', lines: [batchLine(batch, at, words)]}];
}
