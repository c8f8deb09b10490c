import type {TestContext} from 'vitest';
import type {Paper, PaperOptions} from '../../src/paper/options.ts';
import {startPaper} from '../../src/paper/server.ts';

/** A time to start from: a Thursday at 12:00 UTC, in the middle of the life of daily and weekly cards. */
export const testStart = Date.UTC(2026, 10, 19, 12);

export type TestClock = {
  now(): number;
  /** Lets wall time pass. The service catches up with it at the next request. */
  advance(ms: number): void;
};

export type TestPaper = Omit<Paper, 'clock'> & {
  /** The wall's; the service's own is `serviceClock`. */
  clock: TestClock;
  serviceClock: Paper['clock'];
  /** Calls the service with the first account's token and reads the answer's JSON with ids as digits. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
};

export type TestAnswer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  json: any;
};

export function manualClock(start = testStart): TestClock {
  let time = start;
  return {
    now: () => time,
    advance: ms => {
      time += ms;
    },
  };
}

/**
 * A real paper service on a free port of 127.0.0.1, in memory unless a db is named. Its time stands still until
 * the test advances the clock; pass `clock: 'real'` for one that runs. Rate limits are off unless given.
 * @param finished of the test that ends it
 */
export async function startTestPaper(
  options: Partial<Omit<PaperOptions, 'now'>> & {clock?: TestClock | 'real'} = {},
  finished?: TestContext['onTestFinished'],
): Promise<TestPaper> {
  const {clock: chosen = manualClock(), ...rest} = options;
  const clock = chosen === 'real' ? {now: Date.now, advance: () => {}} : chosen;
  const now = chosen === 'real' ? undefined : chosen.now;
  const paper = await startPaper({
    db: ':memory:',
    seed: 7,
    token: 'test-token',
    limits: 'none',
    ...rest,
    now,
  });
  finished?.(() => paper.close());
  return {
    ...paper,
    clock,
    serviceClock: paper.clock,
    call: (method, path, body, headers) => callService(paper, method, path, body, headers),
  };
}

export async function callService(
  {origin, token}: {origin: string; token: string},
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : {'content-type': 'application/json'}),
      ...headers,
    },
    ...(body === undefined ? {} : {body: typeof body === 'string' ? body : JSON.stringify(body)}),
  });
  const text = await response.text();
  return {status: response.status, headers: response.headers, text, json: parse(text)};
}

/** Integers beyond 2^53 come out as digits, everything else as JSON.parse has it. */
function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text.replace(/(?<=[:[,])-?\d{16,}(?=[,\]}])/g, digits => `"${digits}"`));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
