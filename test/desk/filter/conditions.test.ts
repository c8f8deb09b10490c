import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {EasyOption} from '../../../src/api/wire/records.ts';
import {narrowed} from '../../../src/desk/filter/conditions.ts';
import {parseFilter} from '../../../src/desk/filter/parse.ts';
import {easyOption, trade} from '../../helpers/desk.ts';

const seed = 20261122;
const states = ['PENDING', 'ACTIVE', 'TRIGGERED', 'CLOSING', 'CLOSED', 'EXPIRED', 'FROZEN'] as const;

type Behaviour = {
  /** Members of the query that it does not know: it gives every row as if they were not there. */
  readonly ignores?: readonly string[];
  readonly tellsNoTotal?: boolean;
  readonly searches?: (row: EasyOption, text: string) => boolean | undefined;
};

/** A service with these Easy Options, and what it was asked for. */
function service(rows: readonly EasyOption[], {ignores = [], tellsNoTotal, searches}: Behaviour = {}) {
  const asked: Record<string, unknown>[] = [];
  const obeys = (row: EasyOption, [name, value]: [string, unknown]) =>
    ignores.includes(name) ||
    (name === 'search' ? searches?.(row, String(value).toLowerCase()) : Reflect.get(row, name) === value);
  return {
    asked,
    ask: (query: object, {page, pageSize}: {page: number; pageSize: number}) => {
      asked.push({...query, page, pageSize});
      const found = rows.filter(row => Object.entries(query).every(each => obeys(row, each)));
      const shown = found.slice(page * pageSize, (page + 1) * pageSize);
      const isLast = tellsNoTotal ? shown.length < pageSize : (page + 1) * pageSize >= found.length;
      return {rows: shown, total: tellsNoTotal ? undefined : found.length, isLast};
    },
  };
}

const filterOf = (text: string) => {
  const parsed = parseFilter('easyOptions', text, 0);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed;
};

type Paging = {readonly page?: number; readonly pageSize?: number};

function pageOf(of: ReturnType<typeof service>, text: string, {page = 0, pageSize = 3}: Paging = {}) {
  const {query, conditions} = filterOf(text);
  const answer = of.ask(query, {page, pageSize});
  return {...answer, ...narrowed(answer.rows, conditions)};
}

/** Every row of every page, in order. */
function walked(of: ReturnType<typeof service>, text: string, pageSize: number) {
  const ids: string[] = [];
  for (let page = 0; page < 100; page++) {
    const {kept, isLast} = pageOf(of, text, {page, pageSize});
    for (const {id} of kept) ids.push(id);
    if (isLast) return ids;
  }
  throw new Error('the pages have no end');
}

const idsIn = ({kept}: ReturnType<typeof pageOf>) => kept.map(({id}) => id);

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

it('the pages of a filter show every matching row once, and no other, whatever the service filters and reports', () => {
  fc.assert(
    fc.property(
      account,
      behaviour,
      fc.constantFrom(...Object.keys(holds)),
      fc.integer({min: 1, max: 9}),
      (given, how, text, pageSize) => {
        const rows = given.map((each, index) => easyOption(String(index + 1), each));
        const wanted = rows.filter(row => holds[text]?.(row)).map(each => each.id);
        expect(walked(service(rows, how), text, pageSize).toSorted()).toEqual(wanted.toSorted());
      },
    ),
    {seed, numRuns: 600},
  );
});

describe('several words', () => {
  const rows = ['ETH above 4460 by 28NOV', 'BTC above 71750 by 28NOV', 'ETH below 4200 by 29NOV'].map(
    (cardName, index) => easyOption(String(index + 1), {status: 'ACTIVE', cardName}),
  );
  const searches = ({cardName}: EasyOption, text: string) => cardName?.toLowerCase().includes(text);

  it.each([
    ['eth 28NOV', ['1']],
    ['28NOV eth status:ACTIVE', ['1']],
    ['eth "by 29nov"', ['3']],
    ['"28nov eth" above', []],
  ])('give the same rows whether the service searches or not: %s', (text, ids) => {
    const obeying = pageOf(service(rows, {searches}), text);
    const ignoring = pageOf(service(rows, {ignores: ['search']}), text);
    expect([idsIn(obeying), idsIn(ignoring)]).toEqual([ids, ids]);
    expect(obeying.filtered).toBeDefined();
  });
});

describe('a service that ignores a filter', () => {
  it('is detected by the times of its trades, but not by trades without a time', () => {
    const parsed = parseFilter('trades', 'time:-1h..', 7_200_000);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const {conditions} = parsed;
    const page = (...times: readonly (number | undefined)[]) => {
      const rows = times.map((openDate, index) => trade(String(index + 1), {openDate}));
      const {kept, filtered} = narrowed(rows, conditions);
      return [kept.map(({tradeId}) => tradeId), filtered?.disobeyed];
    };
    expect(page(3_600_000, 3_599_999, 7_200_000)).toEqual([['1', '3'], 'time:-1h..']);
    expect(page(3_600_000, undefined)).toEqual([['1', '2'], undefined]);
  });

  it('is not suspected because of rows without the field, or with another letter case', () => {
    const quiet = [easyOption('1', {status: undefined}), easyOption('2', {status: 'active'})];
    const page = pageOf(service(quiet, {ignores: ['status']}), 'status:ACTIVE');
    expect([idsIn(page), page.filtered]).toEqual([['1', '2'], undefined]);
    expect(idsIn(pageOf(service(quiet, {ignores: ['status']}), 'status:ACTIVE -type:TOUCH'))).toEqual([
      '1',
      '2',
    ]);
  });
});
