import {compare, isDecimal} from '../../api/wire/decimal.ts';
import {defaultPageSizes, fromIso, isInt64, limits} from '../../api/wire/records.ts';
import {type Book, type BookTrade, openOrders} from '../engine/book.ts';
import {instrumentNamed} from '../engine/fills.ts';
import {cardsAt} from '../market/cards.ts';
import {exact, isExact, type Wire} from './exact-json.ts';
import {invalid, isReply, type Operation, okReply, problemReply, type Work} from './operation.ts';
import * as requests from './requests.ts';
import {cardView, easyOptionView, orderView, tradeView} from './views.ts';

export const listCards: Operation = ({query}, {book: bookNow, reading}) => {
  const asked = requests.readSearch(requests.cardSearch(reading.sort.cards), query, reading);
  if (isReply(asked)) return asked;
  const book = bookNow();
  const views = cardsAt(book.market, book.time).map(card => cardView(book, card));
  const found = foundIn(views, asked, ['title', 'description', 'tradingIdea', 'underlying', 'optionSymbol']);
  return okReply(slicePage(found, asked.pageNumber ?? 0, asked.pageSize ?? defaultPageSizes.cards));
};

export const searchEasyOptions: Operation = ({query, account}, {book: bookNow, reading}) => {
  const asked = requests.readSearch(requests.easyOptionSearch(reading.sort.easy_options), query, reading);
  if (isReply(asked)) return asked;
  const book = bookNow();
  const {pageNumber: page = 0, pageSize: size = defaultPageSizes.easyOptions} = asked;
  const views = book.easyOptions
    .filter(row => row.account === account)
    .reverse()
    .map(row => easyOptionView(book, row));
  const found = foundIn(views, asked, ['cardName', 'optionSymbol', 'status', 'direction', 'type', 'id']);
  const content = slicePage(found, page, size);
  return okReply({
    content,
    page,
    size,
    totalElements: found.length,
    totalPages: Math.ceil(found.length / size),
    empty: content.length === 0,
    numberOfElements: content.length,
  });
};

export const listOrders: Operation = ({account, query}, {book: bookNow, reading}) => {
  const asked = requests.readQuery(requests.orderList, query, reading.orders);
  if (isReply(asked)) return asked;
  const size = asked.pageSize ?? defaultPageSizes.orders;
  if (size > limits.ordersPageSize) {
    const problem = `must be at most ${limits.ordersPageSize}`;
    const name = reading.orders.page_size;
    return problemReply(413, 'REQUEST_TOO_LARGE', `${name} ${problem}`, {[name]: problem});
  }
  const book = bookNow();
  const rows = openOrders(book)
    .filter(row => {
      const {underlying, kind} = instrumentNamed(row.symbol);
      return row.account === account && equals(asked.asset, underlying.symbol) && equals(asked.type, kind);
    })
    .reverse();
  return okReply(listed(rows, asked.page ?? 1, size, orderView));
};

export const listTrades: Operation = ({account, query}, work) => {
  const {reading} = work;
  const names = reading.trades;
  const asked = requests.readQuery(requests.tradeList, query, names);
  if (isReply(asked)) return asked;
  const {start, end, side, symbol, page = 1, pageSize: size = defaultPageSizes.trades} = asked;
  if (side !== undefined && reading.sideCase !== undefined && side !== cased(side, reading.sideCase)) {
    const sides = `${cased('buy', reading.sideCase)} or ${cased('sell', reading.sideCase)}`;
    return invalid(names.side, `must be ${sides}`);
  }
  if (start !== undefined && end !== undefined && start > end)
    return invalid(names.start, `must not be after ${names.end}`);
  const order = requests.wantedNumber('order', asked.orderId);
  const position = requests.wantedNumber('position', asked.positionId);
  const book = work.book();
  const newest = newestListed(work, book);
  const isWanted = (row: BookTrade): boolean =>
    row.account === account &&
    row.at <= newest &&
    equals(symbol, row.symbol) &&
    equals(order, row.order) &&
    equals(position, row.position) &&
    equals(side?.toUpperCase(), row.side) &&
    row.at >= (start ?? -Infinity) &&
    row.at <= (end ?? Infinity);
  return okReply(listed(book.trades.filter(isWanted).reverse(), page, size, tradeView));
};

