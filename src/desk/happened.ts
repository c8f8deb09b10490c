import {lagsOf} from '../account/model/lags.ts';
import type {Moment} from '../account/model/moment.ts';
import {easyOptionsBy} from '../account/portfolio/positions.ts';
import {isFilledBy, leftOf, sideOf} from '../account/resources/arithmetic.ts';
import {isOver} from '../account/resources/easy-options.ts';
import {ordersById} from '../account/resources/orders.ts';
import {
  easyOptionWords,
  type Fills,
  fillPrice,
  fillsOf,
  type KnownOrder,
  noLongerOpen,
  orderWords,
} from '../account/words/records.ts';
import {amountWords} from '../account/words/text.ts';
import {add, isZero} from '../api/wire/decimal.ts';
import {type Decimal, type EasyOption, type Id, type Millis, sides, type Trade} from '../api/wire/records.ts';
import {accountEvents, cancelsIn, eventRowsOf, workingOrder} from '../core/events/account.ts';
import type {AccountEvent} from '../core/events/event.ts';
import {
  type ActivityLine,
  contractOf,
  countsOf,
  eventLine,
  isToldElsewhere,
  lineOf,
  orderStates,
} from '../core/events/line.ts';
import {orderInLine} from '../core/events/writes.ts';
import {mayHaveMadeMore} from '../core/intents/classify.ts';
import {serviceNow} from '../core/intents/clock.ts';
import {cancelFor} from '../core/intents/follow.ts';
import {type Intent, type Intents, isResolved, lacksRecord} from '../core/intents/intent.ts';
import {amendOf} from '../core/intents/kinds/cancel.ts';
import {
  addingKind,
  canceledBy,
  kindOf,
  orderPlaced,
  target,
  type WriteDraft,
} from '../core/intents/kinds/kinds.ts';
import {sameNumber} from '../core/intents/kinds/parts.ts';
import {replacedBy} from '../core/intents/kinds/place.ts';
import {lateMs, ordersAnswered} from '../core/intents/outcome.ts';
import {lockOn} from '../core/intents/selectors.ts';
import {describe, doneWords, draftWords, easyOptionOf, orderOf} from '../core/intents/words.ts';
import {bounded, canceledAfter, goneStage, type Happened, isCanceledStage, type News} from './announce.ts';
import {filledListed} from './feeds/last-read.ts';
import {underlyingsSeen} from './feeds/prices.ts';
import {labelOf} from './key-words.ts';
import type {CommandOf} from './messages.ts';
import {merge, tell} from './notices.ts';
import {ticketOf} from './order/tickets/tickets.ts';
import {unlistedOf} from './portfolio/unlisted.ts';
import type {State} from './state.ts';

/** The reason that an order is off the book stays open for so long: its trades may come late. */
const mostPatienceMs = 10_000;
/** Events of the time before the start that Activity shows. */
const mostEarlier = 200;

/** Finds the events since the last answer, for Activity, messages and the log. */
export function happenedSince(
  before: State,
  state: State,
  now: Moment,
): readonly [State, Happened, CommandOf<'keepEvents'>] {
  const {reading} = state.rounds;
  const serviceTime = serviceNow(state, now);
  const aheadMs = serviceTime - now.wall;
  const tradesLag = Math.min(lagsOf(state.link, state.settings).tradesLagMs, mostPatienceMs);
  const given = {...cancelsIn(state.intents.list), now, aheadMs, tradesLag};
  const {seen, ...found} = accountEvents(state.seen, eventRowsOf(reading), given);
  const working = seen.orders && seen.working;
  const kept = {type: 'keepEvents', ...{reading, fault: undefined, serviceTime, found, working}} as const;
  const isFirst = ({resource}: AccountEvent) => found.begun.includes(resource);
  const {first = [], fresh = []} = Object.groupBy(found.events, each => (isFirst(each) ? 'first' : 'fresh'));
  const next: State = {...state, seen};
  const isEarlier = (each: AccountEvent) =>
    each.at !== undefined && each.kind !== 'placed' && !isOwnOpen(state, each);
  const earlier = first.filter(isEarlier).slice(-mostEarlier);
  const lines = earlier.flatMap(each =>
    lineOf(each, Math.min((each.at ?? 0) - aheadMs, now.wall), orderOfTrade(before, next, each)),
  );
  const news = fresh.filter(each => isNews(next, each, now));
  const told = news.length === 0 ? nothing : toldOf(before, next, news, now.wall);
  const twice = fresh.flatMap(each => twiceNews(madeTwice(next, each, now), each.key));
  return [merge(next, lines.toReversed()), {...told, news: [...told.news, ...twice]}, kept];
}

