import {decodeEasyOptions, decodeOrders, decodeTrades} from '../../../../src/api/wire/decode.ts';
import {decodeJson} from '../../../../src/api/wire/json.ts';
import type {EventRows} from '../../../../src/core/events/account.ts';
import type {Book} from '../../../../src/paper/engine/book.ts';
import type {Wire} from '../../../../src/paper/operations/exact-json.ts';
import {easyOptionView, orderView, tradeView} from '../../../../src/paper/operations/views.ts';
import {accountOf, whole} from '../../../account/portfolio/account.ts';

const allLists: EventRows['ended'] = new Set(['easyOptions', 'orders', 'trades']);

/** An account with these records, every list of which was read to its end. */
export const accountRead = (lists: Parameters<typeof accountOf>[0]): EventRows => ({
  ...accountOf(lists),
  ended: allLists,
});

const page = {page: 1, pageSize: 100_000};
const read = (value: Wire) => decodeJson(JSON.stringify(value));

/**
 * An account of the paper book as a whole read of the service gives it.
 * @param now monotonic and wall ms at which the read began
 */
export function readAccount(book: Book, account: number, now: number): EventRows {
  const own = <Row extends {account: number}>(rows: Iterable<Row>) =>
    [...rows].filter(row => row.account === account);
  const began = {mono: now, wall: now};
  const options = own(book.easyOptions).map(row => easyOptionView(book, row));
  const orders = own(book.orders).filter(({status}) => status === 'PENDING');
  const trades = own(book.trades).map(tradeView);
  return {
    easyOptions: whole(decodeEasyOptions(read({content: options}), page).rows, {began}),
    orders: whole(decodeOrders(read({items: orders.map(orderView)}), page).rows, {began}),
    trades: {...whole(decodeTrades(read({items: trades}), page).rows, {began}), since: 0},
    ended: allLists,
  };
}
