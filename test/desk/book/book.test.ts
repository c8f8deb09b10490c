import {describe, expect, it} from 'vitest';
import type {EasyOption} from '../../../src/api/wire/records.ts';
import {bookOf} from '../../../src/desk/book/book.ts';
import type {BookRows, Whole} from '../../../src/desk/book/rows.ts';

const now = {mono: 0, wall: Date.UTC(2026, 10, 22, 12)};

function whole<Row>(rows: readonly Row[], more: Partial<Whole<Row>> = {}): Whole<Row> {
  return {
    rows,
    began: now,
    isWhole: true,
    read: rows.length,
    total: rows.length,
    unreadable: 0,
    fault: undefined,
    ...more,
  };
}

const account = (easyOptions: readonly EasyOption[], more: Partial<BookRows> = {}): BookRows => ({
  easyOptions: whole(easyOptions),
  orders: whole([]),
  cards: whole([]),
  trades: {...whole([]), since: 0},
  ...more,
});

const held = (count: number, invested: string, pl: string, without = {invested: 0, pl: 0}) => ({
  count,
  invested: {sum: invested, without: without.invested},
  pl: {sum: pl, without: without.pl},
});

describe('the book of an account', () => {
  it('sums what is not over by status and by currency, exact, and never adds currencies', () => {
    const book = bookOf(
      account([
        {id: '1', status: 'ACTIVE', investmentAmount: '0.1', investmentCurrency: 'USDT', pl: '0.2'},
        {id: '2', status: 'ACTIVE', investmentAmount: '0.2', investmentCurrency: 'USDT', pl: '-0.3'},
        {id: '3', status: 'CLOSED', investmentAmount: '50', investmentCurrency: 'USDT', pl: '9'},
        {id: '4', status: 'CLOSING', investmentAmount: '7', investmentCurrency: 'BTC', pl: '1'},
      ]),
      {now},
    );
    expect(book.currencies).toEqual([
      {currency: 'BTC', open: held(1, '7', '1'), states: new Map([['CLOSING', held(1, '7', '1')]])},
      {
        currency: 'USDT',
        open: held(2, '0.3', '-0.1'),
        states: new Map([['ACTIVE', held(2, '0.3', '-0.1')]]),
      },
    ]);
  });

  it('counts what does not tell an amount or a P/L instead of taking it for nothing', () => {
    const {currencies} = bookOf(
      account([
        {id: '1', status: 'PENDING', investmentCurrency: 'USDT', pl: 'n/a'},
        {id: '2', status: 'PENDING', investmentCurrency: 'USDT', investmentAmount: '3', pl: '1'},
      ]),
      {now},
    );
    expect(currencies[0]?.open).toEqual(held(2, '3', '1', {invested: 1, pl: 1}));
  });

  it('holds what has a status that nobody knows as not over, as a state of its own', () => {
    const {currencies} = bookOf(account([{id: '1', status: 'PAUSED', investmentAmount: '3', pl: '1'}]), {
      now,
    });
    expect(currencies[0]?.states).toEqual(new Map([['PAUSED', held(1, '3', '1')]]));
    expect(currencies[0]?.open.count).toBe(1);
  });

  it('says that it is of a part where a list has a row that cannot be read or is not at its end', () => {
    expect(bookOf(account([]), {now}).isPartial).toBe(false);
    expect(bookOf(account([], {orders: whole([], {unreadable: 1})}), {now}).isPartial).toBe(true);
    expect(bookOf(account([], {cards: whole([], {isWhole: false})}), {now}).isPartial).toBe(true);
  });
});
