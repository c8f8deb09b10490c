import {add, compare, isDecimal, multiply, subtract, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Id, Trade} from '../../api/wire/records.ts';

/**
 * What is open of trades. Fills are netted by the other side of the same contract in the same position alone;
 * of those left the dearest are taken to be open. An Easy Option's contracts are counted by its investment:
 * they weigh nothing here, and what sells them is no fill that is open.
 */
export type OpenFill = {readonly notional: Decimal; readonly underlying: string | undefined};

type Fill = {readonly trade: Trade; readonly price: Decimal; readonly size: Decimal};

/** Whose contracts those of a position are, and how many of them an Easy Option accounts for. */
export type OptionContracts = {
  readonly orders: ReadonlySet<Id>;
  /** What they are options of: the service sells it for them. */
  readonly symbols: ReadonlySet<string>;
  readonly positions: ReadonlyMap<Id, Decimal>;
};

/** @returns what is open of those that tell their price and size, and the others */
export function openFills(
  trades: readonly Trade[],
  options: OptionContracts,
  isExpired: (trade: Trade) => boolean,
): {readonly open: readonly OpenFill[]; readonly untold: readonly Trade[]} {
  const untold: Trade[] = [];
  const groups = new Map<string, Fill[]>();
  for (const trade of trades) {
    if (isExpired(trade) || options.orders.has(trade.orderId ?? '')) continue;
    const {openPrice: price, filledSizeContracts: size} = trade;
    if (!canWeigh(price) || !canWeigh(size)) {
      untold.push(trade);
      continue;
    }
    const key = nettedAs(trade) ?? `alone ${groups.size}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{trade, price, size}]);
    else group.push({trade, price, size});
  }
  const open = [...groups.values()].flatMap(group => openOf(group, options.positions));
  return {open, untold};
}

/** Two fills with the same of these net each other; undefined where one of the fields is missing. */
function nettedAs({positionId, asset, type, strikePrice, expiryDate, tradeSide}: Trade): string | undefined {
  const fields = [positionId, asset, type, strikePrice, expiryDate];
  const isSide = tradeSide === 'BUY' || tradeSide === 'SELL';
  return isSide && fields.every(each => each !== undefined) ? fields.join(' ') : undefined;
}

function openOf(group: readonly Fill[], positions: OptionContracts['positions']): readonly OpenFill[] {
  const underlying = group[0]?.trade.asset;
  const sold = group.filter(({trade}) => trade.tradeSide === 'SELL');
  const bought = group.filter(({trade}) => trade.tradeSide !== 'SELL');
  const net = subtract(contracts(bought), contracts(sold));
  const isLong = compare(net, '0') >= 0;
  const covered = positions.get(group[0]?.trade.positionId ?? '') ?? '0';
  const left = isLong ? net : subtract(subtract('0', net), covered);
  if (compare(left, '0') <= 0) return [];
  return [{notional: dearest(isLong ? bought : sold, left), underlying}];
}

const contracts = (fills: readonly Fill[]) => sum(fills.map(({size}) => size));

/** The worth of so many contracts, the dearest first. */
function dearest(fills: readonly Fill[], size: Decimal): Decimal {
  let left = size;
  let worth: Decimal = '0';
  for (const fill of fills.toSorted((a, b) => compare(b.price, a.price))) {
    if (compare(left, '0') <= 0) break;
    const taken = compare(fill.size, left) < 0 ? fill.size : left;
    worth = add(worth, multiply(taken, fill.price));
    left = subtract(left, taken);
  }
  return worth;
}

export function canWeigh(value: string | undefined): value is Decimal {
  return value !== undefined && isDecimal(value) && !value.startsWith('-');
}
