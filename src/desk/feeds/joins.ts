import type {EasyOption, EasyOptionCard, Id} from '../../api/wire/records.ts';

/** What one list tells of a record of another one, by fields that the interface says are the same. */

/** The cards of the page shown, as the other lists look them up. */
export type CardsShown = {
  readonly byId: ReadonlyMap<Id, EasyOptionCard>;
  /** By the option that is traded now. */
  readonly bySymbol: ReadonlyMap<string, EasyOptionCard>;
};

export const noCards: CardsShown = {byId: new Map(), bySymbol: new Map()};

export function cardsShown(cards: readonly EasyOptionCard[]): CardsShown {
  const bySymbol = new Map<string, EasyOptionCard>();
  for (const card of cards) {
    const symbol = tradedAs(card);
    if (symbol !== undefined && !bySymbol.has(symbol)) bySymbol.set(symbol, card);
  }
  return {byId: new Map(cards.map(card => [card.id, card])), bySymbol};
}

const tradedAs = ({currentOptionSymbol, optionSymbol}: EasyOptionCard) => currentOptionSymbol ?? optionSymbol;

/** The card that an Easy Option was opened from; undefined where the page of cards does not show it. */
export function cardOf({byId}: CardsShown, {cardId}: EasyOption): EasyOptionCard | undefined {
  return cardId === undefined ? undefined : byId.get(cardId);
}

/** The ask of the very option that an Easy Option holds; a card may trade another one by now. */
export function askOf(cards: CardsShown, option: EasyOption): string | undefined {
  const card = cardOf(cards, option);
  return card !== undefined && tradedAs(card) === option.optionSymbol ? card.currentAskPrice : undefined;
}
