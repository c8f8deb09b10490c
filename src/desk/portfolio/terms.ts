/** The underlying and expiry of an Easy Option: its own record lacks them, its card or its trades have them. */

import {sum} from '../../api/wire/decimal.ts';
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

/** An ask moves with each poll, and the terms stay the same. */
export function foldCards(before: CardsFold, rows: readonly EasyOptionCard[]): CardsFold {
  if (rows === before.rows) return before;
  const terms = new Map(rows.map(card => [card.id, cardTerms(card, before.terms.get(card.id))]));
  const isKept =
    terms.size === before.terms.size && [...terms].every(([id, each]) => before.terms.get(id) === each);
  return {rows, terms: isKept ? before.terms : terms};
}

const cardTerms = ({underlying, expiryDate}: EasyOptionCard, known: CardTerms | undefined): CardTerms =>
  known?.underlying === underlying && known.expiryDate === expiryDate
    ? known
    : {underlying, expiryDate, expiry: fromIso(expiryDate)};

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

/** Records without the field are counted in `without`, not as 0. */
export type Amount = {readonly sum: Decimal; readonly without: number};

export function amountOf(values: readonly (string | undefined)[]): Amount {
  const told = values.filter(isCounted);
  return {sum: sum(told), without: values.length - told.length};
}
