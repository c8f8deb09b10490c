/** The four lists as a script asks for them: one page, every page, or one record by its id. */
import {setTimeout as wait} from 'node:timers/promises';
import type {TradingClient} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import {walk} from '../api/walk.ts';
import {limits, type Page, type Unreadable} from '../api/wire/records.ts';
import type {Config} from '../config/config.ts';
import type {ProfileDialect} from '../config/dialect.ts';
import {ConfigError} from '../config/error.ts';
import {askFilteredPage, askPage, type PageRequest} from '../desk/feeds/lists.ts';
import {contradicts, type FilteredAnswer, fits, heldByOne} from '../desk/filter/index.ts';
import {ownId} from '../desk/model/rows.ts';
import {type Sortable, sortedHere} from '../desk/model/sorting.ts';
import type {Row, RowOf, Settings} from '../desk/model/state.ts';
import {type FeedPane, feedPanes, paneSlugs} from '../desk/model/vocabulary.ts';
import {Unable} from './line/exit.ts';

/** The pane that a resource's name on the command line stands for; the table has let no other pass. */
export function paneOf(resource: string | undefined): FeedPane {
  const pane = feedPanes.find(each => paneSlugs[each] === resource);
  if (pane === undefined)
    throw new ConfigError({source: 'RESOURCE', expectation: `there is no ${JSON.stringify(resource)}.`});
  return pane;
}

/** Of the others no largest is documented: this is as much as a person can mean. */
export const largestPageSize = (pane: FeedPane): number =>
  pane === 'orders' ? limits.ordersPageSize : 10_000;

/** One page; sorted by the service where the dialect says that it can, else here. */
export async function readPage(
  client: TradingClient,
  dialect: ProfileDialect,
  wanted: PageRequest,
): Promise<
  Pick<FilteredAnswer, 'filtered'> & {readonly page: Page<Row>; readonly otherPage: number | undefined}
> {
  const sortable = sortableBy(dialect);
  const {answer, filtered} = await askFilteredPage(client, wanted, sortable);
  const rows = [...sortedHere(sortable, wanted, answer.value.rows)];
  return {page: {...answer.value, rows}, filtered, otherPage: answer.otherPage};
}

/** So many rows that cannot be read are named. */
export const mostNamed = 20;

export type WalkSummary = {
  /** The first of the rows that could not be read, and how many there were. */
  readonly unreadable: readonly Unreadable[];
  readonly unread: number;
  readonly pages: number;
  /** Rows given, each once, readable or not. */
  readonly given: number;
  /** How many there are, as the last page that said so said. */
  readonly total: number | undefined;
  /** The last page brought nothing new. */
  readonly isRepeated: boolean;
  /** The condition that rows came against. */
  readonly disobeyed: string | undefined;
};

/**
 * Every page, one after another, until one is empty or brings nothing new: neither the service's page sizes nor
 * its totals end the walk. A record that slid onto the next page meanwhile is given once.
 * @param told how many pages and rows there are so far
 */
export function walkList<P extends FeedPane>(
  client: TradingClient,
  dialect: ProfileDialect,
  wanted: PageRequest<P>,
  told: (pages: number, rows: number) => void = () => {},
): {readonly rows: AsyncIterable<RowOf[P]>; readonly walked: WalkSummary} {
  const unreadable: Unreadable[] = [];
  const walked = {
    unreadable,
    unread: 0,
    pages: 0,
    given: 0,
    total: undefined as number | undefined,
    isRepeated: false,
    disobeyed: undefined as string | undefined,
  };
  const read = async (page: number) => {
    const answer = await patiently(() => askPage(client, {...wanted, page}, sortableBy(dialect)));
    const {rows, unreadable: bad, total} = answer.value;
    walked.pages++;
    walked.total = total ?? walked.total;
    walked.isRepeated = rows.length + bad.length > 0;
    told(walked.pages, walked.given);
    return answer;
  };
  const held = wanted.filter === undefined ? [] : heldByOne(wanted.filter);
  const rows = walk<RowOf[P]>(
    {firstPage: wanted.page, read, idOf: row => ownId(wanted.pane, row) ?? ''},
    {
      onUnreadable({reason}) {
        const index = walked.given++;
        if (walked.unread++ < mostNamed) unreadable.push({index, reason});
      },
    },
  );
  const isMet = (row: RowOf[P]) => {
    walked.disobeyed ??= held.find(each => each.isAsked && contradicts(row, each))?.text;
    return held.every(each => fits(row, each));
  };
  return {rows: counted(rows, () => walked.given++, isMet), walked};
}

/** Rows that the filter lets through; all of them are counted. */
async function* counted<Item>(
  items: AsyncIterable<Item>,
  count: () => void,
  isMet: (item: Item) => boolean,
): AsyncGenerator<Item> {
  for await (const item of items) {
    count();
    if (isMet(item)) yield item;
  }
}

/**
 * The record with this id, found in its list page by page; undefined where it is in none of them.
 * @throws {Unable} it may be among the rows that could not be read, or that never came
 */
export async function findInList(
  client: TradingClient,
  dialect: ProfileDialect,
  pane: FeedPane,
  id: string,
): Promise<Row | undefined> {
  const {rows, walked} = walkList(client, dialect, {pane, query: {}, page: 0, pageSize: 100});
  for await (const row of rows) if (ownId(pane, row) === id) return row;
  const unread = walked.unread + Math.max(0, (walked.total ?? 0) - walked.given);
  if (unread === 0) return undefined;
  const among = `it may be one of the ${unread} rows of ${paneSlugs[pane]} that could not be read or did not come`;
  throw new Unable(`the id ${JSON.stringify(id)} was not found; ${among}.`, 'partial');
}

/** The fields that a service of this dialect can sort by. */
export function sortableBy({sort}: ProfileDialect): Sortable {
  return {cards: sort.cards, easyOptions: sort.easy_options};
}

/** The embedded paper service shows at once what was done, whatever a profile says of another. */
export function lagsOf({service, dialect}: Config): Pick<Settings, 'listLagMs' | 'tradesLagMs'> {
  if (service.kind === 'paper') return {listLagMs: 0, tradesLagMs: 0};
  return {listLagMs: dialect.list_lag * 1_000, tradesLagMs: dialect.trades_lag * 1_000};
}

const mostWaits = 5;

/** Asks again after a 429, when the service says so or after a second, a few times. */
export async function patiently<Value>(call: () => Promise<Value>): Promise<Value> {
  for (let waits = 0; ; waits++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || waits === mostWaits) throw error;
      await wait(error.retryAfter ?? 1_000);
    }
  }
}
