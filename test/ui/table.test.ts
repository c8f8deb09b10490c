import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {cardFields, easyOptionFields, orderFields, tradeFields} from '../../src/api/wire/records.ts';
import {defaultColumns, type FeedPane, feedPanes} from '../../src/desk/model/vocabulary.ts';
import {update} from '../../src/desk/update.ts';
import {width} from '../../src/term/text/sanitize.ts';
import {activityColumns} from '../../src/ui/columns/activity.ts';
import type {Column} from '../../src/ui/columns/column.ts';
import {columns} from '../../src/ui/columns/panes.ts';
import {number} from '../../src/ui/format.ts';
import {drawHeadings, drawRow} from '../../src/ui/table/draw.ts';
import {placeColumns} from '../../src/ui/table/layout.ts';
import {createTableView} from '../../src/ui/table/view.ts';
import {windowStart} from '../../src/ui/table/window.ts';
import {createPaint, noPaint} from '../../src/ui/theme.ts';
import {arrived, at, card, emptyDesk, filledDesk} from './helpers/sample.ts';

const seed = 20261121;
const fields: Record<FeedPane, readonly string[]> = {
  cards: cardFields,
  easyOptions: easyOptionFields,
  orders: orderFields,
  trades: tradeFields,
};

describe('the columns', () => {
  it.each(feedPanes)('of %s hold every documented field', pane => {
    const names = columns[pane].map(column => column.name);
    expect(names).toEqual(expect.arrayContaining([...fields[pane]]));
    expect(new Set(names).size).toBe(names.length);
  });

  it('that a pane shows by default all exist, and are dropped last', () => {
    for (const pane of feedPanes) {
      const shown = defaultColumns[pane].map(name =>
        (columns[pane] as readonly Column<never>[]).find(column => column.name === name),
      );
      expect(shown).not.toContain(undefined);
      const priorities = shown.map(column => column?.priority ?? Number.NaN);
      expect(new Set(priorities).size).toBe(priorities.length);
      expect(Math.max(...priorities)).toBeLessThan(50);
    }
    expect(activityColumns.map(column => column.name)).toEqual(defaultColumns.activity);
  });
});

type Line = {readonly name: string; readonly price: string; readonly size: string};
const lineColumns: readonly Column<Line>[] = [
  {name: 'name', heading: 'name', kind: 'text', priority: 3, least: 6, cell: row => ({text: row.name})},
  {name: 'price', heading: 'price', kind: 'number', priority: 1, cell: row => ({text: number(row.price)})},
  {name: 'size', heading: 'size', kind: 'number', priority: 2, cell: row => ({text: number(row.size)})},
];

function table(rows: readonly Line[], available: number): string[] {
  const facts = {now: 0, trend: () => '', fills: new Map()};
  const cells = rows.map(row => lineColumns.map(column => column.cell(row, facts, '')));
  const {placed} = placeColumns(lineColumns, cells, available);
  const look = {isSelected: false, isDim: false, mark: () => ' ' as const};
  const lines = cells.map(row =>
    drawRow(
      placed,
      new Map(lineColumns.map((column, index) => [column.name, row[index] ?? {text: ''}])),
      look,
      noPaint,
    ),
  );
  return [drawHeadings(placed, () => '', noPaint), ...lines];
}

describe('a table', () => {
  const rows = [
    {name: 'BTC to the moon', price: '91250.5', size: '1'},
    {name: 'ETH', price: '0.0125', size: '1200'},
  ];

  it('stands numbers with their points under each other', () => {
    expect(table(rows, 60)).toEqual([
      '  name                   price   size',
      '  BTC to the moon  91,250.5         1',
      '  ETH                   0.0125  1,200',
    ]);
  });

  it('shortens texts first, and then drops what matters least, whole', () => {
    expect(table(rows, 32)).toEqual([
      '  name             price   size',
      '  BTC to t…  91,250.5         1',
      '  ETH             0.0125  1,200',
    ]);
    expect(table(rows, 22)[1]).toBe('  91,250.5         1');
    expect(table(rows, 14)[1]).toBe('  91,250.5');
  });

  it('shows a number whole or not at all', () => {
    const decimal = fc.stringMatching(/^\d{1,18}(\.\d{1,14})?$/);
    const row = fc.record({name: fc.stringMatching(/^[a-z ]{0,20}$/), price: decimal, size: decimal});
    fc.assert(
      fc.property(
        fc.array(row, {minLength: 1, maxLength: 5}),
        fc.integer({min: 12, max: 80}),
        (lines, available) => {
          const known = new Set(lines.flatMap(each => [number(each.price), number(each.size)]));
          const drawn = table(lines, available).slice(1);
          for (const line of drawn) expect(width(line)).toBeLessThanOrEqual(available);
          const numbers = drawn.join(' ').match(/[\d,.]+/g) ?? [];
          expect(numbers.filter(each => !known.has(each))).toEqual([]);
        },
      ),
      {seed, numRuns: 1_000},
    );
  });

  it('is not emptied by a value that is wider than any should be', () => {
    const endless = {name: 'BTC', price: '9'.repeat(200), size: '1'};
    expect(table([...rows, endless], 60)).toEqual([
      '  name                   price   size',
      '  BTC to the moon  91,250.5         1',
      '  ETH                   0.0125  1,200',
      '  BTC                   …           1',
    ]);
    const digits = '9'.repeat(30);
    expect(table([{name: 'BTC', price: digits, size: '1'}], 42).at(-1)).toContain(number(digits));
  });

  it('grows a column and does not shrink it again while one looks on', () => {
    const wide = [
      lineColumns.map(column =>
        column.cell({name: '', price: '1000.25', size: '1'}, {now: 0, trend: () => '', fills: new Map()}, ''),
      ),
    ];
    const slim = [
      lineColumns.map(column =>
        column.cell({name: '', price: '9.5', size: '1'}, {now: 0, trend: () => '', fills: new Map()}, ''),
      ),
    ];
    const first = placeColumns(lineColumns, wide, 60);
    const second = placeColumns(lineColumns, slim, 60, first.needs);
    expect(second.placed.map(each => each.width)).toEqual(first.placed.map(each => each.width));
  });
});

