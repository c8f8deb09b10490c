/** Randomness of the pure core: it comes from a seed in the state, so that a run can be replayed. */

/** One step of mulberry32: the next seed, and a number from 0 to 1. */
export function drawChance(seed: number): [number, number] {
  const next = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return [next, ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296];
}
