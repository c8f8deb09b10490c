/** Random play against the engine, and the laws that must hold after every step of it. */
import fc from 'fast-check';
import {apply, type BookCommand, type BookEvent} from '../../../src/paper/engine/apply.ts';
import {
  type Book,
  type BookEasyOption,
  type BookOrder,
  createBook,
  deposit,
  openOrders,
  rowOf,
} from '../../../src/paper/engine/book.ts';
import {instrumentNamed} from '../../../src/paper/engine/fills.ts';
import {cardsAt} from '../../../src/paper/market/cards.ts';
import {feeOn, feeRate, fromMicro} from '../../../src/paper/market/money.ts';
import {testStart} from '../../helpers/paper.ts';

/**
 * What a player does next. Numbers pick among what there is when the turn comes, so that most commands make
 * sense.
 */
export type Turn = {
  act: 'open' | 'close' | 'buy' | 'sell' | 'cancel' | 'repeat' | 'wait';
  account: number;
  pick: number;
  /** From 0 to 1: how much, and how far from the quote. */
  amount: number;
  price: number;
  waitMs: number;
};

const pauses = fc.oneof(
  {weight: 5, arbitrary: fc.integer({min: 0, max: 3_000})},
  {weight: 3, arbitrary: fc.integer({min: 0, max: 600_000})},
  {weight: 1, arbitrary: fc.integer({min: 0, max: 2 * 86_400_000})},
);

/** Without fast-check's liking for extremes, which would spend all cash at once. */
const fraction = fc.noBias(fc.integer({min: 0, max: 1_000})).map(part => part / 1_000);

const turn: fc.Arbitrary<Turn> = fc.record({
  act: fc.constantFrom('open', 'open', 'close', 'buy', 'buy', 'sell', 'sell', 'cancel', 'repeat', 'wait'),
  account: fc.integer({min: 0, max: 1}),
  pick: fc.noBias(fc.nat(1_000_000)),
  amount: fraction,
  price: fraction,
  waitMs: fc.noBias(pauses),
});

export const plays = fc.record({
  seed: fc.integer({min: 1, max: 10_000}),
  turns: fc.array(turn, {minLength: 10, maxLength: 60, size: 'max'}),
});

export type Step = {before: Book; book: Book; events: BookEvent[]; command: BookCommand; now: number};

export const accounts = 2;

/** Plays the turns and shows every step. */
export function* play({seed, turns}: {seed: number; turns: Turn[]}): Generator<Step> {
  let book = createBook({seed, now: testStart, accounts});
  let now = testStart;
  const done: BookCommand[] = [];
  for (const [place, each] of turns.entries()) {
    now += each.waitMs;
    const before = book;
    const [awake, woken] = apply(book, {type: 'wait'}, now);
    const command =
      each.act === 'repeat'
        ? (done[each.pick % (done.length || 1)] ?? {type: 'wait'})
        : commandOf(awake, each, place);
    const [after, events] = apply(awake, command, now);
    if (command.type !== 'wait') done.push(command);
    book = after;
    yield {before, book, events: [...woken, ...events], command, now};
  }
}

function commandOf(book: Book, {act, account, pick, amount, price}: Turn, place: number): BookCommand {
  const some = <Row>(rows: readonly Row[]): Row | undefined => rows[pick % (rows.length || 1)];
  const key = `key ${pick % 11 === 0 ? 0 : place}`;
  switch (act) {
    case 'wait':
    case 'repeat':
      return {type: 'wait'};
    case 'open': {
      const card = some(cardsAt(book.market, book.time));
      return {
        type: 'openEasyOption',
        account,
        cardId: card?.id ?? 0,
        amount: fromMicro(Math.floor(amount ** 6 * 55e9)),
      };
    }
    case 'close':
      return {type: 'closeEasyOption', account, easyOption: pick % (book.easyOptions.length + 1)};
    case 'cancel':
      return {
        type: 'cancelOrder',
        account,
        order: some(openOrders(book))?.number ?? pick % (book.orders.length + 1),
      };
    case 'buy': {
      const symbol = some(cardsAt(book.market, book.time))?.instrument.symbol ?? '';
      return limitOrder(book, {account, symbol, side: 'BUY', amount, price, key});
    }
    case 'sell': {
      const position = some(
        book.positions.filter(each => each.account === account && each.closedAt === undefined),
      );
      const symbol = position?.symbol ?? 'BTC-27NOV26-65000-C';
      return {
        ...limitOrder(book, {account, symbol, side: 'SELL', amount, price, key}),
        position: pick % 3 === 0 ? position?.number : undefined,
      };
    }
    default:
      return act satisfies never;
  }
}

