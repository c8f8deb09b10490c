/** The state of the paper service: plain rows, each with a number within its kind, from 0. */
import type {
  easyOptionStatuses,
  easyOptionTypes,
  orderStatuses,
  orderTypes,
  sides,
} from '../../api/wire/records.ts';
import {hashText} from '../market/chance.ts';
import {createMarket, type Market} from '../market/market.ts';
import {type Micro, unit} from '../market/money.ts';
import type {BarrierDirection} from '../market/spot.ts';

export type OrderSide = (typeof sides)[number];

export type Account = {
  number: number;
  cash: Micro;
  /** The part of the cash reserved for open orders, fees included. */
  held: Micro;
};

export type BookOrder = {
  number: number;
  account: number;
  symbol: string;
  side: OrderSide;
  orderType: (typeof orderTypes)[number];
  /** The limit; for a MARKET order, the quoted price at submission. */
  price: Micro;
  size: Micro;
  filled: Micro;
  /** The sum of price times size over the fills. */
  turnover: Micro;
  fee: Micro;
  /** The amount still reserved: cash for a BUY, contracts for a SELL. */
  hold: Micro;
  status: (typeof orderStatuses)[number];
  createdAt: number;
  arrivesAt: number;
  openedAt?: number | undefined;
  position?: number | undefined;
  easyOption?: number | undefined;
  key?: string | undefined;
  /** Wall time of placement; the age of the idempotency key is measured from it. */
  sentAt?: number | undefined;
  askedPosition?: number | undefined;
};

export type BookTrade = {
  number: number;
  account: number;
  order: number;
  position: number;
  symbol: string;
  side: OrderSide;
  price: Micro;
  size: Micro;
  notional: Micro;
  fee: Micro;
  maker: boolean;
  completes: boolean;
  at: number;
};

/** Contracts of one option in one account; each Easy Option has its own position. */
export type BookPosition = {
  number: number;
  account: number;
  symbol: string;
  size: Micro;
  /** Contracts reserved for open SELL orders. */
  held: Micro;
  closedAt?: number | undefined;
  settled?: Micro | undefined;
  easyOption?: number | undefined;
};

export type BookEasyOption = {
  number: number;
  account: number;
  cardId: number;
  cardName: string;
  type: (typeof easyOptionTypes)[number];
  direction: BarrierDirection;
  status: (typeof easyOptionStatuses)[number];
  investment: Micro;
  target: Micro;
  trigger?: Micro | undefined;
  symbol: string;
  order: number;
  closeOrder?: number | undefined;
  position?: number | undefined;
  qty: Micro;
  /** Cost of the contracts, proceeds of selling or settling them, and all fees. */
  cost: Micro;
  proceeds: Micro;
  fee: Micro;
  /** Proceeds and fees of orders that were canceled after a partial sale. */
  soldBefore?: {proceeds: Micro; fee: Micro} | undefined;
  openedAt?: number | undefined;
  triggeredAt?: number | undefined;
  closedAt?: number | undefined;
};

/** The counterparty of every trade. The cash of house and accounts always equals the deposits. */
export type House = {cash: Micro; fees: Micro; paidIn: Micro};

export type TakenDepth = {symbol: string; index: number; side: OrderSide; sizes: readonly Micro[]};

export type Book = {
  market: Market;
  /** All events up to this moment are applied. */
  time: number;
  /** No event happens before this moment; at most one second ahead. */
  quietUntil: number;
  house: House;
  accounts: Table<Account>;
  orders: Table<BookOrder>;
  trades: Table<BookTrade>;
  positions: Table<BookPosition>;
  easyOptions: Table<BookEasyOption>;
  /** Numbers of the rows that time can still change, oldest first. */
  openOrders: readonly number[];
  openPositions: readonly number[];
  openEasyOptions: readonly number[];
  /** Orders with a possibly live idempotency key, bucketed by the hash of account and key. */
  keys: Table<readonly number[]>;
  taken: readonly TakenDepth[];
};

/** A persistent list: setting a row copies one block and the list of blocks; older books are unchanged. */
type Table<Row> = {readonly size: number; readonly blocks: readonly (readonly Row[])[]};

const blockSize = 64;

export function rowAt<Row>(table: Table<Row>, index: number): Row | undefined {
  return table.blocks[Math.floor(index / blockSize)]?.[index % blockSize];
}

export function withRow<Row>(table: Table<Row>, index: number, row: Row): Table<Row> {
  const block = Math.floor(index / blockSize);
  const rows = [...(table.blocks[block] ?? [])];
  rows[index % blockSize] = row;
  const blocks = [...table.blocks];
  blocks[block] = rows;
  return {size: Math.max(table.size, index + 1), blocks};
}

function tableOf<Row>(rows: readonly Row[]): Table<Row> {
  const blocks: Row[][] = [];
  for (let at = 0; at < rows.length; at += blockSize) blocks.push(rows.slice(at, at + blockSize));
  return {size: rows.length, blocks};
}

export function* rowsOf<Row>(table: Table<Row>): Generator<Row> {
  for (const block of table.blocks) yield* block;
}

