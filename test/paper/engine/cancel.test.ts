import {describe, expect, it} from 'vitest';
import {apply, type BookCommand, type BookEvent} from '../../../src/paper/engine/apply.ts';
import {type Book, type BookEasyOption, createBook, deposit, rowOf} from '../../../src/paper/engine/book.ts';
import {heldCash} from '../../../src/paper/engine/fills.ts';
import {cardsAt, isActive} from '../../../src/paper/market/cards.ts';
import {parseSymbol} from '../../../src/paper/market/instruments.ts';
import {unit} from '../../../src/paper/market/money.ts';
import {testStart} from '../../helpers/paper.ts';
import {brokenLaws} from './play.ts';

/** A book that is told what to do at moments counted from its start, and looked at for its laws each time. */
function player() {
  let book: Book = createBook({seed: 7, now: testStart});
  return {
    book: () => book,
    easyOption: () => rowOf(book.easyOptions, 0),
    order: (number: number) => rowOf(book.orders, number),
    act(command: BookCommand, ms: number): BookEvent | undefined {
      const [next, events] = apply(book, command, testStart + ms);
      book = next;
      expect(brokenLaws(book)).toEqual([]);
      return events.at(-1);
    },
  };
}

const cancel = (order: number): BookCommand => ({type: 'cancelOrder', account: 0, order});

/** Opens an Easy Option from an active card; with much money, it may take several quotes to fill. */
function opened(amount: string, wanted: {type: string; underlying?: string; direction?: 'UP' | 'DOWN'}) {
  const on = player();
  const {market} = on.book();
  const card = cardsAt(market, testStart).find(
    each =>
      each.type === wanted.type &&
      isActive(market, each, testStart) &&
      [undefined, each.instrument.underlying.symbol].includes(wanted.underlying) &&
      [undefined, each.direction].includes(wanted.direction),
  );
  on.act({type: 'openEasyOption', account: 0, cardId: card?.id ?? 0, amount}, 0);
  return on;
}

/** A second from which the Easy Option of a book cannot be sold in one go. */
function thinMoment(book: Book): number {
  for (let ms = 121_000; ms < 3_600_000; ms += 1_000) {
    const [asked] = apply(book, {type: 'closeEasyOption', account: 0, easyOption: 0}, testStart + ms);
    const [sold] = apply(asked, {type: 'wait'}, testStart + ms + 600);
    if (rowOf(sold.orders, 1).status === 'PENDING') return ms;
  }
  throw new Error('every quote of this hour is deep enough');
}

const shown = ({status, qty, proceeds, closedAt}: BookEasyOption) => ({
  status,
  qty,
  proceeds,
  isOver: closedAt !== undefined,
});