const nothing: Happened = {lines: [], news: []};

/** One line of what happened before this start, and a mark on the tab of Activity, which shows it. */
export function takeMissed(state: State, events: readonly AccountEvent[], now: Moment): State {
  // The order and the fill of an Easy Option are told with it.
  const meant = events.filter(
    each =>
      each.resource === 'easy-options' ||
      ((each.resource === 'orders' || each.resource === 'trades') && !isOfEasyOption(state, each.record)),
  );
  const counts = countsOf(meant);
  if (counts.length === 0) return state;
  const what = 'While you were away';
  const said = counts.join('; ');
  const key = labelOf(state.settings.bindings, 'pane.activity');
  const told = {what, target: 'Account', amount: String(meant.length), outcome: said};
  const line = eventLine(now.wall, 'away', told, `away:${now.wall}`);
  // The first answers showed those with a time.
  const timeless = meant.filter(({at, kind}) => at === undefined && kind !== 'placed').slice(-mostEarlier);
  const lines = [line, ...timeless.flatMap(each => lineOf(each, now.wall))];
  const next = tell(merge(state, lines), `${what}: ${said}, see Activity (${key})`, 'warning', now);
  return next.pane === 'activity' ? next : {...next, unvisited: new Set(next.unvisited).add('activity')};
}

/** Not what its intent, an Easy Option or nobody tells. */
function isNews(state: State, event: AccountEvent, now: Moment): boolean {
  if (isToldElsewhere(event) || isOwnCancel(state, event) || isOwnOpen(state, event)) return false;
  if (event.resource !== 'orders') return true;
  if (event.kind !== 'placed') return !isOfEasyOption(state, event.record);
  return madeTwice(state, event, now) === undefined && isOfAnother(state, event.record, now);
}

/** A write that was sent again without a key ended with one record, and a second one like it comes later. */
function madeTwice(
  {intents, link, settings}: State,
  {kind, key, record}: AccountEvent,
  now: Moment,
): Intent | undefined {
  const made = kind === 'opened' || kind === 'placed' ? targetOf(record) : undefined;
  const sinceMs = now.wall - lagsOf(link, settings).listLagMs - lateMs;
  const isKnown = (each: Intent) => each.state === 'CONFIRMED' && each.resolvedRecordId === key;
  if (made === undefined || intents.list.some(isKnown)) return undefined;
  return intents.list.findLast(
    each =>
      each.state === 'CONFIRMED' &&
      each.resolvedRecordId !== undefined &&
      each.changedAt >= sinceMs &&
      target(each.draft) === made &&
      isLike(each.draft, record) &&
      each.knownBefore?.includes(key) !== true &&
      mayHaveMadeMore(each) > 0,
  );
}

/** By their amounts; one that is not known may be the same. */
function isLike(draft: WriteDraft, record: AccountEvent['record']): boolean {
  const [asked, made] = [amountsOf(draft), amountsOf(record)];
  return asked.every((amount, at) => sameNumber(amount, made[at]) !== 'no');
}

const amountsOf = (of: WriteDraft | AccountEvent['record']) => [
  'price' in of ? of.price : undefined,
  'size' in of ? of.size : undefined,
  'investmentAmount' in of ? of.investmentAmount : undefined,
];

