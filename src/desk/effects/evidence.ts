import type {Answer, Operations} from '../../api/client.ts';
import type {Id, Millis, Page} from '../../api/wire/records.ts';
import {explainHere} from '../feeds/advice.ts';
import type {Evidence, Reading} from '../intents/intent.ts';
import {type ListsRead, nextList, type WantedList} from '../intents/looks.ts';
import type {BoundService} from '../journal/contract.ts';
import {clockOffset, isSteady} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {createPace, mostPagesWhole} from './reads.ts';

/**
 * The reads that settle intents. A read counts only if it is whole: a list that changed while it was paged
 * through may lack the one row that matters.
 */
type Given = {
  readonly client: Operations;
  readonly service: BoundService;
  readonly clock: () => Moment;
  readonly after?: (ms: number, then: () => void) => void;
};

/**
 * A row that ends during the read moves another row onto a page that was already read, and no total shows it.
 * So a list of several pages counts only if two reads in a row have the same rows. It is read at most this many
 * times.
 */
const mostTimes = 4;
/** The Date header counts whole seconds, and clocks are adjusted in small steps. */
const leastToleranceMs = 2_000;
type Clock = Extract<Evidence, {kind: 'read'}>['clock'];

/** Never rejects: a failed read is evidence of nothing, with the reason. */
export async function gather(given: Given, reading: Reading): Promise<Evidence> {
  const beganAt = given.clock();
  const reader = createReader(given);
  try {
    const rows = await read(given.client, reader, reading);
    return {kind: 'read', beganAt, clock: reader.clock(), ...nothing, ...rows};
  } catch (error) {
    return {kind: 'failure', words: error instanceof NotWhole ? error.message : explainHere(error)};
  }
}

const nothing = {easyOptions: [], orders: [], trades: []};

async function read(client: Operations, reader: Reader, reading: Reading): Promise<ListsRead> {
  let lists: ListsRead = {};
  for (;;) {
    const wanted = nextList(reading, lists, reader.clock());
    if (wanted === undefined) return lists;
    lists = {...lists, ...(await readList(client, reader, wanted))};
  }
}

async function readList(client: Operations, reader: Reader, wanted: WantedList): Promise<ListsRead> {
  switch (wanted.list) {
    case 'easyOptions':
      return {easyOptions: await easyOptions(client, reader, wanted.query)};
    case 'orders':
      return {orders: await openOrders(client, reader)};
    case 'trades':
      return {trades: await trades(client, reader, wanted.query)};
    case 'fills':
      return {fills: await trades(client, reader, wanted.query)};
    default:
      return wanted satisfies never;
  }
}

function easyOptions(client: Operations, reader: Reader, query: {cardId?: Id; id?: Id}) {
  return reader.all(
    0,
    pageNumber => client.searchEasyOptions({...query, pageNumber, pageSize: 100}),
    row => row.id,
  );
}

function openOrders(client: Operations, reader: Reader) {
  return reader.all(
    1,
    page => client.listOrders({page, pageSize: 100}),
    order => order.orderId,
  );
}

function trades(client: Operations, reader: Reader, query: {symbol?: string; orderId?: Id; start?: Millis}) {
  return reader.all(
    1,
    page => client.listTrades({...query, page, pageSize: 100}),
    trade => trade.tradeId,
  );
}

class NotWhole extends Error {}

type PageOf<Row> = (number: number) => Promise<Answer<Page<Row>>>;

type Reader = {
  all<Row>(first: number, page: PageOf<Row>, id: (row: Row) => Id): Promise<Row[]>;
  clock(): Clock;
};

function createReader({service, clock: now, after}: Given): Reader {
  let clock: Clock;
  const pace = createPace(now, after);

  const pagesOf = async <Row>(
    first: number,
    page: PageOf<Row>,
    id: (row: Row) => Id,
  ): Promise<Page<Row>[]> => {
    const pages: Page<Row>[] = [];
    while (pages.length < mostPagesWhole) {
      await pace();
      const asked = now();
      const answer = await page(first + pages.length);
      // Its Date tells no offset then, and without one an old record could pass for a new one.
      if (!isSteady(asked, now()))
        throw new NotWhole('The machine slept or its clock changed during the read.');
      clock = better(clock, clockOf(answer, now()));
      checkPage(answer, service);
      const {isLast, total, rows} = answer.value;
      const before = pages.at(-1);
      // A short page is the last one only if a total says so: a service may give smaller pages than asked for.
      // Without a total, the list ends with an empty page or a repeated one.
      if (total === undefined && before !== undefined && (rows.length === 0 || isSame(rows, before.rows, id)))
        return pages;
      pages.push(answer.value);
      if (isLast && (total !== undefined || rows.length === 0)) return pages;
      if (rows.length === 0) throw new NotWhole('The list ended before its last page.');
    }
    throw new NotWhole(`The list has more than ${mostPagesWhole} pages.`);
  };

  return {
    clock: () => clock,
    async all(first, page, id) {
      let before: string | undefined;
      for (let time = 0; time < mostTimes; time++) {
        const pages = await pagesOf(first, page, id);
        const rows = pages.flatMap(each => each.rows);
        const ids = rows.map(id);
        checkWhole(ids, pages.at(-1)?.total);
        const seen = ids.join(' ');
        if (pages.length === 1 || seen === before) return rows;
        before = seen;
      }
      throw new NotWhole(changed);
    },
  };
}

function checkPage(answer: Answer<Page<unknown>>, service: BoundService): void {
  if (service.ledger !== undefined && answer.paperLedger !== service.ledger) {
    throw new NotWhole('The answer came from another paper ledger.');
  }
  const [unreadable] = answer.value.unreadable;
  if (unreadable !== undefined) {
    throw new NotWhole(
      `${answer.value.unreadable.length} of the rows could not be read (${unreadable.reason}).`,
    );
  }
}

function isSame<Row>(rows: readonly Row[], others: readonly Row[], id: (row: Row) => Id): boolean {
  const ids = others.map(id);
  return rows.length === ids.length && rows.every((row, index) => id(row) === ids[index]);
}

const changed = 'The list changed while it was read.';

/** Rows that move to another page during the read appear twice, or not at all. */
function checkWhole(ids: readonly Id[], total: number | undefined): void {
  const named = ids.filter(id => id !== '');
  const isTwice = new Set(named).size !== named.length;
  if (isTwice || (total !== undefined && total !== ids.length)) {
    throw new NotWhole(changed);
  }
}

/** The Date header is truncated to a second, and was set at some time between our request and the answer. */
function clockOf(answer: Answer<unknown>, now: Moment): Clock {
  const offsetMs = clockOffset(answer, now.wall);
  const toleranceMs = Math.max(leastToleranceMs, Math.ceil(1_000 + answer.latencyMs));
  return offsetMs === undefined ? undefined : {offsetMs, toleranceMs, seenAt: now};
}

function better(before: Clock, after: Clock): Clock {
  if (before === undefined || after === undefined) return before ?? after;
  return after.toleranceMs < before.toleranceMs ? after : before;
}
