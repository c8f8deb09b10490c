import {setTimeout as wait} from 'node:timers/promises';
import type {PageRequest} from '../account/model/feed.ts';
import type {Lags} from '../account/model/lags.ts';
import {ownId} from '../account/model/rows.ts';
import type {Sortable} from '../account/model/sorting.ts';
import {type FeedPane, feedPanes, paneNames} from '../account/model/vocabulary.ts';
import {whyOld} from '../account/reading/ledger.ts';
import {askPage, type PageAnswer} from '../account/reading/pages.ts';
import type {TradingClient} from '../api/client.ts';
import {ApiError, ShapeError, tooManyPages} from '../api/errors.ts';
import type {Page, Unreadable} from '../api/wire/records.ts';
import type {Config} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import type {ProfileDialect} from '../config/profile-dialect.ts';
import {type Condition, checkedHere, contradicts, fits} from '../desk/filter/conditions.ts';
import type {RowOf} from '../desk/state.ts';

export function paneOf(resource: string | undefined): FeedPane {
  const pane = feedPanes.find(each => paneNames[each].slug === resource);
  if (pane === undefined) throw wrongIn('RESOURCE', `there is no ${JSON.stringify(resource)}.`);
  return pane;
}

const mostNamed = 20;

export type WalkSummary = Readonly<ReturnType<typeof newSummary>>;

const newSummary = () => ({
  unreadable: [] as Unreadable[],
  unread: 0,
  pages: 0,
  given: 0,
  kept: 0,
  last: undefined as PageAnswer | undefined,
  total: undefined as number | undefined,
  disobeyed: undefined as string | undefined,
  old: undefined as string | undefined,
});

export type FilteredRequest<P extends FeedPane = FeedPane> = PageRequest<P> & {
  /** Each row is checked against them, asked or not. */
  readonly conditions?: readonly Condition[] | undefined;
};

/** Reads one page, or until a page is empty or has nothing new. */
export function walkList<P extends FeedPane>(
  client: TradingClient,
  dialect: ProfileDialect,
  wanted: FilteredRequest<P>,
  isAll = true,
): {readonly rows: AsyncIterable<RowOf[P]>; readonly walked: WalkSummary} {
  const walked = newSummary();
  const {conditions = []} = wanted;
  const read = async (page: number) => {
    const answer = await patiently(() => askPage(client, {...wanted, page}, sortableBy(dialect)));
    walked.pages++;
    walked.last = answer;
    walked.old ??= whyOld(answer);
    walked.total = answer.value.total ?? walked.total;
    return answer.value;
  };
  async function* rows() {
    for await (const page of walkPages(read, wanted.page, row => ownId(wanted.pane, row) ?? '')) {
      const before = walked.given;
      for (const row of page.rows) {
        walked.given++;
        walked.disobeyed ??= conditions.find(each => each.isAsked && contradicts(row, each))?.text;
        if (!checkedHere(conditions, walked.disobeyed).every(each => fits(row, each))) continue;
        walked.kept++;
        yield row;
      }
      for (const {index, reason} of page.unreadable) {
        walked.given++;
        if (walked.unread++ < mostNamed) walked.unreadable.push({index: before + index, reason});
      }
      if (!isAll) return;
    }
  }
  return {rows: rows(), walked};
}

/** New rows at the head of a list push old rows to the next page, so a small page can contain nothing new. */
const mostRepeats = 3;

/**
 * Each row once by its id. Page sizes are not trusted: a page without anything new is the last.
 * @param idOf empty if the service sent no id; such rows cannot be compared
 */
export async function* walkPages<R>(
  read: (page: number) => Promise<Page<R>>,
  firstPage: number,
  idOf: (row: R) => string,
  mostPages = 10_000,
): AsyncGenerator<Page<R>, void, undefined> {
  const known = new Set<string>();
  let before = '';
  let given = 0;
  let repeats = 0;
  for (let count = 0; count < mostPages; count++) {
    const page = await read(firstPage + count);
    const {rows, unreadable, total} = page;
    if (rows.length + unreadable.length === 0) return;
    const fresh = rows.filter(row => {
      const id = idOf(row);
      const isNew = id === '' || !known.has(id);
      known.add(id);
      return isNew;
    });
    const unnamed = JSON.stringify([fresh.filter(row => idOf(row) === ''), unreadable]);
    if (unnamed === before && fresh.every(row => idOf(row) === '')) {
      const isMore = total !== undefined && given < total;
      if (!isMore || ++repeats > mostRepeats) return;
      continue;
    }
    repeats = 0;
    before = unnamed;
    given += fresh.length + unreadable.length;
    yield {...page, rows: fresh};
  }
  throw new ShapeError(tooManyPages(mostPages), {status: 200});
}

export function sortableBy({sort}: ProfileDialect): Sortable {
  return {cards: sort.cards, easyOptions: sort.easy_options};
}

/** The embedded paper service has no lag, whatever the profile says. */
export function lagsIn({service, dialect}: Config): Lags {
  if (service.kind === 'paper') return {listLagMs: 0, tradesLagMs: 0};
  return {listLagMs: dialect.list_lag * 1_000, tradesLagMs: dialect.trades_lag * 1_000};
}

const mostWaits = 5;

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
