import {narrowWhileTyping} from './dialogs/filter.ts';
import {takeReview} from './dialogs/halt.ts';
import {takePosition} from './dialogs/position.ts';
import {happenedSince} from './events/between.ts';
import {announce, bounded, eventLine, type Happened, noteTold} from './events/news.ts';
import {ring} from './feeds/alerts.ts';
import {awayReasons, goAway, returnAfterReads, welcomeBack} from './feeds/away.ts';
import {
  arrived,
  fadeMarks,
  fetchFailed,
  pollAll,
  pollFirst,
  pollOnResize,
  pollOnView,
  pollWhenDue,
} from './feeds/feeds.ts';
import {tellUnobeyed} from './feeds/lists.ts';
import {ownersIn, withAnswer} from './feeds/way.ts';
import {lookForHalt} from './halt/flag.ts';
import type {HaltMsg} from './halt/room.ts';
import {serviceNow} from './intents/looks.ts';
import type {Command, Msg, PollAnswer} from './messages.ts';
import type {Moment} from './model/moment.ts';
import type {Overlay} from './model/overlay.ts';
import {hasRoom} from './model/room.ts';
import {type FeedPane, feedPanes, type WatchedPane} from './model/vocabulary.ts';
import {isWatched} from './model/watched.ts';
import {fade, merge, note, tell} from './notices.ts';
import {withFills} from './order/amend.ts';
import {goOn, lookEverySecond, stopBatch, tellIntents} from './order/batch.ts';
import {goOnHalting, takeHalt} from './order/halt.ts';
import {takeProposals} from './order/proposals.ts';
import {isProvable, proveAnew, questionOf, shownNoMore, takeProof, withKey} from './order/questions.ts';
import {afterPoll, cancelReview, followReview, leaveGone, takeReread} from './order/review-life.ts';
import {stopRest} from './order/several/queue.ts';
import {takeList} from './order/several/review.ts';
import {takeMost} from './overlay.ts';
import {expiresNext} from './portfolio/groups.ts';
import {
  askPortfolio,
  beginRounds,
  takeFromPane,
  takePortfolio,
  turnPortfolioDay,
} from './portfolio/reading/rounds.ts';
import {press, run, typedInto} from './press.ts';
import {withCardFacts} from './resources/joins.ts';
import type {ActivityLine, ServiceLink, State} from './state.ts';
import {andThen, type Step} from './step.ts';
import {absolute, span} from './words/times.ts';

/**
 * The core of the desk: state and message in, new state and commands out. Pure: the clock comes with the
 * message, chance from the state, and everything else from the effects.
 */
export function update(before: State, msg: Msg): Step {
  const heard = andThen(handle(afterClockJump(before, msg.now), msg), next =>
    narrowWhileTyping(before, next, msg.now),
  );
  const [handled, commands] =
    msg.type === 'intent' ? andThen(heard, next => goOnHalting(next, msg.now)) : heard;
  const state = withKey(before, handled);
  return [state, [...dialogLeft(before, state), ...commands, ...proofWanted(before, state)]];
}

function dialogLeft({overlay: before}: State, {overlay}: State): readonly Command[] {
  const asked = readingOf(before);
  return asked === undefined || asked === dialogOf(overlay) ? [] : [{type: 'leaveDialog'}];
}

function readingOf(overlay: Overlay): string | undefined {
  const isReading =
    overlay.kind === 'review'
      ? overlay.review.reread.status === 'reading'
      : overlay.kind === 'position' && overlay.orders === undefined;
  return isReading ? dialogOf(overlay) : undefined;
}

function dialogOf(overlay: Overlay): string | undefined {
  if (overlay.kind === 'review') return `review ${overlay.review.number}`;
  return overlay.kind === 'position' ? `position ${overlay.positionId}` : undefined;
}

/** When a question's content changes, the screen must prove again that it shows it. */
function proofWanted(before: State, state: State): readonly Command[] {
  const {overlay, viewport} = state;
  const question = questionOf(overlay);
  if (question === undefined || !hasRoom(viewport)) return [];
  const {number, revision} = question;
  const shown = questionOf(before.overlay);
  const isAsked = shown?.number === number && shown.revision === revision && isProvable(before, shown);
  if (isAsked || !isProvable(state, question)) return [];
  return [{type: 'proveShown', question: number, revision}];
}

