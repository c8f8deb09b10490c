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

type EasyOptionStage = (typeof easyOptionStatuses)[number];

export type BookEasyOption = {
  number: number;
  account: number;
  cardId: number;
  cardName: string;
  type: (typeof easyOptionTypes)[number];
  direction: BarrierDirection;
  status: EasyOptionStage;
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
export type House = {
  cash: Micro;
  fees: Micro;
  paidIn: Micro;
};

export type TakenDepth = {
  symbol: string;
  index: number;
  side: OrderSide;
  sizes: readonly Micro[];
};

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
type Table<Row> = {
  readonly size: number;
  readonly blocks: readonly (readonly Row[])[];
};

const blockSize = 64;

const emptyTable: Table<never> = {size: 0, blocks: []};

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
const noKeys: Table<readonly number[]> = tableOf(Array.from({length: keyBuckets}, () => []));

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
  return {
    market: createMarket(seed, cards),
    time: now,
    quietUntil: 0,
    house: {cash: 0, fees: 0, paidIn: accounts * deposit},
    accounts: tableOf(Array.from({length: accounts}, (_, number) => ({number, cash: deposit, held: 0}))),
    orders: emptyTable,
    trades: emptyTable,
    positions: emptyTable,
    easyOptions: emptyTable,
    openOrders: [],
    openPositions: [],
    openEasyOptions: [],
    keys: noKeys,
    taken: [],
  };
}

export type RowsByKind = {
  account: Account[];
  order: BookOrder[];
  trade: BookTrade[];
  position: BookPosition[];
  easyOption: BookEasyOption[];
};

export const noRows = (): RowsByKind => ({account: [], order: [], trade: [], position: [], easyOption: []});

export function bookFrom(facts: {
  seed: number;
  cards?: number | undefined;
  time: number;
  taken: readonly TakenDepth[];
  house: House;
  rows: RowsByKind;
}): Book {
  const {rows, time} = facts;
  const numbersOf = <Row extends {number: number}>(list: Row[], isOpen: (row: Row) => boolean) =>
    list.filter(isOpen).map(({number}) => number);
  const keys: number[][] = Array.from({length: keyBuckets}, () => []);
  for (const {account, key, number} of rows.order) {
    if (key !== undefined) keys[keyBucket(account, key)]?.push(number);
  }
  return {
    market: createMarket(facts.seed, facts.cards),
    time,
    quietUntil: 0,
    house: facts.house,
    accounts: tableOf(rows.account),
    orders: tableOf(rows.order),
    trades: tableOf(rows.trade),
    positions: tableOf(rows.position),
    easyOptions: tableOf(rows.easyOption),
    openOrders: numbersOf(rows.order, ({status}) => status === 'PENDING'),
    openPositions: numbersOf(rows.position, ({closedAt}) => closedAt === undefined),
    openEasyOptions: numbersOf(rows.easyOption, ({closedAt}) => closedAt === undefined),
    keys: tableOf(keys),
    taken: facts.taken,
  };
}

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
  kind: CommandRefusal['kind'],
  error: string,
  message: string,
  details: Readonly<Record<string, string>> = {},
): CommandRefusal => ({type: 'refused', kind, error, message, details});
