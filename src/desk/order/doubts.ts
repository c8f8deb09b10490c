import type {Guardrails} from '../../account/model/vocabulary.ts';
import {fewestOfMedian, type PriceSeen, type UsualSize} from '../../account/model/vocabulary.ts';
import {isPositive} from '../../account/resources/arithmetic.ts';
import {notional} from '../../account/resources/figures.ts';
import {amountWords, asItCame} from '../../account/words/text.ts';
import {
  canonicalDecimal,
  compare,
  divide,
  isZero,
  magnitude,
  multiply,
  subtract,
  toFixed,
} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {isAmend, unseenOf} from '../../core/intents/kinds/amend.ts';
import type {PlacedOrder} from '../../core/intents/kinds/kind.ts';
import {type Draft, kindOf, reducesRisk} from '../../core/intents/kinds/kinds.ts';
import {isOpen} from '../../core/intents/kinds/open.ts';
import {priceSeen, usualInvestment, usualSize} from '../feeds/prices.ts';
import {isFillSure, unlistedOf} from '../portfolio/unlisted.ts';
import type {State} from '../state.ts';
import type {Doubt} from './ordering.ts';
import {shortWords} from './tickets/place-ticket.ts';
import type {Short} from './tickets/ticket.ts';

/** Fat-finger checks. They forbid nothing: the review names each with its figure and asks for another key. */

const mostTimesUsual = '10';

/** A doubt in `asked` stays, even if its figure is back in range. */
export function doubtsOf(
  state: State,
  draft: Draft,
  ask: Decimal | undefined,
  asked: readonly Doubt[] = [],
  short?: Short,
): readonly Doubt[] {
  const {settings} = state;
  const most = String(settings.guardrails.firstNotional);
  if (isOpen(draft)) {
    const {investmentAmount: amount} = draft;
    const first = {kind: 'first', amount, most, isOpening: true} as const;
    return kept(ofSize(amount, usualInvestment(state), first), asked);
  }
  const order = kindOf(draft).places(draft);
  if (order === undefined) return [];
  const {symbol, contract, size} = order;
  const first = {kind: 'first', amount: notional(order), most, isOpening: false} as const;
  // A position that is proved has that size already.
  const sizes = reducesRisk(draft) ? [] : ofSize(size, usualSize(state, symbol, contract), first);
  const isLarger = !isAmend(draft) || compare(draft.newSize, draft.size) > 0;
  const now = [
    ...(short !== undefined && isLarger ? [{kind: 'short', ...short} as const] : []),
    ...ofPrice(order, comparedWith(state, order, ask), settings.guardrails, isIn(asked, 'price')),
    // An order that rests already was sized before.
    ...(isLarger ? sizes : sizes.filter(({kind}) => kind !== 'first')),
  ];
  return [...kept(now, asked), ...ofMissing(state, draft)];
}

const kept = (now: readonly Doubt[], asked: readonly Doubt[]) => [
  ...now,
  ...asked.filter(({kind}) => !kind.startsWith('overfill') && !isIn(now, kind)),
];

/** Worst case: the canceled order filled completely and its trades are not listed yet. */
function ofMissing(state: State, draft: Draft): readonly Doubt[] {
  const most = unseenOf(draft);
  if (isZero(most)) return [];
  const fill = unlistedOf(state, kindOf(draft).replaces(draft));
  return [{kind: fill !== undefined && isFillSure(fill) ? 'overfills' : 'overfill', most}];
}

function isIn(doubts: readonly Doubt[], kind: Doubt['kind']): boolean {
  return doubts.some(each => each.kind === kind);
}

function ofPrice(
  {symbol, side, price}: PlacedOrder,
  seen: PriceSeen | undefined,
  {priceBand, priceTolerance}: Guardrails,
  isAsked: boolean,
): readonly Doubt[] {
  if (seen === undefined) return [{kind: 'no price', symbol}];
  const isOverpaid = fillsAtOnce({side, price}, seen) && isBeyond(priceTolerance, seen.price, price);
  if (!isBeyond(priceBand, seen.price, price) && !isOverpaid && !isAsked) return [];
  return [{kind: 'price', price, percent: movedPercent(seen.price, price), seen, fillsAtOnce: isOverpaid}];
}

export const movedPercent = (from: Decimal, to: Decimal): Decimal =>
  divide(multiply(subtract(to, from), '100'), from, 2);

