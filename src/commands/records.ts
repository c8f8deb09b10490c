/** The four lists as a script asks for them: one page, every page, or one record by its id. */
import type {Answer, TradingClient} from '../api/client.ts';
import {ApiError, ShapeError} from '../api/errors.ts';
import {
  cardFields,
  defaultPageSizes,
  easyOptionFields,
  limits,
  orderFields,
  type Page,
  tradeFields,
  type Unreadable,
} from '../api/resources.ts';
import type {ProfileDialect} from '../config/dialect.ts';
import {ConfigError} from '../config/error.ts';
import {rowId} from '../desk/rows.ts';
import {sortRows} from '../desk/sorting.ts';
import type {QueryOf, Row, Sort} from '../desk/state.ts';
import {type FeedPane, feedPanes, paneSlugs, paneTitles} from '../desk/vocabulary.ts';

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

/**
 * Every page, one after another; a record that slid onto the next page meanwhile is counted once.
 * @param told how many pages and rows there are so far
 * @throws {ShapeError} when the service answers each page with the same rows
 */
export async function readAll(
  client: TradingClient,
  dialect: ProfileDialect,
  wanted: Wanted,
  told: (pages: number, rows: number) => void,
): Promise<Found> {
  const rows = new Map<string, Row>();
  const unreadable: Unreadable[] = [];
  for (let page = wanted.page; ; page++) {
    const {value} = await patiently(() => ask(client, dialect, {...wanted, page}));
    const before = rows.size;
    value.rows.forEach((row, index) => {
      const id = rowId(wanted.pane, row, page * wanted.pageSize + index);
      if (!rows.has(id)) rows.set(id, row);
    });
    for (const each of value.unreadable)
      unreadable.push({...each, index: page * wanted.pageSize + each.index});
    told(page + 1 - wanted.page, rows.size);
    if (value.isLast) return {rows: sortedHere(dialect, wanted, [...rows.values()]), unreadable};
    if (rows.size === before && value.unreadable.length === 0) throw sameRows(wanted.pane);
  }
}

/** The record with this id, found in its list page by page. */
export async function findInList(
  client: TradingClient,
  dialect: ProfileDialect,
  pane: FeedPane,
  id: string,
): Promise<Row | undefined> {
  let before: string | undefined;
  for (let page = 0; ; page++) {
    const wanted: Wanted = {pane, query: {}, sort: undefined, page, pageSize: 100};
    const {value} = await patiently(() => ask(client, dialect, wanted));
    const found = value.rows.find((row, index) => rowId(pane, row, index) === id);
    if (found !== undefined || value.isLast) return found;
    const first = value.rows[0] === undefined ? undefined : rowId(pane, value.rows[0], 0);
    if (first === before) throw sameRows(pane);
    before = first;
  }
}

function sameRows(pane: FeedPane): ShapeError {
  return new ShapeError(`The service answers another page of ${paneTitles[pane]} with the same rows.`, {
    status: 200,
  });
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

function sortedHere(dialect: ProfileDialect, wanted: Wanted, rows: readonly Row[]): Row[] {
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
