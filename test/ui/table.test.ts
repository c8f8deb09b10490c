import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {defaultColumns, type FeedPane, feedPanes} from '../../src/account/model/vocabulary.ts';
import {resources} from '../../src/account/resources/resources.ts';
import {number} from '../../src/account/words/text.ts';
import type {ActivityLine, State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {width} from '../../src/text/sanitize.ts';
import {
  activityColumns,
  type Column,
  chosenColumns,
  paneColumns,
  trendOf,
} from '../../src/ui/table/columns.ts';
import {drawTable, windowStart} from '../../src/ui/table/draw-rows.ts';
import {placeColumns} from '../../src/ui/table/fit.ts';
import {createTableView} from '../../src/ui/table/Table.tsx';
import {key} from '../helpers/desk.ts';
import {arrived, at, card, easyOption, emptyDesk, filledDesk, order, trade, wall} from './helpers/sample.ts';
import {texts} from './helpers/texts.ts';

const seed = 20261121;

const desk = filledDesk(120, 40);
const {now, feeds} = desk;
const asked = feeds.cards.rows.map((row, at) => (at === 1 ? {...row, currentAskPrice: '12.34'} : row));

it.each<[number, string, State]>([
  [2, 'a key', update(desk, {type: 'pressed', key: key('j', {at: now.mono}), now})[0]],
  [0, 'a second', {...desk, now: {mono: now.mono + 1_000, wall: now.wall + 1_000}}],
  [1, 'another ask', {...desk, feeds: {...feeds, cards: {...feeds.cards, rows: asked}}}],
])('a table draws %i rows anew after %s', (count, _, after) => {
  const table = createTableView();
  const before = table.draw(desk, 120, 10).lines;
  const lines = table.draw(after, 120, 10).lines.slice(1);
  expect(lines.filter((line, at) => line !== before[at + 1])).toHaveLength(count);
});

it('the columns that a pane shows by default all exist, and are dropped last', () => {
  for (const pane of feedPanes) {
    const shown = defaultColumns[pane].map(name =>
      (paneColumns[pane] as readonly Column<never>[]).find(column => column.name === name),
    );
    expect(shown).not.toContain(undefined);
    const priorities = shown.map(column => column?.priority ?? Number.NaN);
    expect(new Set(priorities).size).toBe(priorities.length);
    expect(Math.max(...priorities)).toBeLessThan(50);
  }
  expect(activityColumns.map(column => column.name)).toEqual(defaultColumns.activity);
});

/** The pane of a desk, in ten rows. */
const drawn = (state: State) => texts(createTableView().draw(state, state.viewport.columns, 10).lines);

const activityLine = (state: string, more: Partial<ActivityLine> = {}): ActivityLine => ({
  id: state,
  at: 0,
  kind: 'filled',
  what: 'Fill',
  target: 'X',
  amount: '0.05',
  state,
  outcome: '',
  requestId: 'req-1579',
  latencyMs: 31,
  ...more,
});

const activityAt = (columns: number, activity: readonly ActivityLine[]) =>
  drawn({...filledDesk(columns, 20), pane: 'activity', activity});

type Line = {readonly name: string; readonly price: string; readonly size: string};
const lineColumns: readonly Column<Line>[] = [
  {name: 'name', heading: 'name', kind: 'text', priority: 3, least: 6, cell: row => ({text: row.name})},
  {name: 'price', heading: 'price', kind: 'number', priority: 1, cell: row => ({text: number(row.price)})},
  {name: 'size', heading: 'size', kind: 'number', priority: 2, cell: row => ({text: number(row.size)})},
];

function table(rows: readonly Line[], available: number): string[] {
  const facts = {now: 0, zone: 0};
  const cells = rows.map(row => lineColumns.map(column => column.cell(row, facts, '')));
  return texts(drawTable(lineColumns, cells, {width: available}).lines);
}

describe('Activity', () => {
  const order = {ids: [], side: 'SELL', size: '1', symbol: 'X', price: '2'};
  const rejected: Partial<ActivityLine> = {
    ...{kind: 'intent', what: 'cancel', order},
    outcome: 'It is in a final state already, and has been.',
  };
  const onSmallest = (amount: string) => {
    const activity = [
      activityLine('REJECTED', rejected),
      activityLine('FILLED', {money: '0.05 @ 4,908.74', order}),
      activityLine('CLOSED', {money: `${amount} USDT`, outcome: 'by its owner'}),
    ];
    return activityAt(40, activity).slice(1);
  };

  it('shows state, side and the whole amount on the smallest screen', () => {
    expect(onSmallest('-2,105.03')).toEqual([
      '  REJECTED can…  SELL  It is in a fina…',
      '  FILLED         SELL  0.05 @ 4,908.74',
      '  CLOSED               -2,105.03 USDT …',
    ]);
  });

  it('tells a cancel from an order, and says the size and price of what is confirmed', () => {
    const confirmed = (what: string, at: number) =>
      activityLine('CONFIRMED', {
        ...{kind: 'intent', what, at, id: what, order: {...order, ids: [what]}},
        ...{money: `${what === 'cancel' ? 'order ' : ''}0.3 @ 249`, recordId: '9100000000000006'},
      });
    const activity = [confirmed('cancel', 2), confirmed('place', 1)];
    expect(activityAt(40, activity).slice(1)).toEqual([
      '  CONFIRMED ca…  SELL  order 0.3 @ 249…',
      '  CONFIRMED pl…  SELL  0.3 @ 249 …',
    ]);
    expect(activityAt(80, activity)[1]).toContain('0.3 @ 249 ');
  });

  it('never cuts an amount: words go first, then the side', () => {
    expect(onSmallest('-121,212,105.03')).toEqual([
      '  REJECTED canc…  It is in a final sta…',
      '  FILLED          0.05 @ 4,908.74',
      '  CLOSED          -121,212,105.03 USDT…',
    ]);
  });
});

describe('the name of a row', () => {
  const nameOf: Record<FeedPane, string> = {
    cards: 'title',
    easyOptions: 'cardName',
    orders: 'symbol',
    trades: 'contract',
  };
  const rows: Record<FeedPane, readonly object[]> = {
    cards: [card(0), card(1, {title: 'BTC above 75500 by 27NOV26, and a title as long as many are'})],
    easyOptions: [easyOption(0), easyOption(3, {cardName: 'ETH touches 3615.9 before the year is over'})],
    orders: [order(0), order(1, {symbol: 'DOGE-27NOV26-0.18864-C'})],
    trades: [trade(0), trade(1)],
  };
  const facts = {now: at(0).wall, zone: 0};

  it.each(feedPanes)('on %s gets its full width before less important columns appear', pane => {
    const chosen = chosenColumns(pane, defaultColumns[pane], 0);
    const name = chosen.find(column => column.name === nameOf[pane]);
    const cells = rows[pane].map(row => chosen.map(column => column.cell(row as never, facts, '')));
    const full = Math.max(...cells.map(row => width(row[chosen.indexOf(name as never)]?.text ?? '')));
    let whole = 0;
    for (let available = 40; available <= 250; available++) {
      const {placed} = placeColumns(chosen, cells, available);
      const own = placed.find(each => each.column === name)?.width ?? 0;
      const isLessShown = placed.some(each => each.column.priority > (name?.priority ?? 0));
      if (isLessShown && full <= available - 3) expect(own, `at ${available}`).toBeGreaterThanOrEqual(full);
      if (own >= full) whole++;
    }
    expect(name?.isName).toBe(true);
    expect(whole).toBeGreaterThan(150);
  });

  it('is cut, and the rest is shown, if it is wider than the screen', () => {
    const chosen = chosenColumns('cards', defaultColumns.cards, 0);
    const cells = [card(0), card(1, {title: 'x'.repeat(100)})].map(row =>
      chosen.map(column => column.cell(row as never, facts, '')),
    );
    const {placed} = placeColumns(chosen, cells, 80);
    expect(placed.map(each => each.column.name)).toEqual(
      expect.arrayContaining(['currentAskPrice', 'expiry']),
    );
    expect(placed[0]?.width).toBeGreaterThanOrEqual(width(card(0).title));
  });
});

describe('a column that needs a wide table', () => {
  const wide = feedPanes.flatMap(pane =>
    Object.entries<{from?: number}>(resources[pane].columns).flatMap(([name, {from}]) =>
      from === undefined ? [] : [{pane, name, from}],
    ),
  );

  it.each(wide)(
    'is $name of $pane, and a narrower one has it where a person names it',
    ({pane, name, from}) => {
      const [column] = chosenColumns(pane, [name], 0);
      const has = (columns: number, names = defaultColumns[pane]) => {
        const {settings, ...state} = filledDesk(columns, 24);
        const of = {...settings, columns: {...settings.columns, [pane]: names}};
        const [heads = ''] = drawn({...state, settings: of, pane});
        return ` ${heads} `.includes(` ${column?.heading} `);
      };
      expect([has(from - 1), has(from)]).toEqual([false, true]);
      expect(has(from - 1, [...defaultColumns[pane].slice(0, 1), name])).toBe(true);
    },
  );

  it('is one at least', () => expect(wide.length).toBeGreaterThan(0));
});

it('shows expiries as dates if all rows expire at one time of day, but the last day counted down', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const expiries = (...after: number[]) => {
    const at = (ms: number) => new Date(wall + minute + ms).toISOString();
    const cards = after.map((ms, index) => card(index, {expiryDate: at(ms)}));
    const state = arrived(emptyDesk(200, 24), 'cards', cards);
    return drawn({...state, pane: 'cards'})
      .slice(1)
      .map(line => /\bin \d+[dhm]( \d+[hm])?|\d\d NOV 26\b/.exec(line)?.[0]);
  };
  expect(expiries(5 * hour, 29 * hour, 149 * hour)).toEqual(['in 5h', '22 NOV 26', '27 NOV 26']);
  expect(expiries(5 * hour, 30 * hour)).toEqual(['in 5h', 'in 1d 6h']);
});

