/** The nine operations of interface.md section 4, as functions of a book and a request. They know no socket. */

import {type Reading, searchMembers} from './dialect.ts';
import type {Command, Event} from './engine/apply.ts';
import {type Book, type EasyOption, rowOf} from './engine/book.ts';
import {cardsAt} from './engine/cards.ts';
import {instrumentNamed} from './engine/fills.ts';
import {unit} from './engine/money.ts';
import type {Refusal} from './engine/refusal.ts';
import {rowAt, rowsOf} from './engine/table.ts';
import {failed, invalid, ok, type Reply, refused} from './errors.ts';
import {idOf, numberOf} from './ids.ts';
import {exact, readJson, type Wire} from './json.ts';
import {contains, equals, pageOf, sortBy, within} from './lists.ts';
import * as requests from './requests.ts';
import {cardView, easyOptionView, orderView, tradeView} from './views.ts';

export interface Request {
  account: number;
  query: URLSearchParams;
  /** The id in the path, if the operation has one. */
  id: string;
  body: string | undefined;
}

export interface Work {
  /** The book as it is now; time has caught up. */
  book(): Book;
  /** Does a command and writes it down; what it changed is safe on disk when this returns. */
  run(command: Command): Event;
  reading: Reading;
}

export type Operation = (request: Request, work: Work) => Reply;

const defaultSearchSize = 40;
const defaultListSize = 20;
const largestOrderPage = 100;

export const listCards: Operation = ({query}, {book: bookNow, reading}) => {
  const asked = checkSearch(requests.cardSearch, query, reading);
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
    .filter(
      view =>
        equals(asked.active, String(view.active)) &&
        contains(
          asked.search,
          view.title,
          view.description,
          view.tradingIdea,
          view.underlying,
          view.optionSymbol,
        ),
    );
  const sorted =
    asked.sortByField === undefined
      ? views
      : sortBy(views, asked.sortByField, asked.sortByDirection ?? 'ASC');
  return ok(pageOf(sorted, asked.pageNumber ?? 0, asked.pageSize ?? defaultSearchSize));
};

export const searchEasyOptions: Operation = ({query, account}, {book: bookNow, reading}) => {
  const asked = checkSearch(requests.easyOptionSearch, query, reading);
  if (isReply(asked)) return asked;
  const book = bookNow();
  const rows = [...rowsOf(book.easyOptions)]
    .filter(row => row.account === account && matches(row, asked))
    .reverse();
  const size = asked.pageSize ?? defaultSearchSize;
  const page = asked.pageNumber ?? 0;
  const views =
    asked.sortByField === undefined
      ? pageOf(rows, page, size).map(row => easyOptionView(book, row))
      : pageOf(
          sortBy(
            rows.map(row => easyOptionView(book, row)),
            asked.sortByField,
            asked.sortByDirection ?? 'ASC',
          ),
          page,
          size,
        );
  return ok({
    content: views,
    page,
    size,
    totalElements: rows.length,
    totalPages: Math.ceil(rows.length / size),
    empty: views.length === 0,
    numberOfElements: views.length,
  });
};

type EasyOptionFilter = ReturnType<typeof requests.easyOptionSearch.parse>;

