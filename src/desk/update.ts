import {lagsOf} from '../account/model/lags.ts';
import {age, type Moment} from '../account/model/moment.ts';
import {type FeedPane, feedPanes, isFeedPane} from '../account/model/vocabulary.ts';
import {unlessSame} from '../account/once.ts';
import {expiresNext} from '../account/portfolio/groups.ts';
import type {RoundCame} from '../account/reading/round.ts';
import {absolute, span} from '../account/words/times.ts';
import {andThen, chain} from '../core/chain.ts';
import {eventLine} from '../core/events/line.ts';
import {serviceNow, withClock} from '../core/intents/clock.ts';
import {asJournaled} from '../core/intents/selectors.ts';
import {run} from './actions.ts';
import {ring, rungWords} from './alerts.ts';
import {announce, awayReasons, comeBack, goAway, noteTold, returnAfterReads} from './announce.ts';
import {takeList} from './dialog.ts';
import {narrowWhileTyping} from './dialogs/filter.ts';
import {resumeTyped} from './dialogs/halt.ts';
import {followOpen} from './dialogs/index.ts';
import {takeProposals} from './dialogs/proposals.ts';
import {
  arrived,
  fadeMarks,
  fetchFailed,
  pollAfterOutage,
  pollAll,
  pollFirst,
  pollOnResize,
  pollOnView,
  pollWhenDue,
  tellUnobeyed,
} from './feeds/feeds.ts';
import {withOwnEnds} from './feeds/last-read.ts';
import {
  askAfterOutage,
  askBehind,
  askPortfolio,
  beginRounds,
  passTime,
  takeFromPane,
  takePortfolio,
  takeSymbols,
  withWorking,
} from './feeds/rounds.ts';
import {ownersIn, withAnswer} from './feeds/way.ts';
import {happenedSince, takeMissed} from './happened.ts';
import {takeSeen, tellHanded} from './holder.ts';
import {keptSince} from './kept.ts';
import type {Command, Msg, MsgOf, PollAnswer} from './messages.ts';
import {fade, merge, note, tell} from './notices.ts';
import {lookForHalt} from './order/flag.ts';
import {goOnHalting, takeHalt} from './order/halting.ts';
import {lookEverySecond, tellIntents} from './order/intents.ts';
import {shownNoMore, takeDrawn, takeSaid, takeShown, withKey, withoutLateKey} from './order/questions.ts';
import {leaveGone} from './order/reviewing.ts';
import {cancelReview} from './order/several/gathering.ts';
import {withoutGone} from './order/several/marks.ts';
import {followOutbox, stopRest, takeOutbox} from './order/several/outbox.ts';
import {followHint, press, typedInto} from './press.ts';
import {hasRoom} from './screen.ts';
import type {ActivityLine, ServiceLink, State, Step} from './state.ts';

/**
 * The core of the desk: state and message in, new state and commands out. Pure: the clock comes with the
 * message, chance from the state, and everything else from the effects.
 */
export function update(before: State, msg: Msg): Step {
  const handling = andThen(afterClockJump(before, msg.now), state => handle(state, msg));
  const heard = andThen(callOffHalted(before, handling, msg.now), next =>
    narrowWhileTyping(before, next, msg.now),
  );
  const halting = moveHalts.includes(msg.type) ? andThen(heard, next => goOnHalting(next, msg.now)) : heard;
  const [handled, commands] = followOutbox(before, halting, msg);
  const state = withKey(before, withoutLateKey(before, withoutGone(before, handled, msg.now), msg));
  // The journal has its own lists already, and a viewer's lists do not take the place of the holder's.
  const isKept = msg.type !== 'journalRead' && state.intents.isHeld !== true;
  const parts = isKept ? keptSince(before, state) : [];
  const keeps = parts.map((part): Command => ({type: 'keepOwn', part}));
  return [state, [...commands, ...keeps]];
}

/** Reads of the account, and changes of writes. */
const moveHalts: readonly Msg['type'][] = ['intent', 'portfolio', 'halt'];

