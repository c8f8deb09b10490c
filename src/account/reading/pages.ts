import {setTimeout as pause} from 'node:timers/promises';
import type {Answer, CallOptions, Operations} from '../../api/contract.ts';
import {ApiError, LinkError, ShapeError} from '../../api/errors.ts';
import type {Page} from '../../api/wire/records.ts';
import type {Fault, PageRequest} from '../model/feed.ts';
import {type Moment, offsetOf} from '../model/moment.ts';
import {isSortedByService, type Sortable} from '../model/sorting.ts';
import type {FeedPane, Row, RowOf} from '../model/vocabulary.ts';
import {resources} from '../resources/resources.ts';
import {explainHere} from '../words/advice.ts';
import {anotherAnswers, Discounted, showLedger, whyOld} from './ledger.ts';
import {
  type RoundAnswer,
  type RoundAsked,
  type RoundCame,
  type RoundUnderWay,
  roundOf,
  takeAnswer,
} from './round.ts';

export type Reader = {
  readonly client: Operations;
  readonly clock: () => Moment;
  readonly after?: (ms: number, then: () => void) => void;
};

const mostInAWhile = 20;
const whileMs = 1_000;

/** When the last complete reads of a client, whoever wanted them, asked for a page. */
const turns = new WeakMap<Operations, number[]>();

/** At most 20 requests of a client in any second; the first 20 do not wait. */
async function turnIn({client, clock, after}: Reader, signal: AbortSignal | undefined): Promise<void> {
  const starts = turns.get(client) ?? [];
  turns.set(client, starts);
  const now = clock().mono;
  const earliest = starts.length < mostInAWhile ? now : (starts.shift() ?? now) + whileMs;
  starts.push(Math.max(now, earliest));
  if (earliest <= now) return;
  const ms = earliest - now;
  await (after === undefined
    ? pause(ms, undefined, {signal})
    : new Promise<void>(resolve => after(ms, resolve)));
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Discounted) return {kind: 'link', text: error.message};
  const text = explainHere(error);
  if (error instanceof ApiError) {
    if (error.status === 401 || error.status === 403) return {kind: 'credentials', text};
    const {status, retryAfter: retryAfterMs} = error;
    if (status === 429) return {kind: 'rate', text, retryAfterMs};
    return {kind: status >= 500 ? 'failed' : 'refused', text, retryAfterMs};
  }
  if (error instanceof LinkError) return {kind: error.kind === 'credentials' ? 'credentials' : 'link', text};
  if (error instanceof ShapeError) return {kind: 'shape', text};
  return {kind: 'link', text};
}

export type PageAnswer<R extends Row = Row> = Answer<Page<R>> & {
  readonly otherPage?: number | undefined;
};

/** @throws {Discounted} the page is of another paper ledger than those before */
export async function askPage<P extends FeedPane>(
  client: Operations,
  {pane, query, sort, page, pageSize}: PageRequest<P>,
  sortable: Sortable,
  options?: CallOptions,
): Promise<PageAnswer<RowOf[P]>> {
  const {ask, paging, firstPage} = resources[pane].list;
  const sorted =
    sort !== undefined && isSortedByService(sortable, pane, sort.field)
      ? {sortByField: sort.field, sortByDirection: sort.descending ? 'DESC' : 'ASC'}
      : {};
  const answer = await ask(client, {...query, ...sorted, ...paging(page, pageSize)}, options);
  if (!showLedger(client, answer)) throw new Discounted(anotherAnswers);
  const {rows, unreadable, page: given} = answer.value;
  const isOther = given - firstPage !== page && rows.length + unreadable.length > 0;
  return isOther ? {...answer, otherPage: given - firstPage} : answer;
}

async function askInTurn<P extends FeedPane>(
  {sortable, ...reader}: Reader & {readonly sortable: Sortable},
  request: PageRequest<P>,
  signal: AbortSignal | undefined,
) {
  await turnIn(reader, signal);
  const asked = reader.clock();
  return {asked, answer: await askPage(reader.client, request, sortable, {signal})};
}

/** Reads the lists of the account, page after page, behind `before`. */
export function createRounds(
  given: Reader & {readonly sortable: Sortable},
  before: ReadonlySet<Promise<unknown>>,
  signal: AbortSignal,
) {
  const underWay = new Map<FeedPane, RoundUnderWay>();
  const inTurn = createTurns();
  return async (asked: RoundAsked, send: (came: RoundCame) => void): Promise<void> => {
    const round = roundOf(underWay.get(asked.pane), asked);
    underWay.set(asked.pane, round);
    const isLeft = () => signal.aborted || underWay.get(asked.pane) !== round;
    const ask = async (request: PageRequest) => {
      await Promise.allSettled(before);
      return isLeft() ? undefined : askAccount(given, request, signal);
    };
    while (round.step.done !== true) {
      const {value: request} = round.step;
      const answered = await inTurn(asked.mostAtOnce, () => ask(request));
      if (answered === undefined || isLeft()) return;
      send(takeAnswer(round, answered));
      if (answered.page === undefined) return;
    }
  };
}

/** Runs a few at once, and the others in turn. */
function createTurns() {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async <Value>(most: number, work: () => Promise<Value>): Promise<Value> => {
    while (busy >= most) await new Promise<void>(resolve => waiting.push(resolve));
    busy++;
    return work().finally(() => {
      busy--;
      waiting.shift()?.();
    });
  };
}

async function askAccount(
  reader: Reader & {readonly sortable: Sortable},
  request: PageRequest,
  signal: AbortSignal,
): Promise<RoundAnswer> {
  try {
    const {answer, asked} = await askInTurn(reader, request, signal);
    const old = whyOld(answer);
    if (old !== undefined) throw new Discounted(old);
    return {asked, page: answer.value, offsetMs: offsetOf(answer, asked, reader.clock())};
  } catch (error) {
    const {text, retryAfterMs} = faultOf(error);
    return {error, fault: {text, retryAfterMs, isRefused: isRefused(error)}};
  }
}

export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [400, 413, 422].includes(error.status);
}
