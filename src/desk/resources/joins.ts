import type {EasyOption, EasyOptionCard, Id} from '../../api/wire/records.ts';

/** They stay known when no page shows the card any more. */
type LastingFacts = Pick<EasyOptionCard, 'underlying' | 'expiryDate'>;
export type CardFacts = ReadonlyMap<Id, LastingFacts>;

const mostFacts = 20_000;

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

export type CardsShown = {
  readonly lasting: CardFacts;
  readonly byId: ReadonlyMap<Id, EasyOptionCard>;
  readonly bySymbol: ReadonlyMap<string, EasyOptionCard>;
};

export const noCards: CardsShown = {lasting: new Map(), byId: new Map(), bySymbol: new Map()};

/** Builds its indexes on demand: there may be thousands of cards. */
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

export function cardTrading(cards: readonly EasyOptionCard[], symbol: string): EasyOptionCard | undefined {
  return cards.find(card => tradedAs(card) === symbol);
}

export const tradedAs = ({currentOptionSymbol, optionSymbol}: EasyOptionCard) =>
  currentOptionSymbol ?? optionSymbol;

export function cardOf({lasting}: CardsShown, {cardId}: EasyOption): LastingFacts | undefined {
  return cardId === undefined ? undefined : lasting.get(cardId);
}

/** Only for the option that is held: the card may trade another one now. */
export function askOf(cards: CardsShown, option: EasyOption): string | undefined {
  const card = option.cardId === undefined ? undefined : cards.byId.get(option.cardId);
  return card !== undefined && tradedAs(card) === option.optionSymbol ? card.currentAskPrice : undefined;
}
