import {describe, expect, it} from 'vitest';
import type {State} from '../../src/desk/state.ts';
import {width} from '../../src/text/sanitize.ts';
import {summaryLine} from '../../src/ui/bottom/Summary.tsx';
import {emptyNote} from '../../src/ui/table/Table.tsx';
import {arrived, easyOption, filledDesk} from './helpers/sample.ts';
import {text, texts} from './helpers/texts.ts';

const rows = [
  easyOption(0, {status: 'ACTIVE', investmentAmount: '1416', pl: '124.0249'}),
  easyOption(1, {status: 'PENDING', investmentAmount: '1440', pl: undefined}),
  easyOption(2, {status: 'CLOSED', investmentAmount: '900', pl: '49.5', plClosed: '49.5'}),
];

const filled: State = {...arrived(filledDesk(160, 24), 'easyOptions', rows, 2_000), pane: 'easyOptions'};
const summary = (columns: number, more: (state: State) => State = state => state, below = 0) =>
  text(summaryLine(more({...filled, viewport: {columns, rows: 24}}), below));

const whole = (state: State): State => ({
  ...state,
  feeds: {...state.feeds, easyOptions: {...state.feeds.easyOptions, isLast: true, total: 3}},
});

describe('the summary of Easy Options', () => {
  it('shows its sums, and that they cover this page', () => {
    expect(summary(160).replace(/ {2,}/, '  ')).toBe(
      ' USDT: 1 ACTIVE, 1 PENDING: invested 2,856, P/L +124.02 (1 unpriced) (+8.76 %); closed P/L +49.50 (this page)  3 of 63 rows · page 1 of 2',
    );
    expect(summary(80)).toContain(' USDT open P/L +124.02 (1 unpriced) (+8.76 %), closed +49.50 (this page)');
  });

  it('leaves out what the filter excludes: the sum of no row is not 0', () => {
    const of = (some: typeof rows) => {
      const state = arrived(filledDesk(160, 24), 'easyOptions', some, 2_000);
      return text(summaryLine(whole({...state, pane: 'easyOptions'})));
    };
    expect(of(rows.slice(0, 2))).toContain('P/L +124.02 (1 unpriced) (+8.76 %)  ');
    expect(of(rows.slice(0, 2))).not.toContain('closed');
    expect(of(rows.slice(2))).toContain(' USDT: closed P/L +49.50 ');
    expect(of(rows.slice(2))).not.toContain('invested');
    const pending = easyOption(1, {status: 'PENDING', investmentAmount: '40', pl: undefined});
    expect(of([pending])).toContain('invested 40, P/L n/a (1 unpriced)  ');
  });

  it('shows that it covers one page at every width, and only if there are more pages', () => {
    for (let columns = 40; columns <= 250; columns++) {
      const line = summary(columns);
      expect(line, `at ${columns}`).toContain('P/L +124.02');
      expect(line, `at ${columns}`).toContain('(this page)');
      expect(width(line)).toBeLessThanOrEqual(columns);
      expect(summary(columns, whole)).not.toContain('this page');
    }
  });

  it('shows that there are other currencies if they do not fit', () => {
    const other = {...rows[0], id: '77', investmentCurrency: 'BTC'} as (typeof rows)[number];
    const state = arrived(filledDesk(60, 24), 'easyOptions', [...rows, other], 2_000);
    const line = text(summaryLine(whole({...state, pane: 'easyOptions'})));
    expect(line).toContain('BTC P/L +124.025 · USDT P/L +124.02 (1 n/a)');
    const narrow = {...state, viewport: {columns: 30, rows: 24}, pane: 'easyOptions'} as const;
    expect(text(summaryLine(whole(narrow)))).toContain('BTC P/L +124.025 +1 more');
  });
});

describe('a list without a readable row', () => {
  const lost = [
    {index: 0, reason: 'no price'},
    {index: 1, reason: 'no price'},
  ];
  const note = (unreadable: typeof lost, more: Partial<State['feeds']['orders']> = {}) => {
    const state = arrived(filledDesk(80, 24), 'orders', [], 2_000);
    const orders = {...state.feeds.orders, unreadable, ...more};
    return texts(emptyNote({...state, pane: 'orders', feeds: {...state.feeds, orders}}))
      .join('')
      .trim();
  };

  it('does not look like an empty list', () => {
    expect(note([])).toBe('No rows.');
    expect(note(lost)).toBe('None of 2 rows could be read.');
    expect(note(lost.slice(1))).toBe('None of 1 row could be read.');
  });

  it('says so under a filter too', () => {
    const filterText = 'side:BUY';
    expect(note([], {filterText})).toBe('No matches (/ Esc clears the filter).');
    expect(note(lost, {filterText, filtered: {narrowedFrom: 0}})).toBe('None of 2 rows could be read.');
    expect(note(lost, {filterText, filtered: {narrowedFrom: 5}})).toBe(
      'No matches on this page (/ Esc clears the filter). 2 could not be read.',
    );
  });
});

it('the place in a list is the number of rows, of all rows, and of rows below the visible ones', () => {
  expect(summary(160, whole, 30)).toMatch(/ 3 rows · ↓ 30 below · page 1 of 1$/);
  expect(summary(44, whole, 30)).toMatch(/ 3 rows · ↓ 30$/);
});

describe('the summary of orders and trades', () => {
  const on = (
    pane: 'orders' | 'trades',
    rows: readonly object[],
    columns = 120,
    fills: readonly object[] = [],
  ) => {
    const filled = arrived(filledDesk(columns, 24), 'trades', fills as never, 1_000);
    return text(summaryLine({...arrived(filled, pane, rows as never, 2_000), pane}));
  };
  const working = {symbol: 'BTC-C', price: '2000', size: '5', sizeContracts: '5', status: 'PENDING'};
  const fill = {tradeId: '1', orderId: '7', filledSizeContracts: '2', openPrice: '1999'};

  it('has the notional of what still works', () => {
    const rows = [
      {...working, orderId: '7'},
      {...working, orderId: '8', status: 'CANCELED'},
    ];
    expect(on('orders', rows, 120, [fill])).toMatch(/ · notional working 6,000 \(this page\)/);
    const unpriced = [...rows, {...working, orderId: '9', price: undefined}];
    expect(on('orders', unpriced)).toMatch(/ notional working 10,000 \(1 without\)/);
    expect(on('orders', [])).not.toContain('notional');
  });

  it('has net cash without fees, and the fees', () => {
    const rows = [
      {...fill, tradeSide: 'BUY', fee: '0.6'},
      {...fill, tradeId: '2', tradeSide: 'sell', openPrice: '2100.5', fee: '0.65'},
    ];
    expect(on('trades', rows)).toMatch(/ · net cash 203, fees 1\.25 \(this page\)/);
    expect(on('trades', [...rows, {...fill, tradeId: '3'}])).toMatch(
      /net cash 203 \(1 without\), fees 1\.25 \(1 without\)/,
    );
  });

  it('leaves a narrow screen to the place', () => {
    expect(on('orders', [{...working, orderId: '7'}], 40)).toMatch(/^ 1 of 61 rows/);
  });
});