describe('data from another list about a row', () => {
  const cells = (state: State, pane: 'easyOptions' | 'orders', names: readonly string[]) => {
    const given = {
      ...state,
      pane,
      settings: {...state.settings, columns: {...defaultColumns, [pane]: names}},
    };
    return drawn(given)[1]
      ?.replace(/[▌^]|v(?= )/g, ' ')
      .trim()
      .split(/ {2,}/);
  };
  const columnsOfOptions = ['id', 'underlying', 'ask', 'expiry', 'plPercent'];

  it('is the card of an Easy Option by its id, and the ask of its own option from any card', () => {
    const state = filledDesk(120, 40);
    expect(cells(state, 'easyOptions', columnsOfOptions)).toEqual([
      '9007199254740993',
      'BTC',
      '12.00',
      'in 6h 59m',
      '+0.75',
    ]);
    const moved = arrived(state, 'cards', [card(0, {currentOptionSymbol: 'BTC-27NOV26-99000-C'})], 2_000);
    expect(cells(moved, 'easyOptions', columnsOfOptions)?.slice(1, 3)).toEqual(['BTC', '-']);
    const gone = arrived(state, 'cards', [card(1)], 2_000);
    // The page of cards may be another one: the account is read besides.
    expect(cells(gone, 'easyOptions', columnsOfOptions)?.slice(1)).toEqual([
      'BTC',
      '12.00',
      'in 6h 59m',
      '+0.75',
    ]);
    const never = arrived(state, 'easyOptions', [easyOption(0, {cardId: '9'})], 2_000);
    expect(cells(never, 'easyOptions', columnsOfOptions)?.slice(1)).toEqual(['-', '12.00', '-', '+0.75']);
  });
});

