/**
 * The spot of an underlying, once a second, as a function of seed and time alone: its logarithm is a level, a
 * drift, a Brownian path and jumps. A market that was left alone for a month is where it would have been.
 */
import type {directions} from '../../api/wire/records.ts';
import {hash, uniform} from './chance.ts';
import {createJumps} from './jumps.ts';
import {createPath, largestReach, type Path} from './path.ts';
import type {Underlying} from './underlyings.ts';

const yearSeconds = 365 * 86_400;
const driftStart = Date.UTC(2026, 0, 1) / 1000;
const volatilityPurpose = 106;

/** Which way a price is waited for. */
export type BarrierDirection = (typeof directions)[number];

export type Spot = {
  /** In USDT, at a time in epoch milliseconds; it trades once a second. */
  at(time: number): number;
  /** The implied volatility at the money at that time, which wanders slowly about the underlying's own. */
  volatilityAt(time: number): number;
  /**
   * The first second from `from` to `to` (epoch milliseconds, both included) at which the spot is at or
   * beyond a price; Infinity when there is none.
   */
  firstReach(price: number, direction: BarrierDirection, from: number, to: number): number;
};

export function createSpot(seed: number, {index, level, volatility, drift}: Underlying): Spot {
  const own = hash(seed, index, 7);
  const path = createPath(own);
  const jumps = createJumps(own);
  const perRootSecond = volatility / Math.sqrt(yearSeconds);
  const trend = (second: number) => (drift * (second - driftStart)) / yearSeconds;
  let lastSecond = Number.NaN;
  let lastSpot = Number.NaN;

  const spotAt = (second: number): number => {
    if (second !== lastSecond) {
      lastSpot = level * Math.exp(trend(second) + perRootSecond * path.at(second) + jumps.at(second));
      lastSecond = second;
    }
    return lastSpot;
  };

  return {
    at: time => spotAt(Math.floor(time / 1000)),
    volatilityAt(time) {
      const hours = time / 3_600_000;
      const hour = Math.floor(hours);
      const from = uniform(hash(own, volatilityPurpose, hour));
      const to = uniform(hash(own, volatilityPurpose, hour + 1));
      return volatility * (0.9 + 0.2 * (from + (to - from) * (hours - hour)));
    },
    firstReach(price, direction, from, to) {
      const sign = direction === 'UP' ? 1 : -1;
      const wanted = sign * Math.log(price / level);
      const first = Math.ceil(from / 1000);
      const last = Math.floor(to / 1000);
      const isThere = (second: number) => isBeyond(spotAt(second), price, direction);
      const searchIn = createSearch({path, perRootSecond, sign, first, last, isThere});
      for (let start = Math.floor(first / searchBlock) * searchBlock; start <= last; start += searchBlock) {
        const end = start + searchBlock;
        const extra = jumps.most(start, end) + Math.max(sign * trend(start), sign * trend(end)) + slack;
        const found = searchIn(start, searchBlock, path.at(start), path.at(end), wanted - extra);
        if (found !== undefined) return found * 1000;
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}

type Search = {
  path: Path;
  perRootSecond: number;
  /** 1 for a price from below, -1 for one from above. */
  sign: number;
  first: number;
  last: number;
  isThere: (second: number) => boolean;
};

/** Looks into an interval's halves unless even the largest deviates could not reach the price within it. */
function createSearch({path, perRootSecond, sign, first, last, isThere}: Search) {
  return function searchIn(
    start: number,
    length: number,
    left: number,
    right: number,
    needed: number,
  ): number | undefined {
    if (start > last || start + length <= first) return undefined;
    if (length === 1) return isThere(start) ? start : undefined;
    if (perRootSecond * (Math.max(sign * left, sign * right) + largestReach(length)) < needed)
      return undefined;
    const half = length / 2;
    const middle = path.middle(start, length, left, right);
    return searchIn(start, half, left, middle, needed) ?? searchIn(start + half, half, middle, right, needed);
  };
}

/** Whether a spot is at or beyond a price, both in USDT. */
export const isBeyond = (spot: number, price: number, direction: BarrierDirection): boolean =>
  direction === 'UP' ? spot >= price : spot <= price;

/** Some four and a half hours: short enough that its jumps are few. */
const searchBlock = 2 ** 14;
/** More than rounding can add up to. */
const slack = 1e-9;
