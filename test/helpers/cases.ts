const isSoak = process.env.SOAK === '1';

/** How many cases are drawn: `few` by every run of the tests, `many` by `npm run soak`. */
export function cases(few: number, many: number): number {
  return isSoak ? many : few;
}

/**
 * A share of what is to be tried, another with each number: over many of them all of it has its turn. A soak
 * tries all of it with each of them.
 */
export function shareOf<Each>(all: readonly Each[], parts: number, number: number): readonly Each[] {
  return isSoak ? all : all.filter((_, place) => place % parts === number % parts);
}