describe('a column of times', () => {
  it.each([
    ['easyOptions', 'opened'],
    ['trades', 'time'],
    ['activity', 'time'],
  ] as const)('of %s names the time zone of its rows', (pane, name) => {
    const [column] = chosenColumns(pane, [name], 330);
    expect(column?.heading).toBe(`${name} +05:30`);
    const row = {openTime: wall, openDate: wall, at: wall};
    expect(column?.cell(row as never, {now: wall, zone: 330}, '').text).toMatch(/08:37/);
  });

  it('uses the time zone of the settings', () => {
    const state = {...filledDesk(120, 24), pane: 'trades'} as const;
    expect(drawn(state)[0]).toContain('time UTC');
  });
});

describe('the trend of a row', () => {
  const seen = [
    {at: 0, value: 10},
    {at: 35_000, value: 12},
    {at: 90_000, value: 8},
  ];

  it('covers its two minutes, and ends with the current number', () => {
    expect(trendOf(seen.slice(0, 2), 36_000)).toBe('   ▁▁█');
    expect(trendOf(seen, 100_000)).toBe('▅▅███▁');
    expect(trendOf(seen, 150_000)).toBe('██▁▁▁▁');
    expect(trendOf(seen, 400_000)).toBe('▅▅▅▅▅▅');
  });
});

