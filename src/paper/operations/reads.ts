/** The five operations that only look: cards, Easy Options, orders, trades and one trade. */

import {defaultPageSizes, limits} from '../../api/wire/records.ts';
import {type Book, type BookTrade, rowOf} from '../engine/book.ts';
import {instrumentNamed} from '../engine/fills.ts';
import {rowAt, rowsOf} from '../engine/table.ts';
import {cardsAt} from '../market/cards.ts';
import {easyOptionFilter} from './easy-option-filter.ts';
import {numberOf} from './ids.ts';
import {exact, type Wire} from './json.ts';
import {contains, equals, slicePage, sortBy, within} from './lists.ts';
import {type Operation, readQuery, readSearch} from './operation.ts';
import {invalid, isReply, okReply, problemReply} from './replies.ts';
import * as requests from './requests.ts';
import {type CardView, cardView, easyOptionView, orderView, tradeView} from './views.ts';

/** Prices change on whole seconds of service time, and nothing else of the market shows. */
const secondOf = ({time}: Book): number => Math.floor(time / 1000);

/** Answers from memory while nothing has changed of what the answer is made from. */
const remembered =
  (
    name: string,
    whose: 'everyone' | 'account',
    madeFrom: (book: Book) => unknown[],
    operation: Operation,
  ): Operation =>
  (request, work) => {
    const asker = whose === 'everyone' ? '' : request.account;
    return work.remember(`${name} ${asker} ${request.query}`, madeFrom(work.book()), () =>
      operation(request, work),
    );
  };

export const listCards = remembered(
  'cards',
  'everyone',
  book => [secondOf(book)],
  ({query}, {book: bookNow, reading}) => {
    const asked = readSearch(requests.cardSearch, query, reading, reading.sort.cards);
    if (isReply(asked)) return asked;
    const book = bookNow();
    const views = cardsAt(book.market, book.time)
      .filter(
        ({type, direction, instrument, title}) =>
          equals(asked.type, type) &&
          equals(asked.direction, direction) &&
          equals(asked.underlying, instrument.underlying.symbol) &&
          contains(asked.underlyingContains, instrument.underlying.symbol) &&
          contains(asked.titleContains, title),
      )
      .map(card => cardView(book, card))
      .filter(view => equals(asked.active, String(view.active)) && contains(asked.search, ...textsOf(view)));
    const sorted = sortBy(views, asked.sortByField, asked.sortByDirection);
    return okReply(slicePage(sorted, asked.pageNumber ?? 0, asked.pageSize ?? defaultPageSizes.cards));
  },
);

const textsOf = ({title, description, tradingIdea, underlying, optionSymbol}: CardView): Wire[] => [
  title,
  description,
  tradingIdea,
  underlying,
  optionSymbol,
];

export const searchEasyOptions = remembered(
  'Easy Options',
  'account',
  book => [book.easyOptions, book.positions, secondOf(book)],
  ({query, account}, {book: bookNow, reading}) => {
    const asked = readSearch(requests.easyOptionSearch, query, reading, reading.sort.easyOptions);
    if (isReply(asked)) return asked;
    const book = bookNow();
    const isWanted = easyOptionFilter(asked);
    const rows = [...rowsOf(book.easyOptions)]
      .filter(row => row.account === account && isWanted(row))
      .reverse();
    const {pageNumber: page = 0, pageSize: size = defaultPageSizes.easyOptions, sortByField} = asked;
    // Only a sort needs every row to be drawn up.
    const drawn = sortByField === undefined ? slicePage(rows, page, size) : rows;
    const views = drawn.map(row => easyOptionView(book, row));
    const content =
      sortByField === undefined
        ? views
        : slicePage(sortBy(views, sortByField, asked.sortByDirection), page, size);
    return okReply({
      content,
      page,
      size,
      totalElements: rows.length,
      totalPages: Math.ceil(rows.length / size),
      empty: content.length === 0,
      numberOfElements: content.length,
    });
  },
);

export const listOrders = remembered(
  'orders',
  'account',
  book => [book.orders],
  ({account, query}, {book: bookNow, reading}) => {
    const asked = readQuery(requests.orderList, query, reading.orders);
    if (isReply(asked)) return asked;
    const size = asked.page_size ?? defaultPageSizes.orders;
    if (size > limits.ordersPageSize) {
      const problem = `must be at most ${limits.ordersPageSize}`;
      const name = reading.orders.page_size;
      return problemReply(413, 'REQUEST_TOO_LARGE', `${name} ${problem}`, {[name]: problem});
    }
    const book = bookNow();
    const rows = book.openOrders
      .map(each => rowOf(book.orders, each))
      .filter(row => {
        const {underlying, kind} = instrumentNamed(row.symbol);
        return row.account === account && equals(asked.asset, underlying.symbol) && equals(asked.type, kind);
      })
      .reverse();
    return okReply(listed(rows, asked.page ?? 1, size, orderView));
  },
);

export const listTrades = remembered(
  'trades',
  'account',
  book => [book.trades],
  ({account, query}, {book: bookNow, reading}) => {
    const names = reading.trades;
    const asked = readQuery(requests.tradeList, query, names);
    if (isReply(asked)) return asked;
    const {start, end, side, symbol, page = 1, page_size: size = defaultPageSizes.trades} = asked;
    if (side !== undefined && reading.sideCase !== undefined && side !== cased(side, reading.sideCase)) {
      const sides = `${cased('buy', reading.sideCase)} or ${cased('sell', reading.sideCase)}`;
      return invalid([{field: names.side, problem: `must be ${sides}`}]);
    }
    if (start !== undefined && end !== undefined && start > end) {
      return invalid([{field: names.start, problem: `must not be after ${names.end}`}]);
    }
    const order = asked.order_id === undefined ? undefined : numberOf('order', asked.order_id);
    const position = asked.position_id === undefined ? undefined : numberOf('position', asked.position_id);
    const isWanted = (row: BookTrade): boolean =>
      row.account === account &&
      equals(symbol, row.symbol) &&
      equals(order, row.order) &&
      equals(position, row.position) &&
      equals(side?.toUpperCase(), row.side) &&
      within(start, end, row.at);
    return okReply(listed([...rowsOf(bookNow().trades)].filter(isWanted).reverse(), page, size, tradeView));
  },
);

export const getTrade: Operation = ({account, id}, {book}) => {
  const asked = requests.check(requests.pathId, {id});
  if (Array.isArray(asked)) return invalid(asked);
  const row = rowAt(book().trades, numberOf('trade', asked.id));
  if (row === undefined || row.account !== account)
    return problemReply(404, 'TRADE_NOT_FOUND', 'There is no such trade');
  return okReply(tradeView(row));
};

const cased = (side: string, letterCase: 'lower' | 'upper'): string =>
  letterCase === 'lower' ? side.toLowerCase() : side.toUpperCase();

function listed<Row>(
  rows: Row[],
  page: number,
  pageSize: number,
  view: (row: Row) => Record<string, Wire>,
): Wire {
  return {
    total: exact(String(rows.length)),
    page,
    pageSize,
    items: slicePage(rows, page - 1, pageSize).map(view),
  };
}
