import {defaultPageSizes, limits} from '../../api/wire/records.ts';
import {type Book, type BookEasyOption, type BookTrade, openOrders} from '../engine/book.ts';
import {instrumentNamed} from '../engine/fills.ts';
import {cardsAt} from '../market/cards.ts';
import {averagePrice, type Micro, microBound} from '../market/money.ts';
import {exact, isExact, type Wire} from './json.ts';
import {invalid, isReply, type Operation, okReply, problemReply, type Work} from './operation.ts';
import * as requests from './requests.ts';
import {type CardView, cardView, easyOptionView, orderView, tradeView} from './views.ts';

export const listCards: Operation = ({query}, {book: bookNow, reading}) => {
  const asked = requests.readSearch(requests.cardSearch, query, reading, reading.sort.cards);
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
    .filter(view => equals(asked.active, String(view.active)) && contains(asked.search, ...cardTexts(view)));
  const sorted = sortBy(views, asked.sortByField, asked.sortByDirection);
  return okReply(slicePage(sorted, asked.pageNumber ?? 0, asked.pageSize ?? defaultPageSizes.cards));
};

const cardTexts = ({title, description, tradingIdea, underlying, optionSymbol}: CardView): Wire[] => [
  title,
  description,
  tradingIdea,
  underlying,
  optionSymbol,
];

export const searchEasyOptions: Operation = ({query, account}, {book: bookNow, reading}) => {
  const asked = requests.readSearch(requests.easyOptionSearch, query, reading, reading.sort.easy_options);
  if (isReply(asked)) return asked;
  const book = bookNow();
  const isWanted = easyOptionFilter(asked);
  const rows = book.easyOptions.filter(row => row.account === account && isWanted(row)).reverse();
  const {pageNumber: page = 0, pageSize: size = defaultPageSizes.easyOptions, sortByField} = asked;
  // Without a sort, only the rows of the page are rendered.
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
    within(start, end, row.at);
  return okReply(listed(book.trades.filter(isWanted).reverse(), page, size, tradeView));
};

export const getTrade: Operation = ({account, number}, work) => {
  const book = work.book();
  const row = book.trades[number];
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

/** Parses ids and bounds once; the filter compares numbers. */
function easyOptionFilter(
  asked: ReturnType<typeof requests.easyOptionSearch.parse>,
): (row: BookEasyOption) => boolean {
  const id = requests.wantedNumber('easyOption', asked.id);
  const account = requests.wantedNumber('account', asked.accountId);
  const position = requests.wantedNumber('position', asked.positionId);
  const order = requests.wantedNumber('order', asked.orderId);
  const card = asked.cardId === undefined ? undefined : Number(asked.cardId);
  const hasInvestment = range(asked.investmentAmountMin, asked.investmentAmountMax);
  const hasTarget = range(asked.targetPriceMin, asked.targetPriceMax);
  const hasTrigger = range(asked.triggerPriceMin, asked.triggerPriceMax);
  const hasQty = range(asked.qtyMin, asked.qtyMax);
  const hasEntry = range(asked.entryPriceMin, asked.entryPriceMax);

  return row =>
    equals(id, row.number) &&
    equals(account, row.account) &&
    equals(card, row.cardId) &&
    equals(position, row.position) &&
    equals(order, row.order) &&
    equals(asked.type, row.type) &&
    equals(asked.status, row.status) &&
    equals(asked.direction, row.direction) &&
    equals(asked.investmentCurrency, 'USDT') &&
    equals(asked.optionSymbol, row.symbol) &&
    contains(asked.optionSymbolContains, row.symbol) &&
    (asked.search === undefined || contains(asked.search, ...easyOptionTexts(row))) &&
    hasInvestment(row.investment) &&
    hasTarget(row.target) &&
    hasTrigger(row.trigger) &&
    hasQty(row.qty > 0 ? row.qty : undefined) &&
    hasEntry(row.qty > 0 ? averagePrice(row.cost, row.qty) : undefined) &&
    within(asked.openTimeFrom, asked.openTimeTo, row.openedAt) &&
    within(asked.closeTimeFrom, asked.closeTimeTo, row.closedAt) &&
    within(asked.triggerTimeFrom, asked.triggerTimeTo, row.triggeredAt);
}

const easyOptionTexts = (row: BookEasyOption): string[] => [
  row.cardName,
  row.symbol,
  row.status,
  row.direction,
  row.type,
  requests.idOf('easyOption', row.number),
];

/** Compares exact values: amounts are whole millionths, so bounds can be rounded to millionths. */
function range(least: string | undefined, most: string | undefined): (micro: Micro | undefined) => boolean {
  const from = least === undefined ? undefined : microBound(least, 'above');
  const to = most === undefined ? undefined : microBound(most, 'below');
  return micro => within(from, to, micro);
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

/** A row without the value matches only if there are no bounds. */
function within(least: number | undefined, most: number | undefined, value: number | undefined): boolean {
  if (least === undefined && most === undefined) return true;
  return (
    value !== undefined && (least === undefined || value >= least) && (most === undefined || value <= most)
  );
}
