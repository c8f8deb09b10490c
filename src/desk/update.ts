import type {Id, Order} from '../api/wire/records.ts';
import {takeReview} from './dialogs/halt.ts';
import {takePosition} from './dialogs/position.ts';
import {bounded, easyOptionsLeft, eventsBetween, settled, settledOption} from './events/between.ts';
import {announce, eventLine, type Happened} from './events/news.ts';
import {ring} from './feeds/alerts.ts';
import {awayReasons, goAway, returnAfterReads, welcomeBack} from './feeds/away.ts';
import {arrived, fetchFailed, pollAll, pollFirst, pollOnResize, pollWhenDue} from './feeds/feeds.ts';
import {tellUnobeyed} from './feeds/lists.ts';
import {withAnswer} from './feeds/way.ts';
import {lookForHalt} from './halt/flag.ts';
import type {HaltMsg} from './halt/room.ts';
import type {Command, Msg, PollAnswer} from './messages.ts';
import type {Moment} from './model/moment.ts';
import type {Overlay} from './model/overlay.ts';
import {hasRoom} from './model/room.ts';
import type {FeedPane, WatchedPane} from './model/vocabulary.ts';
import {isWatched} from './model/watched.ts';
import {fade, merge, tell} from './notices.ts';
import {withFills} from './order/amend.ts';
import {goOn, stopBatch, tellIntents} from './order/batch.ts';
import {goOnHalting, takeHalt} from './order/halt.ts';
import {isProvable, proveAnew, questionOf, shownNoMore, takeProof, withKey} from './order/questions.ts';
import {afterPoll, cancelReview, followReview, takeReread} from './order/review-life.ts';
import {stopRest} from './order/several/queue.ts';
import {takeList} from './order/several/review.ts';
import {takeMost} from './overlay.ts';
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

/**
 * The core of the desk: state and message in, new state and commands out. Pure: the clock comes with the
 * message, chance from the state, and everything else from the effects.
 */
export function update(before: State, msg: Msg): Step {
  const heard = handle(afterClockJump(before, msg.now), msg);
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
      return [typedInto(state, msg.field, msg.value, msg.now), []];
    case 'ran':
      return run(state, msg.action, msg.now);
    case 'resized':
      return pollOnResize(resized(state, msg.columns, msg.rows, msg.now));
    case 'lookTold':
    case 'columnsShown':
    case 'scrollTold':
    case 'way':
    case 'glass':
      return [takeDrawing(state, msg), []];
    case 'tick':
      return ticked(state, msg.now);
    case 'pollDue':
      return pollWhenDue(state, msg.pane, msg.arm, msg.now);
    case 'portfolio':
      return takePortfolio(state, msg);
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
    case 'easyOptionRead':
      return takeLeft(state, msg);
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
      return takeHaltMsg(state, msg.msg, msg.now);
    default:
      return msg satisfies never;
  }
}

function takeHaltMsg(state: State, msg: HaltMsg, now: Moment): Step {
  return msg.type === 'read' && msg.number === state.halt.reviewing
    ? takeReview(state, msg.read, now)
    : takeHalt(state, msg, now);
}

function takeDrawing(
  state: State,
  msg: Extract<Msg, {type: 'lookTold' | 'columnsShown' | 'scrollTold' | 'way' | 'glass'}>,
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
    case 'glass':
      return {...state, isGlassProved: msg.isProved};
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
  return [told, lookForHalt(next)];
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
  return fault.kind === 'link' ? goAway(state, awayReasons.link, now) : state;
}

function ticked(state: State, now: Moment): Step {
  const next: Step = [
    proveAnew(followReview(fade(turnPortfolioDay({...state, now}, now), now), now)),
    [{type: 'after', ms: tickMs, then: {type: 'tick'}}, ...lookForHalt(state)],
  ];
  return andThen(next, after => goOn(after, now));
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
  } else {
    const [after, happened, reads] = whatHappened(state, next, pane, now);
    next = after;
    lines.push(...happened.lines);
    news = happened.news;
    more.push(...reads);
  }
  if (pane === 'easyOptions') {
    const [reading, reads] = readOptionsLeft(state, next);
    next = reading;
    more.push(...reads);
  }
  if (isWatched(pane)) {
    const [rung, kept, linesOfAlerts] = ringAlerts(next, pane, now);
    next = rung;
    lines.push(...linesOfAlerts);
    more.push(...kept);
  }
  const [announced, rung] = announce(next, lines, news, now);
  more.push(...rung);
  const [known, kept] = takeFromPane(announced, pane, {answer, began, now});
  more.push(...kept);
  next = returnAfterReads(afterPoll(known, state, pane, now), now);
  const {accountId} = next.link;
  return andThen([next, more], read =>
    tellIntents(read, {type: 'polled', offsetMs: answer.offsetMs, accountId}, now),
  );
}

/** Only this many orders per answer have their trades read; the others are reported with what is known. */
const mostReads = 5;

