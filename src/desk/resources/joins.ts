import type {EasyOption, EasyOptionCard, Id} from '../../api/wire/records.ts';
import {onceFor} from '../once.ts';

export type CardsShown = {
  readonly rows: readonly EasyOptionCard[];
  /** Those of the account where the rows are of the pane, and the other way round. */
  readonly others: readonly EasyOptionCard[];
  /** The pane shows only a part of the list. */
  readonly isPart: boolean;
};

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

export function cardOf(
  {rows, others}: CardsShown,
  {cardId = ''}: Pick<EasyOption, 'cardId'>,
): EasyOptionCard | undefined {
  return cardsById(rows).get(cardId) ?? cardsById(others).get(cardId);
}

export function cardBehind({rows, others, isPart}: CardsShown, symbol: string | undefined) {
  return cardTrading(rows, symbol) ?? (isPart ? cardTrading(others, symbol) : undefined);
}

export const askOf = (cards: CardsShown, symbol: string | undefined): string | undefined =>
  cardBehind(cards, symbol)?.currentAskPrice;
