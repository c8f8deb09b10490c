/**
 * P/L at expiry of contracts on one underlying and expiry, held until then, with a contract size of 1 and
 * without fees: a line with a corner at each strike. Premium and strike are assumed to be in one currency.
 */
import {
  add,
  compare,
  divideHalfEven,
  isNegative,
  isZero,
  magnitude,
  multiply,
  negate,
  subtract,
  sum,
} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';

export type Leg = {
  readonly type: 'CALL' | 'PUT';
  readonly strike: Decimal;
  /** Contracts; negative if sold. */
  readonly size: Decimal;
  /** Per contract. */
  readonly price: Decimal;
};

type Corner = {readonly at: Decimal; readonly pl: Decimal};

export type Payoff = ReturnType<typeof payoffOf>;

type Terms = Partial<Record<'type' | 'side' | 'strikePrice', string | undefined>>;

export function contractAt(
  price: Decimal | undefined,
  {type, side, strikePrice: strike}: Terms,
  size: Decimal = '1',
): Leg | undefined {
  const known = (['CALL', 'PUT'] as const).find(each => each === type);
  if (known === undefined || strike === undefined || price === undefined) return undefined;
  if (side !== 'BUY' && side !== 'SELL') return undefined;
  return {type: known, strike, size: side === 'BUY' ? size : negate(size), price};
}

/** An undefined loss or gain is unlimited. Corners are at 0 and at each strike; `slope` is beyond the last. */
export function payoffOf(legs: readonly Leg[]) {
  const strikes = legs.map(({strike}) => strike).toSorted(compare);
  const at = ['0', ...strikes].filter(
    (each, index, all) => index === 0 || compare(each, all[index - 1] ?? '0') > 0,
  );
  const corners = at.map(each => ({at: each, pl: profitAt(legs, each)}));
  const slope = sum(legs.filter(({type}) => type === 'CALL').map(({size}) => size));
  const all = corners.map(({pl}) => pl).toSorted(compare);
  const [least = '0', most = '0'] = [all[0], all.at(-1)];
  return {
    corners,
    slope,
    breakEvens: breakEvensOf(corners, slope),
    maxLoss: isNegative(slope) ? undefined : isNegative(least) ? negate(least) : '0',
    maxGain: isRising(slope) ? undefined : isNegative(most) ? '0' : most,
  };
}

const isRising = (slope: Decimal) => !isZero(slope) && !isNegative(slope);

function profitAt(legs: readonly Leg[], at: Decimal): Decimal {
  return sum(
    legs.map(({type, strike, size, price}) => {
      const worth = type === 'PUT' ? subtract(strike, at) : subtract(at, strike);
      return multiply(size, subtract(isNegative(worth) ? '0' : worth, price));
    }),
  );
}

const places = 12;

function breakEvensOf(corners: readonly Corner[], slope: Decimal): readonly Decimal[] {
  return corners.flatMap(({at, pl}, index): Decimal[] => {
    if (isZero(pl)) return [add(at, '0')];
    const next = corners[index + 1];
    const [rise, run] = next === undefined ? [slope, '1'] : [subtract(next.pl, pl), subtract(next.at, at)];
    const isCrossed =
      next === undefined
        ? !isZero(slope) && isNegative(slope) !== isNegative(pl)
        : !isZero(next.pl) && isNegative(next.pl) !== isNegative(pl);
    if (!isCrossed) return [];
    return [add(at, divideHalfEven(multiply(magnitude(pl), run), magnitude(rise), places))];
  });
}

export function profitNear({corners, slope}: Payoff, price: number): number {
  const index = Math.max(
    0,
    corners.findLastIndex(({at}) => Number(at) <= price),
  );
  const [from, to] = [corners[index], corners[index + 1]];
  if (from === undefined) return 0;
  const [at, pl] = [Number(from.at), Number(from.pl)];
  const rise = to === undefined ? Number(slope) : (Number(to.pl) - pl) / (Number(to.at) - at);
  return pl + (price - at) * rise;
}

/** Prices of the underlying between which a chart has all strikes and break-evens. */
export function rangeOf({corners, breakEvens}: Payoff): readonly [from: number, to: number] {
  const strikes = corners.slice(1).map(({at}) => Number(at));
  const middle = (Math.min(...strikes) + Math.max(...strikes)) / 2;
  const reaches = [...strikes, ...breakEvens.map(Number)].map(each => Math.abs(each - middle));
  const reach = Math.max(...reaches) * 2.5 || middle * 0.02;
  return [Math.max(0, middle - reach), middle + reach];
}
