import {describe, expect, it} from 'vitest';
import type {Operations} from '../../../src/api/client.ts';
import type {EasyOptionCard, Order} from '../../../src/api/wire/records.ts';
import {createReads} from '../../../src/desk/effects/reads.ts';
import type {Command, SentMsg} from '../../../src/desk/messages.ts';
import {card, order, startDesk} from '../../helpers/desk.ts';

const fetches = (commands: Command[]) =>
  commands.flatMap(each => (each.type === 'fetch' ? [[each.pane, each.page, each.pageSize]] : []));
const many = <R>(count: number, make: (id: string) => R, from = 1): R[] =>
  Array.from({length: count}, (_, index) => make(String(from + index)));
const cardsOf = (count: number, from = 1): EasyOptionCard[] => many(count, id => card(id), from);
const ordersOf = (count: number, from = 1): Order[] => many(count, id => order(id), from);

/** On Orders, with the first page of as many as the service has. */
function onOrders(total: number, viewport: {columns: number; rows: number}, settings = {}) {
  const desk = startDesk(settings).open();
  desk.send({type: 'resized', ...viewport});
  desk.pass(3_000);
  desk.press('3');
  const [asked] = fetches(desk.asked());
  const size = Number(asked?.[2]);
  desk.arrive('orders', ordersOf(Math.min(size, total)), {total, isLast: total <= size});
  desk.asked();
  return {desk, size};
}

/** The timer that was armed for the pane fires. */
function due(desk: ReturnType<typeof startDesk>, pane: 'orders' | 'cards') {
  desk.send({type: 'pollDue', pane, arm: desk.state.feeds[pane].arm});
  return fetches(desk.asked()).filter(([asked]) => asked === pane);
}

describe('the size of a page', () => {
  it.each([
    [24, 20],
    [40, 40],
    [60, 60],
    [200, 100],
  ])('on a screen of %d rows is %d orders', (rows, size) => {
    expect(onOrders(200, {columns: 120, rows}).size).toBe(size);
  });

  it('is that of the profile if it has one', () => {
    expect(onOrders(200, {columns: 120, rows: 60}, {pageSize: 7}).size).toBe(7);
  });

  it('does not get smaller because the last page is short', () => {
    const {desk} = onOrders(3, {columns: 120, rows: 60});
    desk.pass(3_000);
    desk.press('r');
    desk.arrive('orders', ordersOf(3), {total: 3, isLast: true, pageSize: 3});
    desk.asked();
    expect(due(desk, 'orders')).toEqual([['orders', 0, 60]]);
  });

  it('is the default for a service that refuses a larger one', () => {
    const {desk} = onOrders(90, {columns: 120, rows: 60});
    desk.pass(3_000);
    desk.press('r');
    desk.fail('orders', {kind: 'refused', text: 'The page is too large.'});
    desk.asked();
    desk.pass(60_000);
    expect(due(desk, 'orders')).toEqual([['orders', 0, 20]]);
  });
});

describe('a window resize', () => {
  it('sends one request when it has ended, and keeps the selected row', () => {
    const {desk} = onOrders(90, {columns: 120, rows: 24});
    desk.type(']');
    desk.arrive('orders', ordersOf(20, 21), {total: 90, isLast: false});
    desk.type('j', 'j', 'j', 'j');
    expect(desk.state.feeds.orders.selected).toBe('25');
    desk.asked();
    const arms = [30, 38, 46, 60].map(rows => {
      desk.send({type: 'resized', columns: 120, rows});
      return desk.state.feeds.orders.arm;
    });
    expect(fetches(desk.asked())).toEqual([]);
    for (const arm of arms) desk.send({type: 'pollDue', pane: 'orders', arm});
    expect(fetches(desk.asked())).toEqual([['orders', 0, 60]]);
    desk.arrive('orders', ordersOf(60), {total: 90, isLast: false});
    expect(desk.state.feeds.orders).toMatchObject({selected: '25', selectedIndex: 24, first: 0});
    desk.send({type: 'resized', columns: 120, rows: 24});
    expect(due(desk, 'orders')).toEqual([['orders', 1, 20]]);
    desk.arrive('orders', ordersOf(20, 21), {total: 90, isLast: false});
    expect(desk.state.feeds.orders).toMatchObject({selected: '25', selectedIndex: 4, first: 20});
  });

  it('requests nothing if the same page fits', () => {
    const {desk} = onOrders(90, {columns: 120, rows: 50});
    const {arm} = desk.state.feeds.orders;
    for (const rows of [48, 52, 60, 67]) desk.send({type: 'resized', columns: 120, rows});
    expect(desk.state.feeds.orders.arm).toBe(arm);
  });
});

