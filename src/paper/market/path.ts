/**
 * A Brownian path as a function of seed and time.
 *
 * It is not walked step by step. It is pinned at anchors some 97 days apart, which are independent draws, and
 * between two anchors the value in the middle is the mean of its ends plus a normal deviate (Lévy's
 * construction), half after half, down to the second. So any second costs 23 hashes, and the next one about two
 * more. Independent anchors keep the path near zero over the years.
 */
import {hash, normal} from './chance.ts';

const halvings = 23;
const anchorSeconds = 2 ** halvings;
const purpose = {anchor: 101, path: 102} as const;

/** No deviate of 32 bits is larger than this. */
const largestDeviate = 6.4;

export type Path = {
  /** The path at a second, in units of the square root of a second. */
  at(second: number): number;
  /** The value in the middle of an interval whose length is a power of two and divides its start. */
  middle(start: number, length: number, left: number, right: number): number;
};

export function createPath(seed: number): Path {
  // The middles of the last look-up, one for each halving: the next second shares nearly all of them.
  const knownStart = new Float64Array(halvings + 1).fill(-1);
  const knownMiddle = new Float64Array(halvings + 1);
  const anchor = (index: number) => normal(hash(seed, purpose.anchor, index)) * Math.sqrt(anchorSeconds / 2);
  const middle = (start: number, length: number, left: number, right: number) =>
    (left + right) / 2 + (Math.sqrt(length) / 2) * normal(hash(seed, purpose.path, start, length));

  return {
    middle,
    at(second) {
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

/**
 * How far the path can be above both ends of an interval: the largest deviate at every halving, which is a
 * geometric series in the square root of two.
 */
export const largestReach = (length: number): number =>
  (largestDeviate / 2) * Math.sqrt(length) * (Math.SQRT2 / (Math.SQRT2 - 1));
