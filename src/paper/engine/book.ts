/** The state of the paper service: plain rows, each with a number within its kind, from 0. */
import type {
  easyOptionStatuses,
  easyOptionTypes,
  orderStatuses,
  orderTypes,
  sides,
} from '../../api/wire/records.ts';
import {createMarket, type Market} from '../market/market.ts';
import {type Micro, unit} from '../market/money.ts';
import type {BarrierDirection} from '../market/spot.ts';

export type OrderSide = (typeof sides)[number];

export type Account = {
  number: number;
  cash: Micro;
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
  position?: number | undefined;
  qty: Micro;
  /** Cost of the contracts, proceeds of selling or settling them, and all fees. */
  cost: Micro;
  proceeds: Micro;
  fee: Micro;
  openedAt?: number | undefined;
  triggeredAt?: number | undefined;
  closedAt?: number | undefined;
};

/** The counterparty of every trade. The cash of house and accounts always equals the deposits. */
export type House = {cash: Micro; fees: Micro; paidIn: Micro};

export type Book = {
  market: Market;
  /** All events up to this moment are applied. */
  time: number;
  house: House;
  accounts: readonly Account[];
  orders: readonly BookOrder[];
  trades: readonly BookTrade[];
  positions: readonly BookPosition[];
  easyOptions: readonly BookEasyOption[];
};

/** The table of each kind of row. */
export const tables = {
  account: 'accounts',
  order: 'orders',
  trade: 'trades',
  position: 'positions',
  easyOption: 'easyOptions',
} as const;

export const deposit: Micro = 100_000 * unit;

export function createBook({seed, now, accounts = 1}: {seed: number; now: number; accounts?: number}): Book {
  return {
    market: createMarket(seed),
    time: now,
    house: {cash: 0, fees: 0, paidIn: accounts * deposit},
    accounts: Array.from({length: accounts}, (_, number) => ({number, cash: deposit})),
    orders: [],
    trades: [],
    positions: [],
    easyOptions: [],
  };
}

// The rows that time can still change, oldest first.

export const openOrders = ({orders}: Book): BookOrder[] => orders.filter(({status}) => status === 'PENDING');

export const openPositions = ({positions}: Book): BookPosition[] => positions.filter(isOpen);

/** A TRIGGERED Easy Option stays open until its contracts are sold. */
export const openEasyOptions = ({easyOptions}: Book): BookEasyOption[] => easyOptions.filter(isOpen);

const isOpen = ({closedAt}: BookPosition | BookEasyOption): boolean => closedAt === undefined;

export function rowOf<Row>(table: readonly Row[], number: number): Row {
  const row = table[number];
  if (row === undefined) throw new Error(`The book has no row ${number} in a table of ${table.length}.`);
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

/** The book during a command, and the list of changed rows. */
export type BookDraft = {book: Book; changed: Map<string, RowEvent>};

type ChangedRows = {
  account: Account;
  house: House;
  order: BookOrder;
  trade: BookTrade;
  position: BookPosition;
  easyOption: BookEasyOption;
};

export type RowEvent = {[Kind in keyof ChangedRows]: {type: Kind; row: ChangedRows[Kind]}}[keyof ChangedRows];

export function putRow<Kind extends keyof ChangedRows>(
  draft: BookDraft,
  type: Kind,
  row: ChangedRows[Kind],
): ChangedRows[Kind] {
  const event = {type, row} as RowEvent;
  if (event.type === 'house') {
    draft.book = {...draft.book, house: event.row};
    draft.changed.set(type, event);
  } else {
    const {number} = event.row;
    const rows: readonly object[] = draft.book[tables[event.type]];
    draft.book = {...draft.book, [tables[event.type]]: rows.toSpliced(number, 1, event.row)};
    draft.changed.set(`${type} ${number}`, event);
  }
  return row;
}
