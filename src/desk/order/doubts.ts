import {canonicalDecimal, compare, divide, magnitude, multiply, subtract} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {isPrice, priceSeen, usualSize} from '../feeds/prices.ts';
import type {Draft, DraftOf} from '../intents/intent.ts';
import type {State} from '../model/state.ts';
import type {Guardrails} from '../model/vocabulary.ts';
import type {Doubt, PriceSeen, UsualSize} from './ticket/ticket.ts';

/**
 * Slips of the fingers: what an order says that a person hardly means. Nothing is forbidden by it; the review
 * names each with its figure and is confirmed by another key.
 */

/** How many times one's usual size may be before it is asked about. */
const mostTimesUsual = '10';

/** @param ask of the card that the order was made from, as it was read last */
export function doubtsOf(
  {feeds, settings}: Pick<State, 'feeds' | 'settings'>,
  draft: Draft | undefined,
  ask: Decimal | undefined,
): readonly Doubt[] {
  if (draft?.kind !== 'place') return [];
  const {symbol, contract} = draft;
  const seen: PriceSeen | undefined = isPrice(ask)
    ? {price: ask, of: 'ask'}
    : priceSeen(feeds, symbol, contract);
  return [...ofPrice(draft, seen, settings.guardrails), ...ofSize(draft, usualSize(feeds, symbol, contract))];
}

/** Those that were asked about stay, as they were; what has come since is added. */
export function withMore(asked: readonly Doubt[], now: readonly Doubt[]): readonly Doubt[] {
  const more = now.filter(each => asked.every(({kind}) => kind !== each.kind));
  return more.length === 0 ? asked : [...asked, ...more];
}

function ofPrice(
  {symbol, side, price}: DraftOf<'place'>,
  seen: PriceSeen | undefined,
  {priceBand, priceTolerance}: Guardrails,
): readonly Doubt[] {
  if (seen === undefined) return [{kind: 'no price', symbol}];
  const away = multiply(subtract(price, seen.price), '100');
  const isWithin = (percent: number) =>
    compare(magnitude(away), multiply(seen.price, canonicalDecimal(percent) ?? '0')) <= 0;
  const isOverpaid = fillsAtOnce({side, price}, seen) && !isWithin(priceTolerance);
  if (isWithin(priceBand) && !isOverpaid) return [];
  return [{kind: 'price', price, percent: divide(away, seen.price, 2), seen, fillsAtOnce: isOverpaid}];
}

/** A BUY at or above the ask finds who sells: a limit that rests is lower. */
export function fillsAtOnce(
  {side, price}: Pick<DraftOf<'place'>, 'side' | 'price'>,
  seen: PriceSeen | undefined,
): boolean {
  return side === 'BUY' && seen?.of === 'ask' && compare(price, seen.price) >= 0;
}

function ofSize({size}: DraftOf<'place'>, usual: UsualSize | undefined): readonly Doubt[] {
  if (usual === undefined || compare(size, multiply(usual.median, mostTimesUsual)) <= 0) return [];
  return [{kind: 'size', size, usual}];
}
