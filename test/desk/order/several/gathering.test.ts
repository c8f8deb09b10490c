import {beforeEach, describe, expect, it} from 'vitest';
import {arrivedEmpty, easyOption, order, startDesk} from '../../../helpers/desk.ts';
import {linesIn} from '../../../ui/helpers/panel.ts';
import {texts} from '../../../ui/helpers/texts.ts';

/** What several writes are about, before they are asked for. */
let desk: ReturnType<typeof startDesk>;

const onPage = ['5', '6', '7'].map(id => order(id));
const all = ['5', '6', '7', '8', '9'].map(id => order(id));
const options = ['1', '2', '3'].map(id => easyOption(id));

beforeEach(() => {
  desk = startDesk().open({orders: onPage, easyOptions: options});
  desk.type('3');
});

const review = () => desk.shown('several');

const ids = () => review().items.map(each => each.id);
const screen = () => texts(linesIn(desk.state, {columns: 120, rows: 30})).join('\n');

describe('canceling all orders', () => {
  it('reads the whole list before it sends anything, and then names every order of it', () => {
    desk.asked();
    desk.type('X');
    const asked = desk.asked().flatMap(each => (each.type === 'readPortfolio' ? [each.asked] : []));
    expect(asked).toContainEqual(expect.objectContaining({pane: 'orders', isCheck: false}));
    expect(desk.state.overlay.kind).toBe('none');
    desk.readList({orders: all, total: 5});
    expect(ids()).toEqual(['5', '6', '7', '8', '9']);
    expect(review().listed).toBeUndefined();
  });

  it.each([
    ['cannot be read now', {total: 7, fault: 'Nothing answers.'}, 'Nothing answers'],
    ['changed during the read', {total: 6}, 'The list changed while it was read'],
  ])('offers the part that it knows, and does not call it all, if the list %s', (_, rest, why) => {
    desk.type('X');
    desk.readList({orders: all, ...rest});
    const notes = [`5 of ${rest.total} orders known, not read now: ${why}`];
    expect(review()).toMatchObject({listed: rest.total, notes});
    expect(ids()).toHaveLength(5);
  });

  it('shows that it is reading only while it reads', () => {
    const words = () => desk.state.messages.map(each => each.text);
    desk.type('X');
    expect([desk.said(), words()]).toEqual(['Reading all open orders…', ['Reading all open orders…']]);
    desk.readList({orders: all});
    expect([desk.said(), words()]).toEqual([undefined, []]);
  });

  it.each([{unreadable: 1}, {total: 3}])('reads a list anew that was not whole just before: %o', rest => {
    desk.type('X');
    desk.readList({orders: onPage.slice(0, 2), ...rest});
    desk.type('escape', 'X');
    desk.send({type: 'tick'});
    expect(desk.state.overlay.kind).toBe('none');
    desk.readList({orders: [order('5'), order('8')], ...rest});
    expect(ids()).toContain('8');
  });

  it('reads a list that failed, though it shows no order, and says that nothing is sent if it cannot', () => {
    desk = startDesk().open();
    desk.type('3');
    desk.send({type: 'pollDue', pane: 'orders', arm: desk.state.feeds.orders.arm});
    desk.fail('orders');
    desk.type('X');
    desk.readList({orders: [], fault: 'Nothing answers.'});
    expect(desk.said()).toBe('Nothing sent. 0 orders known, not read now: Nothing answers.');
  });

  it('offers the orders that were listed before if the list cannot be read now', () => {
    const {loadedAt} = desk.state.feeds.orders;
    desk.pass(30_000);
    desk.type('X');
    desk.readList({orders: [order('5')], fault: 'Nothing answers.'});
    expect(ids()).toEqual(['5', '6', '7']);
    // It is as old as they are.
    expect(review().readAt).toEqual(loadedAt);
    expect(review().notes).toEqual(['3 orders known, not read now: Nothing answers']);
  });

  it.each([
    [{easyOptions: [easyOption('1', {status: 'CLOSING', positionId: '77'})]}, ['5', '7'], 'sells', {}],
    [{}, ['5'], 'may sell', {total: 9}],
  ])('leaves out the order that sells a closing Easy Option', (read, left, words, rest) => {
    desk = startDesk().open({orders: onPage, ...read}, rest);
    desk.type('3', 'X');
    const sale = {side: 'SELL', orderType: 'MARKET'};
    const sales = [order('6', {...sale, positionId: '77'}), order('7', {...sale, positionId: '78'})];
    desk.readList({orders: [order('5'), ...sales]});
    expect(ids()).toEqual(left);
    const note = `${3 - left.length} left out: ${words} a closing Easy Option: cancel it separately`;
    expect(review().notes).toEqual([note]);
  });

  it('offers what the pane lists if only a cache answers, and does not call it all', () => {
    desk = startDesk();
    desk.send({type: 'started'});
    desk.send({type: 'journalOpened'});
    desk.arrive('cards', []);
    desk.type('3');
    desk.arrive('orders', [order('5'), order('6', {status: 'FILLED'})], {total: 2, isOld: true});
    desk.type('X');
    desk.readList({orders: [], fault: 'A cache answers.'});
    expect(ids()).toEqual(['5']);
    expect(review().notes).toEqual(['2 orders known, not read now: A cache answers']);
    expect(screen()).toMatch(/(?<!all )1 open order/);
  });

  it('offers after a start what an earlier process saw work if the list cannot be read', () => {
    desk = startDesk();
    desk.send({type: 'started'});
    desk.send({type: 'journalRead', activity: [], working: [order('8')]});
    desk.send({type: 'journalOpened'});
    desk.arrive('cards', []);
    desk.followUp();
    desk.fail('orders');
    desk.type('3', 'X');
    desk.readList({orders: [], fault: 'Nothing answers.'});
    expect(ids()).toEqual(['8']);
    expect(review().notes).toEqual(['1 order known, not read now: Nothing answers']);
  });

  it('opens no review over the pane that the user moved to', () => {
    desk.type('X', '1');
    desk.readList({orders: all});
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.said()).toContain('Review not opened: the screen changed meanwhile.');
  });

  it('says that more orders have come since, under the same key', () => {
    desk.type('X');
    desk.readList({orders: onPage});
    const {key} = desk.question();
    desk.poll('orders', [...onPage, order('77')]);
    expect(review().notes).toEqual(['More orders have come since: they are not in this review']);
    expect(ids()).not.toContain('77');
    expect(desk.question().key).toBe(key);
  });

  it('keeps an order that is newer than the poll, or has moved to another page', () => {
    desk.send({type: 'pollDue', pane: 'orders', arm: desk.state.feeds.orders.arm});
    const {now} = desk;
    desk.type('X');
    desk.readList({orders: all, total: 5});
    const request = desk.state.feeds.orders.fetching ?? 0;
    const answer = {...arrivedEmpty, rows: onPage, total: 3};
    desk.send({type: 'arrived', pane: 'orders', request, began: now, answer});
    expect(ids()).toHaveLength(5);
    desk.poll('orders', [order('10'), ...onPage.slice(0, 2)], {total: 6, isLast: false});
    expect(ids()).toHaveLength(5);
  });

  it('asks with a letter when its data is old', () => {
    desk.type('X');
    desk.readList({orders: all});
    desk.pass(7_000);
    desk.send({type: 'tick'});
    expect(desk.question()).toMatchObject({key: expect.stringMatching(/^[a-xz]$/), shownAt: undefined});
  });

  it('does not start while other writes are in progress', () => {
    desk.type('X');
    desk.readList({orders: all});
    desk.confirm();
    desk.type('X');
    expect(desk.said()).toBe('Several writes are in progress: wait until they have ended.');
  });
});

