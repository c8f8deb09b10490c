/** Jumps of the spot: about one a day, each gone within six hours, so that only seven buckets need a look. */
import {hash, normal, uniform} from './chance.ts';

const bucketSeconds = 3_600;
const life = 6 * bucketSeconds;
const jumpsPerBucket = 0.04;
const deviation = 0.012;
const purpose = {whether: 103, when: 104, size: 105} as const;

type Jump = {
  second: number;
  /** Of the logarithm of the spot. */
  size: number;
};

export type Jumps = {
  /** What the jumps add to the logarithm of the spot at a second. */
  at(second: number): number;
  /** The most that they can add, up or down, within an interval. */
  most(from: number, to: number): number;
};

export function createJumps(seed: number): Jumps {
  let known = Number.NaN;
  let live: Jump[] = [];

  const jumpIn = (bucket: number): Jump | undefined => {
    if (uniform(hash(seed, purpose.whether, bucket)) >= jumpsPerBucket) return undefined;
    return {
      second: (bucket + uniform(hash(seed, purpose.when, bucket))) * bucketSeconds,
      size: normal(hash(seed, purpose.size, bucket)) * deviation,
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
    at(second) {
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
    most(from, to) {
      const found = jumpsOf(Math.floor((from - life) / bucketSeconds), Math.floor(to / bucketSeconds));
      return found.reduce((sum, {size}) => sum + Math.abs(size), 0);
    },
  };
}
