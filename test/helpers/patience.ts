/**
 * How long a test waits for a state or a text: only a hang reaches it. It is less than the limit of a test
 * (test/vitest.config.ts), so that the message of the wait is seen.
 */
export const patienceMs = 120_000;

/** Tries it until it does not throw, and then returns what it returns. */
export async function eventually<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Waits until `isSo` holds; the event loop turns meanwhile. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setImmediate(resolve));
}
