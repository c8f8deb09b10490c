/** The logarithm of the spot is its level and a sum of waves, from one second to 49 days long. */
import type {directions} from '../../api/wire/records.ts';
import {hash, uniform} from './chance.ts';
import type {Underlying} from './instruments.ts';

const yearSeconds = 365 * 86_400;

export type BarrierDirection = (typeof directions)[number];

/** In USDT, at a time in epoch milliseconds; changes once a second. */
export type Spot = (time: number) => number;

export function createSpot(seed: number, {index, level, volatility}: Underlying): Spot {
  const walk = createWalk(hash(seed, index, 7));
  const perRootSecond = volatility / Math.sqrt(yearSeconds);
  let last = {second: Number.NaN, spot: Number.NaN};
  return time => {
    const second = Math.floor(time / 1000);
    if (second !== last.second) last = {second, spot: level * Math.exp(perRootSecond * walk(second))};
    return last.spot;
  };
}

export const isBeyond = (spot: number, price: number, direction: BarrierDirection): boolean =>
  direction === 'UP' ? spot >= price : spot <= price;

/** In seconds. */
const waves = Array.from({length: 12}, (_, place) => 4 ** place);
/** With it, the variance of a move is about its seconds, as in a random walk. */
const height = 2.38;

/**
 * Each wave has a random height at the end of each of its lengths, and straight lines between them. A line is
 * kept: most times asked for are one second later.
 */
function createWalk(seed: number): (second: number) => number {
  const lines = waves.map(length => ({length, index: Number.NaN, from: 0, to: 0}));
  return second => {
    let sum = 0;
    for (const line of lines) {
      const index = Math.floor(second / line.length);
      if (index !== line.index) {
        line.index = index;
        line.from = uniform(hash(seed, line.length, index));
        line.to = uniform(hash(seed, line.length, index + 1));
      }
      const {length, from, to} = line;
      sum += Math.sqrt(length) * (from + (to - from) * (second / length - index) - 0.5);
    }
    return height * sum;
  };
}
