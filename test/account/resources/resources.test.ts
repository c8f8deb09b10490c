import {describe, expect, it} from 'vitest';
import {sortRows} from '../../../src/account/model/sorting.ts';
import {filledSizes} from '../../../src/account/resources/orders.ts';
import {type Column, feedPanes, type Row} from '../../../src/account/resources/resource.ts';
import {headingOf, resources, sortNameOf} from '../../../src/account/resources/resources.ts';
import {cardSchema, easyOptionSchema, orderSchema, tradeSchema} from '../../../src/api/wire/records.ts';
import {fits} from '../../../src/desk/filter/conditions.ts';
import {findMember} from '../../../src/desk/filter/members.ts';
import {parseFilter} from '../../../src/desk/filter/parse.ts';
import {paneColumns} from '../../../src/ui/table/columns.ts';
import {card, easyOption, order, trade} from '../../helpers/desk.ts';

type Pane = (typeof feedPanes)[number];

const schemas = {cards: cardSchema, easyOptions: easyOptionSchema, orders: orderSchema, trades: tradeSchema};

const columnsOf = (pane: Pane) => Object.entries<Column<never>>(resources[pane].columns);

/** What the service may send in a field, by what its schema takes, and how its column may show that. */
const shownAs = {
  flag: ['flag'],
  millis: ['millis'],
  id: ['id'],
  amount: ['price', 'size', 'fee', 'money', 'gain'],
  text: ['word', 'side', 'symbol', 'text'],
  day: ['date'],
};

function wireKind(pane: Pane, field: string): keyof typeof shownAs {
  const read = (value: unknown) => {
    const row = {...required, ...(pane === 'cards' && ofCards), [field]: value};
    const {data, error} = schemas[pane].safeParse(row);
    return error === undefined ? Reflect.get(data, field) : undefined;
  };
  if (read(true) === true) return 'flag';
  if (read(7) === 7) return 'millis';
  if (read(1.5) === undefined) return 'id';
  if (read('x') === undefined) return 'amount';
  if (read('x'.repeat(300)) === undefined) return 'id';
  if (read('.5') === '0.5') return 'amount';
  return /(Date|Time)$/.test(field) ? 'day' : 'text';
}

const ofCards = {type: 'x', underlying: 'x', direction: 'x', expiryDate: 'x', title: 'x', targetPrice: 1};
const required = {id: 1, orderId: 1, tradeId: 1};

const days = ['2026-11-21', '2026-11-23'];
const typed = (...values: readonly unknown[]) => values.map(each => [each, String(each)] as const);

/** Two values of a field, the lesser first, as they are sent and as a filter names them. */
function valuesOf(pane: Pane, name: string): readonly (readonly [sent: unknown, typed: string])[] {
  const kind = findMember(pane, name)?.member.kind;
  const words = kind !== undefined && 'words' in kind ? kind.words.slice(0, 2).toSorted() : undefined;
  const values = {
    flag: typed(false, true),
    millis: days.map(day => [Date.parse(day), day] as const),
    id: typed(9, 10),
    amount: typed(9.5, 10.5),
    day: days.map(day => [`${day}T00:00:00Z`, day] as const),
    text: (words ?? [`${name} A`, `${name} B`]).map(each => [each, `"${each}"`] as const),
  };
  return values[wireKind(pane, name)];
}

