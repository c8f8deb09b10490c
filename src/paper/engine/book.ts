/** Everything the paper service knows: plain rows, each with its number within its kind, counted from 0. */
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
import {emptyTable, rowAt, type Table, tableOf} from './table.ts';

export type OrderSide = (typeof sides)[number];

export type Account = {
  number: number;
  cash: Micro;
  /** The part of the cash that open orders may still spend, fees included. */
  held: Micro;
};

export type BookOrder = {
  number: number;
  account: number;
  symbol: string;
  side: OrderSide;
  /** A MARKET order belongs to an Easy Option. */
  orderType: (typeof orderTypes)[number];
  /** The limit; for a MARKET order the quote's price when it was sent. */
  price: Micro;
  size: Micro;
  filled: Micro;
  /** The sum of price times size over its fills. */
  turnover: Micro;
  fee: Micro;
  /** What its account still holds for it: cash of a BUY, contracts of a SELL. */
  hold: Micro;
  status: (typeof orderStatuses)[number];
  createdAt: number;
  /** When it reaches the market. */
  arrivesAt: number;
  openedAt?: number | undefined;
  position?: number | undefined;
  easyOption?: number | undefined;
  key?: string | undefined;
  /** Wall time of its placing, by which its key lives. */
  sentAt?: number | undefined;
  /** The position that the client named when it placed the order. */
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
  /** Whether the order was full after this trade. */
  completes: boolean;
  at: number;
};

/** Contracts of one option that an account owns; an Easy Option has a position of its own. */
export type BookPosition = {
  number: number;
  account: number;
  symbol: string;
  size: Micro;
  /** Contracts promised to open SELL orders. */
  held: Micro;
  closedAt?: number | undefined;
  /** What the house paid for it at expiry. */
  settled?: Micro | undefined;
  easyOption?: number | undefined;
};

export type EasyOptionStage = (typeof easyOptionStatuses)[number];

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
  /** The order that buys its contracts, and the one that sells them. */
  order: number;
  closeOrder?: number | undefined;
  position?: number | undefined;
  qty: Micro;
  /** What its contracts cost, what selling or settling them brought, and all its fees. */
  cost: Micro;
  proceeds: Micro;
  fee: Micro;
  /** What orders that were canceled had sold before, and their fees. */
  soldBefore?: {proceeds: Micro; fee: Micro} | undefined;
  openedAt?: number | undefined;
  triggeredAt?: number | undefined;
  closedAt?: number | undefined;
};

/** The other side of every trade. Its cash and the accounts' cash always add up to what was paid in. */
export type House = {
  cash: Micro;
  fees: Micro;
  paidIn: Micro;
};

/** How much of a quote's depth is gone. */
export type TakenDepth = {
  symbol: string;
  index: number;
  side: OrderSide;
  sizes: readonly Micro[];
};

export type Book = {
  market: Market;
  /** Everything up to this moment has happened. */
  time: number;
  /** Nothing happens by itself before this moment; at most a second ahead. */
  quietUntil: number;
  house: House;
  accounts: Table<Account>;
  orders: Table<BookOrder>;
  trades: Table<BookTrade>;
  positions: Table<BookPosition>;
  easyOptions: Table<BookEasyOption>;
  /** The numbers of what time can still change, oldest first. */
  openOrders: readonly number[];
  openPositions: readonly number[];
  openEasyOptions: readonly number[];
  /** The orders with a key that may still live, in buckets by the hash of account and key. */
  keys: Table<readonly number[]>;
  taken: readonly TakenDepth[];
};

/** What a new account starts with. */
export const deposit: Micro = 100_000 * unit;

/** How long a key answers with its order, in wall time. */
export const keyLife = 24 * 3_600_000;

const keyBuckets = 128;
export const keyBucket = (account: number, key: string): number => hashText(account, key) % keyBuckets;
const noKeys: Table<readonly number[]> = tableOf(Array.from({length: keyBuckets}, () => []));

/** A book with this many funded accounts and nothing else. */
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

/** The rows of a book by kind, each list in the order of the rows' numbers. */
export type RowsByKind = {
  account: Account[];
  order: BookOrder[];
  trade: BookTrade[];
  position: BookPosition[];
  easyOption: BookEasyOption[];
};

export const noRows = (): RowsByKind => ({account: [], order: [], trade: [], position: [], easyOption: []});

/** The book that these rows make up. */
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

/** A row that must be there, because another row names it. */
export function rowOf<Row>(table: Table<Row>, number: number): Row {
  const row = rowAt(table, number);
  if (row === undefined) throw new Error(`The book has no row ${number} in a table of ${table.size}.`);
  return row;
}