describe('a table', () => {
  const rows = [
    {name: 'BTC to the moon', price: '91250.5', size: '1'},
    {name: 'ETH', price: '0.0125', size: '1200'},
  ];

  it('aligns numbers at their decimal points', () => {
    expect(table(rows, 60)).toEqual([
      '  name                   price   size',
      '  BTC to the moon  91,250.5         1',
      '  ETH                   0.0125  1,200',
    ]);
  });

  it('first shortens text, and then drops the least important columns completely', () => {
    expect(table(rows, 32)).toEqual([
      '  name             price   size',
      '  BTC to t…  91,250.5         1',
      '  ETH             0.0125  1,200',
    ]);
    expect(table(rows, 22)[1]).toBe('  91,250.5         1');
    expect(table(rows, 14)[1]).toBe('  91,250.5');
  });

  it('shows a number completely or not at all', () => {
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

  it('is not emptied by a value that is wider than expected', () => {
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

  it('widens a column and does not narrow it again while the user looks on', () => {
    const wide = [
      lineColumns.map(column => column.cell({name: '', price: '1000.25', size: '1'}, {now: 0, zone: 0}, '')),
    ];
    const slim = [
      lineColumns.map(column => column.cell({name: '', price: '9.5', size: '1'}, {now: 0, zone: 0}, '')),
    ];
    const first = placeColumns(lineColumns, wide, 60);
    const second = placeColumns(lineColumns, slim, 60, first.needs);
    expect(second.placed.map(each => each.width)).toEqual(first.placed.map(each => each.width));
  });
});

describe('the window', () => {
  it('stays while the selected row is in it, and then moves by half its height', () => {
    expect(windowStart(0, 9, 10, 100)).toBe(0);
    expect(windowStart(0, 10, 10, 100)).toBe(6);
    expect(windowStart(6, 5, 10, 100)).toBe(0);
    expect(windowStart(50, 99, 10, 100)).toBe(90);
    expect(windowStart(95, -1, 10, 40)).toBe(30);
  });

  it('always contains the selected row', () => {
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
  it('reads only the visible rows of any number', () => {
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
    view.draw(state, 120, 34).lines;
    looks = 0;
    const down = update(state, {type: 'ran', action: 'row.down', now: at(10)})[0];
    expect(texts(view.draw(down, 120, 34).lines)).toHaveLength(34);
    expect(looks).toBeLessThanOrEqual(34);
  });

  it('marks the last direction of a number until it moves the other way', () => {
    const before = filledDesk(80, 24, 4);
    const changed = arrived(
      before,
      'cards',
      [card(0, {currentAskPrice: '12.75'}), card(1, {currentAskPrice: '15.20'}), card(2), card(3)],
      2_000,
    );
    const view = createTableView();
    const asks = (lines: string[]) => lines.slice(1).map(line => / (\d\d\.\d\d)(.)/.exec(line)?.slice(1));
    expect(asks(texts(view.draw(changed, 80, 10).lines))).toEqual([
      ['12.75', '^'],
      ['15.20', 'v'],
      ['18.50', ' '],
      ['21.75', ' '],
    ]);
    const next = arrived(changed, 'cards', changed.feeds.cards.rows, 4_000);
    expect(asks(texts(view.draw(next, 80, 10).lines)).map(ask => ask?.[1])).toEqual(['^', 'v', ' ', ' ']);
    const back = arrived(
      next,
      'cards',
      [card(0, {currentAskPrice: '12.50'}), card(1), card(2), card(3)],
      6_000,
    );
    expect(asks(texts(view.draw(back, 80, 10).lines)).map(ask => ask?.[1])).toEqual(['v', '^', ' ', ' ']);
  });

  it('is the same for a cached row as for a new row', () => {
    const moves = fc.array(
      fc.oneof(
        fc.constantFrom('row.down', 'row.up', 'row.last', 'pane.cards', 'pane.orders', 'pane.easyOptions'),
        fc.record({index: fc.nat(11), ask: fc.integer({min: 1, max: 3_000_000})}),
        fc.constant(90_000),
      ),
      {minLength: 1, maxLength: 30},
    );
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
          // Between two ticks of the clock a key moves nothing but the selection.
          if (each !== 'row.down' && each !== 'row.up') state = update(state, {type: 'tick', now: at(ms)})[0];
          const anew = forgetful.draw(structuredClone(state), 120, 9);
          expect(remembering.draw(state, 120, 9)).toEqual(anew);
        }
      }),
      {seed, numRuns: 25},
    );
  });
});