function whatHappened(
  before: State,
  state: State,
  pane: Exclude<FeedPane, 'cards'>,
  now: Moment,
): readonly [State, Happened, readonly Command[]] {
  const found = eventsBetween(before, state, pane, now.wall);
  const reading = readingNow(state);
  const room = Math.max(0, mostReads - reading);
  const asked = found.left.slice(0, room);
  const rest = found.left.slice(room);
  const settledRest = rest.map(order => settled(state, order, [], now.wall));
  const happened = bounded(
    {
      lines: [...found.lines, ...settledRest.flatMap(({lines}) => lines)],
      news: [...found.news, ...settledRest.flatMap(({news}) => news)],
      left: [],
    },
    pane,
    now.wall,
  );
  const reads = asked.map(({orderId}): Command => ({type: 'readFills', orderId}));
  return [noteLeft(noteLeft(state, rest, false), asked, true), happened, reads];
}

function readOptionsLeft(before: State, state: State): readonly [State, readonly Command[]] {
  const asked = easyOptionsLeft(before, state)
    .filter(each => !state.leftOptions.has(each.id))
    .slice(0, Math.max(0, mostReads - readingNow(state)));
  if (asked.length === 0) return [state, []];
  const leftOptions = new Map([...state.leftOptions, ...asked.map(each => [each.id, each] as const)]);
  return [{...state, leftOptions}, asked.map(({id}) => ({type: 'readEasyOption', id}))];
}

function readingNow({left, leftOptions}: State): number {
  return [...left.values()].filter(each => each.isRead).length + leftOptions.size;
}

function takeEasyOption(state: State, msg: Extract<Msg, {type: 'easyOptionRead'}>): Step {
  const known = state.leftOptions.get(msg.id);
  if (known === undefined) return [state, []];
  const leftOptions = new Map(state.leftOptions);
  leftOptions.delete(msg.id);
  const next: State = {...state, leftOptions};
  if (msg.option === undefined) return [next, []];
  const {lines, news} = settledOption(known, msg.option, msg.now.wall);
  return announce(next, lines, news, msg.now);
}

const mostLeft = 200;

function noteLeft(state: State, orders: readonly Order[], isRead: boolean): State {
  if (orders.length === 0) return state;
  const left = new Map(state.left);
  for (const order of orders.slice(-mostLeft)) {
    left.delete(order.orderId);
    left.set(order.orderId, {order, isRead});
  }
  return {...state, left: new Map([...left].slice(-mostLeft))};
}

function takeFills(state: State, msg: Extract<Msg, {type: 'fillsRead'}>): Step {
  const {orderId, trades = [], now} = msg;
  if (msg.trades !== undefined && state.overlay.kind === 'form') {
    const form = withFills(state.overlay.form, orderId, trades);
    if (form !== state.overlay.form) return [{...state, overlay: {kind: 'form', form}}, []];
  }
  const {order, isRead} = state.left.get(orderId) ?? {};
  if (order === undefined || isRead !== true) return [state, []];
  const seen = state.feeds.trades.rows.filter(each => each.orderId === orderId);
  const {lines, news} = settled(state, order, [...seen, ...trades], now.wall);
  return announce(noteLeft(state, [order], false), lines, news, now);
}

function takeLeft(state: State, msg: Extract<Msg, {type: 'fillsRead' | 'easyOptionRead'}>): Step {
  return msg.type === 'fillsRead' ? takeFills(state, msg) : takeEasyOption(state, msg);
}

/** A review names the service that it is sent to. If that turns out to be another one, the review is void. */
function asOtherService(state: State, before: State, now: Moment): State {
  return before.link.venue === undefined || before.link.venue === state.link.venue
    ? state
    : cancelReview(state, `the service is ${state.link.venue} now.`, now);
}

function linkAfter(state: State, pane: FeedPane, answer: PollAnswer): ServiceLink {
  const {link} = state;
  const accounts = pane === 'easyOptions' ? accountsSeen(state) : link.accounts;
  const next: ServiceLink = {
    // One answer without the proof is enough: some requests then do not reach the paper service.
    venue: link.venue === 'LIVE' ? 'LIVE' : answer.venue,
    ...withAnswer(link, answer.latencyMs),
    accountId: accounts.size === 1 ? [...accounts][0] : undefined,
    accounts: accounts.size === link.accounts.size ? link.accounts : accounts,
    currencies: pane === 'easyOptions' ? currenciesSeen(state) : link.currencies,
  };
  return next;
}

/** Only a single account seen so far identifies the credential's account. */
function accountsSeen({link, feeds}: State): ReadonlySet<Id> {
  const accounts = new Set(link.accounts);
  for (const {accountId} of feeds.easyOptions.rows) {
    if (accounts.size > 1) return accounts;
    if (accountId !== undefined) accounts.add(accountId);
  }
  return accounts;
}

/** Only a single currency seen so far tells the currency of the next investment. */
function currenciesSeen({link, feeds}: State): ReadonlySet<string> {
  let seen = link.currencies;
  for (const {investmentCurrency = ''} of feeds.easyOptions.rows) {
    if (seen.size > 1) return seen;
    if (investmentCurrency !== '' && !seen.has(investmentCurrency))
      seen = new Set([...seen, investmentCurrency]);
  }
  return seen;
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