function handle(state: State, msg: Msg): Step {
  switch (msg.type) {
    case 'started':
      return started(state, msg.now);
    case 'pressed':
      return press(state, msg.key, msg.now);
    case 'typed':
      return [typedInto(state, msg.field, msg.value), []];
    case 'ran':
      return run(state, msg.action, msg.now);
    case 'resized':
      return pollOnResize(resized(state, msg.columns, msg.rows, msg.now));
    case 'lookTold':
    case 'columnsShown':
    case 'scrollTold':
    case 'way':
    case 'display':
      return [takeDrawing(state, msg), []];
    case 'tick':
      return ticked(state, msg.now);
    case 'pollDue':
      return pollWhenDue(state, msg.pane, msg.arm, msg.now);
    case 'portfolio':
      return takeAccount(state, msg);
    case 'arrived':
      return takeAnswer(state, msg);
    case 'failed':
      return fetchFailed(lostLink(state, msg), msg.pane, msg.request, msg.fault, msg.now);
    case 'reread':
      return [takeReread(state, msg), []];
    case 'listRead':
      return [takeList(state, msg), []];
    case 'questionShown':
    case 'questionSaid':
    case 'questionUnproved':
      return [takeProof(state, msg), []];
    case 'positionRead':
    case 'tradeRead':
      return [msg.type === 'positionRead' ? takePosition(state, msg) : {...state, trade: msg.trade}, []];
    case 'fillsRead':
      return [takeFills(state, msg), []];
    case 'journalRead':
    case 'journalOpened':
    case 'journalFailed':
      return takeJournal(state, msg);
    case 'told':
      return takeTold(state, msg);
    case 'resumed':
    case 'focused':
    case 'lookedBack':
      return takeReturn(state, msg);
    case 'intent':
      return tellIntents(state, msg.msg, msg.now);
    case 'halt':
    case 'proposed':
      return msg.type === 'halt' ? takeHaltMsg(state, msg.msg, msg.now) : proposed(state, msg);
    default:
      return msg satisfies never;
  }
}

function proposed(state: State, {open, now}: Extract<Msg, {type: 'proposed'}>): Step {
  return andThen(takeProposals(state, open, now), next => [leaveGone(next, now), []]);
}

function takeHaltMsg(state: State, msg: HaltMsg, now: Moment): Step {
  return msg.type === 'read' && msg.number === state.halt.reviewing
    ? takeReview(state, msg.read, now)
    : takeHalt(state, msg, now);
}

function takeDrawing(
  state: State,
  msg: Extract<Msg, {type: 'lookTold' | 'columnsShown' | 'scrollTold' | 'way' | 'display'}>,
): State {
  switch (msg.type) {
    case 'lookTold':
      return {...state, look: msg.look};
    case 'columnsShown':
      return {...state, fieldsInView: {...state.fieldsInView, [msg.pane]: msg.fields}};
    case 'scrollTold':
      return takeMost(state, msg.most);
    case 'way':
      return {...state, way: msg.way};
    case 'display':
      return {...state, isDisplayVerified: msg.isVerified};
    default:
      return msg satisfies never;
  }
}

function takeJournal(
  state: State,
  msg: Extract<Msg, {type: 'journalRead' | 'journalOpened' | 'journalFailed'}>,
): Step {
  switch (msg.type) {
    case 'journalRead':
      return [journalRead(state, msg), []];
    case 'journalOpened':
      return journalOpened(state, msg.now);
    case 'journalFailed':
      return [journalFailed(state, msg), []];
    default:
      return msg satisfies never;
  }
}

function journalRead(state: State, {activity, alerts}: Extract<Msg, {type: 'journalRead'}>): State {
  return {...merge(state, activity), alerts: alerts ?? state.alerts};
}

function journalOpened(state: State, now: Moment): Step {
  const next: State = {...state, journal: {status: 'open'}};
  const told =
    state.journal.status === 'failed' ? tell(next, 'The journal can be written again.', 'good', now) : next;
  return [told, [...lookForHalt(next), {type: 'lookForProposals'}]];
}

/** A failure of the on_event program goes into Activity as well. */
function takeTold(state: State, {text, level, isOfProgram, now}: Extract<Msg, {type: 'told'}>): Step {
  const next = tell(state, text, level, now);
  if (isOfProgram !== true) return [next, []];
  const told = {what: 'Program', target: 'on_event', amount: '', outcome: text};
  return announce(next, [eventLine(now.wall, 'program', told)], [], now);
}

