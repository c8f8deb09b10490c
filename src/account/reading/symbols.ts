import type {Operations} from '../../api/contract.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import {type EasyOptionCard, fromIso, type Id} from '../../api/wire/records.ts';
import type {OrderSymbols, Position} from '../portfolio/positions.ts';
import {tradedAs} from '../resources/figures.ts';

/**
 * The symbols of positions that no record names, by order id. A trade has no symbol, but the service filters
 * trades by one: it is asked for those of each card with the underlying and the expiry of such a position.
 */
export async function readSymbols(
  client: Operations,
  positions: readonly Position[],
  cards: readonly EasyOptionCard[],
): Promise<OrderSymbols> {
  const symbols = new Map<Id, string>();
  const unnamed = positions.filter(({symbol, net}) => symbol === undefined && net !== '0');
  const isMeant = ({underlying, expiryDate}: EasyOptionCard) =>
    unnamed.some(({asset, expiry}) => asset === underlying && expiry === fromIso(expiryDate));
  const candidates = new Set(cards.filter(isMeant).flatMap(card => tradedAs(card) ?? []));
  const tradesOf = async (symbol: string) => (await client.listTrades({symbol, pageSize: 100})).value.rows;
  try {
    // A service that ignores the filter gives trades of any symbol.
    if (candidates.size === 0 || (await tradesOf('-')).length > 0) return symbols;
    for (const symbol of candidates)
      for (const {orderId} of await tradesOf(symbol)) if (orderId !== undefined) symbols.set(orderId, symbol);
  } catch (error) {
    // Without the names the positions have no ask.
    if (![ApiError, LinkError, ShapeError].some(kind => error instanceof kind)) throw error;
  }
  return symbols;
}
