/** The desk's dice: the core draws from a seed that it holds, so that a run can be played again. */

/** One step of a small generator (mulberry32): the next seed, and a number from 0 to 1. */
export function drawChance(seed: number): [number, number] {
  const next = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), 1 | next);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return [next, ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296];
}
