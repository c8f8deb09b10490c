import {ApiError, LinkError, ShapeError} from '../../src/api/errors.ts';
import type {Chance} from './chance.ts';

/**
 * What goes wrong with one request: whether and when it reaches the service, and what comes back. `answer`
 * undefined is the service's own.
 */
export type Fault = {
  readonly name: string;
  /** After how long the service does it (ms); undefined if it never arrives. */
  readonly arrivesMs: number | undefined;
  /** After how long the client hears of it (ms). */
  readonly heardMs: number;
  readonly answer: (() => ApiError | LinkError | ShapeError) | undefined;
  /** Something on the way delivers it a second time, and passes on the answer to that. */
  readonly isTwice?: boolean;
};

/** The client's own limits: 3 s to connect, 10 s for a write, 5 s for a read. */
const writeDeadlineMs = 10_000;
const readDeadlineMs = 5_000;

const link = (kind: LinkError['kind'], sent: 'no' | 'maybe', status?: number) => () =>
  new LinkError(kind, sent, `The link failed (${kind}).`, status);
const refusal = (status: number, recognised: boolean, retryAfter?: number) => () =>
  new ApiError(`The service answered ${status}.`, {status, recognised, retryAfter, requestId: 'r-1'});

/** Nothing goes wrong. */
export function healthy(chance: Chance): Fault {
  const arrivesMs = chance.from(5, 150);
  return {name: 'answered', arrivesMs, heardMs: arrivesMs + chance.from(5, 150), answer: undefined};
}

/** Proved by the client: no header was written. */
const unsent = [
  ['refused', 20],
  ['dns', 50],
  ['tls', 80],
  ['connect-timeout', 3_000],
  ['credentials', 5],
] as const;

/** No answer, whether it was done or not. */
const silences = ['reset', 'closed', 'timeout', 'protocol', 'proxy'] as const;

const doubtfulStatuses = [500, 502, 503, 504, 408, 425, 499, 301, 303, 307, 404, 422, 400, 409] as const;
const ownRefusals = [400, 401, 403, 404, 409, 413, 422, 429] as const;

/**
 * An attempt that leaves a doubt, and after it one that is refused: what a hasty program takes for a refusal.
 */
export function trap(chance: Chance, attempt: number): Fault {
  const arrivesMs = chance.from(5, 400);
  const heardMs = arrivesMs + chance.from(5, 600);
  if (attempt === 1) {
    const status = chance.pick([500, 502, 503] as const);
    return done(`status ${status}`, chance.is(0.8), arrivesMs, heardMs, refusal(status, chance.is(0.5)));
  }
  const status = chance.is(0.5) ? 422 : chance.pick(ownRefusals);
  return done(`its own ${status}`, false, arrivesMs, heardMs, refusal(status, true));
}

export function writeFault(chance: Chance): Fault {
  const arrivesMs = chance.from(5, 400);
  const heardMs = arrivesMs + chance.from(5, 600);
  const isDone = chance.is(0.6);
  switch (chance.from(0, 8)) {
    case 0: {
      const [kind, ms] = chance.pick(unsent);
      return {name: `not sent: ${kind}`, arrivesMs: undefined, heardMs: ms, answer: link(kind, 'no')};
    }
    case 1: {
      const kind = chance.pick(silences);
      const heard = kind === 'timeout' ? writeDeadlineMs : heardMs;
      return done(`no answer: ${kind}`, isDone, arrivesMs, heard, link(kind, 'maybe'));
    }
    case 2: {
      // It hangs before the commit, perhaps for longer than the client waits.
      const hangsMs = chance.from(1_000, 25_000);
      return hangsMs < writeDeadlineMs
        ? {
            name: 'slow',
            arrivesMs: hangsMs,
            heardMs: Math.min(writeDeadlineMs, hangsMs + 50),
            answer: undefined,
          }
        : done('hangs before the commit', true, hangsMs, writeDeadlineMs, link('timeout', 'maybe'));
    }
    case 3: {
      const status = chance.pick(doubtfulStatuses);
      return done(`status ${status} that proves nothing`, isDone, arrivesMs, heardMs, refusal(status, false));
    }
    case 4: {
      const status = chance.pick([500, 503] as const);
      return done(`its own ${status}`, isDone, arrivesMs, heardMs, refusal(status, true));
    }
    case 5:
      return done('a yes that is cut', true, arrivesMs, heardMs, link('cut', 'maybe', 200));
    case 6:
      return done('a yes of another shape', true, arrivesMs, heardMs, () => {
        return new ShapeError('The answer is no order.', {status: 200});
      });
    case 7:
      return {name: 'delivered twice', arrivesMs, heardMs, answer: undefined, isTwice: true};
    default: {
      const status = chance.pick(ownRefusals);
      const retryAfter = status === 429 && chance.is(0.5) ? chance.from(0, 60_000) : undefined;
      return done(`its own ${status}`, false, arrivesMs, heardMs, refusal(status, true, retryAfter));
    }
  }
}

function done(
  name: string,
  isDone: boolean,
  arrivesMs: number,
  heardMs: number,
  answer: NonNullable<Fault['answer']>,
): Fault {
  return {
    name: `${name}, ${isDone ? 'done' : 'not done'}`,
    arrivesMs: isDone ? arrivesMs : undefined,
    heardMs,
    answer,
  };
}

export function readFault(chance: Chance): Fault {
  const heardMs = chance.from(5, 1_000);
  const answer = chance.pick([
    link('refused', 'no'),
    link('timeout', 'maybe'),
    link('cut', 'maybe', 200),
    refusal(500, true),
    refusal(429, true, 2_000),
    () => new ShapeError('The answer is no page.', {status: 200}),
  ] as const);
  return {
    name: 'a read that fails',
    arrivesMs: undefined,
    heardMs: chance.is(0.2) ? readDeadlineMs : heardMs,
    answer,
  };
}