function targetOf(record: AccountEvent['record']): string | undefined {
  if ('cardId' in record && record.cardId) return target({kind: 'open', cardId: record.cardId});
  const side = 'symbol' in record ? sides.find(each => each === record.side) : undefined;
  return side && 'symbol' in record ? target({kind: 'place', side, symbol: record.symbol ?? ''}) : undefined;
}

const settledMs = 5_000;

/** A limit order that no own write made, or may make: only the holder of the controls knows all of them. */
function isOfAnother({controls, intents}: State, order: KnownOrder, now: Moment): boolean {
  const {orderId, orderType} = order;
  const wanted = targetOf(order);
  if (controls?.is !== 'ours' || orderType !== 'LIMIT' || wanted === undefined) return false;
  // The writes of the former holder may not be read yet.
  if (now.wall - controls.since < settledMs) return false;
  const isOwn = (each: Intent) =>
    (each.state === 'CONFIRMED' && each.resolvedRecordId === orderId) ||
    (each.state === 'RESOLVED' && target(each.draft) === wanted) ||
    ordersAnswered(each).some(answered => answered.orderId === orderId);
  return lockOn(intents, wanted) === undefined && !intents.list.some(isOwn);
}

const isOwnCancel = ({intents}: State, {kind, key}: AccountEvent) =>
  (kind === 'gone' || kind === 'canceled') &&
  intents.list.some(
    ({draft, state}) => canceledBy(draft) === key && state !== 'NOT SENT' && state !== 'REJECTED',
  );

/** Its intent says that it opens, and only a later read that it has. */
function isOwnOpen({intents, told}: State, {kind, key, record}: AccountEvent): boolean {
  if (kind !== 'opened' || !('cardId' in record)) return false;
  const opening = targetOf(record);
  if (recordAwaited(intents).some(({draft}) => target(draft) === opening)) return true;
  const stage = told.get(target({kind: 'close', easyOptionId: key}));
  if (stage === undefined || stage === 'PENDING') return false;
  const hasMade = (each: Intent) => each.state === 'CONFIRMED' && each.resolvedRecordId === key;
  return intents.list.some(each => hasMade(each) && kindOf(each.draft).makes === 'easy option');
}

/** The fill of an order that is not listed: the outcome of an own write tells whose it is. */
function mayBeOwn(state: State, {asset}: Trade): boolean {
  const seen = underlyingsSeen(state);
  const isOf = ({draft}: Intent) => addingKind(draft)?.underlying(draft, seen) === asset;
  return asset !== undefined && recordAwaited(state.intents).some(isOf);
}

/** Its end tells its record, and after a yes the read that finds that. */
const recordAwaited = ({list, reads}: Intents) =>
  list.filter(each => !isResolved(each) || (lacksRecord(each) && reads[each.id] !== undefined));

function toldOf(before: State, state: State, all: readonly AccountEvent[], at: Millis): Happened {
  const lines: ActivityLine[] = [];
  const news: News[] = [];
  const events = bounded(all);
  const trades = Map.groupBy(state.rounds.reading.rows.trades.rows, ({orderId}) => orderId);
  for (const event of events) {
    if (event.resource === 'easy-options') news.push(easyOptionNews(event.record));
    if (event.resource === 'orders') {
      const {record, key, kind} = event;
      const status = orderStates[kind]?.[1] ?? noLongerOpen;
      const told = orderNews({...record, status}, fillsOf(trades.get(key) ?? []));
      news.push(kind === 'placed' ? {...told, level: 'warning', pane: 'orders'} : told);
    }
    lines.push(...lineOf(event, at, orderOfTrade(before, state, event)));
  }
  const worded = new Set<object>(events.map(({record}) => record));
  const fresh = all.flatMap(each => (each.resource === 'trades' ? each.record : []));
  for (const [orderId, fills] of Map.groupBy(fresh, ({orderId}) => orderId)) {
    const known = trades.get(orderId) ?? fills;
    const over = overfill(state, orderId, known, at);
    lines.push(...(over?.lines ?? []));
    const told = fills.filter(each => worded.has(each));
    news.push(...(over?.news ?? newsOfFills(before, state, orderId, told, known)));
  }
  const more = all.length - events.length;
  const told = {what: `and ${more} more`, target: 'Account', amount: String(more)};
  const rest = more === 0 ? [] : [eventLine(at, 'more', {...told, outcome: 'not listed one by one'})];
  return {lines: [...lines, ...rest], news};
}

