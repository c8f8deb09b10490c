import type {Page} from '../../../../src/api/wire/records.ts';
import type {Command, RereadAnswer} from '../../../../src/desk/messages.ts';
import type {FeedPane} from '../../../../src/desk/model/vocabulary.ts';
import type {RowOf} from '../../../../src/desk/state.ts';
import {card, easyOption, order, trade} from '../../../helpers/desk.ts';
import type {Chance} from '../../../sim/chance.ts';

type Rows = {readonly [P in FeedPane]: readonly RowOf[P][]};
type RereadOf = Extract<Command, {type: 'reread'}>['of'];

/** Records that change, come and go, as a service tells them. */
export type Market = {
  rows(): Rows;
  page<P extends FeedPane>(
    pane: P,
    page: number,
    pageSize: number,
  ): Pick<Page<RowOf[P]>, 'rows' | 'total' | 'isLast'> & {readonly total: number | undefined};
  reread(of: RereadOf): RereadAnswer;
  move(): void;
};

const symbols = ['BTC-27NOV26-65000-C', 'ETH-27NOV26-3000-P', 'a-symbol-of-nobody-that-is-quite-long'];

export function createMarket(chance: Chance): Market {
  let next = 100;
  const many = (most: number) => Array.from({length: chance.from(0, most)}, () => String(next++));
  let rows: Rows = {
    cards: many(70).map(id => card(id, {title: `BTC up ${id} ${'to the moon '.repeat(chance.from(0, 3))}`})),
    easyOptions: many(30).map(id => easyOption(id, {investmentAmount: '25', investmentCurrency: 'USDC'})),
    orders: many(30).map(id => order(id, {symbol: chance.pick(symbols), asset: 'BTC'})),
    trades: many(40).map(id => trade(id, {filledSizeUsdt: String(chance.from(1, 90_000))})),
  };
  const someOf = <R>(list: readonly R[], change: (row: R) => R): readonly R[] =>
    chance.is(0.3) ? list : list.map(row => (chance.is(0.2) ? change(row) : row));
  const price = () => (chance.from(1, 10 ** chance.from(2, 7)) / 100).toString();

  const market: Market = {
    rows: () => rows,
    page(pane, page, pageSize) {
      // Trades and orders count from 1, but not where the desk asks.
      const all: readonly RowOf[typeof pane][] = rows[pane];
      const shown = all.slice(page * pageSize, (page + 1) * pageSize);
      const isLast = (page + 1) * pageSize >= all.length;
      return {rows: shown, total: pane === 'cards' ? undefined : all.length, isLast};
    },
    reread(of) {
      switch (of.kind) {
        case 'card':
          return {kind: 'card', card: rows.cards.find(({id}) => id === of.id)};
        case 'easyOption':
          return {kind: 'easyOption', option: rows.easyOptions.find(({id}) => id === of.id)};
        case 'orders':
          return {kind: 'orders', orders: rows.orders.filter(each => of.ids.includes(each.orderId))};
        case 'amended':
          return {kind: 'failed', fault: {text: 'The service is busy.', kind: 'link'}};
        default:
          return of satisfies never;
      }
    },
    move() {
      if (chance.is(0.6)) return;
      rows = {
        cards: someOf(rows.cards, row => ({...row, currentAskPrice: price(), active: chance.is(0.9)})),
        easyOptions: someOf(rows.easyOptions, row => ({
          ...row,
          pl: String(chance.from(-900, 900) / 10),
          status: chance.pick(['ACTIVE', 'PENDING', 'CLOSED']),
        })),
        orders: chance.is(0.1)
          ? rows.orders.slice(1)
          : someOf(rows.orders, row => ({...row, price: price()})),
        trades: chance.is(0.1) ? [trade(String(next++), {filledSizeUsdt: '7'}), ...rows.trades] : rows.trades,
      };
    },
  };
  return market;
}