describe('canceling the pending market order of an Easy Option', () => {
  it('closes the Easy Option and frees all its money if nothing was bought', () => {
    const on = opened('100', {type: 'UP_DOWN'});
    expect(heldCash(on.book(), 0)).toBe(100.5 * unit);
    expect(on.act(cancel(0), 100)).toMatchObject({type: 'orderDone', order: {status: 'CANCELED', hold: 0}});
    expect(shown(on.easyOption())).toEqual({status: 'CLOSED', qty: 0, proceeds: 0, isOver: true});
    expect(rowOf(on.book().accounts, 0).cash).toBe(deposit);
    expect(heldCash(on.book(), 0)).toBe(0);
    on.act({type: 'wait'}, 60_000);
    expect(on.book().trades.length).toBe(0);
  });

  it('leaves the Easy Option ACTIVE with the bought part, which can be closed', () => {
    const on = opened('50000', {type: 'UP_DOWN', underlying: 'BTC'});
    on.act({type: 'wait'}, 500);
    const {filled} = on.order(0);
    expect(filled).toBeGreaterThan(0);
    expect(on.order(0).status).toBe('PENDING');
    on.act(cancel(0), 700);
    expect(shown(on.easyOption())).toEqual({status: 'ACTIVE', qty: filled, proceeds: 0, isOver: false});
    expect(heldCash(on.book(), 0)).toBe(0);
    on.act({type: 'closeEasyOption', account: 0, easyOption: 0}, 1_000);
    on.act({type: 'wait'}, 120_000);
    expect(shown(on.easyOption())).toMatchObject({status: 'CLOSED', qty: filled, isOver: true});
  });

  it('returns the Easy Option to ACTIVE with the rest, and counts the sold part at the end', () => {
    const on = opened('50000', {type: 'UP_DOWN', underlying: 'DOGE'});
    on.act({type: 'wait'}, 120_000);
    const {qty} = on.easyOption();
    const thin = thinMoment(on.book());
    on.act({type: 'closeEasyOption', account: 0, easyOption: 0}, thin);
    on.act({type: 'wait'}, thin + 600);
    const partly = on.order(1);
    expect(partly).toMatchObject({side: 'SELL', status: 'PENDING'});
    expect(partly.filled).toBeGreaterThan(0);
    on.act(cancel(1), thin + 700);
    expect(shown(on.easyOption())).toEqual({status: 'ACTIVE', qty, proceeds: partly.turnover, isOver: false});
    on.act({type: 'closeEasyOption', account: 0, easyOption: 0}, thin + 800);
    on.act({type: 'wait'}, thin + 600_000);
    const [first, second] = [on.order(1), on.order(2)];
    expect(first.filled + second.filled).toBe(qty);
    expect(on.easyOption()).toMatchObject({
      status: 'CLOSED',
      proceeds: first.turnover + second.turnover,
      fee: on.order(0).fee + first.fee + second.fee,
    });
  });

  it('of a TRIGGERED sale lasts only until the trigger trades again', () => {
    const on = opened('50', {type: 'TOUCH', direction: 'DOWN'});
    for (let at = 0; on.easyOption().status !== 'TRIGGERED' && at < 3 * 86_400_000; at += 60_000)
      on.act({type: 'wait'}, at);
    const {triggeredAt = 0} = on.easyOption();
    expect(triggeredAt).toBeGreaterThan(0);

    const again = opened('50', {type: 'TOUCH', direction: 'DOWN'});
    const touched = triggeredAt - testStart;
    again.act({type: 'wait'}, touched);
    expect(again.easyOption().status).toBe('TRIGGERED');
    again.act(cancel(again.book().orders.length - 1), touched + 100);
    expect(again.easyOption()).toMatchObject({
      status: 'ACTIVE',
      triggeredAt: undefined,
    });
    again.act({type: 'wait'}, touched + 6 * 3_600_000);
    expect(again.easyOption()).toMatchObject({status: 'TRIGGERED', closedAt: expect.any(Number)});
  });

  it('lets the Easy Option expire later at its value', () => {
    const on = opened('50000', {type: 'UP_DOWN', underlying: 'DOGE'});
    on.act({type: 'wait'}, 500);
    on.act(cancel(0), 700);
    on.act({type: 'wait'}, 40 * 86_400_000);
    const closedAt = parseSymbol(on.easyOption().symbol)?.expiry;
    expect(on.easyOption()).toMatchObject({status: 'EXPIRED', closedAt});
    expect(on.act(cancel(0), 40 * 86_400_000)).toMatchObject({type: 'refused', kind: 'conflict'});
  });
});

describe('a manual fill', () => {
  const place = (key: string, size = '2'): BookCommand => ({
    type: 'placeOrder',
    account: 0,
    key,
    symbol: 'BTC-27NOV26-75000-C',
    side: 'BUY',
    price: '0.01',
    size,
  });

  it('fills a limit order at its limit, in part or completely, and conserves money and contracts', () => {
    const on = player();
    on.act(place('a'), 0);
    const lawful = (command: BookCommand, ms: number) => {
      const [book, events] = apply(on.book(), command, testStart + ms);
      // The one law that a hand is above is that of the quote.
      expect(brokenLaws(book).filter(law => !/quote/.test(law))).toEqual([]);
      return {book, done: events.at(-1)};
    };
    const half = lawful({type: 'fillOrder', order: 0, size: '0.5'}, 1_000);
    expect(half.done).toMatchObject({order: {status: 'PENDING', filled: 0.5 * unit, turnover: 5_000}});
    const [whole, events] = apply(half.book, {type: 'fillOrder', order: 0}, testStart + 2_000);
    expect(events.at(-1)).toMatchObject({order: {status: 'FILLED', filled: 2 * unit, turnover: 20_000}});
    expect(whole.trades.length).toBe(2);
    expect(rowOf(whole.positions, 0).size).toBe(2 * unit);
    expect(rowOf(whole.accounts, 0).cash).toBe(deposit - 20_000 - 40);
    expect(heldCash(whole, 0)).toBe(0);
  });

  it.each([
    ['more than the remaining size', {order: 0, size: '2.1'}, 'INVALID_SIZE'],
    ['a fraction of a lot', {order: 0, size: '0.00001'}, 'INVALID_SIZE'],
    ['a size of zero', {order: 0, size: '0'}, 'INVALID_SIZE'],
    ['an order that was never placed', {order: 9}, 'ORDER_NOT_FOUND'],
    ['a final order', {order: 1}, 'ORDER_FINAL'],
    ['a market order', {order: 2}, 'NOT_A_LIMIT_ORDER'],
  ])('is refused for %s', (_what, fill, error) => {
    const on = player();
    on.act(place('a'), 0);
    on.act(place('b'), 0);
    on.act(cancel(1), 0);
    const card = cardsAt(on.book().market, testStart).find(each =>
      isActive(on.book().market, each, testStart),
    );
    on.act({type: 'openEasyOption', account: 0, cardId: card?.id ?? 0, amount: '10'}, 0);
    expect(on.act({type: 'fillOrder', ...fill}, 100)).toMatchObject({type: 'refused', error});
  });
});
