import type {Guardrails} from '../../account/model/vocabulary.ts';
import {fewestOfMedian, type PriceSeen, type UsualSize} from '../../account/model/vocabulary.ts';
import {isPositive} from '../../account/resources/arithmetic.ts';
import {notional} from '../../account/resources/figures.ts';
import {amountWords, asItCame} from '../../account/words/text.ts';
import {
  add,
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
import {type Draft, orderPlaced, orderReplaced, reducesRisk} from '../../core/intents/kinds/kinds.ts';
import {isOpen} from '../../core/intents/kinds/open.ts';
import {priceSeen, usualInvestment, usualSize} from '../feeds/prices.ts';
import {unlistedOf} from '../portfolio/unlisted.ts';
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
  const {guardrails} = state.settings;
  const most = String(guardrails.firstNotional);
  if (isOpen(draft)) {
    const {investmentAmount: amount} = draft;
    return kept(ofSize(amount, usualInvestment(state), {what: 'investment', amount, most}), asked);
  }
  const order = orderPlaced(draft);
  if (order === undefined) return [];
  const {symbol, contract, size} = order;
  const first = {what: 'notional', amount: notional(order), most};
  // A position that is proved has that size already.
  const sizes = reducesRisk(draft) ? [] : ofSize(size, usualSize(state, symbol, contract), first);
  const isLarger = !isAmend(draft) || compare(draft.newSize, draft.size) > 0;
  const now = [
    ...(short !== undefined && isLarger ? [ofShort(short)] : []),
    ...ofPrice(order, comparedWith(state, order, ask), guardrails, isIn(asked, 'price')),
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
  const unseen = unseenOf(draft);
  if (isZero(unseen)) return [];
  const most = amountWords(unseen);
  const fill = unlistedOf(state, orderReplaced(draft));
  if (fill?.isSure) {
    const short = `WILL OVERFILL by up to ${most}`;
    return [{kind: 'overfills', text: `${short}: the old order has a fill that no trade shows yet`, short}];
  }
  const text = `Risk: overfill of up to ${most} (trades of the canceled order may be missing)`;
  return [{kind: 'overfill', text, short: `overfill up to ${most}`}];
}

function isIn(doubts: readonly Doubt[], kind: Doubt['kind']): boolean {
  return doubts.some(each => each.kind === kind);
}

function ofShort(loss: Short): Doubt {
  const short = shortWords(loss);
  const unless = loss.mayNet ? ', unless it nets the position held' : '';
  return {kind: 'short', text: `Sells short${unless}. ${short}`, short};
}

/** `The price 47,747.5 is 901 % above the ask 4,770.65`; in short `901 % above ask`. */
function ofPrice(
  {symbol, side, price}: PlacedOrder,
  seen: PriceSeen | undefined,
  {priceBand, priceTolerance}: Guardrails,
  isAsked: boolean,
): readonly Doubt[] {
  if (seen === undefined) {
    const text = `No price is known for ${asItCame(symbol)}`;
    return [{kind: 'no price', text, short: 'no price is known'}];
  }
  const isOverpaid = fillsAtOnce({side, price}, seen) && isBeyond(priceTolerance, seen.price, price);
  if (!isBeyond(priceBand, seen.price, price) && !isOverpaid && !isAsked) return [];
  const percent = movedPercent(seen.price, price);
  const size = magnitude(percent);
  const figure = amountWords(compare(size, '100') < 0 ? size : toFixed(size, 0));
  const away = `${figure} % ${percent.startsWith('-') ? 'below' : 'above'}`;
  const words = `The price ${amountWords(price)} is ${away} the ${seen.of} ${amountWords(seen.price)}`;
  const text = isOverpaid ? `${words}, and is marketable` : words;
  return [{kind: 'price', text, short: `${away} ${seen.of}`}];
}

/** Rounded as the tables round. */
export const movedPercent = (from: Decimal, to: Decimal): Decimal =>
  add(toFixed(divide(multiply(subtract(to, from), '100'), from, 6), 2), '0');

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
  first: {readonly what: string; readonly amount: Decimal; readonly most: Decimal},
): readonly Doubt[] {
  if (usual === undefined) {
    if (compare(first.amount, first.most) <= 0) return [];
    const above = `above ${amountWords(first.most)}`;
    const text = `The ${first.what} ${amountWords(first.amount)} is ${above} (first_notional), and no earlier one of yours is known`;
    return [{kind: 'first', text, short: `${above}, none to compare`}];
  }
  const {value, count, asset} = usual;
  if (compare(size, multiply(value, mostTimesUsual)) <= 0) return [];
  const figure = count < fewestOfMedian ? 'largest' : 'median';
  const times = amountWords(divide(size, value, 1));
  const of = asset === undefined ? 'Easy Options' : `trades in ${asItCame(asset)}`;
  const among = count < fewestOfMedian ? of : `${count} ${of}`;
  const what = `The ${asset === undefined ? 'investment' : 'size'} ${amountWords(size)}`;
  const text = `${what} is ${times} times the ${figure} ${amountWords(value)} of your ${among}`;
  return [{kind: 'size', text, short: `size ${times}x ${figure}`}];
}