function matches(row: EasyOption, asked: EasyOptionFilter): boolean {
  const entry = row.qty > 0 ? row.cost / row.qty : undefined;
  return (
    equals(asked.id, idOf('easyOption', row.number)) &&
    equals(asked.accountId, idOf('account', row.account)) &&
    equals(asked.cardId, String(row.cardId)) &&
    equals(asked.positionId, row.position === undefined ? '' : idOf('position', row.position)) &&
    equals(asked.orderId, idOf('order', row.order)) &&
    equals(asked.type, row.type) &&
    equals(asked.status, row.status) &&
    equals(asked.direction, row.direction) &&
    equals(asked.investmentCurrency, 'USDT') &&
    equals(asked.optionSymbol, row.symbol) &&
    contains(asked.optionSymbolContains, row.symbol) &&
    contains(
      asked.search,
      row.cardName,
      row.symbol,
      row.status,
      row.direction,
      row.type,
      idOf('easyOption', row.number),
    ) &&
    within(number(asked.investmentAmountMin), number(asked.investmentAmountMax), row.investment / unit) &&
    within(number(asked.targetPriceMin), number(asked.targetPriceMax), row.target / unit) &&
    within(number(asked.triggerPriceMin), number(asked.triggerPriceMax), perUnit(row.trigger)) &&
    within(number(asked.qtyMin), number(asked.qtyMax), row.qty > 0 ? row.qty / unit : undefined) &&
    within(number(asked.entryPriceMin), number(asked.entryPriceMax), entry) &&
    within(asked.openTimeFrom, asked.openTimeTo, row.openedAt) &&
    within(asked.closeTimeFrom, asked.closeTimeTo, row.closedAt) &&
    within(asked.triggerTimeFrom, asked.triggerTimeTo, row.triggeredAt)
  );
}

const number = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
const perUnit = (micro: number | undefined): number | undefined =>
  micro === undefined ? undefined : micro / unit;

export const openEasyOption: Operation = ({account, body}, {run, book}) => {
  const asked = checkBody(requests.openBody, body);
  if (isReply(asked)) return asked;
  const amount = plainDecimal(asked.investmentAmount);
  if (amount === undefined)
    return invalid([{field: 'investmentAmount', problem: 'must be a positive number'}]);
  const done = run({type: 'openEasyOption', account, cardId: Number(asked.cardId), amount});
  return done.type === 'easyOptionDone' ? ok(easyOptionView(book(), done.easyOption)) : refusal(done);
};

/** A JSON number as a plain decimal, `1e3` as `1000`; undefined when it is not above zero. */
function plainDecimal(digits: string): string | undefined {
  const value = Number(digits);
  if (!(value > 0)) return undefined;
  if (/^\d+(\.\d+)?$/.test(digits)) return digits;
  // An amount beyond what the service deals in needs no exact digits to be refused.
  return value >= 1e-6 && value < 1e15 ? String(value) : '0';
}

export const closeEasyOption: Operation = ({account, id}, {run, book}) => {
  const asked = requests.check(requests.pathId, {id});
  if (Array.isArray(asked)) return invalid(asked);
  const done = run({type: 'closeEasyOption', account, easyOption: numberOf('easyOption', asked.id)});
  return done.type === 'easyOptionDone' ? ok(easyOptionView(book(), done.easyOption)) : refusal(done);
};

export const listOrders: Operation = ({account, query}, {book: bookNow, reading}) => {
  const asked = requests.check(requests.orderList, named(query, reading.orders));
  if (Array.isArray(asked)) return invalid(rename(asked, reading.orders));
  const size = asked.page_size ?? defaultListSize;
  if (size > largestOrderPage) {
    return failed(
      413,
      'REQUEST_TOO_LARGE',
      `${reading.orders.page_size} must be at most ${largestOrderPage}`,
      {
        [reading.orders.page_size]: `must be at most ${largestOrderPage}`,
      },
    );
  }
  const book = bookNow();
  const rows = book.openOrders
    .map(each => rowOf(book.orders, each))
    .filter(row => {
      const {underlying, kind} = instrumentNamed(row.symbol);
      return row.account === account && equals(asked.asset, underlying.symbol) && equals(asked.type, kind);
    })
    .reverse();
  return ok(listed(rows, asked.page ?? 1, size, orderView));
};

export const createOrder: Operation = ({account, body}, {run}) => {
  const asked = checkBody(requests.orderBody, body);
  if (isReply(asked)) return asked;
  const {idempotencyKey: key, symbol, side, price, size, positionId} = asked;
  const position =
    positionId === undefined || positionId === null ? undefined : numberOf('position', positionId);
  const done = run({type: 'placeOrder', account, key, symbol, side, price, size, position});
  return done.type === 'orderDone' ? ok(orderView(done.order)) : refusal(done);
};

