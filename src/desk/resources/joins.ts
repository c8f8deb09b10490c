import type {EasyOption, EasyOptionCard, Id} from '../../api/wire/records.ts';
import {onceFor} from '../once.ts';

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
  readonly rows: readonly EasyOptionCard[];
  /** Cards of the whole account, which the pane may not show. */
  readonly others?: readonly EasyOptionCard[];
  readonly lasting: CardFacts;
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

export function cardOf({lasting}: CardsShown, {cardId}: EasyOption): LastingFacts | undefined {
  return cardId === undefined ? undefined : lasting.get(cardId);
}

export function askOf({rows, others = []}: CardsShown, symbol: string | undefined): string | undefined {
  return (cardTrading(rows, symbol) ?? cardTrading(others, symbol))?.currentAskPrice;
}
