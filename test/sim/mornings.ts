import type {Id} from '../../src/api/wire/records.ts';
import {apply, type BookEvent} from '../../src/paper/engine/apply.ts';
import {type Book, createBook} from '../../src/paper/engine/book.ts';
import {type Card, cardsAt, isActive, isTouched} from '../../src/paper/market/cards.ts';
import {fromMicro} from '../../src/paper/market/money.ts';
import {idOf} from '../../src/paper/operations/requests.ts';

/**
 * A book as a scenario finds it: some Easy Options, some resting orders, and prices by which to ask for more.
 */
export type Morning = {
  readonly book: Book;
  readonly now: number;
  readonly cards: readonly Card[];
  readonly easyOptionIds: readonly Id[];
  readonly orderIds: readonly Id[];
  readonly symbol: string;
  /** Limits for a buy that rests, may fill, and is marketable; and a size beyond what any quote offers. */
  readonly prices: {readonly low: string; readonly near: string; readonly high: string};
  readonly size: string;
  readonly hugeSize: string;
};

const day = Date.UTC(2026, 0, 5);
const hour = 3_600_000;

/** Quiet hours, the minutes before an expiry, and those before a trigger trades: each is made once. */
export const mornings: readonly (() => Morning)[] = [
  once(() => quiet(1, day + 12 * hour)),
  once(() => quiet(2, day + 15 * hour)),
  once(() => quiet(3, day + 20 * hour)),
  once(() => beforeExpiry(4)),
  once(() => beforeTrigger()),
];

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function quiet(seed: number, now: number): Morning {
  const book = createBook({seed, now: now - 60_000});
  const cards = cardsAt(book.market, now).filter(card => isActive(book.market, card, now));
  return prepare(book, cards.slice(0, 2), now);
}

/**
 * The options of the daily cards expire 90 s after the scenario begins; opening them is over, closing them is
 * not.
 */
function beforeExpiry(seed: number): Morning {
  const expiry = day + 32 * hour;
  const opened = expiry - 12 * 60_000;
  const book = createBook({seed, now: opened});
  const cards = cardsAt(book.market, opened).filter(
    card => card.instrument.expiry === expiry && isActive(book.market, card, opened),
  );
  return prepare(book, cards.slice(0, 2), expiry - 90_000);
}

/** The first card found whose trigger trades within a day; the scenario begins 30 s before. */
function beforeTrigger(): Morning {
  for (let seed = 10; seed < 60; seed++) {
    const book = createBook({seed, now: day + 12 * hour});
    for (const card of cardsAt(book.market, book.time)) {
      if (card.type !== 'TOUCH' || !isActive(book.market, card, book.time)) continue;
      const touchedAt = firstTouch(book, card);
      if (touchedAt === undefined) continue;
      const other = cardsAt(book.market, book.time).find(
        each => each.type === 'UP_DOWN' && isActive(book.market, each, book.time),
      );
      return prepare(book, other === undefined ? [card] : [card, other], touchedAt - 30_000);
    }
  }
  throw new Error('No seed has a trigger that trades.');
}

function firstTouch({market, time}: Book, card: Card): number | undefined {
  for (let at = time + 120_000; at < time + 4 * hour; at += 1_000) if (isTouched(market, card, at)) return at;
  return undefined;
}

function prepare(empty: Book, cards: readonly Card[], now: number): Morning {
  const [card] = cards;
  if (card === undefined) throw new Error('The morning has no card.');
  const {symbol, underlying} = card.instrument;
  let book = empty;
  const run = (command: Parameters<typeof apply>[1]): BookEvent | undefined => {
    const [next, events] = apply(book, command, book.time);
    book = next;
    return events.at(-1);
  };
  for (const each of [...cards, card, card]) {
    run({type: 'openEasyOption', account: 0, cardId: each.id, amount: '25'});
  }
  const ask = book.market.quoteAt(card.instrument, now).asks[0]?.price ?? 0;
  const tick = (price: number) =>
    fromMicro(Math.max(1, Math.round(price / underlying.tick)) * underlying.tick);
  const prices = {low: tick(ask * 0.3), near: tick(ask * 0.985), high: tick(ask * 1.5)};
  const size = fromMicro(underlying.lot * 3);
  for (const key of ['a', 'b', 'c']) {
    run({type: 'placeOrder', account: 0, key, symbol, side: 'BUY', price: prices.low, size});
  }
  run({type: 'placeOrder', account: 0, key: 'd', symbol, side: 'BUY', price: prices.near, size});
  [book] = apply(book, {type: 'wait'}, now);
  return {
    book,
    now,
    cards,
    easyOptionIds: book.easyOptions.map(row => idOf('easyOption', row.number)),
    orderIds: book.orders.filter(row => row.orderType === 'LIMIT').map(row => idOf('order', row.number)),
    symbol,
    prices,
    size,
    hugeSize: fromMicro(
      underlying.lot * 3 * Math.ceil((60_000 * 1_000_000) / (ask * 3 * (underlying.lot / 1_000_000))),
    ),
  };
}