describe('marks', () => {
  const marked = () => [...desk.state.marked.orders];

  it('are set and removed by Space, which moves one row down', () => {
    desk.type('space', 'space');
    expect(marked()).toEqual(['5', '6']);
    expect(desk.state.feeds.orders.selected).toBe('7');
    desk.type('k', 'space');
    expect(marked()).toEqual(['5']);
  });

  it('stay with their orders through polls and other pages, and are removed by Esc', () => {
    desk.type('j', 'space');
    desk.poll('orders', [order('9'), order('8')], {isLast: false});
    desk.type('1', '3');
    expect(marked()).toEqual(['6']);
    desk.type('escape');
    expect(marked()).toEqual([]);
  });

  it('go with their orders, and the key that would then act on another is not taken at once', () => {
    desk.type('space', 'space');
    desk.pass(2_000);
    desk.poll('orders', [order('6'), order('7')], {total: 2});
    expect(marked()).toEqual(['6']);
    desk.pass(2_000);
    desk.poll('orders', [order('7')], {total: 1});
    expect(marked()).toEqual([]);
    desk.press('x');
    expect(desk.said()).toBe('The screen has just changed: press x again.');
  });

  it('replace the selected row as the target of x, and are dropped, with a note, for orders that are gone', () => {
    desk.type('space', 'space');
    desk.type('x');
    expect([...(desk.state.gathering?.ids ?? [])]).toEqual(['5', '6']);
    desk.readList({orders: [order('6'), order('7')]});
    expect(ids()).toEqual(['6']);
    expect(review().notes).toEqual(['1 of the marked: no longer listed']);
    expect(marked()).toEqual(['6']);
    expect(desk.confirm()).toMatchObject([{orderId: '6'}]);
    expect(marked()).toEqual([]);
  });

  it('follow the Easy Options that they close', () => {
    desk.type('2', 'space', 'space', 'c');
    desk.readList({easyOptions: [easyOption('1', {status: 'PENDING'}), easyOption('2')]});
    desk.send({type: 'pollDue', pane: 'easyOptions', arm: desk.state.feeds.easyOptions.arm});
    const came = [easyOption('1', {entryPrice: '253'}), easyOption('2', {status: 'CLOSED'})];
    desk.arrive('easyOptions', came, {total: 2});
    expect(review().items.map(each => each.words)).toEqual(['P/L +1.5 · OPENED @ 253: BTC up #1']);
    expect(review().notes).toEqual(['1 left out: It is CLOSED already']);
  });

  it('make c close each marked Easy Option with its own intent, and leave out final ones', () => {
    desk.type('2', 'space', 'space', 'space', 'c');
    desk.readList({
      easyOptions: [options[0], easyOption('2', {status: 'CLOSED'}), options[2]] as typeof options,
    });
    expect(ids()).toEqual(['1', '3']);
    expect(review().notes).toEqual(['1 left out: It is CLOSED already']);
    expect(desk.confirm()).toMatchObject([{kind: 'close', easyOptionId: '1'}]);
    expect(desk.state.outbox?.items.map(each => each.stands)).toEqual(['asked', 'waiting']);
  });

  it('make c close what could be read of a list with an unreadable row', () => {
    desk.type('2', 'space', 'space', 'c');
    desk.readList({easyOptions: options.slice(0, 1), unreadable: 1});
    expect(ids()).toEqual(['1']);
    expect(review().notes).toEqual(['1 of the marked: not found', '1 cannot be read and are left out']);
  });

  it('make c close nothing of a list that cannot be read now', () => {
    desk.type('2', 'space', 'c');
    desk.readList({easyOptions: [], fault: 'Nothing answers.'});
    expect(desk.said()).toMatch(/^Nothing sent\. 1 of the marked: not found\./);
  });
});
