import type {Id, Order} from '../api/wire/records.ts';
import {takeFromPane} from './book/reading/rounds.ts';
import {andThen} from './chain.ts';
import {bounded, eventsBetween} from './events/between.ts';
import {easyOptionsLeft, settledOption} from './events/easy-options.ts';
import {announce, eventLine, type Happened} from './events/news.ts';
import {settled} from './events/orders.ts';
import {ring} from './feeds/alerts.ts';
import {returnAfterReads} from './feeds/away.ts';
import {arrived} from './feeds/feeds.ts';
import {withCardFacts} from './feeds/joins.ts';
import {withAnswer} from './feeds/latency.ts';
import {tellUnobeyed} from './feeds/obeyed.ts';
import type {Command, Msg, PollAnswer} from './model/messages.ts';
import type {Moment} from './model/moment.ts';
import {tell} from './model/notices.ts';
import type {ActivityLine, ServiceLink, State} from './model/state.ts';
import {type FeedPane, isWatched, type WatchedPane} from './model/vocabulary.ts';
import {tellIntents} from './order/batch.ts';
import {withFills} from './order/replace/form.ts';
import {afterPoll, cancelReview} from './order/review-life.ts';
import type {Step} from './step.ts';

/** What an answer of the service changes besides its rows: the link, events, alerts, a review, the intents. */
export function takeAnswer(state: State, msg: Extract<Msg, {type: 'arrived'}>): Step {
  const {pane, request, began, answer, now} = msg;
  const [withRows, commands] = arrived(state, pane, request, began, answer);
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

/** So many orders at once are asked for their trades; of the others is told what is known. */
const mostReads = 5;

/** What an answer tells, and the reads that tell how an order ended that left the list. */
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

/** Easy Options that left a filtered list are read by their ids, a few at once; of others nothing is known. */
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

/** An Easy Option that left the list, as the service has it now; where it cannot be read, nothing is told. */
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

/** Orders that left the list and are remembered, those that left last. */
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

/** The trades of an order that left the list: what they do not tell either is told as it is known. */
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

/** What was read of a record that left its list. */
export function takeLeft(state: State, msg: Extract<Msg, {type: 'fillsRead' | 'easyOptionRead'}>): Step {
  return msg.type === 'fillsRead' ? takeFills(state, msg) : takeEasyOption(state, msg);
}

/** A review names what it is sent to; when that turns out to be something else, nothing of it holds. */
function asOtherService(state: State, before: State, now: Moment): State {
  return before.link.venue === undefined || before.link.venue === state.link.venue
    ? state
    : cancelReview(state, `the service is ${state.link.venue} now.`, now);
}

function linkAfter(state: State, pane: FeedPane, answer: PollAnswer): ServiceLink {
  const {link} = state;
  const accounts = pane === 'easyOptions' ? accountsSeen(state) : link.accounts;
  const next: ServiceLink = {
    // One answer without the proof is enough: some of what is sent there does not reach the paper service.
    venue: link.venue === 'LIVE' ? 'LIVE' : answer.venue,
    ...withAnswer(link, answer.latencyMs),
    accountId: accounts.size === 1 ? [...accounts][0] : undefined,
    accounts: accounts.size === link.accounts.size ? link.accounts : accounts,
    currencies: pane === 'easyOptions' ? currenciesSeen(state) : link.currencies,
  };
  return next;
}

/** Every account that Easy Options have shown so far; only a single one tells whose the credential is. */
function accountsSeen({link, feeds}: State): ReadonlySet<Id> {
  const accounts = new Set(link.accounts);
  for (const {accountId} of feeds.easyOptions.rows) {
    // Two are as good as any number: there is no single one.
    if (accounts.size > 1) return accounts;
    if (accountId !== undefined) accounts.add(accountId);
  }
  return accounts;
}

/** Every currency that investments have shown so far: only a single one tells what the next is in. */
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