describe('the rows beyond a page', () => {
  it('appear one row down from the last row, and one row up from the first', () => {
    const {desk} = onOrders(45, {columns: 120, rows: 24});
    desk.type('G', 'j');
    expect(fetches(desk.asked())).toEqual([['orders', 1, 20]]);
    // What is on the screen is of the page before: no key may take a row of it.
    desk.type('j', 'k');
    expect(desk.state.feeds.orders.selected).toBeUndefined();
    desk.arrive('orders', ordersOf(20, 21), {total: 45, isLast: false});
    expect(desk.state.feeds.orders.selected).toBe('21');
    desk.asked();
    desk.type('k');
    expect(fetches(desk.asked())).toEqual([['orders', 0, 20]]);
    desk.arrive('orders', ordersOf(20), {total: 45, isLast: false});
    expect(desk.state.feeds.orders.selected).toBe('20');
  });

  it('do not exist after the last page or before the first', () => {
    const {desk} = onOrders(3, {columns: 120, rows: 24});
    desk.type('k', 'G', 'j');
    expect(fetches(desk.asked())).toEqual([]);
    expect(desk.state.feeds.orders.selected).toBe('3');
  });

  it('are checked every three minutes if there is no total', () => {
    const desk = startDesk().open({cards: cardsOf(40)}, {isLast: false});
    const poll = () => {
      desk.send({type: 'pollDue', pane: 'cards', arm: desk.state.feeds.cards.arm});
      return desk.asked().flatMap(each => (each.type === 'fetch' ? [each.looksBeyond] : []));
    };
    desk.pass(2_000);
    expect(poll()).toEqual([true]);
    desk.arrive('cards', cardsOf(40), {isLast: false, isMore: false});
    expect(desk.state.feeds.cards).toMatchObject({isLast: true, beyond: {isMore: false}});
    desk.pass(2_000);
    expect(poll()).toEqual([false]);
    desk.arrive('cards', cardsOf(40), {isLast: false});
    expect(desk.state.feeds.cards.isLast).toBe(true);
    desk.type('G', 'j');
    expect(fetches(desk.asked())).toEqual([]);
    desk.pass(180_000);
    expect(poll()).toEqual([true]);
    desk.arrive('cards', cardsOf(40), {isLast: false, isMore: true});
    expect(desk.state.feeds.cards).toMatchObject({isLast: false, beyond: {isMore: true}});
  });

  it.each([
    ['has no rows', [], false],
    ['repeats the same rows', [1], false],
    ['has other rows', [41], true],
  ] as const)('are known from the next page: it %s', async (_, ids, isMore) => {
    const answers = [cardsOf(40), ids.flatMap(id => cardsOf(1, id))];
    const listCards = async () => ({
      value: {rows: answers.shift() ?? [], unreadable: [], page: 0, pageSize: 40, isLast: false},
      venue: 'LIVE',
      latencyMs: 1,
    });
    const client = {listCards} as unknown as Operations;
    const told: SentMsg[] = [];
    const clock = () => ({mono: 0, wall: 0});
    const reads = createReads({client, clock, settings: {sortable: {cards: [], easyOptions: []}}});
    const page = {query: {}, sort: undefined, page: 0, pageSize: 40, looksBeyond: true} as const;
    await reads.fetch({type: 'fetch', pane: 'cards', request: 1, ...page}, msg => told.push(msg));
    expect(told).toMatchObject([{type: 'arrived', answer: {isMore}}]);
  });
});
