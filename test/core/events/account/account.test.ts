import {describe, expect, it} from 'vitest';
import type {EasyOption, Order} from '../../../../src/api/wire/records.ts';
import {
  accountEvents,
  type EventRows,
  nothingSeen,
  type ProvedCancel,
} from '../../../../src/core/events/account.ts';
import {type AccountEvent, eventJson} from '../../../../src/core/events/event.ts';
import {noon, trade, whole} from '../../../account/portfolio/account.ts';
import {accountRead} from './paper-account.ts';

const order = (more: Partial<Order> = {}): Order => ({
  orderId: '7',
  side: 'BUY',
  price: '5',
  size: '2',
  sizeContracts: '2',
  status: 'PENDING',
  timestamp: noon,
  ...more,
});
const option = (more: Partial<EasyOption> = {}): EasyOption => ({
  id: '1042',
  status: 'ACTIVE',
  openTime: noon,
  ...more,
});

/** Reads one after another, a second apart; what each of them told. */
function told(
  reads: readonly EventRows[],
  tradesLag = 0,
  cancels: readonly ProvedCancel[] = [],
  canceling: ReadonlySet<string> = new Set(),
): AccountEvent[][] {
  let seen = nothingSeen;
  return reads.map((rows, index) => {
    const now = index * 1_000;
    const began = {mono: now - 1, wall: noon + now};
    const timed = {...rows, orders: {...rows.orders, began}, trades: {...rows.trades, began}};
    const moment = {mono: now, wall: noon + now};
    const found = accountEvents(seen, timed, {cancels, canceling, now: moment, aheadMs: 0, tradesLag});
    seen = found.seen;
    return [...found.events];
  });
}
const ids = (events: readonly (readonly AccountEvent[])[]) => events.map(each => each.map(({id}) => id));

describe('the events of an Easy Option', () => {
  it('include its whole life in order if it opened and closed between two reads', () => {
    const closed = option({status: 'CLOSED', triggerTime: noon + 5, closeTime: noon + 9, plClosed: '-3.2'});
    expect(ids(told([accountRead({}), accountRead({easyOptions: [closed]})]))).toEqual([
      [],
      ['opened:1042', 'triggered:1042', 'closed:1042'],
    ]);
  });

  it('omit PENDING, and omit the opening if it ended without being open', () => {
    const never = option({id: '2', status: 'CLOSED', openTime: undefined, closeTime: noon});
    const easyOptions = [option({status: 'PENDING'}), never, {...never, id: '3', status: 'EXPIRED'}];
    expect(ids(told([accountRead({easyOptions})]))).toEqual([['closed:2', 'expired:3']]);
  });

  it('include closed for a triggered one once it has sold, with its P/L in the record', () => {
    const triggered = option({status: 'TRIGGERED', triggerTime: noon + 5});
    const sold = {...triggered, closeTime: noon + 6, plClosed: '12.5'};
    const [, , last] = told([[], [triggered], [sold]].map(easyOptions => accountRead({easyOptions})));
    expect(last).toMatchObject([{id: 'closed:1042', record: {plClosed: '12.5'}}]);
  });

  it('include the opening of one whose record has had its time for long', () => {
    const early = option({id: '1', status: 'PENDING', openTime: noon - 7_200_000});
    const other = option({id: '2'});
    const events = told([
      accountRead({easyOptions: [early, other]}),
      accountRead({easyOptions: [{...early, status: 'ACTIVE'}, other]}),
    ]);
    expect(events[1]).toMatchObject([{id: 'opened:1', at: undefined}]);
  });

  it('appear once, although a list leaves the record out for a read', () => {
    const [one, both] = [[option()], [option(), option({id: '2'})]];
    const [, ...later] = told([both, one, one, both].map(easyOptions => accountRead({easyOptions})));
    expect(later).toEqual([[], [], []]);
    const closed = [option(), option({id: '2', status: 'CLOSED', closeTime: noon + 1})];
    const reads = [both, one, closed].map(easyOptions => accountRead({easyOptions}));
    expect(ids(told(reads)).at(-1)).toEqual(['closed:2']);
  });
});

