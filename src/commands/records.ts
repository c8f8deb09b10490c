/** The four lists as a script asks for them: one page, every page, or one record by its id. */
import type {Answer, TradingClient} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import {walk} from '../api/walk.ts';
import {
  cardFields,
  defaultPageSizes,
  easyOptionFields,
  limits,
  orderFields,
  type Page,
  tradeFields,
  type Unreadable,
} from '../api/wire/records.ts';
import type {ProfileDialect} from '../config/dialect.ts';
import {ConfigError} from '../config/error.ts';
import {ownId} from '../desk/rows.ts';
import {sortRows} from '../desk/sorting.ts';
import type {QueryOf, Row, Sort} from '../desk/state.ts';
import {type FeedPane, feedPanes, paneSlugs} from '../desk/vocabulary.ts';

/** Every documented field of a list's records, in the order of the interface. */
export const fieldsOf: Readonly<Record<FeedPane, readonly string[]>> = {
  cards: cardFields,
  easyOptions: easyOptionFields,
  orders: orderFields,
  trades: tradeFields,
};

export type Wanted = {
  readonly pane: FeedPane;
  readonly query: QueryOf[FeedPane];
  readonly sort: Sort | undefined;
  /** From 0, whatever the operation counts from. */
  readonly page: number;
  readonly pageSize: number;
};

export type Found = {readonly rows: readonly Row[]; readonly unreadable: readonly Unreadable[]};

/** The pane that a resource's name on the command line stands for; the table has let no other pass. */
export function paneOf(resource: string | undefined): FeedPane {
  const pane = feedPanes.find(each => paneSlugs[each] === resource);
  if (pane === undefined)
    throw new ConfigError({source: 'RESOURCE', expectation: `there is no ${JSON.stringify(resource)}.`});
  return pane;
}

export const usualPageSize = (pane: FeedPane): number => defaultPageSizes[pane];
export const largestPageSize = (pane: FeedPane): number =>
  pane === 'orders' ? limits.ordersPageSize : 10_000;

/** One page; sorted by the service where the dialect says that it can, else here. */
export async function readPage(
  client: TradingClient,
  dialect: ProfileDialect,
  wanted: Wanted,
): Promise<Page<Row>> {
  const {value} = await ask(client, dialect, wanted);
  return {...value, rows: sortedHere(dialect, wanted, value.rows)};
}

export type Walked = {
  readonly unreadable: readonly Unreadable[];
  readonly pages: number;
  /** Rows given, each once, readable or not. */
  readonly given: number;
  /** How many there are, as the last page that said so said. */
  readonly total: number | undefined;
  /** The last page brought nothing new. */
  readonly isRepeated: boolean;
};

/**
 * Every page, one after another, until one is empty or brings nothing new: neither the service's page sizes nor its
 * totals end the walk. A record that slid onto the next page meanwhile is given once.
 * @param told how many pages and rows there are so far
 */
export function walkList(
  client: TradingClient,
  dialect: ProfileDialect,
  wanted: Wanted,
  told: (pages: number, rows: number) => void = () => {},
): {readonly rows: AsyncIterable<Row>; readonly walked: Walked} {
  const unreadable: Unreadable[] = [];
  const walked = {unreadable, pages: 0, given: 0, total: undefined as number | undefined, isRepeated: false};
  const read = async (page: number) => {
    const answer = await patiently(() => ask(client, dialect, {...wanted, page}));
    const {rows, unreadable: bad, total} = answer.value;
    walked.pages++;
    walked.total = total ?? walked.total;
    walked.isRepeated = rows.length + bad.length > 0;
    told(walked.pages, walked.given);
    return answer;
  };
  const rows = walk<Row>(
    {firstPage: wanted.page, read, idOf: row => ownId(wanted.pane, row) ?? ''},
    {onUnreadable: ({reason}) => unreadable.push({index: walked.given++, reason})},
  );
  return {rows: counted(rows, () => walked.given++), walked};
}

async function* counted<Item>(items: AsyncIterable<Item>, count: () => void): AsyncGenerator<Item> {
  for await (const item of items) {
    count();
    yield item;
  }
}

/** The record with this id, found in its list page by page. */
export async function findInList(
  client: TradingClient,
  dialect: ProfileDialect,
  pane: FeedPane,
  id: string,
): Promise<Row | undefined> {
  const {rows} = walkList(client, dialect, {pane, query: {}, sort: undefined, page: 0, pageSize: 100});
  for await (const row of rows) if (ownId(pane, row) === id) return row;
  return undefined;
}

function ask(client: TradingClient, dialect: ProfileDialect, wanted: Wanted): Promise<Answer<Page<Row>>> {
  const {pane, query, sort, page, pageSize} = wanted;
  const byService = sort !== undefined && isSortedByService(dialect, wanted);
  const sorted = byService
    ? {sortByField: sort.field, sortByDirection: sort.descending ? 'DESC' : 'ASC'}
    : {};
  switch (pane) {
    case 'cards':
      return client.listCards({...query, ...sorted, pageNumber: page, pageSize} as QueryOf['cards']);
    case 'easyOptions':
      return client.searchEasyOptions({
        ...query,
        ...sorted,
        pageNumber: page,
        pageSize,
      } as QueryOf['easyOptions']);
    case 'orders':
      return client.listOrders({...query, page: page + 1, pageSize} as QueryOf['orders']);
    case 'trades':
      return client.listTrades({...query, page: page + 1, pageSize} as QueryOf['trades']);
    default:
      return pane satisfies never;
  }
}

/** Whether the order asked for is one that the service makes itself; any other is made here. */
export function isSortedByService({sort: sortable}: ProfileDialect, {pane, sort}: Wanted): boolean {
  if (sort === undefined) return false;
  if (pane === 'cards') return sortable.cards.includes(sort.field);
  return pane === 'easyOptions' && sortable.easy_options.includes(sort.field);
}

/** In the order asked for, where the service does not make it. */
export function sortedHere(dialect: ProfileDialect, wanted: Wanted, rows: readonly Row[]): Row[] {
  const {sort} = wanted;
  return sort === undefined || isSortedByService(dialect, wanted) ? [...rows] : sortRows(rows, sort);
}

const mostWaits = 5;

/** Asks again after a 429, when the service says so or after a second, a few times. */
async function patiently<Value>(call: () => Promise<Value>): Promise<Value> {
  for (let waits = 0; ; waits++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || waits === mostWaits) throw error;
      await new Promise(resolve => setTimeout(resolve, error.retryAfter ?? 1_000));
    }
  }
}
