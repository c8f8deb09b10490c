/** The logarithm of the spot is the sum of a level, a drift, a Brownian path and jumps. */
import type {directions} from '../../api/wire/records.ts';
import {hash, normal, uniform} from './chance.ts';
import type {Underlying} from './instruments.ts';

const yearSeconds = 365 * 86_400;
const driftStart = Date.UTC(2026, 0, 1) / 1000;
const volatilityPurpose = 106;

export type BarrierDirection = (typeof directions)[number];

export type Spot = ReturnType<typeof createSpot>;

/** Inclusive, in epoch milliseconds. */
export type Interval = [direction: BarrierDirection, from: number, to: number];

export function createSpot(seed: number, {index, level, volatility, drift}: Underlying) {
  const own = hash(seed, index, 7);
  const path = createPath(own);
  const jumps = createJumps(own);
  const perRootSecond = volatility / Math.sqrt(yearSeconds);
  const trend = (second: number) => (drift * (second - driftStart)) / yearSeconds;
  let last = {second: Number.NaN, spot: Number.NaN};

  const spotAt = (second: number): number => {
    if (second === last.second) return last.spot;
    const spot = level * Math.exp(trend(second) + perRootSecond * path.at(second) + jumps.at(second));
    last = {second, spot};
    return spot;
  };

  return {
    /** In USDT, at a time in epoch milliseconds; changes once a second. */
    at: (time: number) => spotAt(Math.floor(time / 1000)),
    /** At-the-money implied volatility, which drifts slowly around the underlying's own. */
    volatilityAt(time: number) {
      const hours = time / 3_600_000;
      const hour = Math.floor(hours);
      const from = uniform(hash(own, volatilityPurpose, hour));
      const to = uniform(hash(own, volatilityPurpose, hour + 1));
      return volatility * (0.9 + 0.2 * (from + (to - from) * (hours - hour)));
    },
    /** The first whole second; Infinity if the price is not reached. */
    firstReach(price: number, ...[direction, from, to]: Interval) {
      for (let second = Math.ceil(from / 1000); second * 1000 <= to; second++)
        if (isBeyond(spotAt(second), price, direction)) return second * 1000;
      return Number.POSITIVE_INFINITY;
    },
  };
}

export const isBeyond = (spot: number, price: number, direction: BarrierDirection): boolean =>
  direction === 'UP' ? spot >= price : spot <= price;

// Pinned at anchors 97 days apart; a midpoint is the mean plus a normal deviate, halving to the second (Lévy).

const halvings = 23;
const anchorSeconds = 2 ** halvings;
const pathPurpose = {anchor: 101, path: 102} as const;

function createPath(seed: number) {
  const knownStart = new Float64Array(halvings + 1).fill(-1);
  const knownMiddle = new Float64Array(halvings + 1);
  const anchor = (index: number) =>
    normal(hash(seed, pathPurpose.anchor, index)) * Math.sqrt(anchorSeconds / 2);
  const middle = (start: number, length: number, left: number, right: number) =>
    (left + right) / 2 + (Math.sqrt(length) / 2) * normal(hash(seed, pathPurpose.path, start, length));

  return {
    at(second: number) {
      const block = Math.floor(second / anchorSeconds);
      let start = block * anchorSeconds;
      let left = anchor(block);
      let right = anchor(block + 1);
      for (let depth = 1, length = anchorSeconds; depth <= halvings; depth++, length /= 2) {
        if (knownStart[depth] !== start) {
          knownMiddle[depth] = middle(start, length, left, right);
          knownStart[depth] = start;
        }
        const between = knownMiddle[depth] ?? 0;
        if (second < start + length / 2) right = between;
        else {
          left = between;
          start += length / 2;
        }
      }
      return left;
    },
  };
}

// Jumps of the spot: about one a day, gone within six hours, so only seven buckets matter.

const bucketSeconds = 3_600;
const life = 6 * bucketSeconds;
const jumpsPerBucket = 0.04;
const deviation = 0.012;
const jumpPurpose = {whether: 103, when: 104, size: 105} as const;

type Jump = {second: number; size: number};

function createJumps(seed: number) {
  let known = Number.NaN;
  let live: Jump[] = [];

  const jumpIn = (bucket: number): Jump | undefined => {
    if (uniform(hash(seed, jumpPurpose.whether, bucket)) >= jumpsPerBucket) return undefined;
    return {
      second: (bucket + uniform(hash(seed, jumpPurpose.when, bucket))) * bucketSeconds,
      size: normal(hash(seed, jumpPurpose.size, bucket)) * deviation,
    };
  };

  const jumpsOf = (firstBucket: number, lastBucket: number): Jump[] => {
    const found: Jump[] = [];
    for (let bucket = firstBucket; bucket <= lastBucket; bucket++) {
      const jump = jumpIn(bucket);
      if (jump !== undefined) found.push(jump);
    }
    return found;
  };

  return {
    at(second: number) {
      const bucket = Math.floor(second / bucketSeconds);
      if (bucket !== known) {
        live = jumpsOf(bucket - life / bucketSeconds, bucket);
        known = bucket;
      }
      let sum = 0;
      for (const jump of live) {
        const age = (second - jump.second) / life;
        if (age >= 0 && age < 1) sum += jump.size * (1 - age) ** 2;
      }
      return sum;
    },
  };
}
