import {
  add,
  compare,
  divide,
  isDecimal,
  isZero,
  multiply,
  parseDecimal,
  subtract,
  toFixed,
} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, EasyOptionCard, Id} from '../../api/wire/records.ts';
import {onceFor} from '../once.ts';

export function plPercent({pl, investmentAmount}: Pick<EasyOption, 'pl' | 'investmentAmount'>) {
  return percentOf(pl, investmentAmount);
}

/** About what a close brings, before its fee. */
export function worthNow({pl, investmentAmount}: Pick<EasyOption, 'pl' | 'investmentAmount'>) {
  if (pl === undefined || investmentAmount === undefined) return undefined;
  return isDecimal(pl) && isDecimal(investmentAmount) ? add(investmentAmount, pl) : undefined;
}

export function distancePercent(price: Decimal | undefined, ask: Decimal | undefined): Decimal | undefined {
  if (price === undefined || ask === undefined || !isDecimal(price) || !isDecimal(ask)) return undefined;
  return percentOf(subtract(price, ask), ask);
}

/** Cut to six places; undefined if a value is missing or not a decimal, or if the whole is 0. */
export function percentOf(part: string | undefined, whole: string | undefined): Decimal | undefined {
  if (part === undefined || whole === undefined || !isDecimal(part) || !isDecimal(whole)) return undefined;
  return isZero(whole) ? undefined : divide(multiply(part, '100'), whole, 6);
}

export const percentShown = (percent: Decimal | undefined) => percent && toFixed(percent, 2);

const inCents: ReadonlySet<string> = new Set('USD USDT USDC BUSD FDUSD TUSD USDP DAI EUR'.split(' '));
const mostSignificant = 6;

/** To the cent if the currency has cents, else six significant digits. Other texts stay unchanged. */
export function rounded(value: string | undefined, currency: string | undefined): string | undefined {
  if (value === undefined || !isDecimal(value) || !value.includes('.')) return value;
  if (inCents.has((currency ?? '').toUpperCase())) return toFixed(value, 2);
  const [head = '', fraction = ''] = value.split('.');
  const whole = head.replace(/^-?0*/, '');
  const zeros = Math.max(0, fraction.search(/[1-9]/));
  const places = Math.max(0, mostSignificant - whole.length) + (whole === '' ? zeros : 0);
  return add(toFixed(value, places), '0');
}

/** Like `rounded`, with the cents of whole amounts: the decimals of a column are alike. */
export function inColumn(value: string | undefined, currency: string | undefined): string | undefined {
  const isInCents = value !== undefined && isDecimal(value) && inCents.has((currency ?? '').toUpperCase());
  return isInCents ? toFixed(value, 2) : rounded(value, currency);
}

export function notional({price, size}: {readonly price: Decimal; readonly size: Decimal}): Decimal {
  return multiply(price, size);
}

export function boughtAt(amount: Decimal, ask: Decimal | undefined): Decimal | undefined {
  return ask !== undefined && compare(ask, '0') > 0 ? divide(amount, ask, 6) : undefined;
}

export function isAmount(text: string): text is Decimal {
  return parseDecimal(text) !== undefined && isDecimal(text);
}

export const cardsById = onceFor(
  (cards: readonly EasyOptionCard[]): ReadonlyMap<Id, EasyOptionCard> =>
    new Map(cards.map(card => [card.id, card])),
);

const firstBySymbol = onceFor(
  (cards: readonly EasyOptionCard[]) => new Map(cards.toReversed().map(card => [tradedAs(card), card])),
);

/** The first card that trades the symbol. */
export function cardTrading(
  cards: readonly EasyOptionCard[],
  symbol: string | undefined,
): EasyOptionCard | undefined {
  return symbol === undefined ? undefined : firstBySymbol(cards).get(symbol);
}

export const tradedAs = ({currentOptionSymbol, optionSymbol}: EasyOptionCard) =>
  currentOptionSymbol ?? optionSymbol;

export const cardOf = (cards: readonly EasyOptionCard[], {cardId = ''}: Pick<EasyOption, 'cardId'>) =>
  cardsById(cards).get(cardId);

export const askOf = (cards: readonly EasyOptionCard[], symbol: string | undefined): string | undefined =>
  cardTrading(cards, symbol)?.currentAskPrice;
