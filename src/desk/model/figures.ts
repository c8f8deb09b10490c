import {
  add,
  compare,
  divide,
  isDecimal,
  isZero,
  multiply,
  parseDecimal,
  subtract,
  sum,
  toFixed,
} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Trade} from '../../api/wire/records.ts';

/** Exact figures shown beside the records: totals, fills, and what an option can win and lose. */

export type OptionTotals = {
  readonly currency: string;
  /** How many of each state there are that are not over, in the order in which the page shows them. */
  readonly states: ReadonlyMap<string, number>;
  /** Invested in those that are not over. */
  readonly invested: Decimal;
  /** Their P/L. */
  readonly open: Decimal;
  /** `open` in percent of what was invested in those that tell a P/L. */
  readonly openPercent: Decimal | undefined;
  /** P/L of those that are over: what is sold may be told as both figures of a row that is not. */
  readonly closed: Decimal;
};

const knownTotals = new WeakMap<readonly EasyOption[], readonly OptionTotals[]>();

/**
 * Sums over the Easy Options of one page, a line for each currency, in the order of their names. Every picture
 * asks for them; they are taken once of each list.
 */
export function optionTotals(rows: readonly EasyOption[]): readonly OptionTotals[] {
  const known = knownTotals.get(rows);
  if (known !== undefined) return known;
  const totals = [...Map.groupBy(rows, row => row.investmentCurrency ?? '')]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, all]) => totalsOf(currency, all));
  knownTotals.set(rows, totals);
  return totals;
}

function totalsOf(currency: string, rows: readonly EasyOption[]): OptionTotals {
  const open = rows.filter(row => !isOver(row));
  const states = new Map<string, number>();
  for (const {status = 'no status'} of open) states.set(status, (states.get(status) ?? 0) + 1);
  const gained = sum(open.map(({pl}) => pl).filter(isCounted));
  const told = open.filter(({pl, investmentAmount}) => isCounted(pl) && isCounted(investmentAmount));
  return {
    currency,
    states,
    invested: sum(open.map(({investmentAmount}) => investmentAmount).filter(isCounted)),
    open: gained,
    openPercent: percentOf(
      sum(told.map(({pl}) => pl).filter(isCounted)),
      sum(told.map(({investmentAmount}) => investmentAmount).filter(isCounted)),
    ),
    closed: sum(
      rows
        .filter(isOver)
        .map(({plClosed}) => plClosed)
        .filter(isCounted),
    ),
  };
}

/** P/L is a string by the interface: what is no decimal is not counted. */
function isCounted(value: string | undefined): value is Decimal {
  return value !== undefined && isDecimal(value);
}

/** P/L in percent of what was invested. */
export function plPercent({pl, investmentAmount}: Pick<EasyOption, 'pl' | 'investmentAmount'>) {
  return percentOf(pl, investmentAmount);
}

/** How far a price lies from the ask, in percent of the ask. */
export function distancePercent(price: Decimal | undefined, ask: Decimal | undefined): Decimal | undefined {
  if (price === undefined || ask === undefined || !isDecimal(price) || !isDecimal(ask)) return undefined;
  return percentOf(subtract(price, ask), ask);
}

/** To six places, cut; undefined where one is missing or no decimal, or there is nothing to be a part of. */
export function percentOf(part: string | undefined, whole: string | undefined): Decimal | undefined {
  if (part === undefined || whole === undefined || !isDecimal(part) || !isDecimal(whole)) return undefined;
  return isZero(whole) ? undefined : divide(multiply(part, '100'), whole, 6);
}

/** With two digits behind the point. */
export const percentShown = (percent: Decimal | undefined) => percent && toFixed(percent, 2);

/** What is counted in cents. */
const inCents: ReadonlySet<string> = new Set([
  'USD',
  'USDT',
  'USDC',
  'BUSD',
  'FDUSD',
  'TUSD',
  'USDP',
  'DAI',
  'EUR',
]);
const mostSignificant = 6;

/**
 * An amount as the eye takes it: to the cent in a currency that has them, else to six significant digits. Whole
 * amounts stay whole, and what is no decimal stays as it came.
 */
export function rounded(value: string | undefined, currency: string | undefined): string | undefined {
  if (value === undefined || !isDecimal(value) || !value.includes('.')) return value;
  if (inCents.has((currency ?? '').toUpperCase())) return toFixed(value, 2);
  const [head = '', fraction = ''] = value.split('.');
  const whole = head.replace(/^-?0*/, '');
  const zeros = Math.max(0, fraction.search(/[1-9]/));
  const places = Math.max(0, mostSignificant - whole.length) + (whole === '' ? zeros : 0);
  return add(toFixed(value, places), '0');
}

/**
 * Contracts filled of each order, as far as these trades tell: an order bears no filled quantity. A trade that
 * is told twice counts once.
 */
export function fillsByOrder(trades: readonly Trade[]): ReadonlyMap<string, Decimal> {
  const fills = new Map<string, Decimal>();
  const seen = new Set<string>();
  for (const {tradeId, orderId, filledSizeContracts} of trades) {
    if (orderId === undefined || filledSizeContracts === undefined || !isDecimal(filledSizeContracts))
      continue;
    if (seen.has(tradeId)) continue;
    if (tradeId !== '') seen.add(tradeId);
    fills.set(orderId, add(fills.get(orderId) ?? '0', filledSizeContracts));
  }
  return fills;
}

