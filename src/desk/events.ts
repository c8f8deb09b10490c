import type {EasyOption, Order} from '../api/resources.ts';
import type {ActivityLine, Feed, State} from './state.ts';

/** What happened on the account, found by comparing a poll with the one before. Nothing is guessed from a first look. */
export function eventsBetween(
  before: State,
  after: State,
  pane: 'easyOptions' | 'orders' | 'trades',
): ActivityLine[] {
  if (before.feeds[pane].loadedAt === undefined) return [];
  switch (pane) {
    case 'easyOptions':
      return optionEvents(before.feeds.easyOptions, after.feeds.easyOptions, after);
    case 'orders':
      return orderEvents(before.feeds.orders, after.feeds.orders, after);
    case 'trades':
      return tradeEvents(before.feeds.trades, after.feeds.trades, after);
    default:
      return pane satisfies never;
  }
}

const kindOfStatus: Record<string, ActivityLine['kind']> = {
  TRIGGERED: 'triggered',
  CLOSED: 'closed',
  EXPIRED: 'expired',
};

function optionEvents(before: Feed<'easyOptions'>, after: Feed<'easyOptions'>, state: State): ActivityLine[] {
  const old = new Map(before.rows.map(each => [each.id, each]));
  return after.rows.flatMap(option => {
    const known = old.get(option.id);
    if (known === option) return [];
    if (known === undefined) {
      // An old record that a page shows for the first time is no news; one opened since the last poll is.
      const isNew =
        option.openTime !== undefined && option.openTime >= (before.loadedAt?.wall ?? 0) - newnessMs;
      return isNew ? [optionLine(state, 'opened', option)] : [];
    }
    const kind = known.status === option.status ? undefined : kindOfStatus[option.status ?? ''];
    return kind === undefined ? [] : [optionLine(state, kind, option)];
  });
}

/** The service's clock and ours may differ by this much before a record counts as old. */
const newnessMs = 5_000;

function optionLine(state: State, kind: ActivityLine['kind'], option: EasyOption): ActivityLine {
  return line(
    state,
    kind,
    `Easy Option ${kind}`,
    `#${option.id} ${option.cardName ?? ''}`.trim(),
    option.pl ?? option.investmentAmount ?? '',
    option.status ?? '',
  );
}

/**
 * Orders that were listed and are gone: filled or cancelled, which the list does not tell. Where the trades already
 * show fills of that order, those are told there; here it is said only that the order is no longer open.
 */
function orderEvents(before: Feed<'orders'>, after: Feed<'orders'>, state: State): ActivityLine[] {
  const isWhole = before.isLast && after.isLast && before.page === 0 && after.page === 0;
  if (!isWhole) return [];
  const now = new Set(after.rows.map(each => each.orderId));
  return before.rows
    .filter(order => !now.has(order.orderId))
    .map(order => {
      const filled = state.feeds.trades.rows.some(trade => trade.orderId === order.orderId);
      const kind = filled ? 'filled' : 'gone';
      return line(
        state,
        kind,
        filled ? 'Order filled' : 'Order no longer open',
        orderName(order),
        order.size ?? '',
        filled ? 'FILLED' : 'filled or cancelled',
      );
    });
}

function tradeEvents(before: Feed<'trades'>, after: Feed<'trades'>, state: State): ActivityLine[] {
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
      return line(
        state,
        kind,
        kind === 'filled' ? 'Fill' : 'Partial fill',
        `order #${trade.orderId ?? '?'} ${contract}`,
        trade.filledSizeContracts ?? '',
        trade.fillType ?? '',
      );
    });
}

/** A trade may be listed late. */
const tradeNewnessMs = 120_000;

function orderName(order: Order): string {
  return [`#${order.orderId}`, order.side, order.symbol].filter(Boolean).join(' ');
}

function line(
  state: State,
  kind: ActivityLine['kind'],
  what: string,
  target: string,
  amount: string,
  outcome: string,
): ActivityLine {
  return {
    id: `${kind}:${target}:${state.now.wall}`,
    at: state.now.wall,
    kind,
    what,
    target,
    amount,
    outcome,
    requestId: undefined,
    latencyMs: undefined,
  };
}
