import type {Moment} from '../../account/model/moment.ts';
import {amountWords} from '../../account/words/text.ts';
import {isZero} from '../../api/wire/decimal.ts';
import {andThen, chain} from '../../core/chain.ts';
import {activityOf} from '../../core/events/writes.ts';
import {cancelFor, unreplaced} from '../../core/intents/follow.ts';
import {
  type Intent,
  type IntentCommand,
  type IntentSent,
  intentById,
  isResolved,
} from '../../core/intents/intent.ts';
import {amendOf} from '../../core/intents/kinds/cancel.ts';
import {askedTarget, canceledBy, target} from '../../core/intents/kinds/kinds.ts';
import {replacedBy} from '../../core/intents/kinds/place.ts';
import {updateIntents} from '../../core/intents/update.ts';
import {describe, leftUnreplaced} from '../../core/intents/words.ts';
import {noteTold} from '../announce.ts';
import {pollAll} from '../feeds/feeds.ts';
import {withOwnEnds} from '../feeds/last-read.ts';
import {expectNews, readSoon} from '../feeds/rounds.ts';
import {aboutOverfill, newsOfDone} from '../happened.ts';
import type {Command} from '../messages.ts';
import type {Notice} from '../news.ts';
import {merge, tell, without} from '../notices.ts';
import {unlistedOf} from '../portfolio/unlisted.ts';
import type {State, Step} from '../state.ts';
import {lookForHalt} from './flag.ts';
import {gateOf, knowsToAsk, withStanding} from './gate-now.ts';
import type {Refused} from './ordering.ts';
import {goOnward, isOneOfSeveral} from './several/marks.ts';
import {ticketOf} from './tickets/tickets.ts';

/** Several panes are polled in a second; their answers need one look at the journal. */
const lookEveryMs = 1_000;

export function tellIntents(state: State, msg: IntentSent, now: Moment): Step {
  const [intents, asked] = updateIntents(state.intents, {...msg, now}, gateOf({...state, now}));
  const changed = intents === state.intents ? state : logChanges({...state, intents}, state.intents.list);
  const ended = withOwnEnds(withoutEnded(changed), now);
  const next = msg.type === 'looked' ? withStanding(ended, msg.standing, now) : ended;
  const hasLooked = msg.type === 'polled' && now.mono - state.journalLookAt < lookEveryMs;
  const commands = asked.filter(({type}) => !(hasLooked && type === 'watch'));
  const begun: Step = [next, []];
  const applied = chain(begun, commands, (before, command) => applyCommand(before, command, now));
  const before = state.intents.list;
  const told = asked.flatMap(each => (each.type === 'tell' ? [each.text] : []));
  return andThen(applied, done => [goOnward(withRefused(done, before, msg, told), before, now), []]);
}

export function lookEverySecond(state: State, now: Moment): Step {
  if (now.mono - state.journalLookAt < lookEveryMs) return [state, []];
  return applyCommand(state, {type: 'watch'}, now);
}

function applyCommand(state: State, command: IntentCommand, now: Moment): Step {
  switch (command.type) {
    case 'refresh': {
      const next = expectNews(state, now);
      // While several are sent, polling all panes after each write could exceed the rate limit.
      return next.outbox === undefined ? pollAll(next, now) : [next, []];
    }
    case 'readAccount':
      return readSoon(state);
    case 'say':
      return [withOverfill(say(state, command.intent, command.level, now), command.intent, now), []];
    case 'tell': {
      const {type, text, level, ...how} = command;
      return [tell(state, text, level, now, {...how, isAnswer: true}), []];
    }
    case 'after':
      return [state, [{type: 'after', ms: command.ms, then: {type: 'intent', msg: command.due}}]];
    case 'journalAsk':
      return [state, [{...command, knows: knowsToAsk(state, command.draft, now)}]];
    case 'watch': {
      const looked = {...state, journalLookAt: now.mono};
      const looks: readonly Command[] = [command, ...lookForHalt(state)];
      if (state.journal.status !== 'open') return [looked, looks];
      return [looked, [...looks, {type: 'lookForControls'}, {type: 'lookForProposals'}]];
    }
    default:
      return [state, [command]];
  }
}

function say(state: State, intent: Intent, level: Notice['level'], now: Moment): State {
  const orderId = canceledBy(intent.draft);
  // An order has no filled quantity, so its fills come from the Trades pane.
  const trades = state.feeds.trades.rows.filter(each => orderId !== undefined && each.orderId === orderId);
  const news = newsOfDone(intent, trades);
  if (isOneOfSeveral(state, intent.draft))
    return news === undefined ? state : noteTold(state, news.about, news.stage);
  const text = describe(intent, trades);
  const of = {about: target(intent.draft), isOwn: true};
  // The outcome is known, so the UNKNOWN notice goes.
  const known = without(state, ({about}) => about === of.about);
  if (leftUnreplaced(intent) !== undefined) {
    const follows = {action: 'fix', does: 'opens the form'} as const;
    // News of the old order does not take its place.
    const own = {...of, about: `none for ${intent.id}`, stays: true, intentId: intent.id, follows};
    return tell({...known, refused: undefined}, text.replace(/\.?$/, '.'), level, now, own);
  }
  if (news === undefined) return tell(state, text, level, now, of);
  return noteTold(tell(known, text, news.level, now, {...of, about: news.about}), news.about, news.stage);
}

