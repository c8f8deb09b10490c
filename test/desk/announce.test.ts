import {describe, expect, it} from 'vitest';
import type {Trade} from '../../src/api/wire/records.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import {placeAfter} from '../../src/core/intents/kinds/amend.ts';
import {blotterOf, outcomeWords} from '../../src/desk/blotter.ts';
import {card, easyOption, order, startDesk, trade} from '../helpers/desk.ts';
import {epoch, intentFor} from '../helpers/intents.ts';

/** What becomes of records, whoever wrote: told on every pane, by sight and bell, once. */
type Desk = ReturnType<typeof startDesk>;
type EventPane = 'easyOptions' | 'orders' | 'trades';

const started = (rows: Parameters<Desk['open']>[0] = {}) => startDesk({bell: true}).open(rows);

function poll(desk: Desk, pane: EventPane, rows: readonly object[]) {
  desk.pass(10_000);
  desk.send({type: 'pollDue', pane, arm: desk.state.feeds[pane].arm});
  desk.arrive(pane, rows as never, {total: rows.length});
}

const messages = (desk: Desk) => desk.state.messages.map(each => each.text);

/** Bells since the last look. */
const bells = (desk: Desk) => desk.asked().filter(each => each.type === 'ring').length;

const fill = (tradeId: string, changed: Partial<Trade> = {}) =>
  trade(tradeId, {openDate: epoch + 1, openPrice: '8.9', strikePrice: '65000', type: 'CALL', ...changed});

const filled = 'FILLED BUY 2 BTC-27NOV26-65000-C @ 8.9 #1';

/** An intent of ours that has ended with this record. */
const ended = (draft: Intent['draft'], more: object) =>
  intentFor(draft, {reason: 'A read shows it.', state: 'CONFIRMED', proof: 'proved', ...more});

/** Lets the intent be claimed as the journal does, so that it is told. */
function claim(desk: Desk, intent: Intent) {
  const accepted = {...intent, state: 'UNKNOWN'} as Intent;
  desk.restore(accepted);
  desk.tell({type: 'claimed', intent});
}

const place = {kind: 'place', symbol: 'BTC-27NOV26-65000-C', side: 'BUY', price: '9', size: '2'} as const;

describe('a fill', () => {
  it('is reported with its trades if the orders show it first, and the trades are requested immediately', () => {
    const desk = started({orders: [order('1')]});
    poll(desk, 'orders', []);
    expect(messages(desk)).toEqual([]);
    expect(desk.asked()).toContainEqual(expect.objectContaining({type: 'fetch', pane: 'trades'}));
    desk.arrive('trades', [fill('5')], {total: 1});
    expect(messages(desk)).toEqual([filled]);
    expect(bells(desk)).toBe(1);
    const {openDate: serviceAt} = fill('5');
    expect(desk.state.activity).toMatchObject([
      {id: 'filled:1:5', target: 'BUY BTC-27NOV26-65000-C #1', state: 'FILLED', money: '2 @ 8.9', serviceAt},
    ]);
  });

  it('of our own order is not reported again by its trade if the response has shown it', () => {
    const desk = started();
    const seen = {order: order('1', {status: 'FILLED', openPrice: '8.9'})};
    claim(desk, ended(place, {resolvedRecordId: '1', seen}));
    desk.asked();
    poll(desk, 'trades', [fill('5')]);
    expect(messages(desk)).toEqual([filled]);
    expect(bells(desk)).toBe(0);
    expect(desk.state.activity.map(outcomeWords)).toContain('FILLED 2 @ 8.9');
  });

  it('of our own order is reported again in place by the trade with the price if the response had no price', () => {
    const desk = started();
    claim(desk, ended(place, {resolvedRecordId: '1', seen: {order: order('1', {status: 'FILLED'})}}));
    expect(desk.said()).toBe('FILLED BUY 2 BTC-27NOV26-65000-C, limit 9 #1');
    poll(desk, 'trades', [fill('5')]);
    expect(desk.state.notices.map(each => each.text)).toEqual([filled]);
  });

  it('in parts is reported part by part, with the sum', () => {
    const desk = started({orders: [order('1')]});
    const part = fill('5', {filledSizeContracts: '0.5', fillType: 'PARTIAL_FILL'});
    poll(desk, 'trades', [part]);
    poll(desk, 'trades', [fill('6', {filledSizeContracts: '1.5', openDate: desk.now.wall}), part]);
    expect(messages(desk)).toEqual([
      'PARTIALLY FILLED 0.5/2 @ 8.9: BUY 2 BTC-27NOV26-65000-C @ 9 #1',
      filled,
    ]);
    expect(desk.state.activity.map(outcomeWords)).toContain('PARTIALLY FILLED 0.5 @ 8.9');
    expect(bells(desk)).toBe(2);
  });

  it('of an order that was never listed here is reported with the fields of its trade', () => {
    const desk = started({trades: [fill('4', {orderId: '9'})]});
    poll(desk, 'trades', [fill('5', {orderId: '8', tradeSide: 'sell' as never}), fill('4', {orderId: '9'})]);
    expect(messages(desk)).toEqual(['FILLED SELL 2 BTC 65,000 CALL @ 8.9 #8']);
  });

  it('of an Easy Option is reported by the Easy Option', () => {
    const desk = started({easyOptions: [easyOption('7', {orderId: '1', positionId: '500'})]});
    poll(desk, 'trades', [fill('5'), fill('6', {orderId: '2', positionId: '500', tradeSide: 'SELL'})]);
    expect(messages(desk)).toEqual([]);
    expect(bells(desk)).toBe(0);
    expect(desk.state.activity).toHaveLength(2);
  });
});

