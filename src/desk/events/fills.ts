import type {Millis, Trade} from '../../api/wire/records.ts';
import {sideOf} from '../model/figures.ts';
import type {ActivityLine, State} from '../model/state.ts';
import {amountWords} from '../words/amounts.ts';
import type {KnownOrder} from '../words/orders.ts';
import {eventLine} from './news.ts';

/** Whether an order is one that an Easy Option is bought or sold by. */
export function isOfEasyOption(
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

/** The line of a fill: `BUY X #7`, `0.1`, `FILLED at 5,277.02`. */
export function fillLine(at: Millis, trade: Trade, order: KnownOrder | undefined): ActivityLine {
  const {filledSizeContracts: size, openPrice, fillType, orderId, tradeId} = trade;
  const isPart = fillType === 'PARTIAL_FILL';
  const price = openPrice === undefined ? '' : ` at ${amountWords(openPrice)}`;
  const named = [sideOf(trade) ?? order?.side, order?.symbol ?? contractOf(trade), `#${orderId ?? '?'}`];
  return eventLine(
    at,
    isPart ? 'partly filled' : 'filled',
    {
      what: isPart ? 'Partly filled' : 'Filled',
      target: named.filter(Boolean).join(' '),
      amount: size === undefined ? '' : amountWords(size),
      outcome: `${isPart ? 'PARTLY FILLED' : 'FILLED'}${price}`,
    },
    // An order may fill in parts that look alike.
    `trade:${tradeId}`,
  );
}

/** `BTC 75,500 CALL`: a trade bears no symbol. */
export function contractOf({asset, strikePrice, type}: Trade): string {
  const strike = strikePrice === undefined ? undefined : amountWords(strikePrice);
  return [asset, strike, type].filter(Boolean).join(' ');
}
