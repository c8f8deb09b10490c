/** Holdings by underlying and expiry, as contracts whose payoff at expiry is known. */
import {compare, isZero} from '../../api/wire/decimal.ts';
import type {EasyOption, Id, Millis, Trade} from '../../api/wire/records.ts';
import {contractKey, isCounted, netOf, tradesByPosition} from '../resources/arithmetic.ts';
import {isOver} from '../resources/easy-options.ts';
import {contractAt, type Leg, payoffOf} from '../resources/payoff.ts';
import {termsOf} from './groups.ts';
import {heldPositions, type Position} from './positions.ts';
import type {PortfolioRows} from './rows.ts';
import {inOrder, plainly} from './trade-sums.ts';

type Named = {readonly of: 'position' | 'easyOption'; readonly id: Id | undefined};

type Part = Named & {
  readonly asset: string | undefined;
  readonly expiry: Millis | undefined;
  /** Or the reason why it is not drawn. */
  readonly drawn: Leg | string;
};

export type ExpiryPayoff = ReturnType<typeof payoffsIn>[number];

type Given = {readonly rows: PortfolioRows; readonly positions: readonly Position[]; readonly at: Millis};

export function payoffsIn({rows, positions, at}: Given) {
  const parts = [...heldPositions(positions, at).map(ofPosition), ...ofEasyOptions(rows, at)];
  const groups = Map.groupBy(parts, ({asset, expiry}) => `${asset}\n${expiry}`);
  return [...groups.values()]
    .map(group => {
      const [{asset, expiry} = {asset: undefined, expiry: undefined}] = group;
      const legs = group.flatMap(({of, id, drawn}) => (typeof drawn === 'string' ? [] : {...drawn, of, id}));
      const notDrawn = group.flatMap(({of, id, drawn}) =>
        typeof drawn === 'string' ? {of, id, reason: drawn} : [],
      );
      return {asset, expiry, legs, payoff: legs.length === 0 ? undefined : payoffOf(legs), notDrawn};
    })
    .sort(
      (one, other) => inOrder(one.asset, other.asset, plainly) || inOrder(one.expiry, other.expiry, plainly),
    );
}

function ofPosition(position: Position): Part {
  const {asset, type, strike, expiry, positionId: id, net, averageCost, isComplete} = position;
  const leg = contractAt(averageCost, {type, side: 'BUY', strikePrice: strike}, net);
  const isKnown = asset !== undefined && expiry !== undefined && isComplete && leg !== undefined;
  return {of: 'position', id, asset, expiry, drawn: isKnown ? leg : 'trades missing or incomplete'};
}

function ofEasyOptions({easyOptions, trades, cards}: PortfolioRows, now: Millis): readonly Part[] {
  const held = easyOptions.rows.filter(each => !isOver(each) && isCounted(each.qty) && !isZero(each.qty));
  if (held.length === 0) return [];
  const from = {cards: cards.rows, trades: trades.rows};
  return held.flatMap((option): Part[] => {
    const {asset, expiry} = termsOf(option, from);
    if (expiry !== undefined && expiry < now) return [];
    const drawn = legOf(option, tradesByPosition(trades.rows).get(option.positionId ?? '') ?? []);
    const isKnown = asset !== undefined && expiry !== undefined;
    const part = {of: 'easyOption', id: option.id, asset, expiry} as const;
    return [{...part, drawn: isKnown ? drawn : 'underlying or expiry unknown'}];
  });
}

/** An Easy Option names no contract: its trades do. */
function legOf({type, triggerPrice, qty, entryPrice}: EasyOption, trades: readonly Trade[]): Leg | string {
  if (type !== 'UP_DOWN' || triggerPrice !== undefined) return 'may be sold before expiry, at its trigger';
  const [first] = trades;
  const net = netOf(trades);
  if (first === undefined || new Set(trades.map(contractKey)).size > 1) return 'no trade names its contract';
  const isSame = net !== undefined && isCounted(qty) && compare(net, qty) === 0;
  const leg = isSame && isCounted(entryPrice) && contractAt(entryPrice, {...first, side: 'BUY'}, net);
  return leg || 'quantity, entry price and trades differ or are missing';
}