function journalFailed(state: State, msg: Extract<Msg, {type: 'journalFailed'}>): State {
  const {reason, isUnread, now} = msg;
  const {journal} = state;
  if (journal.status === 'failed' && journal.reason === reason && journal.isUnread === isUnread) return state;
  const next: State = {...state, journal: {status: 'failed', reason, isUnread}};
  return tell(next, `No writes: ${reason}`, 'danger', now);
}

function lostLink(state: State, {fault, now}: Extract<Msg, {type: 'failed'}>): State {
  const isKnown = feedPanes.some(pane => state.feeds[pane].fault?.text === fault.text);
  const told = isKnown ? state : note(state, fault.text, 'warning', now);
  return fault.kind === 'link' ? goAway(told, awayReasons.link, now) : told;
}

function ticked(state: State, now: Moment): Step {
  const next: Step = [
    proveAnew(followReview(fade(fadeMarks(turnPortfolioDay({...state, now}, now), now), now), now)),
    [{type: 'after', ms: tickMs, then: {type: 'tick'}}],
  ];
  return andThen(
    andThen(next, after => lookEverySecond(after, now)),
    after => goOn(after, now),
  );
}

const tickMs = 1_000;

function started(state: State, now: Moment): Step {
  const [next, commands] = andThen(pollFirst({...state, now}, now), next => beginRounds(next, now));
  return [next, [...commands, {type: 'after', ms: tickMs, then: {type: 'tick'}}]];
}

/** A wall clock that jumps by more than this against the monotonic clock voids every review and guard. */
const mostClockDriftMs = 5_000;

function afterClockJump(state: State, now: Moment): State {
  const driftMs = now.wall - state.now.wall - (now.mono - state.now.mono);
  if (Math.abs(driftMs) <= mostClockDriftMs) return state;
  const reset = {...state, now};
  const reason = 'the clock jumped or the machine slept.';
  return stopRest(cancelReview(reset, reason, now), reason);
}

function resized(state: State, columns: number, rows: number, now: Moment): State {
  const next: State = {...state, viewport: {columns, rows}};
  return shownNoMore(
    hasRoom(next.viewport) ? next : cancelReview(next, 'the screen is too small to show it.', now),
  );
}

function takeReturn(state: State, msg: Extract<Msg, {type: 'resumed' | 'focused' | 'lookedBack'}>): Step {
  switch (msg.type) {
    case 'resumed':
      return resumed(state, msg.now);
    case 'focused':
      return [focused(state, msg.gained, msg.now), []];
    case 'lookedBack':
      return [lookedBack(state, msg.now), []];
    default:
      return msg satisfies never;
  }
}

function resumed(state: State, now: Moment): Step {
  const away = state.away ?? {since: state.now, reason: awayReasons.suspended};
  const reason = 'optty was suspended.';
  const stopped = stopBatch(cancelReview({...state, now, away}, reason, now), reason, now);
  return andThen(
    andThen(stopped, next => pollAll(next, now)),
    next => askPortfolio(next, now),
  );
}

function focused(state: State, gained: boolean, now: Moment): State {
  if (!gained) return goAway(state, awayReasons.focus, now);
  return state.away?.reason === awayReasons.focus ? welcomeBack(state, now) : state;
}

/** Debounce for action keys after leaving replay, in ms. */
const afterPastMs = 300;

/** A question asked during replay has not been seen yet: it must be shown first. */
function lookedBack(state: State, now: Moment): State {
  return shownNoMore({...state, keys: {...state.keys, restUntil: now.mono + afterPastMs}});
}

/** Events found by the reading of the account are reported at once, like those of a pane. */
function takeAccount(state: State, msg: Extract<Msg, {type: 'portfolio'}>): Step {
  const [read, commands] = takePortfolio(state, msg);
  const pane = 'came' in msg ? msg.came.pane : 'cards';
  const isFound = pane !== 'cards' && read.rounds.reading.lists[pane].round === undefined;
  const [next, happened] = isFound ? happenedSince(state, read, pane, msg.now) : [read, nothingHappened];
  const {lines, news} = bounded(happened, msg.now.wall);
  const [rung, soon] = ringExpiry(next, msg.now);
  if (!isFound && soon.length === 0) return [read, commands];
  return andThen([rung, commands], after => announce(after, [...lines, ...soon], news, msg.now));
}

