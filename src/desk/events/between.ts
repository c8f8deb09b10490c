import {ordersById} from '../../account/model/left-orders.ts';
import type {Moment} from '../../account/model/moment.ts';
import {isOfEasyOptions} from '../../account/portfolio/positions.ts';
import {isCounted, isFilledBy, leftOf, sideOf} from '../../account/resources/arithmetic.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {
  easyOptionWords,
  type Fills,
  fillPrice,
  fillsOf,
  type KnownOrder,
  noLongerOpen,
  orderWords,
} from '../../account/words/records.ts';
import {amountWords, profitWords} from '../../account/words/text.ts';
import {isZero, sum} from '../../api/wire/decimal.ts';
import type {EasyOption, Id, Millis, Trade} from '../../api/wire/records.ts';
import {
  accountEvents,
  type EventList,
  eventRowsOf,
  type ProvedCancel,
  provedByTrade,
  workingOrder,
} from '../../core/events/account.ts';
import {type AccountEvent, byTime, type EventKind, isLogged} from '../../core/events/event.ts';
import {type ActivityLine, contractOf, eventLine, isToldElsewhere, lineOf} from '../../core/events/line.ts';
import type {Intent} from '../../core/intents/intent.ts';
import {canceledBy, kindOf, target} from '../../core/intents/kinds/kinds.ts';
import {replacedBy} from '../../core/intents/kinds/place.ts';
import {offsetNow, skewMs} from '../../core/intents/looks.ts';
import {ordersPlaced, unresolved} from '../../core/intents/selectors.ts';
import {doneWords, draftWords, easyOptionOf, orderInLine, orderOf} from '../../core/intents/words.ts';
import {log, tell} from '../notices.ts';
import type {State} from '../state.ts';
import {labelOf} from '../words/keys.ts';
import {canceledAfter, goneStage, type Happened, isCanceledStage, mostEvents, type News} from './news.ts';

const nothing: Happened = {lines: [], news: []};
const mostLeft = 200;

/**
 * Finds the events since the last answer of a pane, for Activity and messages, when the pane shows them.
 * The first answer gives none: all of it may be old.
 */
export function happenedSince(
  before: State,
  state: State,
  pane: EventList,
  now: Moment,
): readonly [State, Happened] {
  const cancels = ownCancels(state.intents, now);
  const rows = eventRowsOf(state.rounds.reading, [pane]);
  const {events: found, seen} = accountEvents(state.seen, rows, {cancels, now: now.mono, tradesLag: 0});
  const next: State = {...state, seen};
  if (before.feeds[pane].shown === 0 || found.length === 0) return [next, nothing];
  const isNews = newsSince(before, state, now);
  const events = found.toSorted(byTime).filter(each => !isToldElsewhere(each) && isNews(each));
  const gone = events.flatMap(each =>
    each.kind === 'gone' && each.resource === 'orders' ? [[each.key, each.record] as const] : [],
  );
  const left = gone.length === 0 ? next.left : new Map([...next.left, ...gone].slice(-mostLeft));
  const after: State = {...next, left, link: withListed(next, events, now)};
  if (events.length === 0) return [after, nothing];
  const logged = idsByFamily(state.activity);
  const isNew = (each: AccountEvent) => !isLogged(each, logged.get(familyOf(each.id)) ?? []);
  // Activity names the first orders that are gone, and counts the others.
  const counted = new Set(events.filter(each => each.kind === 'gone' && isNew(each)).slice(mostEvents));
  const worded = events.filter(each => !counted.has(each));
  return [after, {...toldOf(before, after, worded, now.wall), more: counted.size}];
}

const idsByFamily = (lines: readonly ActivityLine[]) =>
  Map.groupBy(
    lines.map(({id}) => id),
    familyOf,
  );

const missedWords: readonly (readonly [EventKind, string])[] = [
  ['closed', 'closed'],
  ['expired', 'expired'],
  ['triggered', 'triggered'],
  ['filled', 'filled'],
  ['partly-filled', 'partially filled'],
  ['canceled', 'canceled'],
  ['gone', 'off the book'],
  ['opened', 'opened'],
];

/** One line of what happened before this start, its lines in Activity, and a mark on that tab. */
export function takeMissed(state: State, events: readonly AccountEvent[], now: Moment): State {
  const isOfOption = isOfEasyOptions(state.rounds.reading.rows.easyOptions.rows);
  const meant = events.filter(
    each =>
      (each.resource === 'easy-options' || each.resource === 'orders' || each.resource === 'trades') &&
      // The order and the fill of an Easy Option are told with it.
      (each.resource === 'easy-options' || !isOfOption(each.record)),
  );
  const lines = meant.flatMap(each => {
    const order = each.resource === 'trades' ? knownOrder(state, state, each.record.orderId) : undefined;
    return lineOf(each, Math.min(each.at ?? now.wall, now.wall), order);
  });
  const ended = new Set(meant.filter(isEnd).map(({key}) => key));
  const counts = missedWords.flatMap(([kind, words]) => {
    const those = meant.filter(each => each.kind === kind && !(kind === 'triggered' && ended.has(each.key)));
    const orders = those.map(each =>
      each.resource === 'trades' ? (each.record.orderId ?? each.key) : each.key,
    );
    const count = new Set(orders).size;
    return count === 0 ? [] : `${count} ${words}${profitOf(those)}`;
  });
  if (counts.length === 0) return state;
  const what = 'While you were away';
  const said = counts.join('; ');
  const key = labelOf(state.settings.bindings, 'pane.activity');
  const told = {what, target: 'Account', amount: String(lines.length), outcome: said};
  const line = eventLine(now.wall, 'away', told, `away:${now.wall}`);
  const next = tell(log(state, [...lines, line]), `${what}: ${said}, see Activity (${key})`, 'warning', now);
  return next.pane === 'activity' ? next : {...next, unvisited: new Set(next.unvisited).add('activity')};
}

