import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {EasyOption, Page} from '../../../src/api/wire/records.ts';
import {askFiltered, parseFilter} from '../../../src/desk/filter/index.ts';
import type {Row, Sort} from '../../../src/desk/state.ts';
import {easyOption, trade} from '../../helpers/desk.ts';

const seed = 20261122;
const states = ['PENDING', 'ACTIVE', 'TRIGGERED', 'CLOSING', 'CLOSED', 'EXPIRED', 'FROZEN'] as const;

type Behaviour = {
  /** Members of the query that it does not know: it gives every row as if they were not there. */
  readonly ignores?: readonly string[];
  readonly tellsNoTotal?: boolean;
  /** Behind its end it gives its last page again. */
  readonly repeatsLast?: boolean;
};

/** A service with these Easy Options, and what it was asked for. */
function service(rows: readonly EasyOption[], {ignores = [], tellsNoTotal, repeatsLast}: Behaviour = {}) {
  const asked: Record<string, unknown>[] = [];
  const obeys = (row: Row, [name, value]: [string, unknown]) =>
    ignores.includes(name) || Reflect.get(row, name) === value;
  return {
    asked,
    ask:
      (query: object) =>
      async (more: object, {page, pageSize}: {page: number; pageSize: number}) => {
        const members = Object.entries({...query, ...more});
        asked.push({...Object.fromEntries(members), page, pageSize});
        const found = rows.filter(row => members.every(each => obeys(row, each)));
        const last = Math.max(0, Math.ceil(found.length / pageSize) - 1);
        const given = repeatsLast ? Math.min(page, last) : page;
        const shown = found.slice(given * pageSize, (given + 1) * pageSize);
        const isLast = tellsNoTotal ? shown.length < pageSize : (page + 1) * pageSize >= found.length;
        const value: Page<Row> = {
          rows: shown,
          unreadable: [],
          page,
          pageSize,
          total: tellsNoTotal ? undefined : found.length,
          isLast,
        };
        const otherPage = given === page ? undefined : given;
        return {value, venue: 'PAPER' as const, latencyMs: 1, otherPage};
      },
  };
}

const filterOf = (text: string) => {
  const parsed = parseFilter('easyOptions', text, 0);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed;
};

type Paging = {readonly page?: number; readonly pageSize?: number; readonly sort?: Sort};

function pageOf(of: ReturnType<typeof service>, text: string, {page = 0, pageSize = 3, sort}: Paging = {}) {
  const {query, split, conditions} = filterOf(text);
  return askFiltered(of.ask(query), {split, conditions}, {pane: 'easyOptions', page, pageSize, sort});
}

/** Every row of every page, in order. */
async function walked(of: ReturnType<typeof service>, text: string, pageSize: number) {
  const ids: string[] = [];
  for (let page = 0; page < 100; page++) {
    const {answer} = await pageOf(of, text, {page, pageSize});
    for (const row of answer.value.rows) ids.push((row as EasyOption).id);
    if (answer.value.isLast) return ids;
  }
  throw new Error('the pages have no end');
}

const some = (...given: readonly string[]) =>
  given.map((status, index) => easyOption(String(index + 1), {status, pl: String(-index)}));
const idsIn = ({answer}: Awaited<ReturnType<typeof pageOf>>) =>
  answer.value.rows.map(row => (row as EasyOption).id);

const holds: Readonly<Record<string, (row: EasyOption) => boolean>> = {
  open: ({status}) => status !== 'CLOSED' && status !== 'EXPIRED',
  '-status:CLOSED': ({status}) => status !== 'CLOSED',
  'status:ACTIVE': ({status}) => status === 'ACTIVE',
  'status:ACTIVE,PENDING': ({status}) => status === 'ACTIVE' || status === 'PENDING',
  'open status:ACTIVE,CLOSED': ({status}) => status === 'ACTIVE',
  'pl<=-3 -type:TOUCH': ({pl, type}) => Number(pl) <= -3 && type !== 'TOUCH',
  'open type:TOUCH': ({status, type}) => status !== 'CLOSED' && status !== 'EXPIRED' && type === 'TOUCH',
};

const account = fc.array(
  fc.record({
    status: fc.constantFrom(...states),
    type: fc.constantFrom('UP_DOWN', 'TOUCH'),
    pl: fc.integer({min: -9, max: 9}).map(String),
  }),
  {maxLength: 30},
);
const behaviour = fc.record({
  ignores: fc.constantFrom([], ['status'], ['type'], ['status', 'type']),
  tellsNoTotal: fc.boolean(),
});

describe('the pages of a filter', () => {
  it('show every matching row once, and no other, whatever the service filters and reports', async () => {
    await fc.assert(
      fc.asyncProperty(
        account,
        behaviour,
        fc.constantFrom(...Object.keys(holds)),
        fc.integer({min: 1, max: 9}),
        async (given, how, text, pageSize) => {
          const rows = given.map((each, index) => easyOption(String(index + 1), each));
          const wanted = rows.filter(row => holds[text]?.(row)).map(each => each.id);
          expect((await walked(service(rows, how), text, pageSize)).toSorted()).toEqual(wanted.toSorted());
        },
      ),
      {seed, numRuns: 600},
    );
  });
});