function withOverfill(state: State, placed: Intent, now: Moment): State {
  const text = overfillWords(state, placed);
  const about = aboutOverfill(replacedBy(placed.draft)?.orderId ?? '');
  const of = {about, isOwn: true, stays: true, overfillBy: placed.id};
  return text === undefined ? state : tell(state, text, 'danger', now, of);
}

/** Until a trade reports its size, or a later write ends the new order: its review is a new decision. */
function overfillWords(state: State, placed: Intent | undefined): string | undefined {
  if (placed?.state !== 'CONFIRMED') return undefined;
  const {orderId, unseen = '0'} = replacedBy(placed.draft) ?? {};
  const fill = cancelFor(state.intents, placed) || isZero(unseen) ? undefined : unlistedOf(state, orderId);
  if (!fill?.isSure) return undefined;
  return `OVERFILL of up to ${amountWords(fill.most)}: #${orderId} has a fill that no trade shows yet`;
}

function logChanges(state: State, before: readonly Intent[]): State {
  const old = new Set(before);
  const changed = state.intents.list.filter(each => !old.has(each));
  return merge(state, changed.map(activityOf));
}

/** A message about a write goes when what it says is over. */
function withoutEnded(state: State): State {
  const {intents} = state;
  const isOpen = (id: string) => intents.list.some(each => each.id === id && !isResolved(each));
  const isLeft = (id = '') => unreplaced(intents).some(({last}) => last.id === id);
  return without(
    state,
    ({until, overfillBy, follows, intentId}) =>
      until?.every(id => !isOpen(id) && !isLeft(id)) ||
      (overfillBy !== undefined && overfillWords(state, intentById(intents, overfillBy)) === undefined) ||
      (follows?.action === 'fix' && !isLeft(intentId)),
  );
}

// The form of a refused write waits for its own key. It never opens by itself: keys meant for the panes would
// change it.

function withRefused(
  state: State,
  before: readonly Intent[],
  msg: IntentSent,
  told: readonly string[],
): State {
  const refused = endOf(state, before, msg) ?? endBeforeIntent(state, msg, told);
  if (refused === undefined || ticketOf(refused.draft).form === undefined) return withoutAsked(state, msg);
  // An order that replaces another has a form of its own, and the end of several names each.
  if (replacedBy(refused.draft) !== undefined || isOneOfSeveral(state, refused.draft)) return state;
  return {...state, refused};
}

/** Another write of the same target takes its place, by whichever form. */
function withoutAsked(state: State, msg: IntentSent): State {
  const {refused} = state;
  const isAnew = msg.type === 'ask' && refused && askedTarget(msg.draft) === askedTarget(refused.draft);
  return isAnew ? {...state, refused: undefined} : state;
}

/** Nothing is left to amend of an order that reads showed as filled before its amend. */
function endOf({intents}: State, before: readonly Intent[], msg: IntentSent): Refused | undefined {
  if (intents.list === before || msg.type === 'restored') return undefined;
  const wasOpen = ({id}: Intent) => {
    const was = before.find(each => each.id === id);
    return was === undefined || (!isResolved(was) && was.state !== 'UNKNOWN');
  };
  const intent = intents.list.filter(isRefusal).findLast(wasOpen);
  if (intent === undefined) return undefined;
  const {draft, state} = intent;
  const outcome = intent.attempts.at(-1)?.result?.outcome;
  // Prefers the words of the service or journal that refused it.
  const words = outcome !== undefined && 'words' in outcome ? outcome.words.trim() : '';
  return {draft: amendOf(draft) ?? draft, state, reason: words || intent.reason};
}

const isRefusal = (each: Intent): each is Intent & {readonly state: Refused['state']} =>
  each.state === 'REJECTED' || each.state === 'NOT SENT';

/** No intent exists: a check blocked the write, or the journal did not take it. */
function endBeforeIntent({intents}: State, msg: IntentSent, told: readonly string[]): Refused | undefined {
  if (msg.type !== 'ask' && msg.type !== 'askFailed') return undefined;
  const {draft} = msg;
  const isAsked = intents.asking.some(each => askedTarget(each) === askedTarget(draft));
  if (isAsked) return undefined;
  const reason = msg.type === 'askFailed' ? msg.reason : told.join(' ');
  return {draft: amendOf(draft) ?? draft, state: 'NOT SENT', reason};
}
