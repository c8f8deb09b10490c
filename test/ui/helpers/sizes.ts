/** Terminals that people have, from the least that optty works on. */
export const sizes = [
  [40, 10],
  [80, 24],
  [120, 40],
  [200, 60],
  [300, 20],
] as const;

/**
 * A share of what is to be tried, another with each number: over many scenes all of it has its turn. A soak
 * tries all of it with each of them.
 */
export function shareOf<Each>(all: readonly Each[], parts: number, number: number): readonly Each[] {
  return process.env.SOAK === '1' ? all : all.filter((_, place) => place % parts === number % parts);
}
