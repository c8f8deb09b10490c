import type {Answer, CallOptions, Operations, WalkOptions} from '../../api/contract.ts';
import {ShapeError} from '../../api/errors.ts';
import {walk} from '../../api/walk.ts';
import type {Id, Page, Unreadable} from '../../api/wire/records.ts';
import {askFiltered, type Filter, type FilteredAnswer, type PageAnswer} from '../filter/index.ts';
import {ownId} from '../model/rows.ts';
import {isSortedByService, type Sortable} from '../model/sorting.ts';
import type {QueryOf, RowOf, Sort} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';

/** The four lists of the service, asked in one way. */
export type PageRequest<P extends FeedPane = FeedPane> = {
  readonly pane: P;
  readonly query: QueryOf[P];
  /** What one search cannot be asked for, and what its rows are held to. */
  readonly filter?: Filter | undefined;
  readonly sort?: Sort | undefined;
  /** From 0, whatever the operation counts from. */
  readonly page: number;
  readonly pageSize: number;
};

type PaneList<P extends FeedPane> = {
  readonly ask: (
    client: Operations,
    query: QueryOf[P],
    options?: CallOptions,
  ) => Promise<Answer<Page<RowOf[P]>>>;
  /** The members that ask for a page, counted from 0 here. */
  readonly paging: (page: number, pageSize: number) => Partial<QueryOf[P]>;
  /** Where the operation begins to count. */
  readonly firstPage: 0 | 1;
};

const fromZero = (pageNumber: number, pageSize: number) => ({pageNumber, pageSize});
const fromOne = (page: number, pageSize: number) => ({page: page + 1, pageSize});

const lists: {readonly [P in FeedPane]: PaneList<P>} = {
  cards: {ask: (client, ...given) => client.listCards(...given), paging: fromZero, firstPage: 0},
  easyOptions: {
    ask: (client, ...given) => client.searchEasyOptions(...given),
    paging: fromZero,
    firstPage: 0,
  },
  orders: {ask: (client, ...given) => client.listOrders(...given), paging: fromOne, firstPage: 1},
  trades: {ask: (client, ...given) => client.listTrades(...given), paging: fromOne, firstPage: 1},
};

/** Asks with a query as it stands. */
export function askList<P extends FeedPane>(
  client: Operations,
  pane: P,
  query: QueryOf[P],
  options?: CallOptions,
): Promise<Answer<Page<RowOf[P]>>> {
  return lists[pane].ask(client, query, options);
}

/** One page, in the service's own order or, of the fields that it can sort by, in the one that is wanted. */
export async function askPage<P extends FeedPane>(
  client: Operations,
  {pane, query, sort, page, pageSize}: PageRequest<P>,
  sortable: Sortable,
  options?: CallOptions,
): Promise<PageAnswer<RowOf[P]>> {
  const {paging, firstPage} = lists[pane];
  const sorted =
    sort !== undefined && isSortedByService(sortable, pane, sort.field)
      ? {sortByField: sort.field, sortByDirection: sort.descending ? 'DESC' : 'ASC'}
      : {};
  const answer = await askList(client, pane, {...query, ...sorted, ...paging(page, pageSize)}, options);
  const {rows, unreadable, page: given} = answer.value;
  const isOther = given - firstPage !== page && rows.length + unreadable.length > 0;
  return isOther ? {...answer, otherPage: given - firstPage} : answer;
}

/** A page under a filter: of one search or several, held to what was asked for. */
export async function askFilteredPage(
  client: Operations,
  request: PageRequest,
  sortable: Sortable,
  options?: CallOptions,
): Promise<FilteredAnswer> {
  const {filter, ...wanted} = request;
  const ask = (more: object, {page, pageSize}: Pick<PageRequest, 'page' | 'pageSize'>) =>
    askPage(client, {...wanted, query: {...wanted.query, ...more}, page, pageSize}, sortable, options);
  if (filter === undefined) return {answer: await ask({}, wanted), filtered: undefined};
  return askFiltered(ask, filter, wanted);
}

/** As many rows as any of the lists gives on a page. */
const fullPage = 100;

export type EveryRowOptions = WalkOptions & {
  /** Resolves when the next page may be asked for. */
  readonly pace?: (signal?: AbortSignal) => Promise<void>;
  readonly onTotal?: (total: number | undefined) => void;
};

/** Each row of a list once, whatever the service says of its pages. */
export function everyRow<P extends FeedPane>(
  client: Operations,
  pane: P,
  query: QueryOf[P],
  options: EveryRowOptions = {},
): AsyncGenerator<RowOf[P], void, undefined> {
  const {maxPages, onUnreadable, onTotal, pace, ...call} = options;
  const {paging} = lists[pane];
  const read = async (page: number) => {
    await pace?.(call.signal);
    const answer = await askList(client, pane, {...query, ...paging(page, fullPage)}, call);
    onTotal?.(answer.value.total);
    return answer;
  };
  const idOf = (row: RowOf[P]) => ownId(pane, row) ?? '';
  return walk({firstPage: 0, read, idOf}, {maxPages, onUnreadable});
}

/**
 * The rows of these ids, looked for page by page until they are all there.
 * @throws {ShapeError} when one is missing, and may be a row that could not be read
 */
export async function findRows<P extends FeedPane>(
  client: Operations,
  pane: P,
  query: QueryOf[P],
  ids: readonly Id[],
  options: Omit<EveryRowOptions, 'onUnreadable'>,
): Promise<RowOf[P][]> {
  const missing = new Set(ids);
  const found: RowOf[P][] = [];
  const unreadable: Unreadable[] = [];
  const onUnreadable = (row: Unreadable) => void unreadable.push(row);
  for await (const row of everyRow(client, pane, query, {...options, onUnreadable})) {
    if (missing.delete(ownId(pane, row) ?? '')) found.push(row);
    if (missing.size === 0) return found;
  }
  const [first] = unreadable;
  if (first !== undefined)
    throw new ShapeError(`${unreadable.length} of the rows could not be read (${first.reason}).`, {
      status: 200,
    });
  return found;
}
