import {setTimeout as wait} from 'node:timers/promises';
import type {PageRequest} from '../account/model/feed.ts';
import type {Lags} from '../account/model/lags.ts';
import {ownId} from '../account/model/rows.ts';
import type {Sortable} from '../account/model/sorting.ts';
import {type FeedPane, feedPanes, paneNames} from '../account/model/vocabulary.ts';
import {whyOld} from '../account/reading/ledger.ts';
import {askPage, type PageAnswer} from '../account/reading/pages.ts';
import {type TradingClient, walk} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import type {Unreadable} from '../api/wire/records.ts';
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

/** Reads until a page is empty or has nothing new. A record that moves to the next page is given once. */
export function walkList<P extends FeedPane>(
  client: TradingClient,
  dialect: ProfileDialect,
  wanted: FilteredRequest<P>,
  mostPages = Infinity,
): {readonly rows: AsyncIterable<RowOf[P]>; readonly walked: WalkSummary} {
  const walked = newSummary();
  let before = 0;
  let last: PageAnswer<RowOf[P]> | undefined;
  const read = async (page: number) => {
    // An empty page ends the walk.
    if (last !== undefined && walked.pages === mostPages)
      return {...last, value: {...last.value, rows: [], unreadable: []}};
    const answer = await patiently(() => askPage(client, {...wanted, page}, sortableBy(dialect)));
    before = walked.given;
    walked.pages++;
    walked.last = last = answer;
    walked.old ??= whyOld(answer);
    walked.total = answer.value.total ?? walked.total;
    return answer;
  };
  const {conditions = []} = wanted;
  const rows = walk<RowOf[P]>(
    {firstPage: wanted.page, read, idOf: row => ownId(wanted.pane, row) ?? ''},
    {
      onUnreadable({index, reason}) {
        walked.given++;
        if (walked.unread++ < mostNamed) walked.unreadable.push({index: before + index, reason});
      },
    },
  );
  const counted = async function* () {
    for await (const row of rows) {
      walked.given++;
      walked.disobeyed ??= conditions.find(each => each.isAsked && contradicts(row, each))?.text;
      if (!checkedHere(conditions, walked.disobeyed).every(each => fits(row, each))) continue;
      walked.kept++;
      yield row;
    }
  };
  return {rows: counted(), walked};
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