export type PositionTotals = {
  /** Contracts bought less those sold. */
  readonly net: Decimal;
  readonly bought: Leg;
  readonly sold: Leg;
  /** undefined where a trade does not tell its own. */
  readonly fees: Decimal | undefined;
};

type Leg = {
  readonly contracts: Decimal /** Weighted; undefined without trades. */;
  readonly average: Decimal | undefined;
};

/** What trades of one contract come to; undefined where one of them does not tell its side, price or size. */
export function positionTotals(trades: readonly Trade[]): PositionTotals | undefined {
  const isOne = new Set(trades.map(contractKey)).size === 1;
  if (!isOne || !trades.every(isTold)) return undefined;
  const bought = legOf(trades.filter(each => each.tradeSide === 'BUY'));
  const sold = legOf(trades.filter(each => each.tradeSide === 'SELL'));
  return {
    net: subtract(bought.contracts, sold.contracts),
    bought,
    sold,
    fees: trades.every(({fee}) => isCounted(fee)) ? sum(trades.map(({fee = '0'}) => fee)) : undefined,
  };
}

const contractKey = ({asset, strikePrice, type, expiryDate}: Trade) =>
  [asset, strikePrice, type, expiryDate].join(' ');

const isTold = ({tradeSide, openPrice, filledSizeContracts}: Trade) =>
  (tradeSide === 'BUY' || tradeSide === 'SELL') && isCounted(openPrice) && isCounted(filledSizeContracts);

function legOf(trades: readonly Trade[]): Leg {
  const contracts = sum(trades.map(({filledSizeContracts = '0'}) => filledSizeContracts));
  const paid = sum(
    trades.map(({openPrice = '0', filledSizeContracts = '0'}) => multiply(openPrice, filledSizeContracts)),
  );
  return {contracts, average: isZero(contracts) ? undefined : divide(paid, contracts, 12)};
}

/** The interface has the side of a trade as BUY or SELL, and its filter in small letters. */
export const sideOf = ({tradeSide}: Trade) => tradeSide?.toUpperCase();

/** What is left of an order, when both are known: nothing where its trades come to more than its size. */
export function leftOf(size: Decimal | undefined, filled: Decimal | undefined): Decimal | undefined {
  if (size === undefined || filled === undefined || !isDecimal(size)) return size;
  return compare(size, filled) > 0 ? subtract(size, filled) : '0';
}

/** One contract as it is bought or sold; premium and strike are taken to be of one currency. */
export type Option = {
  readonly type: 'CALL' | 'PUT';
  readonly side: 'BUY' | 'SELL';
  readonly strike: Decimal;
  readonly premium: Decimal;
};

/** A contract by the fields of a record; undefined where one of them is missing or is none that is known. */
export function contractAt(
  premium: Decimal | undefined,
  {type, side, strikePrice}: Partial<Record<'type' | 'side' | 'strikePrice', string | undefined>>,
): Option | undefined {
  const known = (['CALL', 'PUT'] as const).find(each => each === type);
  const dealt = (['BUY', 'SELL'] as const).find(each => each === side);
  if (known === undefined || dealt === undefined || strikePrice === undefined || premium === undefined)
    return undefined;
  return {type: known, side: dealt, strike: strikePrice, premium};
}

/** The price of the underlying at expiry at which nothing is won or lost. */
export function breakEven({type, strike, premium}: Option): Decimal {
  return type === 'PUT' ? subtract(strike, premium) : add(strike, premium);
}

/** The most that can be lost: the premium when bought, when sold all to zero; undefined where unbounded. */
export function mostLost({type, side, strike, premium}: Option): Decimal | undefined {
  if (side === 'BUY') return premium;
  return type === 'PUT' ? subtract(strike, premium) : undefined;
}

/** What an order is worth, before fees. */
export function notional({price, size}: {readonly price: Decimal; readonly size: Decimal}): Decimal {
  return multiply(price, size);
}

/** What an amount buys at the ask, to six places, cut. */
export function boughtAt(amount: Decimal, ask: Decimal | undefined): Decimal | undefined {
  return ask !== undefined && compare(ask, '0') > 0 ? divide(amount, ask, 6) : undefined;
}

/** Whether what is being typed can be calculated with by now. */
export function isAmount(text: string): text is Decimal {
  return parseDecimal(text) !== undefined && isDecimal(text);
}

/** How far the end of an Easy Option has come. */
type WithStatus = Pick<EasyOption, 'status' | 'plClosed' | 'closeTime'>;

/** The states in which a record has ended. One that nobody documented is not among them. */
export const overStates = {easyOptions: ['CLOSED', 'EXPIRED'], orders: ['FILLED', 'CANCELED']} as const;

/** Whether it is one of the documented statuses that an Easy Option ends in. */
export const isFinal = (status: EasyOption['status']) => overStates.easyOptions.some(each => each === status);

/** It has ended: nothing of it is won or lost any more. TRIGGERED is an end once it tells when, and its P/L. */
export function isOver({status, plClosed, closeTime}: WithStatus): boolean {
  const hasSold = isCounted(plClosed) && closeTime !== undefined;
  return isFinal(status) || (status === 'TRIGGERED' && hasSold);
}

/** It has ended or is about to: there is nothing left to close. */
export function isEnding(option: WithStatus): boolean {
  return option.status === 'CLOSING' || isOver(option);
}