export const cancelOrder: Operation = ({account, id}, {run}) => {
  const asked = requests.check(requests.pathId, {id});
  if (Array.isArray(asked)) return invalid(asked.map(({problem}) => ({field: 'orderId', problem})));
  const done = run({type: 'cancelOrder', account, order: numberOf('order', asked.id)});
  return done.type === 'orderDone' ? ok(orderView(done.order)) : refusal(done);
};

export const listTrades: Operation = ({account, query}, {book: bookNow, reading}) => {
  const asked = requests.check(requests.tradeList, named(query, reading.trades));
  if (Array.isArray(asked)) return invalid(rename(asked, reading.trades));
  const {start, end, side, symbol, page = 1, page_size: size = defaultListSize} = asked;
  if (side !== undefined && reading.sideCase !== undefined && side !== cased(side, reading.sideCase)) {
    return invalid([
      {
        field: reading.trades.side,
        problem: `must be ${cased('buy', reading.sideCase)} or ${cased('sell', reading.sideCase)}`,
      },
    ]);
  }
  if (start !== undefined && end !== undefined && start > end) {
    return invalid([{field: reading.trades.start, problem: `must not be after ${reading.trades.end}`}]);
  }
  const book = bookNow();
  const rows = [...rowsOf(book.trades)]
    .filter(
      row =>
        row.account === account &&
        equals(symbol, row.symbol) &&
        equals(asked.order_id, idOf('order', row.order)) &&
        equals(asked.position_id, idOf('position', row.position)) &&
        equals(side?.toUpperCase(), row.side) &&
        within(start, end, row.at),
    )
    .reverse();
  return ok(listed(rows, page, size, tradeView));
};

const cased = (side: string, letterCase: 'lower' | 'upper'): string =>
  letterCase === 'lower' ? side.toLowerCase() : side.toUpperCase();

export const getTrade: Operation = ({account, id}, {book}) => {
  const asked = requests.check(requests.pathId, {id});
  if (Array.isArray(asked)) return invalid(asked);
  const row = rowAt(book().trades, numberOf('trade', asked.id));
  if (row === undefined || row.account !== account)
    return failed(404, 'TRADE_NOT_FOUND', 'There is no such trade');
  return ok(tradeView(row));
};

function listed<Row>(rows: Row[], page: number, pageSize: number, view: (row: Row) => Record<string, Wire>) {
  return {
    total: exact(String(rows.length)),
    page,
    pageSize,
    items: pageOf(rows, page - 1, pageSize).map(view),
  };
}

function checkSearch<Output extends object>(
  schema: Parameters<typeof requests.check<Output>>[0],
  query: URLSearchParams,
  reading: Reading,
): Output | Reply {
  const members = searchMembers(query, reading);
  if (members === undefined) return invalid([{field: 'searchDto', problem: 'must be a JSON object'}]);
  const asked = requests.check(schema, members);
  return Array.isArray(asked) ? invalid(asked) : asked;
}

function checkBody<Output extends object>(
  schema: Parameters<typeof requests.check<Output>>[0],
  body: string | undefined,
): Output | Reply {
  let parsed: unknown;
  try {
    parsed = readJson(body ?? '');
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) {
      return invalid([{field: 'body', problem: 'must be JSON'}]);
    }
    throw error;
  }
  const asked = requests.check(schema, parsed);
  return Array.isArray(asked) ? invalid(asked) : asked;
}

/** The query's values by our own names for them; with a repeated name the last one counts. */
function named(query: URLSearchParams, names: Record<string, string>): Record<string, string> {
  const entries = Object.entries(names).flatMap(([ours, theirs]) => {
    const value = query.getAll(theirs).at(-1);
    return value === undefined ? [] : [[ours, value] as const];
  });
  return Object.fromEntries(entries);
}

const rename = (problems: requests.Invalid[], names: Record<string, string>): requests.Invalid[] =>
  problems.map(({field, problem}) => ({field: names[field] ?? field, problem}));

const isReply = (value: object): value is Reply => 'status' in value && typeof value.status === 'number';

function refusal(event: Event | Refusal): Reply {
  if (event.type === 'refused') return refused(event);
  throw new Error(`The engine answered ${event.type} to a write.`);
}
