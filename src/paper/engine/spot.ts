/**
 * The spot of every underlying, once a second, as a function of seed and time alone.
 *
 * The logarithm of a spot is its level, a drift, a Brownian path and the jumps. The path is not walked step by step: it
 * is pinned at anchors some 97 days apart, which are independent draws, and between two anchors the value in the middle
 * is the mean of its ends plus a normal deviate (Lévy's construction), half after half, down to the second. So any
 * moment costs 23 hashes, the next second about two more, and a market that was left alone for a month is where it
 * would have been. Independent anchors keep the spot near its level over the years.
 */
import {hash, normal, uniform} from './chance.ts';
import type {Underlying} from './underlyings.ts';

const halvings = 23;
const anchorSeconds = 2 ** halvings;
const yearSeconds = 365 * 86_400;
const driftStart = Date.UTC(2026, 0, 1) / 1000;

const jumpBucket = 3_600;
const jumpLife = 6 * jumpBucket;
const jumpsPerBucket = 0.04;
const jumpDeviation = 0.012;

/** What each number is drawn for; a different one for each purpose keeps the draws apart. */
const purpose = {anchor: 101, path: 102, jump: 103, jumpAt: 104, jumpSize: 105, volatility: 106} as const;

export interface SpotSource {
  /** The spot in USDT at a time in epoch milliseconds; it trades once a second. */
  spotAt(at: number): number;
  /** The implied volatility at the money at that time, which wanders slowly about the underlying's own. */
  volatilityAt(at: number): number;
}

export function createSpot(seed: number, {index, level, volatility, drift}: Underlying): SpotSource {
  const own = hash(seed, index, 7);
  const path = createPath(own);
  const jumps = createJumps(own);
  let lastSecond = Number.NaN;
  let lastSpot = Number.NaN;

  const spotOf = (second: number): number => {
    const trend = (drift * (second - driftStart)) / yearSeconds;
    const noise = (volatility * path(second)) / Math.sqrt(yearSeconds);
    return level * Math.exp(trend + noise + jumps(second));
  };

  return {
    spotAt(at) {
      const second = Math.floor(at / 1000);
      if (second !== lastSecond) {
        lastSpot = spotOf(second);
        lastSecond = second;
      }
      return lastSpot;
    },
    volatilityAt(at) {
      const hours = at / 3_600_000;
      const hour = Math.floor(hours);
      const from = uniform(hash(own, purpose.volatility, hour));
      const to = uniform(hash(own, purpose.volatility, hour + 1));
      return volatility * (0.9 + 0.2 * (from + (to - from) * (hours - hour)));
    },
  };
}

/** The Brownian path in units of the square root of a second. Remembers the middles of the last look-up. */
function createPath(seed: number): (second: number) => number {
  const knownIndex = new Float64Array(halvings + 1).fill(-1);
  const knownValue = new Float64Array(halvings + 1);
  const anchor = (index: number) => normal(hash(seed, purpose.anchor, index)) * Math.sqrt(anchorSeconds / 2);

  return second => {
    const block = Math.floor(second / anchorSeconds);
    const offset = second - block * anchorSeconds;
    let left = anchor(block);
    let right = anchor(block + 1);
    let length = anchorSeconds;
    for (let depth = 1; depth <= halvings; depth++) {
      const place = Math.floor(offset / length);
      const index = block * anchorSeconds + place * length;
      let middle = knownValue[depth] ?? 0;
      if (knownIndex[depth] !== index) {
        middle =
          (left + right) / 2 + (Math.sqrt(length) / 2) * normal(hash(seed, purpose.path, index, depth));
        knownIndex[depth] = index;
        knownValue[depth] = middle;
      }
      length /= 2;
      if (offset - place * length * 2 < length) right = middle;
      else left = middle;
    }
    return left;
  };
}

/** Jumps: about one a day, each fading to nothing within six hours, so that only seven buckets need a look. */
function createJumps(seed: number): (second: number) => number {
  let known = Number.NaN;
  let live: {at: number; size: number}[] = [];

  return second => {
    const bucket = Math.floor(second / jumpBucket);
    if (bucket !== known) {
      live = [];
      for (let back = 0; back * jumpBucket <= jumpLife; back++) {
        const each = bucket - back;
        if (uniform(hash(seed, purpose.jump, each)) >= jumpsPerBucket) continue;
        live.push({
          at: (each + uniform(hash(seed, purpose.jumpAt, each))) * jumpBucket,
          size: normal(hash(seed, purpose.jumpSize, each)) * jumpDeviation,
        });
      }
      known = bucket;
    }
    let sum = 0;
    for (const {at, size} of live) {
      const age = (second - at) / jumpLife;
      if (age >= 0 && age < 1) sum += size * (1 - age) ** 2;
    }
    return sum;
  };
}
