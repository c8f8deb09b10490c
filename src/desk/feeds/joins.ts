import type {EasyOption, EasyOptionCard, Id} from '../../api/wire/records.ts';

/** What one list tells of a record of another one, by fields that the interface says are the same. */

/** What of a card stays as it is: it holds also when the page of cards no longer shows it. */
type LastingFacts = Pick<EasyOptionCard, 'underlying' | 'expiryDate'>;
export type CardFacts = ReadonlyMap<Id, LastingFacts>;

const mostFacts = 20_000;

/**
 * Adds the cards of an answer that were not known; the same map where all of them were.
 * @param before the cards of the answer before: what did not change since is not looked at
 */
export function withCardFacts(
  known: CardFacts,
  before: readonly EasyOptionCard[],
  cards: readonly EasyOptionCard[],
): CardFacts {
  const fresh = cards.filter(
    (card, index) => card !== before[index] && known.get(card.id)?.expiryDate !== card.expiryDate,
  );
  if (fresh.length === 0) return known;
  const more = fresh.map(({id, underlying, expiryDate}) => [id, {underlying, expiryDate}] as const);
  return new Map([...known, ...more].slice(-Math.max(mostFacts, cards.length)));
}

/** The cards of the page shown, as the other lists look them up. */
export type CardsShown = {
  /** Of every card that was seen, on whichever page. */
  readonly lasting: CardFacts;
  readonly byId: ReadonlyMap<Id, EasyOptionCard>;
  /** By the option that is traded now. */
  readonly bySymbol: ReadonlyMap<string, EasyOptionCard>;
};

export const noCards: CardsShown = {lasting: new Map(), byId: new Map(), bySymbol: new Map()};

/** Nothing is looked up of thousands of cards before a pane asks for it: most do not. */
export function cardsShown(cards: readonly EasyOptionCard[], lasting: CardFacts): CardsShown {
  let byId: CardsShown['byId'] | undefined;
  let bySymbol: CardsShown['bySymbol'] | undefined;
  return {
    lasting,
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

/** The first card that trades the option of this symbol now. */
export function cardTrading(cards: readonly EasyOptionCard[], symbol: string): EasyOptionCard | undefined {
  return cards.find(card => tradedAs(card) === symbol);
}

/** The option that a card stands for now. */
export const tradedAs = ({currentOptionSymbol, optionSymbol}: EasyOptionCard) =>
  currentOptionSymbol ?? optionSymbol;

/** What lasts of the card that an Easy Option was opened from; undefined where no answer has held it yet. */
export function cardOf({lasting}: CardsShown, {cardId}: EasyOption): LastingFacts | undefined {
  return cardId === undefined ? undefined : lasting.get(cardId);
}

/** The ask of the very option that an Easy Option holds; a card may trade another one by now. */
export function askOf(cards: CardsShown, option: EasyOption): string | undefined {
  const card = option.cardId === undefined ? undefined : cards.byId.get(option.cardId);
  return card !== undefined && tradedAs(card) === option.optionSymbol ? card.currentAskPrice : undefined;
}
