import type {EasyOption, EasyOptionCard, Id} from '../../api/wire/records.ts';

/** What one list tells of a record of another one, by fields that the interface says are the same. */

/** The cards of the page shown, as the other lists look them up. */
export type CardsShown = {
  readonly byId: ReadonlyMap<Id, EasyOptionCard>;
  /** By the option that is traded now. */
  readonly bySymbol: ReadonlyMap<string, EasyOptionCard>;
};

export const noCards: CardsShown = {byId: new Map(), bySymbol: new Map()};

/** Nothing is looked up of thousands of cards before a pane asks for it: most do not. */
export function cardsShown(cards: readonly EasyOptionCard[]): CardsShown {
  let byId: CardsShown['byId'] | undefined;
  let bySymbol: CardsShown['bySymbol'] | undefined;
  return {
    get byId() {
      byId ??= new Map(cards.map(card => [card.id, card]));
      return byId;
    },
    get bySymbol() {
      bySymbol ??= firstBySymbol(cards);
      return bySymbol;
    },
  };
}

function firstBySymbol(cards: readonly EasyOptionCard[]): CardsShown['bySymbol'] {
  const first = new Map<string, EasyOptionCard>();
  for (const card of cards) {
    const symbol = tradedAs(card);
    if (symbol !== undefined && !first.has(symbol)) first.set(symbol, card);
  }
  return first;
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