describe('the events of an order', () => {
  const listed = accountRead({orders: [order()]});
  const part = trade({
    tradeId: '70',
    orderId: '7',
    fillType: 'PARTIAL_FILL',
    openPrice: '4.9',
    openDate: noon + 3,
  });
  const last = trade({tradeId: '71', orderId: '7', fillType: 'FILL', openPrice: '5', openDate: noon + 4});

  it('include each trade with its price, and filled with the trade that completes the order', () => {
    const events = told([
      listed,
      accountRead({orders: [order()], trades: [part]}),
      accountRead({trades: [part, last]}),
    ]);
    expect(ids(events)).toEqual([['placed:7'], ['partly-filled:70'], ['filled:7:71']]);
    expect(events[2]?.[0]).toMatchObject({
      resource: 'trades',
      key: '71',
      record: {openPrice: '5', orderId: '7'},
    });
  });

  it('do not include gone while trades can still be late', () => {
    const reads = [listed, ...Array.from({length: 5}, () => accountRead({}))];
    expect(ids(told(reads, 3_000)).map(each => each.length)).toEqual([1, 0, 0, 0, 0, 1]);
  });

  it('do not include gone while its trades cannot be read, or while the list is incomplete', () => {
    const unread = {...accountRead({}), trades: {...whole([], {isWhole: false}), since: 0}};
    const cut = {...accountRead({}), orders: whole<Order>([], {isWhole: false})};
    expect(ids(told([listed, unread, unread, unread])).flat()).toEqual(['placed:7']);
    expect(ids(told([listed, cut, cut, cut])).flat()).toEqual(['placed:7']);
  });

  it('do not include gone while an own cancel is under way, whose answer tells its end, for a minute', () => {
    const events = ids(told([listed, ...Array(64).fill(accountRead({}))], 0, [], new Set(['7'])));
    expect(events.findIndex(each => each.includes('gone:7'))).toBe(61);
  });

  it('include canceled if the cancel is proved, and then never gone', () => {
    const cancels = [{orderId: '7', at: noon + 8, order: order({status: 'CANCELED'})}];
    const events = told([listed, accountRead({}), accountRead({}), accountRead({})], 0, cancels);
    expect(ids(events).flat()).toEqual(['placed:7', 'canceled:7']);
  });

  it('include filled once, with its trade, although the list shows it FILLED before', () => {
    const filled = [order({status: 'FILLED'})];
    const trades = [last];
    const reads = [listed, accountRead({orders: filled}), accountRead({orders: filled, trades})];
    const again = [accountRead({trades}), accountRead({trades})];
    expect(ids(told([...reads, ...again], 1_500))).toEqual([['placed:7'], [], ['filled:7:71'], [], []]);
  });

  it('include filled if the list shows it FILLED, and no trade comes', () => {
    const filled = accountRead({orders: [order({status: 'FILLED'})]});
    expect(ids(told([listed, filled, filled, filled]))).toEqual([['placed:7'], [], ['filled:7'], []]);
  });

  it('include filled although the trade that completes the order has no id', () => {
    const trades = [{...last, tradeId: ''}];
    expect(ids(told([listed, accountRead({trades})]))).toEqual([['placed:7'], ['filled:7']]);
  });

  it('include canceled if a status says so', () => {
    expect(ids(told([listed, accountRead({orders: [order({status: 'CANCELED'})]})]))[1]).toEqual([
      'canceled:7',
    ]);
  });
});

it('an event is one line of JSON with the time of its record, or else the time when it was seen', () => {
  const [[event]] = told([accountRead({easyOptions: [option()]})]) as [[AccountEvent]];
  expect(JSON.parse(eventJson(event, 0))).toEqual({
    id: 'opened:1042',
    time: '2026-11-22T12:00:00.000Z',
    kind: 'opened',
    resource: 'easy-options',
    key: '1042',
    record: {id: '1042', status: 'ACTIVE', openTime: noon},
  });
  expect(JSON.parse(eventJson({...event, at: undefined}, 0)).time).toBe('1970-01-01T00:00:00.000Z');
});