describe('a fill of an amended order', () => {
  const contract = {symbol: 'BTC-27NOV26-65000-C', side: 'BUY'} as const;
  const prices = {price: '9', size: '2', newPrice: '9.5', newSize: '2'};
  const draft = {
    kind: 'amend',
    orderId: '1',
    ...contract,
    ...prices,
    waitMs: 0,
    tradesLagMs: 30_000,
  } as const;
  const part = fill('5', {filledSizeContracts: '0.4', fillType: 'PARTIAL_FILL'});

  function amended(filled: string) {
    const desk = started();
    claim(desk, ended(placeAfter('c1', draft, filled), {resolvedRecordId: '8'}));
    poll(desk, 'trades', [part]);
    return desk;
  }

  it('is an overfill if the new order was placed without it, and stays until dismissed', () => {
    const desk = amended('0.1');
    const over = 'The old order #1 filled 0.3 more; the new order does not count it';
    expect(desk.state.notices.at(-1)).toMatchObject({
      ...{text: `OVERFILL 0.3. ${over}: BUY 1.9 BTC-27NOV26-65000-C @ 9.5`, level: 'danger', stays: true},
    });
    expect(messages(desk).join()).not.toContain('PARTIALLY');
    expect(blotterOf(desk.state.activity)).toMatchObject([
      {state: 'OVERFILL', money: '0.3', outcome: over, order: {price: '9.5', size: '1.9'}},
    ]);
    poll(desk, 'trades', [fill('6', {filledSizeContracts: '1.6', openDate: desk.now.wall}), part]);
    expect(desk.state.notices.filter(each => each.stays).map(each => each.text)).toEqual([
      expect.stringMatching(/^OVERFILL 1.9\./),
    ]);
    expect(desk.asked()).toContainEqual(expect.objectContaining({type: 'keepActivity'}));
  });

  it('is an overfill only if the new order works, while that is UNKNOWN', () => {
    const desk = started();
    desk.restore(intentFor(placeAfter('c1', draft, '0.1'), {id: 'p1', state: 'UNKNOWN'}));
    poll(desk, 'trades', [part]);
    const over = 'The old order #1 filled 0.3 more; the new order, UNKNOWN, does not count it';
    expect(messages(desk).join()).toContain(`OVERFILL 0.3 if the new order works. ${over}`);
  });

  it('is no overfill if the new order was canceled before it filled', () => {
    const desk = started();
    claim(desk, ended(placeAfter('c1', draft, '0.1'), {resolvedRecordId: '8'}));
    const cancel = intentFor({kind: 'cancel', orderId: '8'}, {id: 'c2'});
    desk.tell({type: 'asked', intent: cancel});
    desk.answer('c2', {kind: 'yes', order: {...order('8'), status: 'CANCELED'}});
    poll(desk, 'trades', [part]);
    expect(messages(desk).at(-1)).toMatch(/^PARTIALLY FILLED 0\.4 /);
  });

  it('is no overfill if the new order counts it', () => {
    const desk = amended('0.4');
    expect(desk.said()).toMatch(/^PARTIALLY FILLED/);
  });
});