function twiceNews(intent: Intent | undefined, recordId: Id): readonly News[] {
  if (intent === undefined) return [];
  const text = `${describe(intent)}. #${recordId} is like it: it may have been executed twice. Check them.`;
  const {pane} = ticketOf(intent.draft);
  return [{about: `twice ${intent.id}`, stage: recordId, text, level: 'danger', stays: true, pane}];
}

const mayWork: readonly Intent['state'][] = ['SENDING', 'UNKNOWN', 'CONFIRMED'];

export const aboutOverfill = (orderId: Id) => `overfill of order ${orderId}`;

/** Fills of an amended order that are listed after the new order was sent without them. */
function overfill(state: State, orderId: Id | undefined, all: readonly Trade[], at: Millis) {
  const placed = state.intents.list.findLast(
    each => replacedBy(each.draft)?.orderId === orderId && mayWork.includes(each.state),
  );
  const {filled = '0'} = (placed && replacedBy(placed.draft)) ?? {};
  const over = leftOf(fillsOf(all).filled, add(filled, freedOf(state, placed)));
  if (orderId === undefined || placed === undefined || isZero(over)) return undefined;
  const money = amountWords(over);
  const doubt = placed.state === 'CONFIRMED' ? '' : ' if the new order works';
  const outcome = `The old order #${orderId} filled ${money} more; the new order${doubt && `, ${placed.state},`} does not count it`;
  const about = aboutOverfill(orderId);
  const line = {state: 'OVERFILL', money, outcome, order: orderInLine(placed)};
  const told = {what: 'amend', target: `#${orderId}`, amount: '', ...line};
  const text = `OVERFILL ${money}${doubt}. ${outcome}: ${draftWords(placed.draft)}`;
  return {
    lines: [eventLine(at, 'intent', told, `${about}: ${over}`)],
    news: [{about, stage: over, text, level: 'danger', stays: true, pane: 'trades'}] satisfies News[],
  };
}

/** The part of the new order that its cancel took off the book; none if the cancel is that of an amend. */
function freedOf(state: State, placed: Intent | undefined): Decimal {
  const {draft} = cancelFor(state.intents, placed) ?? {};
  if (placed === undefined || draft === undefined || amendOf(draft)) return '0';
  const orderId = canceledBy(draft) ?? '';
  const filled = add(filledListed(state, orderId), unlistedOf(state, orderId)?.most ?? '0');
  return leftOf(orderPlaced(placed.draft)?.size ?? '0', filled);
}

function orderNews(order: KnownOrder, fills: Fills): News {
  const stage = orderStage(order, fills);
  return {
    about: target({kind: 'cancel', orderId: order.orderId ?? ''}),
    stage,
    text: orderWords(order, fills),
    level: isCanceledStage(stage) ? 'info' : stage === goneStage ? 'warning' : 'good',
    pane: stage === canceledAfter('0') || stage === goneStage ? 'orders' : 'trades',
  };
}

function orderStage(order: KnownOrder, fills: Fills): string {
  const {status} = order;
  if (status === 'FILLED') return status;
  if (status === 'CANCELED') return canceledAfter(fills.filled);
  if (isFilledBy(order, fills.filled)) return 'FILLED';
  return status === noLongerOpen ? goneStage : fills.filled;
}

