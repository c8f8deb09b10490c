import {describe, expect, it} from 'vitest';
import {fieldsOf} from '../../../src/account/model/rows.ts';
import {defaultColumns, type FeedPane, feedPanes} from '../../../src/account/model/vocabulary.ts';
import {sortNameOf} from '../../../src/account/resources/resources.ts';
import {easyOptionFields} from '../../../src/api/wire/records.ts';

import {bindingsWith} from '../../../src/desk/bindings.ts';
import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import {sortChoices} from '../../../src/desk/dialogs/sort.ts';
import {bindings} from '../../helpers/bindings.ts';
import {card, easyOption, order, startDesk, trade} from '../../helpers/desk.ts';

const options = [
  easyOption('7', {pl: '2', qty: '1'}),
  easyOption('8', {pl: '-49', qty: '3'}),
  easyOption('9', {pl: '-0.78', qty: '2'}),
];
const rows = {
  cards: [card('1'), card('2')],
  easyOptions: options,
  orders: [order('5', {price: '10'}), order('6', {price: '9'})],
  trades: [trade('3')],
};
const all = {cards: [], easyOptions: easyOptionFields};

/** On Easy Options, as a person finds them. */
function onOptions(changed: Parameters<typeof startDesk>[0] = {}) {
  const desk = startDesk({sortable: all, ...changed}).open(rows);
  desk.type('2');
  desk.asked();
  return desk;
}

type Desk = ReturnType<typeof onOptions>;
const sortIn = ({state}: Desk, pane: FeedPane = 'easyOptions') => state.feeds[pane].sort;
const idsIn = ({state}: Desk) => state.feeds.easyOptions.rows.map(each => each.id);
const up = (field: string) => ({field, descending: false});
const down = (field: string) => ({field, descending: true});

/** The keys rest, and what is due is asked. */
function rest(desk: Desk, pane: FeedPane = 'easyOptions') {
  desk.pass(300);
  desk.send({type: 'pollDue', pane, arm: desk.state.feeds[pane].arm});
  return desk.asked().filter(each => each.type === 'fetch');
}

it('sorting by P/L is named in the list with its direction, drawn and spoken', () => {
  const desk = onOptions();
  desk.type('s', 'p', '=', 's');
  const items = sheetOf(desk.state).flatMap(each => (each.is === 'choices' ? each.items : []));
  const sorted = items.filter(({sign}) => sign !== ' ');
  expect(sorted).toMatchObject([{text: 'P/L', sign: '▼', spoken: ['P/L, key p, sorted descending']}]);
});

describe('the sort column', () => {
  it('starts at the first or last column if the sorted field is not visible', () => {
    const desk = onOptions();
    desk.send({type: 'columnsShown', pane: 'easyOptions', fields: ['status', 'pl']});
    desk.type('<');
    expect(sortIn(desk)).toEqual(up('pl'));
    desk.send({type: 'columnsShown', pane: 'easyOptions', fields: ['status', 'qty']});
    desk.type('>');
    expect(sortIn(desk)).toEqual(up('status'));
  });

  it.each(feedPanes)('can be any column of %s, computed or not', pane => {
    const desk = onOptions();
    desk.type(String(feedPanes.indexOf(pane) + 1));
    const shown = defaultColumns[pane].map(name => sortNameOf(pane, name));
    const seen = shown.map(() => {
      desk.type('>');
      return sortIn(desk, pane)?.field;
    });
    expect(new Set(seen)).toEqual(new Set(shown));
  });

  it('sorts the visible rows immediately, and explains why there is nothing to reverse', () => {
    const desk = onOptions();
    desk.type('=');
    expect([sortIn(desk), desk.said()]).toEqual([undefined, 'Nothing is sorted yet.']);
    desk.send({type: 'columnsShown', pane: 'easyOptions', fields: ['qty']});
    desk.type('>');
    expect(idsIn(desk)).toEqual(['7', '9', '8']);
  });
});

it('drops the answer to a request before a sort', () => {
  const desk = onOptions();
  desk.type('r');
  const {fetching: request} = desk.state.feeds.easyOptions;
  desk.type('>');
  desk.arrive('easyOptions', [], {}, request);
  expect(idsIn(desk).toSorted()).toEqual(['7', '8', '9']);
});

