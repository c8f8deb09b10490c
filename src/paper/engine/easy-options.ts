/**
 * Life of an Easy Option: PENDING while its market order buys; ACTIVE; then CLOSING while a market order sells
 * after the user's close, and CLOSED; or TRIGGERED if the spot reached its trigger, which sells by itself; or
 * EXPIRED with its option. CLOSED, EXPIRED and a sold TRIGGERED are final. A canceled order leads back
 * (followCancel).
 */

import {findCard, isActive, isTouched} from '../market/cards.ts';
import {feeOn, feeRate, fromMicro, type Micro, toMicro, unit} from '../market/money.ts';
import {
  type Book,
  type BookDraft,
  type BookEasyOption,
  type BookOrder,
  type CommandRefusal,
  putRow,
  refuse,
  rowOf,
} from './book.ts';
import {holdFor, instrumentNamed, liquidity, lotsFor, unfilled} from './fills.ts';
import {checkFunds} from './place-order.ts';

export type OpenEasyOptionCommand = {type: 'openEasyOption'; account: number; cardId: number; amount: string};

export type CloseEasyOptionCommand = {type: 'closeEasyOption'; account: number; easyOption: number};

const leastInvestment: Micro = unit;
const largestInvestment: Micro = 50_000 * unit;

/** Time until a market order reaches the market, in ms. */
const orderDelay = 500;

export function openEasyOption(
  draft: BookDraft,
  command: OpenEasyOptionCommand,
  now: number,
): BookEasyOption | CommandRefusal {
  const {market} = draft.book;
  const card = findCard(market, command.cardId, now);
  if (card === undefined) return refuse('CARD_NOT_FOUND', 'There is no such card');
  if (!isActive(market, card, now)) return refuse('CARD_NOT_ACTIVE', 'The card is not active');
  const investment = toMicro(command.amount);
  if (investment === undefined || investment < leastInvestment || investment > largestInvestment)
    return refuse(
      'INVALID_AMOUNT',
      `The investment must be from ${fromMicro(leastInvestment)} to ${fromMicro(largestInvestment)} USDT`,
      {least: fromMicro(leastInvestment), largest: fromMicro(largestInvestment)},
    );
  const hold = investment + feeOn(investment, feeRate.taker);
  const short = checkFunds(draft, command.account, hold);
  if (short !== undefined) return short;
  const {symbol, underlying} = card.instrument;
  const ask = market.quoteAt(card.instrument, now).asks[0]?.price ?? 0;
  const size = lotsFor(investment, ask, underlying.lot);
  if (size === 0)
    return refuse('AMOUNT_TOO_SMALL', 'The investment does not buy the least size at the ask', {
      ask: fromMicro(ask),
      leastSize: fromMicro(underlying.lot),
    });
  const number = draft.book.easyOptions.length;
  const order = marketOrder(
    draft,
    {account: command.account, symbol, side: 'BUY', price: ask, size, easyOption: number},
    now,
  );
  putRow(draft, 'order', {...order, hold});
  return putRow(draft, 'easyOption', {
    number,
    account: command.account,
    cardId: card.id,
    cardName: card.title,
    type: card.type,
    direction: card.direction,
    status: 'PENDING',
    investment,
    target: card.target,
    trigger: card.trigger,
    symbol,
    order: order.number,
    qty: 0,
    cost: 0,
    proceeds: 0,
    fee: 0,
  });
}

export function closeEasyOption(
  draft: BookDraft,
  command: CloseEasyOptionCommand,
  now: number,
): BookEasyOption | CommandRefusal {
  const easyOption = draft.book.easyOptions[command.easyOption];
  if (easyOption === undefined || easyOption.account !== command.account)
    return refuse('EASY_OPTION_NOT_FOUND', 'There is no such Easy Option', {}, 'not-found');
  if (easyOption.status !== 'ACTIVE')
    return refuse(
      'EASY_OPTION_NOT_ACTIVE',
      `Only an ACTIVE Easy Option can be closed; it is ${easyOption.status}`,
      {status: easyOption.status},
    );
  return sellOut(draft, {...easyOption, status: 'CLOSING'}, now);
}

export const hasTouched = (
  {market}: Book,
  {symbol, direction, trigger}: BookEasyOption,
  at: number,
): boolean => isTouched(market, {instrument: instrumentNamed(symbol), direction, trigger}, at);

export function trigger(draft: BookDraft, easyOption: BookEasyOption, at: number): void {
  if (!hasTouched(draft.book, easyOption, at)) return;
  sellOut(draft, {...easyOption, status: 'TRIGGERED', triggeredAt: at}, at);
}

function sellOut(draft: BookDraft, easyOption: BookEasyOption, at: number): BookEasyOption {
  const {account, symbol, number, position} = easyOption;
  const size = rowOf(draft.book.positions, position ?? -1).size;
  const price = liquidity(draft, symbol, 'SELL', at)[0]?.price ?? 0;
  const order = marketOrder(draft, {account, symbol, side: 'SELL', price, size, easyOption: number}, at);
  const placed = {...order, position};
  putRow(draft, 'order', {...placed, hold: holdFor(placed)});
  return putRow(draft, 'easyOption', easyOption);
}

function marketOrder(
  draft: BookDraft,
  terms: Pick<BookOrder, 'account' | 'symbol' | 'side' | 'price' | 'size' | 'easyOption'>,
  now: number,
): BookOrder {
  return {
    ...terms,
    ...unfilled,
    number: draft.book.orders.length,
    orderType: 'MARKET',
    createdAt: now,
    arrivesAt: now + orderDelay,
  };
}

export function followOrders(draft: BookDraft, number: number, at: number): void {
  const {book} = draft;
  const before = rowOf(book.easyOptions, number);
  const buy = rowOf(book.orders, before.order);
  const sales = book.orders.filter(each => each.easyOption === number && each.side === 'SELL');
  const row: BookEasyOption = {
    ...before,
    position: buy.position,
    qty: buy.filled,
    cost: buy.turnover,
    proceeds: sales.reduce((sum, {turnover}) => sum + turnover, 0),
    fee: sales.reduce((sum, {fee}) => sum + fee, buy.fee),
    openedAt: buy.openedAt,
  };
  if (before.status === 'PENDING' && buy.status === 'FILLED')
    putRow(draft, 'easyOption', {...row, status: 'ACTIVE'});
  else if (sales.at(-1)?.status === 'FILLED') {
    const status = before.status === 'CLOSING' ? 'CLOSED' : before.status;
    putRow(draft, 'easyOption', {...row, status, closedAt: at});
  } else putRow(draft, 'easyOption', row);
}

/** A canceled buy leaves it ACTIVE with its fills, or CLOSED without any; a canceled sale, ACTIVE. */
export function followCancel(draft: BookDraft, number: number, at: number): void {
  followOrders(draft, number, at);
  const row = rowOf(draft.book.easyOptions, number);
  if (row.status === 'PENDING') {
    putRow(
      draft,
      'easyOption',
      row.qty > 0 ? {...row, status: 'ACTIVE'} : {...row, status: 'CLOSED', closedAt: at},
    );
    return;
  }
  putRow(draft, 'easyOption', {...row, status: 'ACTIVE', triggeredAt: undefined});
}

export function expireEasyOption(draft: BookDraft, number: number, settled: Micro, at: number): void {
  followOrders(draft, number, at);
  const row = rowOf(draft.book.easyOptions, number);
  const status = row.status === 'TRIGGERED' ? 'TRIGGERED' : 'EXPIRED';
  putRow(draft, 'easyOption', {...row, status, proceeds: row.proceeds + settled, closedAt: at});
}
