import {isZero} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Order, Trade} from '../../api/wire/records.ts';
import {filledBy, hasFilled, isCounted, isFilledBy} from '../resources/arithmetic.ts';
import {isOver} from '../resources/easy-options.ts';
import {rounded} from '../resources/figures.ts';
import type {Payoff} from '../resources/payoff.ts';
import {amountWords, asItCame, number, profitWords, words} from './text.ts';
import {expiryDay} from './times.ts';

// Orders in sentences. The status comes first, because a trader looks for it first. Every claim comes from the
// order's record or its trades; only sums of contracts are computed.

export type KnownOrder = {readonly [F in keyof Order]?: Order[F] | undefined};

export type Fills = {readonly filled: Decimal; readonly prices: readonly string[]};

export function fillsOf(trades: readonly Trade[]): Fills {
  const prices = trades.flatMap(({openPrice}) => openPrice ?? []);
  return {filled: filledBy(trades).sum, prices: prices.length === trades.length ? [...new Set(prices)] : []};
}

function wholeOf({size, sizeContracts = size}: KnownOrder): Decimal | undefined {
  return isCounted(sizeContracts) ? sizeContracts : undefined;
}

function whatWords({side, size, symbol}: KnownOrder): string {
  const parts = [side, size === undefined ? undefined : amountWords(size), symbol];
  const known = parts.flatMap(part => (part === undefined ? [] : asItCame(part)));
  return known.length === 0 ? 'an order' : known.join(' ');
}

export function askedWords(order: KnownOrder): string {
  const {price} = order;
  return `${whatWords(order)}${price === undefined ? '' : ` @ ${amountWords(price)}`}`;
}

export function fillPrice({openPrice}: KnownOrder, {prices}: Fills): string | undefined {
  const [first, second, ...others] = prices;
  if (first === undefined || others.length > 0)
    return openPrice === undefined ? undefined : amountWords(openPrice);
  return second === undefined ? amountWords(first) : `${amountWords(first)} and ${amountWords(second)}`;
}

/** ` @ 3,998.2`; without a fill price, the limit, marked as such. */
function fillPriceWords(order: KnownOrder, fills: Fills): string {
  const {price, orderType} = order;
  const filledAt = fillPrice(order, fills);
  if (filledAt !== undefined) return ` @ ${filledAt}`;
  return price === undefined || orderType === 'MARKET' ? '' : `, limit ${amountWords(price)}`;
}

const idWords = ({orderId}: KnownOrder) =>
  orderId === undefined || orderId === '' ? '' : ` #${asItCame(orderId)}`;

/** `WORKING: BUY 0.5 X @ 4,000 (0/0.5 filled) #7` */
export function orderWords(order: KnownOrder, fills: Fills): string {
  const {status} = order;
  const id = idWords(order);
  if (status === 'FILLED' || (status !== 'CANCELED' && isFilledBy(order, fills.filled)))
    return `FILLED ${whatWords(order)}${fillPriceWords(order, fills)}${id}`;
  const asked = askedWords(order) + id;
  const part = partWords(order, fills);
  switch (status) {
    case noLongerOpen:
      return goneWords(order, fills);
    case 'CANCELED':
      return `CANCELED${canceledPart(order, part)}: ${asked}`;
    case undefined:
      return `ACCEPTED: ${asked}`;
    case 'PENDING':
      break;
    default:
      return `${asItCame(status)}: ${asked}`;
  }
  if (part !== undefined) return `PARTIALLY FILLED ${part}${fillPriceWords({}, fills)}: ${asked}`;
  const whole = hasFilled(order) ? undefined : wholeOf(order);
  const none = whole === undefined ? '' : ` (0/${amountWords(whole)} filled)`;
  return `WORKING: ${askedWords(order)}${none}${id}`;
}

/** `AMENDED to 0.7 @ 4,750, working: BUY X #8` */
export function movedWords(order: KnownOrder, fills: Fills): string {
  const {size = '?', price = '?', side, symbol, status} = order;
  const what = [side, symbol].flatMap(each => (each === undefined ? [] : asItCame(each))).join(' ');
  const isFilled = status === 'FILLED' || isFilledBy(order, fills.filled);
  const part = partWords(order, fills);
  const unfilled = status === 'PENDING' ? 'working' : asItCame(status ?? 'accepted');
  const stands = isFilled
    ? `FILLED${fillPriceWords({...order, price: undefined}, fills)}`
    : part === undefined
      ? unfilled
      : `${part} filled`;
  return `AMENDED to ${amountWords(size)} @ ${amountWords(price)}, ${stands}: ${what}${idWords(order)}`;
}