/** `, +10.51 USDT`: of those that ended. */
function profitOf(events: readonly AccountEvent[]): string {
  const ended = events.flatMap(each =>
    each.resource === 'easy-options' && isEnd(each) && isCounted(each.record.plClosed) ? [each.record] : [],
  );
  return [...Map.groupBy(ended, ({investmentCurrency = ''}) => investmentCurrency)]
    .map(
      ([currency, each]) =>
        `, ${profitWords(sum(each.map(({plClosed}) => plClosed).filter(isCounted)), currency)}`,
    )
    .join('');
}

const isEnd = ({kind}: AccountEvent) => kind === 'closed' || kind === 'expired';

function withListed({link, intents}: State, events: readonly AccountEvent[], now: Moment): State['link'] {
  const placed = ordersPlaced(intents.list);
  const late = events.flatMap(({resource, record, at}) =>
    resource === 'trades' && at !== undefined && placed.has(record.orderId ?? '')
      ? now.wall + (offsetNow(intents, now) ?? 0) - at
      : [],
  );
  const {count = 0, mostMs = 0} = link.fillsListed ?? {};
  if (late.length === 0) return link;
  return {...link, fillsListed: {count: count + late.length, mostMs: Math.max(mostMs, ...late)}};
}

/** Their intents report them. */
function ownCancels({list}: State['intents'], now: Moment): readonly ProvedCancel[] {
  return list.flatMap(({draft, state}) => {
    const orderId = canceledBy(draft);
    return orderId === undefined || state === 'NOT SENT' || state === 'REJECTED'
      ? []
      : [{orderId, at: now.wall, order: {orderId}}];
  });
}

/** Allowed for what the Date header leaves open of the service's clock. Trades may be listed late, too. */
const optionNewnessMs = 5_000;
const tradeNewnessMs = 120_000;

/** Records that were not known may be old ones that another page brought. */
function newsSince(before: State, state: State, now: Moment): (event: AccountEvent) => boolean {
  const {feeds, seen} = before;
  const known = new Set(seen.easyOptions.map(({id}) => id));
  const since = (pane: EventList) => (feeds[pane].loadedAt ?? now).wall + skewMs(before);
  return event => {
    const {at} = event;
    switch (event.resource) {
      case 'orders':
        return !isOfEasyOption(state, event.record);
      case 'trades':
        return at === undefined ? seen.trades.length > 0 : at >= since('trades') - tradeNewnessMs;
      case 'easy-options': {
        const isNew = at !== undefined && at >= since('easyOptions') - optionNewnessMs;
        const isOpening = isBeingOpened(state, event.record);
        if (known.has(event.key)) return event.kind !== 'opened' || !isOpening;
        return isNew && !isOpening && !state.told.has(target({kind: 'close', easyOptionId: event.key}));
      }
      case 'positions':
      case 'service':
        return false;
      default:
        return event satisfies never;
    }
  };
}

/** Easy Options that we opened are reported by their intents. */
function isBeingOpened({intents}: State, {cardId}: EasyOption): boolean {
  const opening = cardId && target({kind: 'open', cardId});
  return unresolved(intents).some(({draft}) => target(draft) === opening);
}

/** The fill of an order that is not listed: the outcome of an own write tells whose it is. */
const mayBeOwn = ({intents}: State, {asset}: Trade) =>
  asset !== undefined &&
  unresolved(intents).some(({draft}) => kindOf(draft).adds?.underlying(draft, new Map()) === asset);