export const getTrade: Operation = ({account, id}, work) => {
  const book = work.book();
  const row = book.trades[requests.numberOf('trade', id)];
  if (row === undefined || row.account !== account || row.at > newestListed(work, book))
    return problemReply(404, 'TRADE_NOT_FOUND', 'There is no such trade');
  return okReply(tradeView(row));
};

const newestListed = ({ago, tradesLagMs}: Work, {time}: Book) =>
  tradesLagMs === 0 ? time : ago(tradesLagMs);

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

type Searched<View> = {
  readonly search?: string | undefined;
  readonly sortByField?: (keyof View & string) | undefined;
  readonly sortByDirection?: 'ASC' | 'DESC' | undefined;
};

/** Filtered and sorted as asked; `search` looks into these fields. */
function foundIn<View extends Record<string, Wire>>(
  views: View[],
  asked: Searched<View>,
  fields: readonly (keyof View)[],
): View[] {
  const isFound = (view: View) =>
    fits(view, asked) && contains(asked.search, ...fields.map(field => view[field]));
  return sortBy(views.filter(isFound), asked.sortByField, asked.sortByDirection);
}

/** The members of searchDto that are no field of a record, with or without a suffix. */
const others = ['pageNumber', 'pageSize', 'wl', 'search', 'sortByField', 'sortByDirection'];

/** True if the record meets the conditions. A record without the field meets no bound. */
function fits(view: Readonly<Record<string, Wire>>, asked: object): boolean {
  return Object.entries(asked).every(([name, wanted]: [string, string | undefined]) => {
    if (wanted === undefined || others.includes(name)) return true;
    const [, field = name, suffix] = /^(.+)(Min|Max|From|To|Contains)$/.exec(name) ?? [];
    const shown = view[field];
    const value = isExact(shown) ? shown.rawJSON : shown;
    switch (suffix) {
      case 'Contains':
        return contains(String(wanted), value);
      case 'Min':
        return isDecimal(String(value)) && compare(String(value), String(wanted)) >= 0;
      case 'Max':
        return isDecimal(String(value)) && compare(String(value), String(wanted)) <= 0;
      case 'From':
        return Number(value) >= Number(fromIso(wanted));
      case 'To':
        return Number(value) <= Number(fromIso(wanted));
      default:
        return isInt64(wanted)
          ? isInt64(value) && BigInt(value) === BigInt(wanted)
          : String(value) === wanted;
    }
  });
}

/** A stable sort. Rows without the field come last in both directions. */
function sortBy<View extends Record<string, Wire>>(
  views: View[],
  field: (keyof View & string) | undefined,
  direction: 'ASC' | 'DESC' = 'ASC',
): View[] {
  if (field === undefined) return views;
  const sign = direction === 'ASC' ? 1 : -1;
  return views.toSorted((one, other) => {
    const a = sortable(one[field]);
    const b = sortable(other[field]);
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return a < b ? -sign : a > b ? sign : 0;
  });
}

/** Numbers by value, also those that the interface sends as strings; otherwise by text. */
function sortable(value: Wire): string | number | bigint | undefined {
  const text = isExact(value) ? value.rawJSON : value;
  if (typeof text !== 'string')
    return typeof text === 'number' ? text : typeof text === 'boolean' ? Number(text) : undefined;
  if (/^-?\d{15,}$/.test(text)) return BigInt(text);
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const slicePage = <Row>(rows: readonly Row[], fromZero: number, size: number): Row[] =>
  rows.slice(fromZero * size, fromZero * size + size);

function contains(wanted: string | undefined, ...texts: readonly (Wire | undefined)[]): boolean {
  if (wanted === undefined || wanted === '') return true;
  const lower = wanted.toLowerCase();
  return texts.some(text => typeof text === 'string' && text.toLowerCase().includes(lower));
}

const equals = <Value>(wanted: Value | undefined, value: Value): boolean =>
  wanted === undefined || wanted === value;
