import {canonicalDecimal, compare, divide, magnitude, multiply, subtract} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {isPrice, priceSeen, usualSize} from '../feeds/prices.ts';
import type {Draft, DraftOf, Intent} from '../intents/intent.ts';
import {placedBy} from '../intents/replace/write.ts';
import type {Feeds, State} from '../model/state.ts';
import type {Guardrails} from '../model/vocabulary.ts';
import type {Doubt, PriceSeen, UsualSize} from './ticket/ticket.ts';

/**
 * Slips of the fingers: what an order says that a person hardly means. Nothing is forbidden by it; the review
 * names each with its figure and is confirmed by another key.
 */

/** How many times one's usual size may be before it is asked about. */
const mostTimesUsual = '10';

/**
 * With the figures of now. What was asked about stays, whatever its figure has come to.
 * @param ask of the card that trades what is ordered, as it was read last
 * @param asked what has been asked about
 * @param goesOn the replacement that is gone on with
 */
export function doubtsOf(
  {feeds, settings}: Pick<State, 'feeds' | 'settings'>,
  draft: Draft | undefined,
  ask: Decimal | undefined,
  asked: readonly Doubt[] = [],
  goesOn?: Intent,
): readonly Doubt[] {
  if (draft?.kind === 'replace')
    return [
      ...doubtsOf(
        {feeds, settings},
        placedBy(draft, draft.filled),
        ask,
        asked.filter(each => each.kind !== 'overfill'),
      ),
      ...ofMissing(draft, goesOn, asked),
    ];
  if (draft?.kind !== 'place') return [];
  const {symbol, contract} = draft;
  const seen = comparedWith(feeds, draft, ask);
  const now = [
    ...ofPrice(draft, seen, settings.guardrails, isIn(asked, 'price')),
    ...ofSize(draft, usualSize(feeds, symbol, contract)),
  ];
  return [...now, ...asked.filter(({kind}) => !isIn(now, kind))];
}

/** The worst: all of the canceled order filled, and its trades have not told so yet. */
function ofMissing(
  {size, filled: reviewed = '0'}: DraftOf<'replace'>,
  goesOn: Intent | undefined,
  asked: readonly Doubt[],
): readonly Doubt[] {
  const isMissing = goesOn !== undefined && goesOn.replacing?.isComplete !== true;
  if (!isMissing && !isIn(asked, 'overfill')) return [];
  return [{kind: 'overfill', most: subtract(size, reviewed), known: reviewed}];
}

function isIn(doubts: readonly Doubt[], kind: Doubt['kind']): boolean {
  return doubts.some(each => each.kind === kind);
}

function ofPrice(
  {symbol, side, price}: DraftOf<'place'>,
  seen: PriceSeen | undefined,
  {priceBand, priceTolerance}: Guardrails,
  isAsked: boolean,
): readonly Doubt[] {
  if (seen === undefined) return [{kind: 'no price', symbol}];
  const away = multiply(subtract(price, seen.price), '100');
  const isWithin = (percent: number) =>
    compare(magnitude(away), multiply(seen.price, canonicalDecimal(percent) ?? '0')) <= 0;
  const isOverpaid = fillsAtOnce({side, price}, seen) && !isWithin(priceTolerance);
  if (isWithin(priceBand) && !isOverpaid && !isAsked) return [];
  return [{kind: 'price', price, percent: divide(away, seen.price, 2), seen, fillsAtOnce: isOverpaid}];
}

/** The price that an order is compared with: the ask that its review shows, else the last of another record. */
export function comparedWith(
  feeds: Feeds,
  {symbol, contract}: DraftOf<'place'>,
  ask: Decimal | undefined,
): PriceSeen | undefined {
  return isPrice(ask) ? {price: ask, of: 'ask'} : priceSeen(feeds, symbol, contract);
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
