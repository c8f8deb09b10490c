import {setTimeout as pause} from 'node:timers/promises';
import type {Operations} from '../../api/contract.ts';
import {ApiError} from '../../api/errors.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import type {Sortable} from '../model/sorting.ts';
import {type FeedPane, feedPanes} from '../model/vocabulary.ts';
import type {PortfolioReading} from '../portfolio/reading/known.ts';
import type {PageAsked} from '../portfolio/reading/list.ts';
import {
  initialReading,
  isFilled,
  nextRequests,
  type PageCame,
  takeCame,
  wholeSince,
} from '../portfolio/reading/reading.ts';
import {createPace} from './pages.ts';
import {askAccount, isRefused} from './reads.ts';

export type FollowOptions = {
  readonly sortable: Sortable;
  readonly clock: () => Moment;
  readonly random: () => number;
  readonly periodMs: number;
  readonly tradesLagMs: number;
  readonly signal: AbortSignal;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onFault?: (came: Extract<PageCame, {kind: 'failed'}>, reading: PortfolioReading) => void;
};

type Answered = {readonly asked: PageAsked; readonly came: PageCame};

const waitMs = (ms: number, signal: AbortSignal) => pause(ms, undefined, {signal}).catch(() => {});

export async function* followAccount(
  client: Operations,
  {sortable, clock, random, periodMs, signal, ...given}: FollowOptions,
): AsyncGenerator<PortfolioReading, void, undefined> {
  const {tradesLagMs, wait = waitMs, onFault = () => {}} = given;
  let reading = initialReading(clock(), tradesLagMs);
  const how = {signal, pace: createPace(clock)};
  const underWay = new Map<PageAsked, Promise<Answered>>();
  while (!signal.aborted) {
    const wanted = nextRequests(reading, clock(), () => periodMs);
    reading = wanted.reading;
    for (const asked of wanted.requests) {
      const answer = askAccount(client, asked, sortable, how);
      underWay.set(
        asked,
        answer.then(came => ({asked, came})),
      );
    }
    const answered = await next([...underWay.values()], wanted.wakeAfterMs, wait, signal);
    if (answered === undefined || signal.aborted) continue;
    const {asked, came} = answered;
    // Only now: several answers may come while the caller is busy with one.
    underWay.delete(asked);
    reading = takeCame(reading, came, {periodMs, draw: random(), now: clock()});
    if (came.kind === 'failed') onFault(came, reading);
    yield reading;
  }
}

async function next(
  answers: readonly Promise<Answered>[],
  wakeAfterMs: number | undefined,
  wait: NonNullable<FollowOptions['wait']>,
  signal: AbortSignal,
): Promise<Answered | undefined> {
  if (wakeAfterMs === undefined && answers.length > 0) return Promise.race(answers);
  const rest = new AbortController();
  const end = () => rest.abort();
  signal.addEventListener('abort', end);
  try {
    const woken = wait(wakeAfterMs ?? 0, rest.signal).then(() => undefined);
    return await Promise.race([...answers, woken]);
  } finally {
    signal.removeEventListener('abort', end);
    rest.abort();
  }
}

type ReadOptions = Omit<FollowOptions, 'signal' | 'onFault' | 'periodMs'> & {
  readonly signal?: AbortSignal;
  readonly onProgress?: (reading: PortfolioReading) => void;
};

/** After this many failures in a row, a list is left as far as it was read. */
const mostFailures = 3;
const retryMs = 1_000;

/**
 * Reads the whole account once. If a list cannot be read to its end, its rows say so.
 * @throws {ApiError | LinkError | ShapeError} the error of a list of which nothing could be read
 */
export async function readAccount(client: Operations, options: ReadOptions): Promise<PortfolioReading> {
  const {onProgress = () => {}, signal: outer, ...given} = options;
  const stop = new AbortController();
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal]);
  const thrown: unknown[] = [];
  const onFault: FollowOptions['onFault'] = ({pane, error}, reading) => {
    const isRate = error instanceof ApiError && error.status === 429;
    // A refused request is repeated once with smaller pages, from the first page.
    const isAnew = isRefused(error) && reading.lists[pane].round === undefined;
    if (!hasAnswered(reading, pane) && !isRate && !isAnew) thrown.push(error);
  };
  let last = initialReading(given.clock(), given.tradesLagMs);
  let filled: Moment | undefined;
  try {
    for await (const reading of followAccount(client, {...given, periodMs: retryMs, signal, onFault})) {
      if (thrown.length > 0) throw thrown[0];
      last = reading;
      onProgress(reading);
      if (isFilled(reading)) filled ??= given.clock();
      const isDone = filled !== undefined && (isFinal(reading) || age(filled, given.clock()) > patienceMs);
      if (isDone || hasGivenUp(reading)) break;
    }
    return last;
  } finally {
    stop.abort();
  }
}

const patienceMs = 5_000;

function isFinal(reading: PortfolioReading): boolean {
  const hasUnreadable = feedPanes.some(pane => reading.lists[pane].unreadable > 0);
  return wholeSince(reading) !== undefined || hasUnreadable;
}

function hasAnswered({lists}: PortfolioReading, pane: FeedPane): boolean {
  const {ended, round} = lists[pane];
  return ended !== undefined || (round?.searches ?? []).some(({read}) => read.pages > 0);
}

function hasGivenUp({lists}: PortfolioReading): boolean {
  return feedPanes.every(pane => lists[pane].ended !== undefined || lists[pane].failures >= mostFailures);
}
