/** The share of trades that won, as far as so many of them can tell. */
export type WinRange = {
  /** Whole percents, the lower cut and the upper rounded up: the range is never told too narrow. */
  readonly low: number;
  readonly high: number;
};

/** 1.96 standard deviations, squared, in ten-thousandths: 95 %. */
const zSquared = 38_416n;

/**
 * The Wilson interval at 95 %, computed in integers: a share p is in it where (wins - n p)² < z² n p (1 - p).
 * Undefined of none.
 */
export function winRange(wins: number, n: number): WinRange | undefined {
  if (n === 0) return undefined;
  const isWithin = (percent: number) => {
    const p = BigInt(percent);
    const off = 100n * BigInt(wins) - BigInt(n) * p;
    return off === 0n || off * off * 10_000n < zSquared * BigInt(n) * p * (100n - p);
  };
  const share = (100 * wins) / n;
  return {
    low: lastOutside(Math.floor(share), -1, isWithin),
    high: lastOutside(Math.ceil(share), 1, isWithin),
  };
}

/** From the share outwards to the first whole percent on the bound or beyond it; 0 or 100 at the most. */
function lastOutside(from: number, step: 1 | -1, isWithin: (percent: number) => boolean): number {
  const end = step < 0 ? 0 : 100;
  let percent = from;
  while (percent !== end && isWithin(percent)) percent += step;
  return percent;
}