const handlers: {readonly [T in Msg['type']]: (state: State, msg: MsgOf<T>) => Step} = {
  started: (state, {now}) => started(state, now),
  pressed: (state, {key, now}) => press(state, key, now),
  typed: (state, {field, value, now}) => resumeTyped(state, typedInto(state, field, value), now),
  ran: (state, {action, now}) => run(state, action, now),
  resized: (state, {columns, rows, now}) =>
    andThen(resized(state, columns, rows, now), next => pollOnResize(next, now)),
  lookChanged: (state, {look}) => [{...state, look: unlessSame(state.look, look)}, []],
  columnsShown: (state, {pane, fields}) => [
    {...state, fieldsInView: {...state.fieldsInView, [pane]: fields}},
    [],
  ],
  listDrawn: (state, {list}) => [takeList(state, list), []],
  way: (state, {way}) => [{...state, way}, []],
  tick: (state, {now}) => ticked(state, now),
  pollDue: (state, {pane, arm, now}) => pollWhenDue(state, pane, arm, now),
  portfolio: (state, msg) => andThen(takeAccount(state, msg), next => [followOpen(next, msg.now), []]),
  arrived: (state, msg) =>
    andThen(takeAnswer(state, msg), next => [msg.pane === next.pane ? passed(next, msg.now) : next, []]),
  failed: (state, msg) => fetchFailed(lostLink(state, msg), msg.pane, msg.request, msg.fault, msg.now),
  questionDrawn: takeDrawn,
  questionShown: (state, msg) => [takeShown(state, msg), []],
  questionSaid: takeSaid,
  tradeRead: (state, {trade}) => [{...state, trade}, []],
  symbolsRead: (state, msg) => [takeSymbols(state, msg), []],
  journalRead: (state, {activity, kept, intents, working = [], now}) => [
    {
      ...merge(withWorking(state, working, now), activity),
      ...kept,
      intents: intents === undefined ? state.intents : asJournaled(state.intents, intents),
    },
    [],
  ],
  journalOpened: (state, {now}) => journalOpened(state, now),
  journalFailed: (state, msg) => [journalFailed(state, msg), []],
  caughtUp: (state, {events, now}) => [takeMissed(state, events, now), []],
  told: takeTold,
  resumed: (state, {now}) => resumed(state, now),
  focused: (state, {gained, now}) => [focused(state, gained, now), []],
  intent: (state, {msg, now}) =>
    andThen(tellIntents(state, msg, now), next =>
      msg.type === 'restored' ? takeOutbox(tellHanded(next, now), msg.intents, now) : [next, []],
    ),
  halt: (state, {msg, now}) => takeHalt(state, msg, now),
  controls(state, {seen, now}) {
    const isLost = state.controls?.is === 'ours' && seen.is === 'held';
    return takeSeen(isLost ? cancelReview(state, `${seen.by} took the controls.`, now) : state, seen, now);
  },
  proposed: (state, {open, now}) => [leaveGone(takeProposals(state, open, now), now), []],
};

function handle<T extends Msg['type']>(state: State, msg: MsgOf<T>): Step {
  return handlers[msg.type](state, msg);
}

function journalOpened(state: State, now: Moment): Step {
  const next: State = {...state, journal: {status: 'open'}};
  const told =
    state.journal.status === 'failed'
      ? tell(next, 'The journal is open: writes can be sent.', 'good', now)
      : next;
  return [told, [{type: 'lookForControls'}, ...lookForHalt(next), {type: 'lookForProposals'}]];
}

/** A failure of the on_event program goes into Activity as well. */
function takeTold(state: State, {text, level, isOfProgram, now}: MsgOf<'told'>): Step {
  const next = tell(state, text, level, now);
  if (isOfProgram !== true) return [next, []];
  const told = {what: 'Program', target: 'on_event', amount: '', outcome: text};
  return announce(next, [eventLine(now.wall, 'program', told)], [], now);
}

function journalFailed(state: State, msg: MsgOf<'journalFailed'>): State {
  const {reason, isUnread, isBarred, now} = msg;
  const {journal} = state;
  const failed = {status: 'failed', reason, isUnread, isBarred} as const;
  if (unlessSame(journal, failed) === journal) return state;
  const next: State = {...state, journal: failed};
  return tell(next, `No writes: ${reason}`, 'danger', now);
}

function lostLink(state: State, {fault, now}: MsgOf<'failed'>): State {
  // Each refusal has another request id.
  const cause = ({text}: {readonly text: string}) => text.replace(/, request [^)]*/, '');
  const isKnown = feedPanes.some(pane => cause(state.feeds[pane].fault ?? {text: ''}) === cause(fault));
  const told = isKnown ? state : note(state, fault.text, now);
  return fault.kind === 'link' ? goAway(told, awayReasons.link, now) : told;
}

function ticked(state: State, now: Moment): Step {
  const sinceMs = age(state.now, now);
  const isEarly = sinceMs < 0.9 * tickMs && state.overlay.kind === 'none' && isJustRead(state);
  const ms = isEarly ? tickMs + lateMs - sinceMs : tickMs;
  const next: Step = [
    isEarly ? state : passed(state, now),
    [{type: 'after', ms: Math.ceil(ms), then: {type: 'tick'}}],
  ];
  return andThen(next, after => lookEverySecond(after, now));
}

