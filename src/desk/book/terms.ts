/** What an Easy Option is on and when it ends: it does not say so itself, its card or its trades do. */
import type {EasyOption, EasyOptionCard, Id, Millis, Trade} from '../../api/wire/records.ts';
import {fromIso} from '../model/moment.ts';
import {changesBetween} from './changes.ts';

/** Which record tells; `nothing` where none does. */
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

/** Of every card that was read what does not move with its price. */
export type CardsFold = {
  readonly rows: readonly EasyOptionCard[];
  readonly terms: ReadonlyMap<Id, CardTerms>;
};

export const noCardTerms: CardsFold = {rows: [], terms: new Map()};

/** The same terms, as long as no card came or went or became another one. */
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

/** Its card's, else those that its trades agree on. */
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

/** Whether what tells of it is the same as it was. */
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

/** What all that tell it tell alike: a position is of one contract. */
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