function toldOf(before: State, state: State, events: readonly AccountEvent[], at: Millis): Happened {
  const lines: ActivityLine[] = [];
  const news: News[] = [];
  const fresh: Trade[] = [];
  const trades = Map.groupBy(state.rounds.reading.rows.trades.rows, ({orderId}) => orderId);
  const logged = idsByFamily(state.activity);
  const addLine = (event: AccountEvent, order?: KnownOrder) => {
    const family = logged.get(familyOf(event.id)) ?? [];
    if (!isLogged(event, family)) lines.push(...lineOf(event, at, order));
    logged.set(familyOf(event.id), [...family, event.id]);
  };
  for (const event of events) {
    if (event.resource === 'easy-options') news.push(easyOptionNews(event.record));
    if (event.resource === 'trades') fresh.push(event.record);
    if (event.resource === 'orders') {
      const {record, key, kind} = event;
      const fills = trades.get(key) ?? [];
      // Only its trades know the size and the price of each fill.
      if (kind === 'filled') for (const fill of fills.flatMap(provedByTrade)) addLine(fill, record);
      const status = kind === 'gone' ? noLongerOpen : kind === 'filled' ? 'FILLED' : 'CANCELED';
      news.push(orderNews({...record, status}, fillsOf(fills)));
    }
    addLine(event, event.resource === 'trades' ? knownOrder(before, state, event.record.orderId) : undefined);
  }
  for (const [orderId, fills] of Map.groupBy(fresh, ({orderId}) => orderId)) {
    const all = trades.get(orderId) ?? fills;
    const over = overfill(state, orderId, all, at);
    lines.push(...(over?.lines ?? []));
    news.push(...(over?.news ?? newsOfFills(before, state, orderId, fills, all)));
  }
  return {lines, news};
}

const mayWork: readonly Intent['state'][] = ['SENDING', 'ACCEPTED', 'UNKNOWN', 'CONFIRMED'];

/** Fills of an amended order that are listed after the new order was sent without them. */
function overfill(state: State, orderId: Id | undefined, all: readonly Trade[], at: Millis) {
  const placed = state.intents.list.findLast(
    each => replacedBy(each.draft)?.orderId === orderId && mayWork.includes(each.state),
  );
  const counted = placed && replacedBy(placed.draft)?.filled;
  const over = leftOf(fillsOf(all).filled, counted ?? '0');
  if (orderId === undefined || placed === undefined || isZero(over)) return undefined;
  const money = amountWords(over);
  const outcome = `The old order #${orderId} filled ${money} more; the new order does not count it`;
  const about = `overfill of order ${orderId}`;
  const line = {state: 'OVERFILL', money, outcome, order: orderInLine(placed)};
  const told = {what: 'amend', target: `#${orderId}`, amount: '', ...line};
  const text = `OVERFILL ${money}. ${outcome}: ${draftWords(placed.draft)}`;
  return {
    lines: [eventLine(at, 'intent', told, `${about}: ${over}`)],
    news: [{about, stage: over, text, level: 'danger', stays: true, pane: 'trades'}] satisfies News[],
  };
}

/** Ids that may be of one event begin with the same kind and record. */
const familyOf = (id: string) => id.split(':', 2).join(':');

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

function knownOrder(before: State, state: State, orderId: Id | undefined): KnownOrder | undefined {
  if (orderId === undefined) return undefined;
  const known =
    ordersById(state.rounds.reading.rows.orders.rows).get(orderId) ??
    workingOrder(before.seen.working, orderId) ??
    state.left.get(orderId);
  if (known !== undefined) return known;
  const isPlaced = (each: Intent) => kindOf(each.draft).places(each.draft) !== undefined;
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
  if (first === undefined || isOfEasyOption(state, {orderType: 'MARKET', ...first, ...order})) return [];
  if (order === undefined && mayBeOwn(state, first)) return [];
  if (orderId === undefined) return fresh.map(trade => ofTrade(trade, [trade]));
  if (isCanceledStage(state.told.get(target({kind: 'cancel', orderId})))) {
    const known = order ?? {orderId, side: sideOf(first), symbol: contractOf(first)};
    return [orderNews({...known, status: 'CANCELED'}, fillsOf(all))];
  }
  return [order === undefined ? ofTrade(first, all) : orderNews(order, fillsOf(all))];
}

function ofTrade(trade: Trade, trades: readonly Trade[]): News {
  const {orderId, tradeId, fillType, openPrice} = trade;
  const fills = fillsOf(trades);
  const isPart = fillType === 'PARTIAL_FILL';
  const known: KnownOrder = {
    orderId: orderId ?? '',
    side: sideOf(trade),
    symbol: contractOf(trade),
    size: fills.filled,
    price: isPart ? openPrice : undefined,
    status: isPart ? 'PARTIALLY FILLED' : 'FILLED',
  };
  const news = orderNews(known, isPart ? {...fills, filled: '0'} : fills);
  return orderId === undefined
    ? {...news, about: `trade ${tradeId}`}
    : {...news, about: target({kind: 'cancel', orderId}), stage: isPart ? fills.filled : 'FILLED'};
}

function isOfEasyOption(
  {feeds}: State,
  {orderId, positionId, orderType}: Pick<KnownOrder, 'orderId' | 'positionId' | 'orderType'>,
): boolean {
  if (orderType === 'LIMIT') return false;
  return feeds.easyOptions.rows.some(
    option =>
      (orderId !== undefined && option.orderId === orderId) ||
      (positionId !== undefined && orderType === 'MARKET' && option.positionId === positionId),
  );
}

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
  if (option !== undefined) return easyOptionNews(option);
  const order = orderOf(intent);
  if (order === undefined) return undefined;
  const fills = fillsOf([...trades, ...(intent.seen?.trades ?? [])]);
  const news = {...orderNews(order, fills), text: doneWords(intent, order, fills)};
  return news.stage === 'FILLED' && fillPrice(order, fills) === undefined ? {...news, stage: '0'} : news;
}