function limitOrder(
  book: Book,
  wish: {account: number; symbol: string; side: 'BUY' | 'SELL'; amount: number; price: number; key: string},
) {
  const instrument = instrumentNamed(wish.symbol);
  const {tick, lot} = instrument.underlying;
  const {asks, bids} = book.market.quoteAt(instrument, book.time);
  const best = ((wish.side === 'BUY' ? asks : bids)[0]?.price ?? tick) * (0.9 + 0.2 * wish.price);
  const price = Math.max(tick, Math.round(best / tick) * tick);
  const most = wish.side === 'BUY' ? (asks[0]?.size ?? lot) * 4 : held(book, wish.account, wish.symbol);
  const size = Math.max(lot, Math.floor((most * wish.amount ** 4) / lot) * lot);
  const {account, symbol, side, key} = wish;
  return {
    type: 'placeOrder' as const,
    account,
    symbol,
    side,
    key,
    price: fromMicro(price),
    size: fromMicro(size),
  };
}

const held = (book: Book, account: number, symbol: string): number =>
  book.positions
    .filter(each => each.account === account && each.symbol === symbol)
    .reduce((sum, {size}) => sum + size, 0);

/** Every law that holds for a book by itself; the names of those that are broken. */
export function brokenLaws(book: Book): string[] {
  const broken: string[] = [];
  const law = (holds: boolean, name: string) => {
    if (!holds) broken.push(name);
  };
  const all = {
    accounts: [...book.accounts],
    orders: [...book.orders],
    trades: [...book.trades],
    positions: [...book.positions],
  };
  const cash = all.accounts.reduce((sum, each) => sum + each.cash, 0);
  law(cash + book.house.cash + book.house.fees === book.house.paidIn, 'cash is conserved to the millionth');
  for (const account of all.accounts) {
    const mine = <Row extends {account: number}>(rows: readonly Row[]) =>
      rows.filter(each => each.account === account.number);
    const paid = mine(all.trades).reduce(
      (sum, {side, notional, fee}) => sum - fee + (side === 'BUY' ? -notional : notional),
      deposit,
    );
    const settled = mine(all.positions).reduce((sum, each) => sum + (each.settled ?? 0), 0);
    law(account.cash === paid + settled, 'cash is what the trades and settlements say');
    const holds = mine(all.orders)
      .filter(({side}) => side === 'BUY')
      .reduce((sum, {hold}) => sum + hold, 0);
    law(account.cash >= holds && holds >= 0, 'what is held is there');
  }
  for (const position of all.positions) {
    const trades = all.trades.filter(each => each.position === position.number);
    const bought = trades.reduce((sum, {side, size}) => sum + (side === 'BUY' ? size : -size), 0);
    law(
      position.settled === undefined ? position.size === bought : position.size === 0 && bought >= 0,
      'contracts are conserved',
    );
    const promised = all.orders
      .filter(({side, position: of}) => side === 'SELL' && of === position.number)
      .reduce((sum, {hold}) => sum + hold, 0);
    law(position.size >= promised && promised >= 0, 'nothing is sold that is not there');
    law((position.closedAt === undefined) === position.size > 0, 'a position is open while it has contracts');
  }
  for (const order of all.orders) {
    const trades = all.trades.filter(each => each.order === order.number);
    law(order.filled === trades.reduce((sum, {size}) => sum + size, 0), 'an order is filled by its trades');
    law(
      order.turnover === trades.reduce((sum, {notional}) => sum + notional, 0),
      "an order's turnover is its trades'",
    );
    law(order.fee === trades.reduce((sum, {fee}) => sum + fee, 0), "an order's fee is its trades'");
    law(order.filled >= 0 && order.filled <= order.size, 'an order is never overfilled');
    law(order.status !== 'FILLED' || order.filled === order.size, 'FILLED means full');
    law(order.status === 'PENDING' || order.hold === 0, 'an order that ended holds nothing');
    law(
      trades.filter(({completes}) => completes).length ===
        (order.status === 'FILLED' && order.filled > 0 ? 1 : 0),
      'one trade completes an order',
    );
  }
  for (const easyOption of book.easyOptions) {
    law(belongs(book, easyOption), 'an Easy Option and its orders and position belong together');
  }
  for (const trade of all.trades) law(isFair(book, trade), 'a fill is never better than the quote');
  law(isWithinDepth(book), 'no more is filled than the depth of a quote');
  return broken;
}

