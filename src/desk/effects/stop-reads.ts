import type {Answer, Operations} from '../../api/client.ts';
import type {Page} from '../../api/wire/records.ts';
import {askPage} from '../feeds/lists.ts';
import {clockOffset, isSteady} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {ownId} from '../model/rows.ts';
import type {RowOf, Sort} from '../model/state.ts';
import type {AccountRead, ListRead} from '../stop/reading.ts';
import type {StopScope} from '../stop/room.ts';
import {faultOf} from './faults.ts';
import {createPace, mostPagesOfStop} from './pace.ts';

/** Reads of all that an account has open. What fails is told with the list that it broke; nothing rejects. */
type Given = {
  readonly client: Operations;
  readonly clock: () => Moment;
  readonly after: (ms: number, then: () => void) => void;
};

const pageSize = 100;

const byId: Sort = {field: 'id', descending: false};
/** It is asked to sort by the id, and whether it does is seen by the ids. */
const sortable = {cards: [], easyOptions: ['id']};

export async function readForStop(given: Given, scope: StopScope): Promise<AccountRead> {
  const heard: Answer<unknown>[] = [];
  const began = given.clock();
  const orders = await readList(given, 'orders', undefined, heard);
  const easyOptions = scope.easyOptions ? await readList(given, 'easyOptions', byId, heard) : undefined;
  const trades = scope.trades ? await readList(given, 'trades', undefined, heard) : undefined;
  const last = heard.at(-1);
  const now = given.clock();
  return {
    orders,
    easyOptions,
    trades,
    offsetMs: last && isSteady(began, now) ? clockOffset(last, now.wall) : undefined,
    isPaper: last?.venue === 'PAPER',
  };
}

/** From the first page to the last, in one pass. */
async function readList<P extends 'orders' | 'easyOptions' | 'trades'>(
  {client, clock, after}: Given,
  pane: P,
  sort: Sort | undefined,
  heard: Answer<unknown>[],
): Promise<ListRead<RowOf[P]>> {
  const began = clock();
  const pace = createPace(clock, after);
  const pages: Page<RowOf[P]>[] = [];
  const told = (isWhole: boolean, error?: unknown): ListRead<RowOf[P]> => {
    const rows = pages.flatMap(each => each.rows);
    return {
      began,
      rows,
      unreadable: pages.reduce((count, each) => count + each.unreadable.length, 0),
      pages: pages.length,
      totals: [pages[0]?.total, pages.at(-1)?.total],
      isWhole,
      areUnique: new Set(rows.map(row => ownId(pane, row))).size === rows.length,
      isAscending: isAscending(rows.map(row => ownId(pane, row))),
      fault: error === undefined ? undefined : faultOf(error),
    };
  };
  try {
    while (pages.length < mostPagesOfStop) {
      await pace();
      const request = {pane, query: {}, sort, page: pages.length, pageSize};
      const answer = await askPage(client, request, sortable);
      heard.push(answer);
      pages.push(answer.value);
      const {isLast, rows, unreadable, total} = answer.value;
      // Without a total a short page may be one of a service that gives smaller ones than it is asked for.
      if ((isLast && total !== undefined) || rows.length + unreadable.length === 0) return told(true);
    }
    return told(false);
  } catch (error) {
    return told(false, error);
  }
}

/** Each above the one before it; ids are whole numbers in digits. */
function isAscending(ids: readonly (string | undefined)[]): boolean {
  return ids.every((id, index) => {
    const before = ids[index - 1];
    return index === 0 || (isNumber(before) && isNumber(id) && BigInt(before) < BigInt(id));
  });
}

function isNumber(id: string | undefined): id is string {
  return id !== undefined && /^\d+$/.test(id);
}