const isBeyond = (percent: number, from: Decimal, to: Decimal) =>
  compare(magnitude(multiply(subtract(to, from), '100')), multiply(from, canonicalDecimal(percent) ?? '0')) >
  0;

/** Beyond the tolerance, since the ask that was agreed to. The limit of a passive order rules by itself. */
export function hasRisen(
  {settings: {guardrails}}: Pick<State, 'settings'>,
  order: PlacedOrder | undefined,
  from: Decimal,
  to: Decimal,
): boolean {
  if (order !== undefined && !fillsAtOnce(order, {price: to, of: 'ask'})) return false;
  return compare(to, from) > 0 && isBeyond(guardrails.priceTolerance, from, to);
}

/** The ask that the review shows, else the last ask or trade of another record. */
export function comparedWith(
  state: Pick<State, 'portfolio' | 'rounds'>,
  {symbol, contract}: PlacedOrder,
  ask: Decimal | undefined,
): PriceSeen | undefined {
  return isPositive(ask) ? {price: ask, of: 'ask'} : priceSeen(state, symbol, contract);
}

export function fillsAtOnce(
  {side, price}: Pick<PlacedOrder, 'side' | 'price'>,
  seen: PriceSeen | undefined,
): boolean {
  return side === 'BUY' && seen?.of === 'ask' && compare(price, seen.price) >= 0;
}

/** Without anything to compare with, only a large amount asks. */
function ofSize(
  size: Decimal,
  usual: UsualSize | undefined,
  first: Extract<Doubt, {kind: 'first'}>,
): readonly Doubt[] {
  if (usual === undefined) return compare(first.amount, first.most) <= 0 ? [] : [first];
  return compare(size, multiply(usual.value, mostTimesUsual)) <= 0 ? [] : [{kind: 'size', size, usual}];
}

/** `The price 47,747.5 is 901 % above the ask 4,770.65`; in short `901 % above ask`. */
export function doubtWords(doubt: Doubt): {readonly text: string; readonly short: string} {
  switch (doubt.kind) {
    case 'price': {
      const {price, percent, seen, fillsAtOnce} = doubt;
      const size = magnitude(percent);
      const figure = amountWords(compare(size, '100') < 0 ? size : toFixed(size, 0));
      const away = `${figure} % ${percent.startsWith('-') ? 'below' : 'above'}`;
      const words = `The price ${amountWords(price)} is ${away} the ${seen.of} ${amountWords(seen.price)}`;
      return {text: fillsAtOnce ? `${words}, and is marketable` : words, short: `${away} ${seen.of}`};
    }
    case 'short': {
      const loss = shortWords(doubt);
      return {text: `Sells short. ${loss}`, short: loss};
    }
    case 'no price':
      return {text: `No price is known for ${asItCame(doubt.symbol)}`, short: 'no price is known'};
    case 'size': {
      const {value, count, asset} = doubt.usual;
      const figure = count < fewestOfMedian ? 'largest' : 'median';
      const times = amountWords(divide(doubt.size, value, 1));
      const of = asset === undefined ? 'Easy Options' : `trades in ${asItCame(asset)}`;
      const among = count < fewestOfMedian ? of : `${count} ${of}`;
      const what = `The ${asset === undefined ? 'investment' : 'size'} ${amountWords(doubt.size)}`;
      return {
        text: `${what} is ${times} times the ${figure} ${amountWords(value)} of your ${among}`,
        short: `size ${times}x ${figure}`,
      };
    }
    case 'first': {
      const [amount, most] = [amountWords(doubt.amount), amountWords(doubt.most)];
      return {
        text: `The ${doubt.isOpening ? 'investment' : 'notional'} ${amount} is above ${most} (first_notional), and no earlier one of yours is known`,
        short: `above ${most}, none to compare`,
      };
    }
    case 'overfill': {
      const most = amountWords(doubt.most);
      return {
        text: `Risk: overfill of up to ${most} (trades of the canceled order may be missing)`,
        short: `overfill up to ${most}`,
      };
    }
    case 'overfills': {
      const words = `WILL OVERFILL by up to ${amountWords(doubt.most)}`;
      return {text: `${words}: the old order has a fill that no trade shows yet`, short: words};
    }
    default:
      return doubt satisfies never;
  }
}
