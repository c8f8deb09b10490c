import {describe, expect, it} from 'vitest';
import {createDesk, initialState} from '../../src/desk/desk.ts';
import {arrivedEmpty, card, easyOption, key, settings, startDesk} from '../helpers/desk.ts';

it('the journal is looked at once a second, by a poll or by a tick', () => {
  const desk = startDesk().open();
  const looks = () => desk.asked().filter(each => each.type === 'watch').length;
  const poll = () => desk.tell({type: 'polled'});
  desk.pass(1_000);
  desk.asked();
  poll();
  desk.pass(500);
  poll();
  expect(looks()).toBe(1);
  desk.pass(500);
  desk.send({type: 'tick'});
  expect(looks()).toBe(1);
  desk.send({type: 'tick'});
  expect(looks()).toBe(0);
  desk.pass(1_000);
  desk.send({type: 'tick'});
  expect(looks()).toBe(1);
});

it('keys explain why they cannot act', () => {
  const desk = startDesk().open({
    cards: [card('1', {active: false})],
    easyOptions: [easyOption('x7'), easyOption('8', {status: 'CLOSED'})],
  });
  const said = (...names: string[]) => {
    desk.pass(1_500);
    desk.type(...names);
    return desk.said();
  };
  expect(said('o')).toBe('This card is not active.');
  expect(said('c')).toBe(
    'Close the Easy Option or the position: only on Easy Options (2), Trades (4) or Portfolio (6).',
  );
  expect(said('2', 'c')).toContain('Its id x7 is not a 64-bit integer.');
  expect(said('j', 'c')).toBe('It is CLOSED already.');
  expect(said('3', 'x')).toBe('Select an order to cancel.');
  expect(said('X')).toBe('No orders are listed.');
  expect(said('l')).toBe('Nothing is UNKNOWN.');
});

describe('the service', () => {
  it('must have answered, and the journal be open, before a write is offered', () => {
    const desk = startDesk();
    desk.send({type: 'started'});
    desk.type('n');
    expect(desk.said()).toContain('has not answered yet');
    desk.arrive('cards', [card('1')]);
    desk.type('n');
    expect(desk.said()).toContain('The journal is still opening.');
    desk.send({type: 'journalFailed', reason: 'the disk is full.', isUnread: false});
    desk.type('n');
    expect(desk.said()).toContain('the disk is full');
  });

  it('is PAPER only while all its answers prove it, and after that LIVE for good', () => {
    const desk = startDesk().open({}, {venue: 'PAPER'});
    expect(desk.state.link.venue).toBe('PAPER');
    const refresh = (pane: 'cards' | 'orders', venue: 'PAPER' | 'LIVE') => {
      desk.pass(2_000);
      desk.press('r');
      desk.arrive(pane, [], {venue});
    };
    refresh('cards', 'LIVE');
    expect(desk.state.link.venue).toBe('LIVE');
    desk.press('3');
    refresh('orders', 'PAPER');
    expect(desk.state.link.venue).toBe('LIVE');
  });

  it('reads the account at once for a write in doubt', () => {
    const desk = startDesk().open();
    desk.journal('c', {kind: 'cancel', orderId: '5'});
    desk.asked();
    desk.answer('c', {kind: 'lost', words: ''});
    const waits = desk.asked().filter(each => each.type === 'after');
    const due = desk.state.rounds.arm;
    expect(waits).toContainEqual({type: 'after', ms: 0, then: {type: 'portfolio', due}});
  });

  it('compares its clock with the local clock at every poll, to date writes', () => {
    const desk = startDesk().open({}, {offsetMs: 60_020});
    expect(desk.state.intents.clock?.offsetMs).toBe(60_020);
  });
});

describe('the time', () => {
  it('passes with each answer of the pane in view, and by a tick only if none comes', () => {
    const desk = startDesk().open();
    const ticks = () =>
      desk.asked().flatMap(each => (each.type === 'after' && each.then.type === 'tick' ? [each.ms] : []));
    const passed = () => desk.now.mono - desk.state.now.mono;
    desk.asked();
    desk.pass(700);
    desk.send({type: 'pollDue', pane: 'cards', arm: desk.state.feeds.cards.arm});
    desk.arrive('cards', []);
    expect(passed()).toBe(0);
    desk.pass(300);
    desk.send({type: 'tick'});
    expect([passed(), ticks()]).toEqual([300, [950]]);
    desk.pass(950);
    desk.send({type: 'tick'});
    expect([passed(), ticks()]).toEqual([0, [1_000]]);
  });

  it('passes with each tick while a dialog is open', () => {
    const desk = startDesk().open();
    desk.press('?');
    desk.pass(300);
    desk.send({type: 'tick'});
    expect(desk.state.now).toEqual(desk.now);
  });
});

describe('the running desk', () => {
  it('handles what a command sends immediately only after the current message', () => {
    const order: string[] = [];
    const now = {mono: 0, wall: 0};
    const desk = createDesk({
      state: initialState(settings, {columns: 80, rows: 24}, now, 1),
      clock: () => now,
      carryOut: (command, send) => {
        order.push(command.type);
        if (command.type === 'fetch' && command.pane === 'cards')
          send({type: 'told', text: 'hello', level: 'info'});
      },
    });
    desk.subscribe(() => order.push(`drawn ${desk.getState().notices.length}`));
    desk.send({type: 'started'});
    expect(order).toEqual(['drawn 0', 'fetch', 'after', 'after', 'after', 'after', 'after', 'drawn 1']);
  });

  it('draws lists that are read at nearly the same time once, and a key at once', () => {
    const now = {mono: 0, wall: 0};
    const later: (() => void)[] = [];
    const desk = createDesk({
      state: initialState(settings, {columns: 80, rows: 24}, now, 1),
      clock: () => now,
      carryOut: () => {},
      soon: draw => later.push(draw),
    });
    let drawn = 0;
    desk.subscribe(() => {
      drawn += 1;
    });
    const read = (pane: 'cards' | 'orders') => {
      desk.send({type: 'pollDue', pane, arm: desk.getState().feeds[pane].arm});
      const request = desk.getState().feeds[pane].fetching ?? 0;
      desk.send({type: 'arrived', pane, request, began: now, answer: {...arrivedEmpty, rows: []}});
    };
    read('cards');
    read('orders');
    expect([drawn, later.length]).toEqual([2, 0]);
    read('cards');
    read('orders');
    expect([drawn, later.length]).toEqual([2, 1]);
    later.shift()?.();
    expect(drawn).toBe(3);
    read('cards');
    desk.send({type: 'pressed', key: key('j')});
    expect(drawn).toBe(4);
    later.shift()?.();
    expect([drawn, later.length]).toEqual([4, 0]);
  });

  it('draws nothing for a pane that is only requested, unless the clock jumped', () => {
    let now = {mono: 0, wall: 0};
    const asked: string[] = [];
    const desk = createDesk({
      state: initialState(settings, {columns: 80, rows: 24}, now, 1),
      clock: () => now,
      carryOut: command => asked.push(command.type),
    });
    let drawn = 0;
    desk.subscribe(() => {
      drawn += 1;
    });
    const askFor = () => desk.send({type: 'pollDue', pane: 'orders', arm: desk.getState().feeds.orders.arm});
    askFor();
    expect([asked, drawn]).toEqual([['fetch'], 0]);
    expect(desk.getState().feeds.orders.fetching).toBe(1);
    now = {mono: 0, wall: 3_600_000};
    askFor();
    expect(drawn).toBe(1);
    expect(desk.getState().now).toBe(now);
  });
});