/** Replaces the status if no record shows how the order ended. */
export const noLongerOpen = 'OFF THE BOOK';
export const goneState = `${noLongerOpen} (filled or canceled)`;

function goneWords(order: KnownOrder, fills: Fills): string {
  const part = partWords(order, fills);
  return `${goneState}: ${askedWords(order)}${part === undefined ? '' : soFarWords(part)}${idWords(order)}`;
}

const soFarWords = (part: string) => ` (${part} filled, per trades so far)`;

function canceledPart(order: KnownOrder, part: string | undefined): string {
  if (part !== undefined) return soFarWords(part);
  return hasFilled(order) ? ' (partial fill, not listed yet)' : '';
}

/** `0.2/0.5`; undefined if no fill is known, which does not prove that there was none. */
function partWords(order: KnownOrder, {filled}: Fills): string | undefined {
  if (isZero(filled)) return undefined;
  const whole = wholeOf(order);
  return `${amountWords(filled)}${whole === undefined ? '' : `/${amountWords(whole)}`}`;
}

/** `BTC 90,000 CALL 29 JAN 27` */
export function contractText({
  asset,
  strikePrice,
  type,
  expiryDate,
}: Pick<Trade, 'asset' | 'strikePrice' | 'type' | 'expiryDate'>): string {
  const parts = [
    asset && words(asset),
    strikePrice && number(strikePrice),
    type && words(type),
    expiryDate !== undefined && expiryDay(expiryDate),
  ];
  return parts.filter(Boolean).join(' ') || words(undefined);
}

export function nameWords({cardName}: Pick<EasyOption, 'cardName'>): string {
  return cardName === undefined || cardName === '' ? 'Easy Option' : asItCame(cardName);
}

function investedWords({investmentAmount, investmentCurrency}: EasyOption): string {
  if (investmentAmount === undefined) return '';
  const currency = investmentCurrency === undefined ? '' : ` ${asItCame(investmentCurrency)}`;
  return ` for ${amountWords(investmentAmount)}${currency}`;
}

const isTold = (text: string | undefined): text is string => text !== undefined && text !== '';

export function endWords(option: EasyOption): string {
  const {pl, plClosed, investmentCurrency} = option;
  const profit = [plClosed, pl].find(isTold);
  return profit === undefined ? '' : profitWords(profit, investmentCurrency);
}

/** `#7 BTC above 75500 by 27NOV26 for 250 USDT` */
export function askedOptionWords(option: EasyOption): string {
  return `#${asItCame(option.id)} ${nameWords(option)}${investedWords(option)}`;
}

/** `CLOSED P/L -9.92 USDT: BTC above 75500 by 27NOV26 #7` */
export function easyOptionWords(option: EasyOption): string {
  const {id, status, entryPrice} = option;
  const named = nameWords(option);
  const which = id === '' ? '' : ` #${asItCame(id)}`;
  const profit = endWords(option);
  const result = profit === '' ? '' : ` P/L ${profit}`;
  switch (status) {
    case 'PENDING':
      return `OPENING: ${named}${investedWords(option)}${which}`;
    case 'ACTIVE': {
      const price = entryPrice === undefined ? '' : ` @ ${amountWords(entryPrice)}`;
      return `OPENED${price}: ${named}${investedWords(option)}${which}`;
    }
    case 'TRIGGERED':
      return isOver(option) ? `TRIGGERED, closed${result}: ${named}${which}` : `TRIGGERED: ${named}${which}`;
    case 'CLOSED':
    case 'EXPIRED':
      return `${status}${result}: ${named}${which}`;
    default:
      return `${isTold(status) ? asItCame(status) : 'OPENED'}: ${named}${investedWords(option)}${which}`;
  }
}

/** @param per behind the amounts of one contract, which are exact */
export function payoffWords({breakEvens, maxLoss, maxGain}: Payoff, per = '') {
  const shown = (value: Decimal) => number(per === '' ? rounded(value, undefined) : value);
  const even = breakEvens.length === 0 ? 'none' : breakEvens.map(shown).join(', ');
  const loss = maxLoss === undefined ? 'Unlimited loss' : `Max loss ${shown(maxLoss)}${per}`;
  const gain = maxGain === undefined ? 'unlimited gain' : `max gain ${shown(maxGain)}${per}`;
  return [
    {text: `Break-even at expiry ${even}`},
    {text: `${loss} · ${gain}`, ...(maxLoss === undefined && {tone: 'danger' as const})},
  ];
}

/** `3 @ 1,010` */
export function termsWords({size, price}: Pick<KnownOrder, 'size' | 'price'>): string {
  return [size, price].map(each => (each === undefined ? '?' : amountWords(each))).join(' @ ');
}