describe('an order that left the list', () => {
  const gone = 'OFF THE BOOK (filled or canceled): BUY 2 BTC-27NOV26-65000-C @ 9 #1';

  it('is reported as filled or canceled once later trades show no fill', () => {
    const desk = started({orders: [order('1')]});
    poll(desk, 'orders', []);
    expect(messages(desk)).toEqual([]);
    poll(desk, 'trades', []);
    expect(messages(desk)).toEqual([gone]);
    expect(desk.state.activity.map(outcomeWords)).toEqual(['OFF THE BOOK filled or canceled']);
    expect(desk.state.notices.at(-1)?.level).toBe('warning');
    expect(bells(desk)).toBe(1);
  });

  it('is reported as filled if its trade comes late, in place and without another bell', () => {
    const desk = started({orders: [order('1')]});
    poll(desk, 'orders', []);
    poll(desk, 'trades', []);
    desk.asked();
    poll(desk, 'trades', [fill('5', {openDate: desk.now.wall})]);
    expect(desk.state.notices.map(each => each.text)).toEqual(['FILLED BUY 2 BTC-27NOV26-65000-C @ 8.9 #1']);
    expect(bells(desk)).toBe(0);
  });

  it('is reported again as canceled, once, when a fill from before is listed late', () => {
    const desk = started({orders: [order('1')]});
    poll(desk, 'orders', [order('1', {status: 'CANCELED'})]);
    poll(desk, 'orders', []);
    poll(desk, 'trades', []);
    const part = {filledSizeContracts: '0.5', fillType: 'PARTIAL_FILL', openDate: desk.now.wall} as const;
    for (let times = 0; times < 2; times++) poll(desk, 'trades', [fill('5', part)]);
    expect(messages(desk)).toEqual([
      'CANCELED: BUY 2 BTC-27NOV26-65000-C @ 9 #1',
      expect.stringMatching(/^CANCELED \(0\.5 filled, per trades so far\): BUY .* #1$/),
    ]);
    expect([...desk.state.unvisited]).toContain('trades');
  });
});

describe('an Easy Option', () => {
  const changes: readonly (readonly [string, object])[] = [
    ['OPENED @ 4,690.1: BTC up #7', {status: 'ACTIVE', entryPrice: '4690.1'}],
    ['TRIGGERED: BTC up #7', {status: 'TRIGGERED'}],
    [
      'CLOSED P/L -9.92 USDT: BTC up #7',
      {status: 'CLOSED', plClosed: '-9.91738', investmentCurrency: 'USDT'},
    ],
    ['EXPIRED P/L +1.5: BTC up #7', {status: 'EXPIRED'}],
    ['SETTLING: BTC up #7', {status: 'SETTLING'}],
  ];

  it.each(changes)('is reported once, on every pane: %s', (text, changed) => {
    const desk = started({easyOptions: [easyOption('7', {status: 'PENDING'})]});
    desk.type('5');
    poll(desk, 'easyOptions', [easyOption('7', changed)]);
    poll(desk, 'easyOptions', [easyOption('7', {...changed, pl: '3'})]);
    expect(messages(desk)).toEqual([text]);
    expect(bells(desk)).toBe(1);
  });

  it('that was triggered is reported again when it has sold, with the result', () => {
    const desk = started({easyOptions: [easyOption('7')]});
    poll(desk, 'easyOptions', [easyOption('7', {status: 'TRIGGERED'})]);
    poll(desk, 'easyOptions', [easyOption('7', {status: 'TRIGGERED', plClosed: '2', closeTime: 1})]);
    expect(desk.said()).toBe('TRIGGERED, closed P/L +2: BTC up #7');
    expect(messages(desk)).toHaveLength(2);
  });

  it('that we opened is reported only by its intent, and again when it is open', () => {
    const desk = started({cards: [card('1')], easyOptions: []});
    const pending = easyOption('7', {status: 'PENDING', cardId: '1', openTime: epoch + 10_000});
    const open = {kind: 'open', cardId: '1', investmentAmount: '5', title: 'BTC up'} as const;
    claim(desk, ended(open, {resolvedRecordId: '7', seen: {easyOption: pending}}));
    desk.asked();
    poll(desk, 'easyOptions', [pending]);
    expect(messages(desk)).toEqual(['OPENING: BTC up for 5 #7']);
    expect(bells(desk)).toBe(0);
    poll(desk, 'easyOptions', [{...pending, status: 'ACTIVE', entryPrice: '3'}]);
    expect(desk.said()).toBe('OPENED @ 3: BTC up #7');
    expect(bells(desk)).toBe(1);
  });
});