function belongs(book: Book, row: BookEasyOption): boolean {
  const buy = rowOf(book.orders, row.order);
  const sell = book.orders.findLast(each => each.easyOption === row.number && each.side === 'SELL');
  const position = row.position === undefined ? undefined : rowOf(book.positions, row.position);
  const spent = row.cost + buy.fee;
  return (
    buy.symbol === row.symbol &&
    buy.easyOption === row.number &&
    buy.position === row.position &&
    (position === undefined || position.easyOption === row.number) &&
    row.qty === buy.filled &&
    row.cost === buy.turnover &&
    row.fee === buy.fee + soldBy(book, row, 'fee') &&
    row.proceeds === soldBy(book, row, 'turnover') + (position?.settled ?? 0) &&
    spent <= row.investment + feeOn(row.investment, feeRate.taker) &&
    (row.closedAt === undefined) ===
      (row.status === 'PENDING' ||
        row.status === 'ACTIVE' ||
        row.status === 'CLOSING' ||
        sell?.status === 'PENDING')
  );
}

/** Proceeds less costs of all its selling orders, the canceled ones too. */
const soldBy = (book: Book, {number}: BookEasyOption, what: 'turnover' | 'fee'): number =>
  book.orders
    .filter(({easyOption, side}) => easyOption === number && side === 'SELL')
    .reduce((sum, order) => sum + order[what], 0);

function isFair(
  book: Book,
  {symbol, side, price, at}: {symbol: string; side: string; price: number; at: number},
): boolean {
  const {bids, asks} = book.market.quoteAt(instrumentNamed(symbol), at);
  return side === 'BUY' ? price >= (asks[0]?.price ?? Infinity) : price <= (bids[0]?.price ?? 0);
}

function isWithinDepth(book: Book): boolean {
  const taken = new Map<string, {filled: number; depth: number}>();
  for (const {symbol, side, at, size} of book.trades) {
    const quote = book.market.quoteAt(instrumentNamed(symbol), at);
    const levels = side === 'BUY' ? quote.asks : quote.bids;
    const before = taken.get(`${symbol} ${side} ${quote.index}`)?.filled ?? 0;
    const depth = levels.reduce((sum, level) => sum + level.size, 0);
    taken.set(`${symbol} ${side} ${quote.index}`, {filled: before + size, depth});
  }
  return [...taken.values()].every(({filled, depth}) => filled <= depth);
}

const orderWays: Record<BookOrder['status'], BookOrder['status'][]> = {
  PENDING: ['PENDING', 'FILLED', 'CANCELED'],
  FILLED: ['FILLED'],
  CANCELED: ['CANCELED'],
};

const easyOptionWays: Record<BookEasyOption['status'], BookEasyOption['status'][]> = {
  PENDING: ['PENDING', 'ACTIVE', 'EXPIRED', 'CLOSED'],
  ACTIVE: ['ACTIVE', 'CLOSING', 'TRIGGERED', 'EXPIRED'],
  // A canceled sale leads back to ACTIVE.
  CLOSING: ['CLOSING', 'CLOSED', 'EXPIRED', 'ACTIVE'],
  TRIGGERED: ['TRIGGERED', 'ACTIVE'],
  CLOSED: ['CLOSED'],
  EXPIRED: ['EXPIRED'],
};

/** Status changes between two looks that cannot come about, even through states in between. */
export function impossibleChanges(before: Book, after: Book): string[] {
  const changes: string[] = [];
  for (const row of before.orders) {
    const {status} = rowOf(after.orders, row.number);
    if (!reachable(orderWays, row.status).has(status)) changes.push(`order ${row.status} to ${status}`);
  }
  for (const row of before.easyOptions) {
    const {status} = rowOf(after.easyOptions, row.number);
    if (!reachable(easyOptionWays, row.status).has(status))
      changes.push(`Easy Option ${row.status} to ${status}`);
  }
  return changes;
}

function reachable<Status extends string>(ways: Record<Status, Status[]>, from: Status): Set<Status> {
  const seen = new Set<Status>([from]);
  for (const status of seen) for (const next of ways[status]) seen.add(next);
  return seen;
}

/** What a book says, without its memory of the market: equal for equal books. */
export const contentOf = ({market, ...rest}: Book): unknown => ({
  seed: market.seed,
  ...rest,
});