export const deposit: Micro = 100_000 * unit;

/** Lifetime of an idempotency key, in wall time. */
export const keyLife = 24 * 3_600_000;

const keyBuckets = 128;
export const keyBucket = (account: number, key: string): number => hashText(account, key) % keyBuckets;

type RowTypes = {
  account: Account;
  order: BookOrder;
  trade: BookTrade;
  position: BookPosition;
  easyOption: BookEasyOption;
};

type RowLists = {[Kind in keyof RowTypes]: RowTypes[Kind][]};

export const noRows = (): RowLists => ({account: [], order: [], trade: [], position: [], easyOption: []});

export function createBook({
  seed,
  now,
  accounts = 1,
  cards,
}: {
  seed: number;
  now: number;
  accounts?: number;
  cards?: number | undefined;
}): Book {
  const account = Array.from({length: accounts}, (_, number) => ({number, cash: deposit, held: 0}));
  const house = {cash: 0, fees: 0, paidIn: accounts * deposit};
  return bookFrom({seed, cards, time: now, taken: [], house, rows: {...noRows(), account}});
}

export function bookFrom({
  seed,
  cards,
  rows,
  ...facts
}: Pick<Book, 'time' | 'taken' | 'house'> & {
  seed: number;
  cards?: number | undefined;
  rows: RowLists;
}): Book {
  const openIn = <Row extends {number: number}>(list: Row[], isOpen: (row: Row) => boolean) =>
    list.filter(isOpen).map(({number}) => number);
  const keys: number[][] = Array.from({length: keyBuckets}, () => []);
  for (const {account, key, number} of rows.order) {
    if (key !== undefined) keys[keyBucket(account, key)]?.push(number);
  }
  return {
    ...facts,
    market: createMarket(seed, cards),
    quietUntil: 0,
    accounts: tableOf(rows.account),
    orders: tableOf(rows.order),
    trades: tableOf(rows.trade),
    positions: tableOf(rows.position),
    easyOptions: tableOf(rows.easyOption),
    openOrders: openIn(rows.order, isPending),
    openPositions: openIn(rows.position, isOpen),
    openEasyOptions: openIn(rows.easyOption, isOpen),
    keys: tableOf(keys),
  };
}

const isPending = ({status}: BookOrder): boolean => status === 'PENDING';

/** A TRIGGERED Easy Option stays open until its contracts are sold. */
const isOpen = ({closedAt}: BookPosition | BookEasyOption): boolean => closedAt === undefined;

export function rowOf<Row>(table: Table<Row>, number: number): Row {
  const row = rowAt(table, number);
  if (row === undefined) throw new Error(`The book has no row ${number} in a table of ${table.size}.`);
  return row;
}

/** The command changed nothing. */
export type CommandRefusal = {
  type: 'refused';
  kind: 'not-found' | 'conflict' | 'business';
  error: string;
  message: string;
  details: Readonly<Record<string, string>>;
};

export const refuse = (
  error: string,
  message: string,
  details: CommandRefusal['details'] = {},
  kind: CommandRefusal['kind'] = 'business',
): CommandRefusal => ({type: 'refused', kind, error, message, details});

/** The book during a command: the same persistent tables, and the list of changed rows. */
export type BookDraft = {book: Book; changed: Map<string, RowEvent>};

type ChangedRows = RowTypes & {house: House};

export type RowEvent = {[Kind in keyof ChangedRows]: {type: Kind; row: ChangedRows[Kind]}}[keyof ChangedRows];

export function putRow<Kind extends keyof ChangedRows>(
  draft: BookDraft,
  type: Kind,
  row: ChangedRows[Kind],
): ChangedRows[Kind] {
  const event = {type, row} as RowEvent;
  draft.book = {...draft.book, ...tablesWith(draft.book, event)};
  draft.changed.set('number' in event.row ? `${type} ${event.row.number}` : type, event);
  return row;
}

function tablesWith(book: Book, {type, row}: RowEvent): Partial<Book> {
  switch (type) {
    case 'account':
      return {accounts: withRow(book.accounts, row.number, row)};
    case 'house':
      return {house: row};
    case 'trade':
      return {trades: withRow(book.trades, row.number, row)};
    case 'order':
      return {
        orders: withRow(book.orders, row.number, row),
        openOrders: listed(book.openOrders, row.number, isPending(row)),
        quietUntil: row.arrivesAt > book.time ? Math.min(book.quietUntil, row.arrivesAt) : book.quietUntil,
      };
    case 'position':
      return {
        positions: withRow(book.positions, row.number, row),
        openPositions: listed(book.openPositions, row.number, isOpen(row)),
      };
    case 'easyOption':
      return {
        easyOptions: withRow(book.easyOptions, row.number, row),
        openEasyOptions: listed(book.openEasyOptions, row.number, isOpen(row)),
      };
    default:
      return type satisfies never;
  }
}

function listed(numbers: readonly number[], number: number, belongs: boolean): readonly number[] {
  const isThere = numbers.includes(number);
  if (isThere === belongs) return numbers;
  return belongs ? [...numbers, number] : numbers.filter(each => each !== number);
}
