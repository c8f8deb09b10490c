import {describe, expect, it} from 'vitest';
import type {Order, Trade} from '../../../src/api/wire/records.ts';
import type {PlaceDraft} from '../../../src/core/intents/kinds/place.ts';
import {whyNotReducing} from '../../../src/core/limits/decide.ts';
import {
  knows,
  order,
  ordering,
  pending,
  type Records,
  readOf,
  readOn,
  standing,
  trade as tradeOf,
} from './account.ts';

const trade = (tradeId: string, fields: Partial<Trade> = {}): Trade =>
  tradeOf(tradeId, {openDate: 1, fee: '0', ...fields});
const contract = {asset: 'BTC', type: 'CALL', strikePrice: '70000', expiryDate: trade('1').expiryDate};
const id = `1\nBTC\nCALL\n70000\n${contract.expiryDate}`;
const sell: PlaceDraft = {
  ...{kind: 'place', symbol: 'BTC-C', side: 'SELL', price: '5', size: '5', positionId: '1'},
  ...{contract, reduces: id},
};
/** SELL orders, against the position that the trades of `held` make. */
const selling = (orderId: string, fields = {}) =>
  order(orderId, {side: 'SELL', positionId: '1', ...contract, ...fields});
const held: Records = {trades: [trade('1')]};
const why = (records: Records, draft = sell, taking = [pending()]) =>
  whyNotReducing(knows({}, ordering('0'), readOf(records)), standing({pending: taking}), draft);
const place = {makes: 'order', order: sell, load: ordering('25'), size: '2'} as const;

describe('an order reduces a position', () => {
  it('up to its size, by the other side alone', () => {
    expect(why(held)).toBeUndefined();
    expect(why(held, {...sell, size: '5.1'})).toBe('Reduces 5.1, but 5 of 5 is left. Reduce the size.');
    expect(why(held, {...sell, side: 'BUY'})).toBe('The position is no longer held.');
    const short = {trades: [trade('1', {tradeSide: 'SELL'})]};
    expect(why(short)).toBe('The position is no longer held.');
    expect(why(short, {...sell, side: 'BUY'})).toBeUndefined();
  });

  it('only as far as other working orders leave some of it', () => {
    const left = (orders: readonly Order[], trades = held.trades ?? []) => why({trades, orders});
    expect(left([selling('9', {size: '2', sizeContracts: '2'})])).toBe(
      'Reduces 5, but 3 of 5 is left: working or unresolved orders take 2. Reduce the size, or cancel or resolve them first.',
    );
    expect(left([selling('9', {size: undefined})])).toMatch(/0 of 5 is left/);
    expect(left([selling('9', {positionId: undefined, asset: undefined, size: '2'})])).toMatch(/3 of 5/);
    expect(left([selling('9', {positionId: '2'}), order('8', {positionId: '1'})])).toBeUndefined();
    // What has filled is off the position already.
    const sold = trade('2', {orderId: '9', tradeSide: 'SELL', filledSizeContracts: '2'});
    expect(left([selling('9')], [trade('1', {filledSizeContracts: '10'}), sold])).toBeUndefined();
  });

  it('an order that has left the list counts until its trades must be listed', () => {
    const read = readOf({...held, orders: [selling('9', {size: '2', sizeContracts: '2'})]});
    const after = (seconds: number) => {
      const later = readOn(read, [
        [10, held],
        [10 + seconds, held],
      ]);
      return whyNotReducing(knows({}, ordering('0'), later), standing(), sell);
    };
    expect(after(100)).toMatch(
      /^Reduces 5, but 3 of 5 is left: a fill of SELL 2 @ 10 #9 may not be listed yet\. Reduce the size, or try again from \d\d:/,
    );
    expect(after(120)).toBeUndefined();
  });

  it('what another order may take is taken, until a read accounts for that order', () => {
    expect(why(held, sell, [pending(place)])).toMatch(/3 of 5/);
    expect(why(held, sell, [pending({...place, order: {...sell, side: 'BUY'}})])).toBeUndefined();
    expect(why(held, sell, [pending({...place, order: {...sell, positionId: '2'}})])).toBeUndefined();
    const ended = pending({...place, isEnded: true, recordId: '9'});
    expect(why(held, sell, [ended])).toMatch(/3 of 5/);
    const sold = trade('2', {orderId: '9', tradeSide: 'SELL', filledSizeContracts: '2'});
    expect(why({trades: [trade('1'), sold]}, {...sell, size: '3'}, [ended])).toBeUndefined();
    // One that was canceled works no more, though its fill may not be listed.
    expect(why(held, sell, [{...ended, isCanceled: true}])).toMatch(/: a fill of SELL 5 @ 5 #9 may not/);
    const both = [pending(place), {...ended, size: '1', isCanceled: true}];
    expect(why(held, sell, both)).toMatch(
      /2 of 5 is left: working or unresolved orders take 2, a fill of .* not be listed yet\. Reduce the size, or cancel/,
    );
  });

  it('only if its trades are older, by the clock of the service, than an unlisted Easy Option can be', () => {
    const read = readOf(held);
    const began = read.rows.easyOptions.began?.wall ?? 0;
    const since = (ms: number, skewMs: number) => {
      const {rows} = readOf({trades: [trade('1', {openDate: began + skewMs - ms})]});
      return whyNotReducing(knows({}, ordering('0'), {...read, rows, skewMs}), standing({}), sell);
    };
    for (const skewMs of [-600_000, 0, 600_000]) {
      expect(since(read.lagMs + 2_000, skewMs)).toBeUndefined();
      expect(since(read.lagMs + 1_000, skewMs)).toMatch(/not listed yet/);
    }
  });

  it('only if trades prove the position, and were read lately', () => {
    expect(why({trades: [trade('1'), trade('2', {openPrice: undefined})]})).toMatch(/not proved/);
    const now = knows({}, ordering('0'), undefined);
    expect(whyNotReducing(now, standing(), sell)).toMatch(/^Not yet/);
    const old = knows({}, ordering('0'), readOf(held));
    const late = {...old, now: {mono: old.now.mono + 31_000, wall: old.now.wall + 31_000}};
    expect(whyNotReducing(late, standing(), sell)).toMatch(/^Not now/);
    const {rows, ...seen} = readOn(readOf(held), [[31, held]]);
    const failing = (...panes: readonly ('easyOptions' | 'orders' | 'trades')[]) => {
      const old = Object.fromEntries(
        panes.map(pane => [pane, {...rows[pane], began: readOf(held).rows[pane].began}]),
      );
      return whyNotReducing({...late, read: {...seen, rows: {...rows, ...old}}}, standing(), sell);
    };
    expect(failing('easyOptions')).toBeUndefined();
    expect(failing('orders')).toMatch(/^Not now/);
    expect(failing('trades')).toMatch(/^Not now/);
  });
});
