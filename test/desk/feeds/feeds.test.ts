import {describe, expect, it} from 'vitest';
import {backOff} from '../../../src/account/chance.ts';
import {freshness} from '../../../src/desk/feeds/freshness.ts';
import type {Command} from '../../../src/desk/messages.ts';
import {card, easyOption, order, startDesk} from '../../helpers/desk.ts';

const ofType = <T extends Command['type']>(commands: Command[], type: T) =>
  commands.filter((each): each is Extract<Command, {type: T}> => each.type === type);

describe('polling', () => {
  const asks = (commands: Command[]) => ofType(commands, 'fetch').map(each => each.pane);
  const polls = (commands: Command[]) =>
    ofType(commands, 'after').flatMap(({ms, then}) => (then.type === 'pollDue' ? {ms, then} : []));

  const othersAfter = (ms: number) => ['easyOptions', 'orders', 'trades'].map(pane => [pane, ms]);

  it('requests the current pane first, and the others half a second later', () => {
    const desk = startDesk();
    desk.send({type: 'started'});
    const commands = desk.asked();
    expect(asks(commands)).toEqual(['cards']);
    const waiting = polls(commands);
    expect(waiting.map(({ms, then}) => [then.pane, ms])).toEqual(othersAfter(500));
    for (const {then} of waiting) desk.send(then);
    expect(asks(desk.asked())).toEqual(['easyOptions', 'orders', 'trades']);
  });

  it('sets one timer per answer: two seconds for the current pane, ten minutes for the others', () => {
    const desk = startDesk();
    desk.send({type: 'started'});
    desk.arrive('cards', []);
    desk.followUp();
    desk.arrive('easyOptions', []);
    desk.asked();
    desk.press('r');
    desk.arrive('cards', []);
    desk.arrive('orders', []);
    expect(ofType(desk.asked(), 'after').map(each => each.ms)).toEqual([2_000, 600_000]);
  });

  it('requests a pane out of view that an alert watches every ten seconds', () => {
    const desk = startDesk().open({cards: [card('1')]});
    desk.type('a');
    desk.fill({level: '>20'});
    desk.type('enter', '4');
    desk.asked();
    desk.poll('cards', [card('1')]);
    expect(polls(desk.asked()).map(({then, ms}) => [then.pane, ms])).toContainEqual(['cards', 10_000]);
  });

  it('drops the answer to an earlier request', () => {
    const desk = startDesk().open({orders: [order('1')]});
    desk.press('3');
    desk.pass(3_000);
    desk.press('r');
    const outdated = desk.state.feeds.orders.fetching ?? 0;
    desk.send({type: 'resumed'});
    desk.arrive('orders', [], {total: 0}, outdated);
    expect(desk.state.feeds.orders.rows).toHaveLength(1);
    desk.arrive('orders', [order('1'), order('2')]);
    expect(desk.state.feeds.orders.rows).toHaveLength(2);
  });

  /** A poll was refused as too fast. */
  const limited = (retryAfterMs: number) => {
    const desk = startDesk().open();
    desk.pass(2_000);
    desk.press('r');
    desk.asked();
    desk.fail('cards', {kind: 'rate', text: 'Too fast.', retryAfterMs});
    return desk;
  };

  it('waits as long as the service says', () => {
    const desk = limited(7_000);
    expect(ofType(desk.asked(), 'after').map(each => each.ms)).toEqual([7_000]);
    desk.press('r');
    expect(ofType(desk.asked(), 'fetch')).toEqual([]);
    expect(desk.said()).toBe('Rate limited: 7 s more.');
    desk.type('s', 'enter');
    expect(ofType(desk.asked(), 'fetch')).toEqual([]);
  });

  it('never polls faster than its interval, even with a Retry-After of 0', () => {
    const desk = limited(0);
    expect(ofType(desk.asked(), 'after').map(each => each.ms)).toEqual([2_000]);
  });

  it('backs off with jitter up to 10 s, and never asks more often than its interval', () => {
    const waits = [1, 2, 3, 8, 50].map(failures => backOff(2_000, failures, 0.5));
    expect(waits).toEqual([2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(backOff(2_000, 1, 0)).toBe(1_500);
    expect(backOff(2_000, 1, 1)).toBe(2_500);
    expect(backOff(30_000, 4, 0.5)).toBe(30_000);
  });
});

it('rows keep the watched numbers of their polls', () => {
  const desk = startDesk().open({cards: [card('2')]});
  desk.poll('cards', [card('2', {currentAskPrice: '11'})]);
  expect(desk.state.feeds.cards.seen.get('2')?.map(each => each.value)).toEqual([10, 11]);
});

describe('freshness', () => {
  it('is stale after three base periods, however long the back-off', () => {
    const desk = startDesk().open({cards: [card('1')]});
    desk.pass(6_000);
    desk.send({type: 'tick'});
    expect(freshness(desk.state, 'cards').kind).toBe('fresh');
    desk.pass(100);
    desk.send({type: 'tick'});
    expect(freshness(desk.state, 'cards')).toEqual({kind: 'stale', ageMs: 6_100});
  });

  it('includes the time that a laptop slept, which only the wall clock shows', () => {
    const desk = startDesk().open({cards: [card('1')]});
    desk.pass(500, 3_600_000);
    desk.send({type: 'tick'});
    expect(freshness(desk.state, 'cards')).toEqual({kind: 'stale', ageMs: 3_600_000});
  });
});

it('selection turns pages only if there are any', () => {
  const desk = startDesk().open({cards: [card('1')]}, {isLast: false});
  desk.type('[');
  expect(desk.said()).toBe('This is the first page.');
  desk.type(']');
  expect(ofType(desk.asked(), 'fetch').at(-1)).toMatchObject({pane: 'cards', page: 1});
  desk.arrive('cards', [card('41')], {isLast: true});
  expect(desk.state.feeds.cards.selected).toBe('41');
  desk.type(']');
  expect(desk.said()).toBe('This is the last page.');
});

it('an old answer does not show whose the credential is, and is no read of the account', () => {
  const desk = startDesk().open();
  const rows = [easyOption('1', {accountId: '7'})];
  const {reading} = desk.state.rounds;
  desk.poll('easyOptions', rows, {isOld: true});
  expect(desk.state.link.accountId).toBeUndefined();
  expect(desk.state.rounds.reading.rows).toBe(reading.rows);
  desk.poll('easyOptions', rows);
  expect(desk.state.link.accountId).toBe('7');
});