describe('the window', () => {
  it('stays while the selected row is in it, and then moves by half of itself', () => {
    expect(windowStart(0, 9, 10, 100)).toBe(0);
    expect(windowStart(0, 10, 10, 100)).toBe(6);
    expect(windowStart(6, 5, 10, 100)).toBe(0);
    expect(windowStart(50, 99, 10, 100)).toBe(90);
    expect(windowStart(95, -1, 10, 40)).toBe(30);
  });

  it('always holds the selected row', () => {
    const any = fc.tuple(fc.nat(500), fc.nat(500), fc.integer({min: 1, max: 60}), fc.nat(500));
    fc.assert(
      fc.property(any, ([before, selected, height, more]) => {
        const total = selected + 1 + more;
        const start = windowStart(before, selected, height, total);
        expect(start <= selected && selected < start + height).toBe(true);
        expect(start === 0 || start + height <= total).toBe(true);
      }),
      {seed},
    );
  });
});

describe('the view of a pane', () => {
  it('looks at the rows in view alone, of however many', () => {
    let looks = 0;
    const rows = Array.from({length: 20_000}, (_, index) => {
      const {title, ...rest} = card(index % 12, {id: String(index + 1)});
      return Object.defineProperty({...rest}, 'title', {
        enumerable: true,
        get: () => {
          looks++;
          return title;
        },
      }) as ReturnType<typeof card>;
    });
    const state = arrived(emptyDesk(120, 40), 'cards', rows);
    const view = createTableView();
    view(state, 120, 34, noPaint);
    looks = 0;
    const down = update(state, {type: 'ran', action: 'row.down', now: at(10)})[0];
    expect(view(down, 120, 34, noPaint)).toHaveLength(34);
    expect(looks).toBeLessThanOrEqual(34);
  });

  it('marks which way a number last went, until it goes another', () => {
    const before = filledDesk(80, 24, 4);
    const changed = arrived(
      before,
      'cards',
      [card(0, {currentAskPrice: '12.75'}), card(1, {currentAskPrice: '15.20'}), card(2), card(3)],
      2_000,
    );
    const view = createTableView();
    const asks = (lines: string[]) => lines.slice(1).map(line => / (\d\d\.\d\d)(.)/.exec(line)?.slice(1));
    expect(asks(view(changed, 80, 10, noPaint))).toEqual([
      ['12.75', '^'],
      ['15.20', 'v'],
      ['18.50', ' '],
      ['21.75', ' '],
    ]);
    const next = arrived(changed, 'cards', changed.feeds.cards.rows, 4_000);
    expect(asks(view(next, 80, 10, noPaint)).map(ask => ask?.[1])).toEqual(['^', 'v', ' ', ' ']);
    const back = arrived(
      next,
      'cards',
      [card(0, {currentAskPrice: '12.50'}), card(1), card(2), card(3)],
      6_000,
    );
    expect(asks(view(back, 80, 10, noPaint)).map(ask => ask?.[1])).toEqual(['v', '^', ' ', ' ']);
  });

  it('reads the same whether a row is remembered or drawn for the first time', () => {
    const moves = fc.array(
      fc.oneof(
        fc.constantFrom('row.down', 'row.up', 'row.last', 'pane.cards', 'pane.orders', 'pane.easyOptions'),
        fc.record({index: fc.nat(11), ask: fc.integer({min: 1, max: 3_000_000})}),
        fc.constant(90_000),
      ),
      {minLength: 1, maxLength: 30},
    );
    const paint = createPaint('default', {colors: 256, background: undefined});
    fc.assert(
      fc.property(moves, all => {
        let state = filledDesk(120, 40, 12);
        let ms = 0;
        const [remembering, forgetful] = [createTableView(), createTableView()];
        for (const each of all) {
          ms += 500;
          if (typeof each === 'number') ms += each;
          else if (typeof each === 'object') {
            const rows = state.feeds.cards.rows.map((row, index) =>
              index === each.index ? {...row, currentAskPrice: (each.ask / 100).toFixed(2)} : row,
            );
            state = arrived(state, 'cards', rows, ms);
          } else state = update(state, {type: 'ran', action: each as 'row.down', now: at(ms)})[0];
          state = update(state, {type: 'tick', now: at(ms)})[0];
          const anew = forgetful(structuredClone(state), 120, 9, (tone, text) => paint(tone, text));
          expect(remembering(state, 120, 9, paint)).toEqual(anew);
        }
      }),
      {seed, numRuns: 60},
    );
  });
});
