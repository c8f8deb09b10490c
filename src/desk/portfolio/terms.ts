/** The underlying and expiry of an Easy Option: its own record lacks them, its card or its trades have them. */

import {emptySum, joinedSums, type RunningSum, sumOf, withDecimals} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, EasyOptionCard, Id, Millis, Trade} from '../../api/wire/records.ts';
import {fromIso} from '../model/moment.ts';
import {isCounted} from '../resources/arithmetic.ts';

export type Teller = 'card' | 'trades' | 'nothing';

export type OptionTerms = {
  readonly asset: string | undefined;
  readonly assetFrom: Teller;
  readonly expiry: Millis | undefined;
  readonly expiryFrom: Teller;
};

type CardTerms = {
  readonly underlying: string;
  readonly expiryDate: string;
  readonly expiry: Millis | undefined;
};

export type CardsFold = {
  readonly rows: readonly EasyOptionCard[];
  readonly terms: ReadonlyMap<Id, CardTerms>;
};

export const noCardTerms: CardsFold = {rows: [], terms: new Map()};

export function foldCards(before: CardsFold, rows: readonly EasyOptionCard[]): CardsFold {
  if (rows === before.rows) return before;
  const {gone, come} = changesBetween(before.rows, rows);
  const coming = new Set(come.map(({id}) => id));
  const left = gone.filter(({id}) => !coming.has(id));
  const news = come.filter(card => !isKnown(before.terms.get(card.id), card));
  if (left.length + news.length === 0) return {rows, terms: before.terms};
  const terms = new Map(before.terms);
  for (const {id} of left) terms.delete(id);
  for (const {id, underlying, expiryDate} of news)
    terms.set(id, {underlying, expiryDate, expiry: fromIso(expiryDate)});
  return {rows, terms};
}

const isKnown = (known: CardTerms | undefined, {underlying, expiryDate}: EasyOptionCard) =>
  known?.underlying === underlying && known.expiryDate === expiryDate;

export type TermsBy = {
  readonly cards: CardsFold['terms'];
  readonly positions: ReadonlyMap<Id, readonly Trade[]>;
};

export function termsOf({cardId, positionId}: EasyOption, {cards, positions}: TermsBy): OptionTerms {
  const card = cardId === undefined ? undefined : cards.get(cardId);
  const trades = (positionId === undefined ? undefined : positions.get(positionId)) ?? [];
  const asset = card?.underlying ?? agreed(trades, trade => trade.asset);
  const expiry = card?.expiry ?? agreed(trades, trade => trade.expiryDate);
  return {
    asset,
    assetFrom: sourceOf(asset, card?.underlying),
    expiry,
    expiryFrom: sourceOf(expiry, card?.expiry),
  };
}

export function areTermsKept({cardId, positionId}: EasyOption, was: TermsBy, is: TermsBy): boolean {
  return (
    (was.cards === is.cards || cardId === undefined || was.cards.get(cardId) === is.cards.get(cardId)) &&
    (was.positions === is.positions ||
      positionId === undefined ||
      was.positions.get(positionId) === is.positions.get(positionId))
  );
}

const sourceOf = (told: unknown, byCard: unknown): Teller =>
  byCard !== undefined ? 'card' : told === undefined ? 'nothing' : 'trades';

/** A position has one contract, so trades that disagree tell nothing. */
function agreed<Value>(trades: readonly Trade[], of: (trade: Trade) => Value | undefined): Value | undefined {
  let value: Value | undefined;
  for (const trade of trades) {
    const told = of(trade);
    if (told === undefined) continue;
    if (value !== undefined && value !== told) return undefined;
    value = told;
  }
  return value;
}

export type Changes<Row> = {readonly gone: readonly Row[]; readonly come: readonly Row[]};

/** Compares by identity. If all rows kept their index, that costs one comparison per row. */
export function changesBetween<Row>(before: readonly Row[], after: readonly Row[]): Changes<Row> {
  if (before === after) return {gone: [], come: []};
  const left: Row[] = [];
  const entered: Row[] = [];
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at++) {
    const was = before[at];
    const is = after[at];
    if (was === is) continue;
    if (was !== undefined) left.push(was);
    if (is !== undefined) entered.push(is);
  }
  if (left.length === 0 || entered.length === 0) return {gone: left, come: entered};
  const [were, are] = [new Set(left), new Set(entered)];
  return {gone: left.filter(row => !are.has(row)), come: entered.filter(row => !were.has(row))};
}

/** Records without the field are counted in `without`, not as 0. */
export type Amount = {readonly sum: Decimal; readonly without: number};

export type Tally = {readonly sum: RunningSum; readonly without: number};

export const emptyTally: Tally = {sum: emptySum, without: 0};

export function tallied(tally: Tally, values: readonly (string | undefined)[], sign: 1 | -1 = 1): Tally {
  if (values.length === 0) return tally;
  const told = values.filter(isCounted);
  return {
    sum: withDecimals(tally.sum, told, sign),
    without: tally.without + sign * (values.length - told.length),
  };
}

export function joinedTallies(tallies: readonly Tally[]): Tally {
  let {sum, without} = emptyTally;
  for (const tally of tallies) {
    if (tally === emptyTally) continue;
    sum = joinedSums(sum, tally.sum);
    without += tally.without;
  }
  return {sum, without};
}

export const amountOf = ({sum, without}: Tally): Amount => ({sum: sumOf(sum), without});
