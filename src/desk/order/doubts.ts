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
import {isPrice, priceSeen, usualSize} from '../feeds/prices.ts';
import {type Draft, type Intent, kindOf} from '../intents/intent.ts';
import {type AmendDraft, isAmend} from '../intents/kinds/amend.ts';
import type {PlacedOrder} from '../intents/kinds/kind.ts';
import type {Guardrails} from '../model/vocabulary.ts';
import type {Feeds, State} from '../state.ts';
import {amountWords, asItCame} from '../words/amounts.ts';
import type {Doubt, PriceSeen, UsualSize} from './ticket/ticket.ts';

/** Fat-finger checks. They forbid nothing: the review names each with its figure and asks for another key. */

const mostTimesUsual = '10';

/** A doubt in `asked` stays, even if its figure is back in range. */
export function doubtsOf(
  {feeds, settings}: Pick<State, 'feeds' | 'settings'>,
  draft: Draft | undefined,
  ask: Decimal | undefined,
  asked: readonly Doubt[] = [],
  goesOn?: Intent,
): readonly Doubt[] {
  const order = draft && kindOf(draft).places(draft);
  if (draft === undefined || order === undefined) return [];
  const seen = comparedWith(feeds, order, ask);
  const now = [
    ...ofPrice(order, seen, settings.guardrails, isIn(asked, 'price')),
    ...ofSize(order, usualSize(feeds, order.symbol, order.contract)),
  ];
  const kept = asked.filter(({kind}) => kind !== 'overfill' && !isIn(now, kind));
  return [...now, ...kept, ...(isAmend(draft) ? ofMissing(draft, goesOn, asked) : [])];
}

/** Worst case: the canceled order filled completely and its trades are not listed yet. */
function ofMissing(
  {size, filled: reviewed = '0'}: AmendDraft,
  goesOn: Intent | undefined,
  asked: readonly Doubt[],
): readonly Doubt[] {
  const isMissing = goesOn !== undefined && goesOn.amending?.isComplete !== true;
  if (!isMissing && !isIn(asked, 'overfill')) return [];
  return [{kind: 'overfill', most: subtract(size, reviewed), known: reviewed}];
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
  const away = multiply(subtract(price, seen.price), '100');
  const isWithin = (percent: number) =>
    compare(magnitude(away), multiply(seen.price, canonicalDecimal(percent) ?? '0')) <= 0;
  const isOverpaid = fillsAtOnce({side, price}, seen) && !isWithin(priceTolerance);
  if (isWithin(priceBand) && !isOverpaid && !isAsked) return [];
  return [{kind: 'price', price, percent: divide(away, seen.price, 2), seen, fillsAtOnce: isOverpaid}];
}

/** The ask that the review shows, else the last ask or trade of another record. */
export function comparedWith(
  feeds: Feeds,
  {symbol, contract}: PlacedOrder,
  ask: Decimal | undefined,
): PriceSeen | undefined {
  return isPrice(ask) ? {price: ask, of: 'ask'} : priceSeen(feeds, symbol, contract);
}

export function fillsAtOnce(
  {side, price}: Pick<PlacedOrder, 'side' | 'price'>,
  seen: PriceSeen | undefined,
): boolean {
  return side === 'BUY' && seen?.of === 'ask' && compare(price, seen.price) >= 0;
}

function ofSize({size}: PlacedOrder, usual: UsualSize | undefined): readonly Doubt[] {
  if (usual === undefined || compare(size, multiply(usual.median, mostTimesUsual)) <= 0) return [];
  return [{kind: 'size', size, usual}];
}

/** `The price 47,747.5 is 901 % above the ask 4,770.65` */
export function doubtWords(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'price': {
      const {price, seen} = doubt;
      const words = `The price ${amountWords(price)} is ${awayWords(doubt)} the ${seen.of} ${amountWords(seen.price)}`;
      return doubt.fillsAtOnce ? `${words}, and is marketable` : words;
    }
    case 'no price':
      return `No price is known for ${asItCame(doubt.symbol)}`;
    case 'size': {
      const {median, trades, asset} = doubt.usual;
      const times = timesWords(doubt);
      const words = times === '' ? 'more than' : `${times} times`;
      return `The size ${amountWords(doubt.size)} is ${words} the median ${amountWords(median)} of your ${trades} trades in ${asItCame(asset)}`;
    }
    case 'overfill':
      return `Risk: overfill of up to ${amountWords(doubt.most)} (trades of the canceled order may be missing)`;
    default:
      return doubt satisfies never;
  }
}

/** The short form: `901 % above ask`. */
export function doubtFigure(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'price':
      return `${awayWords(doubt)} ${doubt.seen.of}`;
    case 'no price':
      return 'no price is known';
    case 'size':
      return `size ${timesWords(doubt) || '>'}x median`;
    case 'overfill':
      return `overfill up to ${amountWords(doubt.most)}`;
    default:
      return doubt satisfies never;
  }
}

type DoubtOf<K extends Doubt['kind']> = Extract<Doubt, {kind: K}>;

function awayWords({percent}: DoubtOf<'price'>): string {
  return `${percentWords(percent)} % ${percent.startsWith('-') ? 'below' : 'above'}`;
}

function timesWords({size, usual}: DoubtOf<'size'>): string {
  return isZero(usual.median) ? '' : amountWords(divide(size, usual.median, 1));
}

function percentWords(percent: Decimal): string {
  const size = magnitude(percent);
  return amountWords(compare(size, '100') < 0 ? size : toFixed(size, 0));
}
