import {isDecimal, isZero} from '../../api/wire/decimal.ts';
import type {EasyOption, Id, Millis, Order} from '../../api/wire/records.ts';
import {fillsByOrder, leftOf} from '../model/figures.ts';
import type {ActivityLine, Feed, State} from '../model/state.ts';
import {paneTitles} from '../model/vocabulary.ts';

/** What happened on the account, by comparing a poll with the one before. A first look guesses nothing. */
export function eventsBetween(
  before: State,
  after: State,
  pane: 'easyOptions' | 'orders' | 'trades',
  at: Millis,
): ActivityLine[] {
  if (before.feeds[pane].loadedAt === undefined) return [];
  switch (pane) {
    case 'easyOptions':
      return optionEvents(before.feeds.easyOptions, after.feeds.easyOptions, at);
    case 'orders':
      return orderEvents(before.feeds.orders, after.feeds.orders, after, at);
    case 'trades':
      return tradeEvents(before.feeds.trades, after.feeds.trades, at);
    default:
      return pane satisfies never;
  }
}

/** As many lines as one answer may add. */
const mostEvents = 20;

/**
 * A list whose ids all change must not flood Activity, the journal and the bell: what says the most is told
 * line by line, and of the rest how many there are.
 */
export function bounded(
  lines: readonly ActivityLine[],
  pane: 'easyOptions' | 'orders' | 'trades',
  at: Millis,
): readonly ActivityLine[] {
  if (lines.length <= mostEvents) return lines;
  const saysLittle = (each: ActivityLine) => each.kind === 'gone' || each.kind === 'opened';
  const told = [...lines.filter(each => !saysLittle(each)), ...lines.filter(saysLittle)].slice(0, mostEvents);
  const left = lines.length - mostEvents;
  const rest = line(at, 'more', `and ${left} more`, paneTitles[pane], String(left), 'not told one by one');
  return [...told, rest];
}

const kindOfStatus: Record<string, ActivityLine['kind']> = {
  TRIGGERED: 'triggered',
  CLOSED: 'closed',
  EXPIRED: 'expired',
};

function optionEvents(before: Feed<'easyOptions'>, after: Feed<'easyOptions'>, at: Millis): ActivityLine[] {
  const others = after.rows.filter((option, index) => option !== before.rows[index]);
  if (others.length === 0) return [];
  const old = new Map(before.rows.map(each => [each.id, each]));
  return others.flatMap(option => {
    const known = old.get(option.id);
    if (known === option) return [];
    if (known === undefined) {
      // An old record that a page shows for the first time is no news; one opened since the last poll is.
      const isNew =
        option.openTime !== undefined && option.openTime >= (before.loadedAt?.wall ?? 0) - newnessMs;
      return isNew ? [optionLine(at, 'opened', option)] : [];
    }
    const kind = known.status === option.status ? undefined : kindOfStatus[option.status ?? ''];
    return kind === undefined ? [] : [optionLine(at, kind, option)];
  });
}

/** The service's clock and ours may differ by this much before a record counts as old. */
const newnessMs = 5_000;

function optionLine(at: Millis, kind: ActivityLine['kind'], option: EasyOption): ActivityLine {
  return line(
    at,
    kind,
    `Easy Option ${kind}`,
    `#${option.id} ${option.cardName ?? ''}`.trim(),
    option.pl ?? option.investmentAmount ?? '',
    option.status ?? '',
  );
}

/**
 * What became of orders. The list holds open ones only, so one that left it was filled or cancelled, and only
 * its trades tell which: they are the whole size, or nothing is claimed. Of what we cancelled the intent tells.
 */
function orderEvents(
  before: Feed<'orders'>,
  after: Feed<'orders'>,
  state: State,
  at: Millis,
): ActivityLine[] {
  const now = new Map(after.rows.map(each => [each.orderId, each]));
  const isWhole = before.isLast && after.isLast && before.page === 0 && after.page === 0;
  const fills = fillsByOrder(state.feeds.trades.rows);
  const ours = ourCancels(state);
  return before.rows.flatMap(order => {
    const listed = now.get(order.orderId);
    if (ours.has(order.orderId) || (listed === undefined && !isWhole)) return [];
    const isFilled = listed === undefined ? fillsWhole(order, fills) : turned(order, listed, 'FILLED');
    if (isFilled) return [orderLine(at, 'filled', 'Order filled', order, 'FILLED')];
    if (listed === undefined)
      return [orderLine(at, 'gone', 'Order no longer open', order, 'filled or cancelled')];
    return turned(order, listed, 'CANCELED')
      ? [orderLine(at, 'cancelled', 'Order cancelled elsewhere', order, 'CANCELED')]
      : [];
  });
}

/** One that came to nothing leaves the order to whatever becomes of it later. */
function ourCancels({intents}: State): ReadonlySet<Id> {
  const cancels = intents.list.flatMap(({draft, state}) =>
    draft.kind === 'cancel' && state !== 'NOT SENT' && state !== 'REFUSED' ? [draft.orderId] : [],
  );
  return new Set(cancels);
}

function fillsWhole(order: Order, fills: ReadonlyMap<string, string>): boolean {
  const left = leftOf(order.size, fills.get(order.orderId) ?? '0');
  return left !== undefined && isDecimal(left) && isZero(left);
}

function turned(before: Order, after: Order, status: string): boolean {
  return before.status !== status && after.status === status;
}

function orderLine(
  at: Millis,
  kind: ActivityLine['kind'],
  what: string,
  order: Order,
  outcome: string,
): ActivityLine {
  return line(at, kind, what, orderName(order), order.size ?? '', outcome);
}

function tradeEvents(before: Feed<'trades'>, after: Feed<'trades'>, at: Millis): ActivityLine[] {
  const old = new Set(before.rows.map(each => each.tradeId));
  if (after.page !== 0) return [];
  return after.rows
    .filter(trade => trade.tradeId !== '' && !old.has(trade.tradeId))
    .filter(
      trade =>
        before.rows.length === 0 ||
        (trade.openDate ?? Infinity) >= (before.loadedAt?.wall ?? 0) - tradeNewnessMs,
    )
    .map(trade => {
      const kind = trade.fillType === 'PARTIAL_FILL' ? 'partly filled' : 'filled';
      const contract = [trade.tradeSide, trade.asset, trade.strikePrice, trade.type]
        .filter(Boolean)
        .join(' ');
      const told = line(
        at,
        kind,
        kind === 'filled' ? 'Fill' : 'Partial fill',
        `order #${trade.orderId ?? '?'} ${contract}`,
        trade.filledSizeContracts ?? '',
        trade.fillType ?? '',
      );
      // An order may fill in parts that look alike.
      return {...told, id: `trade:${trade.tradeId}`};
    });
}

/** A trade may be listed late. */
const tradeNewnessMs = 120_000;

function orderName(order: Order): string {
  return [`#${order.orderId}`, order.side, order.symbol].filter(Boolean).join(' ');
}

function line(
  at: Millis,
  kind: ActivityLine['kind'],
  what: string,
  target: string,
  amount: string,
  outcome: string,
): ActivityLine {
  return {
    id: `${kind}:${target}:${at}`,
    at,
    kind,
    what,
    target,
    amount,
    outcome,
    requestId: undefined,
    latencyMs: undefined,
  };
}