const tickMs = 1_000;
/** Answers of each second come first: they pass the time too, so all of it is drawn once. */
const lateMs = 250;

function isJustRead({pane, feeds, now}: State): boolean {
  const loadedAt = isFeedPane(pane) ? feeds[pane].loadedAt : undefined;
  return loadedAt !== undefined && age(loadedAt, now) < tickMs;
}

function passed(state: State, now: Moment): State {
  return followOpen(followHint(fade(fadeMarks(passTime({...state, now}, now), now), now)), now);
}

function started(state: State, now: Moment): Step {
  const [next, commands] = andThen(pollFirst({...state, now}, now), next => beginRounds(next, now));
  return [next, [...commands, {type: 'after', ms: tickMs, then: {type: 'tick'}}]];
}

/** A wall clock that jumps by more than this against the monotonic clock voids every review and guard. */
const mostClockDriftMs = 5_000;

function afterClockJump(state: State, now: Moment): Step {
  const driftMs = now.wall - state.now.wall - (now.mono - state.now.mono);
  if (Math.abs(driftMs) <= mostClockDriftMs) return [state, []];
  return unconfirmed({...state, now}, 'the clock jumped or the machine slept.', now);
}

/** Calls off all that a key was to confirm, or has confirmed and is not sent yet. */
function unconfirmed(state: State, reason: string, now: Moment): Step {
  const stopped = stopRest(cancelReview(state, reason, now), reason);
  return tellIntents(stopped, {type: 'callOff', reason: reason.replace(/^the /, 'The ')}, now);
}

/** Also if the halt is lifted before the place would follow. */
function callOffHalted({intents: was}: State, step: Step, now: Moment): Step {
  const {halted} = step[0].intents;
  if (halted === undefined || was.halted !== undefined) return step;
  return andThen(step, state => tellIntents(state, {type: 'callOff', reason: halted}, now));
}

function resized(state: State, columns: number, rows: number, now: Moment): Step {
  const next: State = {...state, viewport: {columns, rows}};
  return shownNoMore(
    hasRoom(next.viewport) ? next : cancelReview(next, 'the screen is too small to show it.', now),
  );
}

function resumed(state: State, now: Moment): Step {
  const away = state.away ?? {since: state.now, reason: awayReasons.suspended};
  const reason = 'optty was suspended.';
  const steps = [shownNoMore, (next: State) => pollAll(next, now), (next: State) => askPortfolio(next, now)];
  return chain(unconfirmed({...state, now, away}, reason, now), steps, (next, step) => step(next));
}

function focused(state: State, gained: boolean, now: Moment): State {
  if (!gained) return goAway(state, awayReasons.focus, now);
  return state.away?.reason === awayReasons.focus ? comeBack(state, now) : state;
}

/** Events found by the reading of the account are reported at once, like those of a pane. */
function takeAccount(state: State, msg: MsgOf<'portfolio'>): Step {
  const taken = tellAccount(state, msg);
  if (!('came' in msg) || msg.came.kind === 'part') return taken;
  return andThen(taken, next => judgeWrites(next, msg.came.pane, msg.now, msg.came));
}

/** Each list that was read, or could not be, goes to the writes in doubt. */
function judgeWrites(state: State, pane: FeedPane, now: Moment, came?: RoundCame): Step {
  const {rows} = state.rounds.reading;
  const {isWhole, fault, unreadable} = rows[pane];
  const lacking = isWhole ? fault : (fault ?? `${unreadable} rows could not be read.`);
  const failure = came?.kind === 'failed' ? came.fault.text : came && lacking;
  return tellIntents(state, {type: 'accountRead', pane, rows, failure}, now);
}

function tellAccount(state: State, msg: MsgOf<'portfolio'>): Step {
  const {now} = msg;
  const [read, commands] = takePortfolio(state, msg);
  const [expiring, due] = ringExpiry(read, now);
  const [rung, alerts] = ringAlerts(expiring, now);
  const soon = [...due, ...alerts];
  const came = 'came' in msg ? msg.came : undefined;
  // The log takes events only with an answer, so only an answer finds them.
  if (came !== undefined && came.kind !== 'failed') {
    const [next, {lines, news}, keep] = happenedSince(state, rung, now);
    return andThen([next, [...commands, keep]], after => announce(after, [...lines, ...soon], news, now));
  }
  const {reading} = rung.rounds;
  const keeps: readonly Command[] =
    came === undefined
      ? []
      : [{type: 'keepEvents', reading, fault: came.fault.text, serviceTime: serviceNow(rung, now)}];
  return andThen([rung, [...commands, ...keeps]], next => announce(next, soon, [], now));
}