describe.each(feedPanes)('the resource %s', pane => {
  const fields: readonly string[] = resources[pane].fields;
  const rowOf = (which: 0 | 1, other?: string): Row => {
    const sent = (field: string) => valuesOf(pane, field)[field === other ? 1 - which : which]?.[0];
    return schemas[pane].parse(Object.fromEntries(fields.map(field => [field, sent(field)])));
  };
  const facts = {now: Date.UTC(2026, 10, 20), zone: 0};
  const [low, high] = [rowOf(0), rowOf(1)];
  const cellOf = (name: string, row: Row) =>
    paneColumns[pane].find(each => each.name === name)?.cell(row as never, facts, '1').text;

  it('names each column by one heading, and shows no field twice in the same way', () => {
    const headings = columnsOf(pane).map(([name]) => headingOf(pane, name));
    const shown = columnsOf(pane).flatMap(([name, {is, of = name, value}]) => (value ? [] : `${is} ${of}`));
    for (const all of [headings, shown])
      expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
    expect(columnsOf(pane).filter(([name], at) => headings.toSpliced(at, 1).includes(name))).toEqual([]);
  });

  it.each(fields)('has a column of %s that shows, finds and sorts by what was sent', name => {
    expect(shownAs[wireKind(pane, name)]).toContain(columnsOf(pane).find(([each]) => each === name)?.[1].is);
    expect(cellOf(name, rowOf(0, name))).not.toBe(cellOf(name, low));
    const sent = valuesOf(pane, name);
    const sign = name === 'title' ? '~' : ':';
    for (const [which, [, typed]] of sent.entries()) {
      const parsed = parseFilter(pane, `${name}${sign}${typed}`, facts.now);
      if (!parsed.ok) throw new Error(parsed.error.message);
      const found = [low, high].map(row =>
        parsed.conditions.every(each => each.field === sortNameOf(pane, name) && fits(row, each)),
      );
      expect(found).toEqual([which === 0, which === 1]);
    }
    const sort = {field: sortNameOf(pane, name), descending: false};
    expect(sortRows(pane, [high, low] as never, sort, facts)).toEqual([low, high]);
  });

  it.each(columnsOf(pane).filter(([, {value, isName}]) => value === undefined && isName === undefined))(
    'has a column %s that changes with its own field alone',
    (name, {of = name}) => {
      const changing = fields.filter(each => cellOf(name, rowOf(0, each)) !== cellOf(name, low));
      expect(changing).toEqual([of]);
    },
  );
});

/** A new column that is computed needs its value here. No two numbers that it could be made of are alike. */
const computed: Readonly<Record<Pane, Readonly<Record<string, unknown>>>> = {
  cards: {trend: 25},
  easyOptions: {underlying: 'ETH', ask: '25', plPercent: '12.5', expiry: '2026-11-23T08:00:00Z'},
  orders: {ask: '25', distance: '-20', filled: '1', left: '3', age: 6},
  trades: {contract: 'ETH 00000000000000000008. CALL 00000000000000000070.'},
};

it('each column that is no field has its value from the row and what it needs', () => {
  const of = {currentOptionSymbol: 'X', currentAskPrice: '25', underlying: 'ETH'};
  const cards = [card('1', {...of, expiryDate: '2026-11-23T08:00:00Z'})];
  const seen = [
    {at: 1, value: 4},
    {at: 2, value: 5},
  ];
  const facts = {now: 10, cards, fills: new Map([['7', '1']]), polls: {mono: 3, seen: () => seen}};
  const rows = {
    cards: cards[0],
    easyOptions: easyOption('9', {cardId: '1', optionSymbol: 'X', pl: '5', investmentAmount: '40'}),
    orders: order('7', {symbol: 'X', price: '20', openPrice: '30', size: '4', timestamp: 4}),
    trades: {tradeId: '3', asset: 'ETH', type: 'CALL', strikePrice: '70', expiryDate: 8, openDate: 9},
  };
  for (const pane of feedPanes) {
    const values = columnsOf(pane).flatMap(([name, {value}]) =>
      value ? [[name, value(rows[pane] as never, facts as never, '1')] as const] : [],
    );
    expect(Object.fromEntries(values)).toEqual(computed[pane]);
  }
});

it('an order with a price of its fills has filled, however much, before a trade is listed', () => {
  const {filled, left} = resources.orders.columns;
  const facts = (fills: ReadonlyMap<string, string>) => ({fills}) as never;
  const part = order('7', {size: '4', openPrice: '1400'});
  const values = (of: typeof part, fills = new Map<string, string>()) =>
    [filled, left].map(each => each?.value?.(of as never, facts(fills), {} as never));
  expect(values(part)).toEqual([undefined, undefined]);
  expect(values(part, new Map([['7', '1']]))).toEqual(['1', '3']);
  expect(values(order('7', {size: '4'}))).toEqual(['0', '4']);
});

it('an order that has paid more fees than its listed trades has no known filled size', () => {
  const listed = [trade('1', {orderId: '7', fee: '0.1'}), trade('2', {orderId: '8', fee: '0.1'})];
  const rows = ['7', '8', '9'].map((id, at) => order(id, {openPrice: '5', fee: ['0.2', '0.1', '0.1'][at]}));
  expect([...filledSizes(rows, listed).keys()]).toEqual(['8']);
});
