/** The logarithm of the spot is its level and a sum of waves, from one second to 49 days long. */
import type {directions} from '../../api/wire/records.ts';
import {hash, uniform} from './chance.ts';
import type {Underlying} from './instruments.ts';

const yearSeconds = 365 * 86_400;

export type BarrierDirection = (typeof directions)[number];

/** In USDT, at a time in epoch milliseconds; changes once a second. */
export type Spot = (time: number) => number;

export function createSpot(seed: number, {index, level, volatility}: Underlying): Spot {
  const own = hash(seed, index, 7);
  const perRootSecond = volatility / Math.sqrt(yearSeconds);
  let last = {second: Number.NaN, spot: Number.NaN};
  return time => {
    const second = Math.floor(time / 1000);
    if (second !== last.second) last = {second, spot: level * Math.exp(perRootSecond * walk(own, second))};
    return last.spot;
  };
}

export const isBeyond = (spot: number, price: number, direction: BarrierDirection): boolean =>
  direction === 'UP' ? spot >= price : spot <= price;

/** In seconds. */
const waves = Array.from({length: 12}, (_, place) => 4 ** place);
/** With it, the variance of a move is about its seconds, as in a random walk. */
const height = 2.38;

/** Each wave has a random height at the end of each of its lengths, and straight lines between them. */
function walk(seed: number, second: number): number {
  let sum = 0;
  for (const length of waves) {
    const index = Math.floor(second / length);
    const from = uniform(hash(seed, length, index));
    const to = uniform(hash(seed, length, index + 1));
    sum += Math.sqrt(length) * (from + (to - from) * (second / length - index) - 0.5);
  }
  return height * sum;
}