/** Warns once per expiry, also over a restart. */
function ringExpiry(state: State, now: Moment): readonly [State, readonly ActivityLine[]] {
  const {settings, portfolio, activity, told} = state;
  const next = settings.expiryAlertMs === 0 ? undefined : expiresNext(portfolio.account);
  const leftMs = next === undefined ? 0 : next.at - serviceNow(state, now);
  if (next === undefined || leftMs <= 0 || leftMs > settings.expiryAlertMs) return [state, []];
  const id = `alert:expiry ${next.at}`;
  if (told.has(id) || activity.some(each => each.id === id)) return [state, []];
  const target = `${next.count} held, ${absolute(next.at)}`;
  const text = `EXPIRES in ${span(leftMs)}: ${target}`;
  const line = eventLine(now.wall, 'alert', {what: 'Alert', target, amount: '', outcome: text}, id);
  return [noteTold(tell(state, text, 'warning', now), id, ''), [line]];
}

function takeAnswer(state: State, msg: MsgOf<'arrived'>): Step {
  const {pane, request, began, answer, now} = msg;
  const [withRows, commands] = arrived(state, pane, request, began, answer, now);
  if (withRows === state) return [state, []];
  const seen = tellUnobeyed(state, withRows, pane, now);
  const isBack = state.feeds[pane].failures > 0;
  const {offsetMs} = answer;
  const clock = offsetMs === undefined ? undefined : {offsetMs, seenAt: now};
  const timed = {...seen, intents: withClock(seen.intents, clock), link: linkAfter(withRows, pane, answer)};
  const steps: readonly ((next: State) => Step)[] = [
    next => asOtherService(withOwnEnds(next, now), state, now),
    next => takeFromPane(next, pane, {answer, began, now}),
    next => (isBack ? askAfterOutage(next, now) : askBehind(next, pane, now)),
    next => (isBack ? pollAfterOutage(next, now) : [next, []]),
    next => tellNews(state, next, pane, now),
    next => [returnAfterReads(followOpen(next, now), now), []],
    next => {
      const {listLagMs} = lagsOf(next.link, next.settings);
      return tellIntents(next, {type: 'polled', offsetMs, listLagMs}, now);
    },
    // Last, for a poll saves again what is not saved, and a verdict is newer.
    next => judgeWrites(next, pane, now),
  ];
  const read: Step = [timed, commands];
  return chain(read, steps, (next, step) => step(next));
}

/** One announcement of what the list shows and of the alerts that it triggers. */
function tellNews(before: State, state: State, pane: FeedPane, now: Moment): Step {
  const [after, {lines, news}, keep] = happenedSince(before, state, now);
  const asked = tradesOfLeft(after, pane, now);
  const [rung, alerts] = ringAlerts(asked[0], now);
  return andThen([rung, [...asked[1], keep]], next => announce(next, [...lines, ...alerts], news, now));
}

/** Trades and the journal show how orders ended that left the list, so they are read at once. */
function tradesOfLeft(state: State, pane: FeedPane, now: Moment): Step {
  const isMissing = pane === 'orders' && state.seen.working.left.size > 0;
  return isMissing ? pollOnView({...state, journalLookAt: 0}, 'trades', now) : [state, []];
}

/** A review names the service that it is sent to. If that turns out to be another one, the review is void. */
function asOtherService(state: State, before: State, now: Moment): Step {
  return before.link.venue === undefined || before.link.venue === state.link.venue
    ? [state, []]
    : unconfirmed(state, `the service is ${state.link.venue} now.`, now);
}

function linkAfter({link, feeds}: State, pane: FeedPane, answer: PollAnswer): ServiceLink {
  return {
    ...link,
    // One answer without the proof is enough: some requests then do not reach the paper service.
    venue: link.venue === 'LIVE' ? 'LIVE' : answer.venue,
    tradesLagMs: answer.tradesLagMs,
    ...withAnswer(link, answer.latencyMs),
    ...(pane === 'easyOptions' && answer.isOld !== true && ownersIn(link, feeds.easyOptions.rows)),
  };
}

function ringAlerts(before: State, now: Moment): readonly [State, readonly ActivityLine[]] {
  const {state, rung} = ring(before);
  const lines = rung.map(alert => {
    const {id, label, level} = alert;
    const told = {what: 'Alert', target: label, amount: level, outcome: rungWords(alert)};
    return eventLine(now.wall, 'alert', told, `alert:${id}:${now.wall}`);
  });
  return [lines.reduce((next, {outcome}) => tell(next, outcome, 'warning', now), state), lines];
}
