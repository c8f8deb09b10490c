import {setTimeout as pause} from 'node:timers/promises';
import type {Answer, CallOptions, Operations} from '../../api/contract.ts';
import {ApiError, LinkError, ShapeError, tooManyPages} from '../../api/errors.ts';
import type {Page} from '../../api/wire/records.ts';
import type {Fault, PageRequest} from '../model/feed.ts';
import type {Moment} from '../model/moment.ts';
import {ownId} from '../model/rows.ts';
import {isSortedByService, type Sortable} from '../model/sorting.ts';
import type {FeedPane, QueryOf, Row, RowOf, Sort} from '../model/vocabulary.ts';
import {type ListRead, listOf, nextPage, nothingRead, type PagesRead, withPage} from '../model/whole.ts';
import {resources} from '../resources/resources.ts';
import {explainHere} from '../words/advice.ts';
import {anotherAnswers, Discounted, showLedger, whyOld} from './ledger.ts';

export type Reader = {
  readonly client: Operations;
  readonly clock: () => Moment;
  readonly after?: (ms: number, then: () => void) => void;
};

export type Asking = Reader & {
  readonly mostPages: number;
  readonly signal?: AbortSignal;
};

type Wanted<P extends FeedPane> = {
  readonly pane: P;
  readonly query: QueryOf[P];
  readonly sort?: Sort | undefined;
  /** @throws {Discounted} */
  readonly check?: (answer: Answer<Page<RowOf[P]>>, asked: Moment) => void;
  /** Ends the reading before the list ends. */
  readonly isEnough?: (ids: readonly (string | undefined)[]) => boolean;
};

const pageSize = 100;
/** The service is asked to sort by id; the ids show whether it does. */
const sortable = {cards: [], easyOptions: ['id']};

/** Never rejects: the result has the fault. */
export async function readList<P extends FeedPane>(
  {mostPages, signal, ...reader}: Asking,
  {pane, query, sort, check, isEnough}: Wanted<P>,
): Promise<ListRead<RowOf[P]>> {
  const {client, clock} = reader;
  let read: PagesRead<RowOf[P]> = nothingRead(clock());
  let old: string | undefined;
  try {
    while (!read.isEnded) {
      if (read.pages === mostPages) throw new Discounted(tooManyPages(mostPages));
      await turnIn(reader, signal);
      const asked = clock();
      const wanted = {pane, query, sort, page: nextPage(read), pageSize};
      const answer = await askPage(client, wanted, sortable, {signal});
      check?.(answer, asked);
      old ??= whyOld(answer);
      read = withPage(read, answer.value, row => ownId(pane, row));
      if (isEnough?.(listOf(read).ids)) break;
    }
    return listOf(old === undefined ? read : {...read, fault: {text: old}});
  } catch (error) {
    return listOf({...read, fault: faultOf(error)});
  }
}

/** For a review or a position: 5,000 rows. A longer list is reported as not read to its end. */
export const mostPagesAsked = 50;
/** For lists that must be whole: the evidence of a write, and the rows of several writes. */
export const mostPagesWhole = 200;
/** For a halt: all Easy Options that the account ever had. */
export const mostPagesOfHalt = 1_000;

const mostInAWhile = 20;
const whileMs = 1_000;

/** When the last complete reads of a client, whoever wanted them, asked for a page. */
const turns = new WeakMap<Operations, number[]>();

/** At most 20 requests of a client in any second; the first 20 do not wait. */
export async function turnIn({client, clock, after}: Reader, signal: AbortSignal | undefined): Promise<void> {
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