describe('a set of statuses', () => {
  const rows = some('ACTIVE', 'CLOSED', 'PENDING', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'CLOSED', 'PENDING');

  it('is one search per status for the same page, with rows and counts together', async () => {
    const of = service(rows);
    const page = await pageOf(of, 'status:ACTIVE,PENDING');
    expect(of.asked).toEqual([
      {status: 'ACTIVE', page: 0, pageSize: 3},
      {status: 'PENDING', page: 0, pageSize: 3},
    ]);
    expect(idsIn(page)).toEqual(['1', '4', '5', '3', '8']);
    expect(page.answer.value).toMatchObject({total: 6, isLast: false});
    expect(page.filtered).toEqual({searches: 2, pages: 2, before: 0});
    const next = await pageOf(service(rows), 'status:ACTIVE,PENDING', {page: 1});
    expect([idsIn(next), next.filtered?.before, next.answer.value.isLast]).toEqual([['6'], 5, true]);
  });

  it('has no duplicate row if the service repeats the last page of a search', async () => {
    const of = service(rows, {repeatsLast: true});
    const pages = await Promise.all([0, 1, 2].map(page => pageOf(of, 'status:ACTIVE,PENDING', {page})));
    expect(pages.map(idsIn)).toEqual([['1', '4', '5', '3', '8'], ['6'], []]);
    expect(pages.map(({answer}) => answer.otherPage)).toEqual([undefined, undefined, 1]);
  });

  it('is in the requested order', async () => {
    const sort = {field: 'pl', descending: false};
    expect(idsIn(await pageOf(service(rows), 'status:ACTIVE,PENDING', {sort}))).toEqual([
      '8',
      '5',
      '4',
      '3',
      '1',
    ]);
  });
});

describe('an excluded status', () => {
  it('takes one search if the list ends on its first page', async () => {
    const of = service(some('ACTIVE', 'CLOSED', 'FROZEN'));
    const page = await pageOf(of, 'open');
    expect([idsIn(page), of.asked.length]).toEqual([['1', '3'], 1]);
    expect(page.filtered).toMatchObject({searches: 1, narrowedFrom: 3, disobeyed: undefined});
  });

  it('takes one search per other status if these and the excluded ones are all there is', async () => {
    const of = service(some('CLOSED', 'CLOSED', 'CLOSED', 'ACTIVE', 'PENDING', 'EXPIRED'));
    const page = await pageOf(of, 'open');
    expect([idsIn(page).toSorted(), page.answer.value.total]).toEqual([['4', '5'], 2]);
    expect(page.filtered).toMatchObject({searches: 4, narrowedFrom: undefined});
    expect(of.asked).toHaveLength(7);
  });

  it('is filtered here, page by page, if there is an undocumented status', async () => {
    const of = service(some('CLOSED', 'FROZEN', 'CLOSED', 'ACTIVE', 'PENDING', 'EXPIRED'));
    const page = await pageOf(of, 'open');
    expect([idsIn(page), page.answer.value.isLast]).toEqual([['2'], false]);
    expect(page.filtered).toMatchObject({searches: 1, narrowedFrom: 3, disobeyed: undefined});
  });
});

describe('a service that ignores a filter', () => {
  const rows = some('CLOSED', 'ACTIVE', 'PENDING', 'CLOSED');

  it.each(['status:ACTIVE', 'status:ACTIVE,PENDING', 'open'])('is detected by its rows: %s', async text => {
    const page = await pageOf(service(rows, {ignores: ['status']}), text);
    expect(page.filtered).toMatchObject({disobeyed: text, narrowedFrom: 3});
    expect(page.answer.value.rows.every(row => holds[text]?.(row as EasyOption))).toBe(true);
  });

  it('is detected by the times of its trades, but not by trades without a time', async () => {
    const parsed = parseFilter('trades', 'time:-1h..', 7_200_000);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const {split, conditions} = parsed;
    const page = async (...times: readonly (number | undefined)[]) => {
      const rows = times.map((openDate, index) => trade(String(index + 1), {openDate}));
      const value: Page<Row> = {rows, unreadable: [], page: 1, pageSize: 9, total: 9, isLast: true};
      const ask = async () => ({value, venue: 'PAPER' as const, latencyMs: 1});
      const {answer, filtered} = await askFiltered(
        ask,
        {split, conditions},
        {pane: 'trades', page: 0, pageSize: 9},
      );
      return [answer.value.rows.map(row => Reflect.get(row, 'tradeId')), filtered?.disobeyed];
    };
    expect(await page(3_600_000, 3_599_999, 7_200_000)).toEqual([['1', '3'], 'time:-1h..']);
    expect(await page(3_600_000, undefined)).toEqual([['1', '2'], undefined]);
  });

  it('is not suspected because of rows without the field, or with another letter case', async () => {
    const quiet = [easyOption('1', {status: undefined}), easyOption('2', {status: 'active'})];
    const page = await pageOf(service(quiet, {ignores: ['status']}), 'status:ACTIVE');
    expect([idsIn(page), page.filtered]).toEqual([['1', '2'], undefined]);
  });
});