const nothingHappened: Happened = {lines: [], news: []};

/** Once per expiry, also over a restart. */
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

function takeAnswer(state: State, msg: Extract<Msg, {type: 'arrived'}>): Step {
  const {pane, request, began, answer, now} = msg;
  const [withRows, commands] = arrived(state, pane, request, began, answer, now);
  if (withRows === state) return [state, []];
  const told = tellUnobeyed(state, withRows, pane, now);
  let next = asOtherService({...told, link: linkAfter(withRows, pane, answer)}, state, now);
  const more: Command[] = [...commands];
  const lines: ActivityLine[] = [];
  let news: Happened['news'] = [];
  if (pane === 'cards') {
    const cardFacts = withCardFacts(next.cardFacts, state.feeds.cards.rows, next.feeds.cards.rows);
    next = {...next, cardFacts};
  }
  const [known, kept] = takeFromPane(next, pane, {answer, began, now});
  next = known;
  more.push(...kept);
  if (pane !== 'cards') {
    const [after, happened] = happenedSince(state, next, pane, now);
    const told = bounded(happened, now.wall);
    const [asked, reads] = tradesOfLeft(after, pane, now);
    next = asked;
    lines.push(...told.lines);
    news = told.news;
    more.push(...reads);
  }
  if (isWatched(pane)) {
    const [rung, keeps, linesOfAlerts] = ringAlerts(next, pane, now);
    next = rung;
    lines.push(...linesOfAlerts);
    more.push(...keeps);
  }
  const [announced, rung] = announce(next, lines, news, now);
  more.push(...rung);
  next = returnAfterReads(afterPoll(announced, state, pane, now), now);
  const {accountId} = next.link;
  return andThen([next, more], read =>
    tellIntents(read, {type: 'polled', offsetMs: answer.offsetMs, accountId}, now),
  );
}

/** The trades of orders that left the list show how they ended, so they are read at once. */
function tradesOfLeft(state: State, pane: FeedPane, now: Moment): Step {
  const isMissing = pane === 'orders' && state.seen.working.missing.size > 0;
  return isMissing ? pollOnView(state, 'trades', now) : [state, []];
}

function takeFills(state: State, {orderId, trades}: Extract<Msg, {type: 'fillsRead'}>): State {
  if (trades === undefined || state.overlay.kind !== 'form') return state;
  const form = withFills(state.overlay.form, orderId, trades);
  return form === state.overlay.form ? state : {...state, overlay: {kind: 'form', form}};
}

/** A review names the service that it is sent to. If that turns out to be another one, the review is void. */
function asOtherService(state: State, before: State, now: Moment): State {
  return before.link.venue === undefined || before.link.venue === state.link.venue
    ? state
    : cancelReview(state, `the service is ${state.link.venue} now.`, now);
}

function linkAfter({link, feeds}: State, pane: FeedPane, answer: PollAnswer): ServiceLink {
  return {
    ...link,
    // One answer without the proof is enough: some requests then do not reach the paper service.
    venue: link.venue === 'LIVE' ? 'LIVE' : answer.venue,
    tradesLagMs: answer.tradesLagMs,
    ...withAnswer(link, answer.latencyMs),
    ...(pane === 'easyOptions' && ownersIn(link, feeds.easyOptions.rows)),
  };
}

function ringAlerts(
  state: State,
  pane: WatchedPane,
  now: Moment,
): readonly [State, readonly Command[], readonly ActivityLine[]] {
  const {alerts, rung} = ring(state, pane);
  if (alerts === state.alerts) return [state, [], []];
  let next: State = {...state, alerts};
  const lines = rung.map((alert): ActivityLine => {
    const text = `${alert.label} is ${alert.above ? 'at or above' : 'at or below'} ${alert.level}`;
    next = tell(next, text, 'warning', now);
    const told = {what: 'Alert', target: alert.label, amount: alert.level, outcome: text};
    return eventLine(now.wall, 'alert', told, `alert:${alert.id}:${now.wall}`);
  });
  return [next, [{type: 'keepAlerts', alerts}], lines];
}