const orderOfTrade = (before: State, state: State, event: AccountEvent) =>
  event.resource === 'trades' ? knownOrder(before, state, event.record.orderId) : undefined;

function knownOrder(before: State, state: State, orderId: Id | undefined): KnownOrder | undefined {
  if (orderId === undefined) return undefined;
  const known =
    ordersById(state.rounds.reading.rows.orders.rows).get(orderId) ??
    workingOrder(before.seen.working, orderId) ??
    workingOrder(state.seen.working, orderId);
  if (known !== undefined) return known;
  const isPlaced = (each: Intent) => orderPlaced(each.draft) !== undefined;
  const [placed] = state.intents.list.flatMap(each =>
    each.state === 'CONFIRMED' && each.resolvedRecordId === orderId && isPlaced(each) ? [each] : [],
  );
  return placed && orderOf(placed);
}

/** An order of an Easy Option is reported with the Easy Option. */
function newsOfFills(
  before: State,
  state: State,
  orderId: Id | undefined,
  fresh: readonly Trade[],
  all: readonly Trade[],
): readonly News[] {
  const [first] = fresh;
  const order = knownOrder(before, state, orderId);
  if (first === undefined || isOfEasyOption(state, {...first, ...order})) return [];
  if (order === undefined && mayBeOwn(state, first)) return [];
  if (orderId === undefined)
    return fresh.map(trade => ({
      ...orderNews(orderBehind(trade, [trade]), fillsOf([trade])),
      about: `trade ${trade.tradeId}`,
    }));
  const known = order ?? orderBehind(first, all);
  const isCanceled = isCanceledStage(state.told.get(target({kind: 'cancel', orderId})));
  return [orderNews(isCanceled ? {...known, status: 'CANCELED'} : known, fillsOf(all))];
}

/** The trades of an order that no list shows tell this much of it. */
function orderBehind(trade: Trade, all: readonly Trade[]): KnownOrder {
  const known = {orderId: trade.orderId, side: sideOf(trade), symbol: contractOf(trade)};
  const {filled} = fillsOf(all);
  if (trade.fillType !== 'PARTIAL_FILL') return {...known, status: 'FILLED', size: filled};
  return {...known, status: isZero(filled) ? 'PARTIALLY FILLED' : 'PENDING'};
}

/** A limit order may reduce the position of one. */
const isOfEasyOption = ({rounds}: State, order: KnownOrder) =>
  order.orderType !== 'LIMIT' && easyOptionsBy(rounds.reading.rows.easyOptions.rows)(order) !== undefined;

function easyOptionNews(option: EasyOption): News {
  const {status = ''} = option;
  return {
    about: target({kind: 'close', easyOptionId: option.id}),
    stage: status === 'TRIGGERED' && isOver(option) ? 'TRIGGERED, closed' : status,
    text: easyOptionWords(option),
    level: status === 'PENDING' || status === 'ACTIVE' ? 'good' : 'info',
    pane: 'easyOptions',
  };
}

/**
 * News of the result of our own write. The polls see the same later, and it is reported once. A fill
 * without a price is reported again by the trade that has the price.
 */
export function newsOfDone(intent: Intent, trades: readonly Trade[]): News | undefined {
  if (intent.state !== 'CONFIRMED') return undefined;
  const option = easyOptionOf(intent);
  // A failing list must not hide that it was accepted: its card is free.
  if (option !== undefined && lacksRecord(intent))
    return {...easyOptionNews(option), about: target(intent.draft), level: 'warning'};
  if (option !== undefined) return easyOptionNews(option);
  const order = orderOf(intent);
  if (order === undefined) return undefined;
  const fills = fillsOf([...trades, ...(intent.seen?.trades ?? [])]);
  const news = {...orderNews(order, fills), text: doneWords(intent, order, fills)};
  return news.stage === 'FILLED' && fillPrice(order, fills) === undefined ? {...news, stage: '0'} : news;
}