describe('a computed column', () => {
  const orders = [
    order('1', {symbol: 'A', price: '10', size: '5', timestamp: 3}),
    order('2', {symbol: 'B', price: '10', size: '5', timestamp: 1}),
    order('3', {symbol: 'C', price: '10', size: '5', timestamp: 2}),
    order('4', {symbol: 'D', price: '10', size: '5', timestamp: undefined}),
  ];
  const rowsWith = {
    cards: [
      card('1', {currentOptionSymbol: 'A', currentAskPrice: '8', underlying: 'SOL'}),
      card('2', {currentOptionSymbol: 'B', currentAskPrice: '20', underlying: 'BTC'}),
      card('3', {currentOptionSymbol: 'C', currentAskPrice: '11', underlying: 'ETH'}),
    ],
    easyOptions: [
      easyOption('7', {cardId: '1', pl: '2', investmentAmount: '100'}),
      easyOption('8', {cardId: '2', pl: '1', investmentAmount: '10'}),
      easyOption('9', {cardId: '3', pl: '-1', investmentAmount: '10'}),
    ],
    orders,
    trades: [
      trade('1', {orderId: '1', filledSizeContracts: '1'}),
      trade('2', {orderId: '2', filledSizeContracts: '4'}),
    ],
  };
  const sortedBy = (pane: 'easyOptions' | 'orders', field: string) => {
    const desk = startDesk({sortable: all}).open(rowsWith);
    desk.type(pane === 'orders' ? '3' : '2');
    desk.send({type: 'columnsShown', pane, fields: [field]});
    desk.type('>');
    expect(sortIn(desk, pane)).toEqual(up(field));
    return desk;
  };
  const ids = ({state}: Desk, pane: 'easyOptions' | 'orders') =>
    pane === 'orders'
      ? state.feeds.orders.rows.map(each => each.orderId)
      : state.feeds.easyOptions.rows.map(each => each.id);

  it.each([
    ['orders', 'left', ['2', '1', '3', '4']],
    ['orders', 'filled', ['3', '4', '1', '2']],
    ['orders', 'ask', ['1', '3', '2', '4']],
    ['orders', 'distance', ['2', '3', '1', '4']],
    ['orders', 'age', ['1', '3', '2', '4']],
    ['easyOptions', 'plPercent', ['9', '7', '8']],
    ['easyOptions', 'underlying', ['8', '9', '7']],
  ] as const)('of %s is sorted by its displayed values: %s', (pane, field, expected) => {
    expect(ids(sortedBy(pane, field), pane)).toEqual(expected);
  });

  it.each([
    ['left', ['2', '1', '4', '3']],
    ['orderId', ['1', '2', '3', '4']],
  ])('keeps its order after later polls, whatever their order: %s', (field, expected) => {
    const desk = sortedBy('orders', field);
    const [asked] = rest(desk, 'orders');
    expect(asked).toMatchObject({pane: 'orders', sort: up(field)});
    desk.arrive('orders', orders.toReversed(), {total: 4});
    expect(ids(desk, 'orders')).toEqual(expected);
  });
});

describe('the sort list', () => {
  const choicesIn = ({state}: Desk) =>
    state.overlay.kind === 'sort' ? sortChoices(state, state.overlay) : [];

  it('reverses the sorted field with Enter or its letter', () => {
    const desk = onOptions();
    desk.type('s', 'p', 's', 'enter');
    expect(sortIn(desk)).toEqual(down('pl'));
    desk.type('s', 'p');
    expect(sortIn(desk)).toEqual(up('pl'));
  });

  it.each(feedPanes)('has a unique letter for each sortable field of %s, the same on every screen', pane => {
    const desk = onOptions();
    desk.type(String(feedPanes.indexOf(pane) + 1), 's');
    const choices = choicesIn(desk);
    const letters = choices.map(each => each.letter);
    expect(new Set(letters).size).toBe(letters.length);
    expect(letters).not.toContain(undefined);
    const heard = bindings.flatMap(each => each.at.get('sort') ?? []);
    expect(letters.filter(each => each !== undefined && heard.includes(each))).toEqual([]);
    desk.type('escape');
    desk.send({type: 'columnsShown', pane, fields: fieldsOf[pane].slice(-2)});
    desk.type('s');
    const again = new Map(choicesIn(desk).map(each => [each.field, each.letter]));
    expect(again).toEqual(new Map(choices.map(each => [each.field, each.letter])));
  });

  it('never uses a letter that a profile maps to a key of the list', () => {
    const desk = onOptions({bindings: bindingsWith({'row.down': ['p']})});
    desk.type('s', 'p');
    expect(desk.state.overlay.kind).toBe('sort');
    expect(choicesIn(desk).map(each => each.letter)).not.toContain('p');
  });
});
