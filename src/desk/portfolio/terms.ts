/** The underlying and expiry of an Easy Option: its own record lacks them, its card or its trades have them. */

import type {EasyOption, EasyOptionCard, Trade} from '../../api/wire/records.ts';
import {fromIso} from '../model/moment.ts';
import {tradesByPosition} from '../resources/arithmetic.ts';
import {cardsById} from '../resources/joins.ts';

export type Teller = 'card' | 'trades' | 'nothing';

export type OptionTerms = ReturnType<typeof termsOf>;

export type TermsFrom = {readonly cards: readonly EasyOptionCard[]; readonly trades: readonly Trade[]};

export function termsOf({cardId = '', positionId = ''}: EasyOption, from: TermsFrom) {
  const card = cardsById(from.cards).get(cardId);
  const trades = tradesByPosition(from.trades).get(positionId) ?? [];
  const byCard = fromIso(card?.expiryDate);
  const asset = card?.underlying ?? agreed(trades, trade => trade.asset);
  const expiry = byCard ?? agreed(trades, trade => trade.expiryDate);
  const [assetFrom, expiryFrom] = [sourceOf(asset, card?.underlying), sourceOf(expiry, byCard)];
  return {asset, assetFrom, expiry, expiryFrom};
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
