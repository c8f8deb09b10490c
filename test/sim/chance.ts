/** Repeatable chance: one seed gives one scenario. */
export type Chance = {
  /** From 0 to 1, without 1. */
  next(): number;
  /** True with this probability. */
  is(probability: number): boolean;
  /** A whole number from `least` to `most`, both included. */
  from(least: number, most: number): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  /** Another source, so that what draws from it does not move this one. */
  fork(): Chance;
};

/** mulberry32 */
export function createChance(seed: number): Chance {
  let state = Math.imul(seed, 0x9e3779b1) | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    is: probability => next() < probability,
    from: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: list => list[Math.floor(next() * list.length)] as (typeof list)[number],
    fork: () => createChance(Math.floor(next() * 4_294_967_296)),
  };
}
