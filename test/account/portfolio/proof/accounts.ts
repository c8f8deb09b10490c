/** Accounts that traded on the paper engine, as the client reads them; one seed gives one account. */

import {mergeRows} from '../../../../src/account/model/rows.ts';
import type {PortfolioRows} from '../../../../src/account/portfolio/rows.ts';
import {decodeCards, decodeEasyOptions, decodeOrders, decodeTrades} from '../../../../src/api/wire/decode.ts';
import {decodeJson} from '../../../../src/api/wire/json.ts';
import type {RowOf} from '../../../../src/desk/state.ts';
import {apply, type BookCommand} from '../../../../src/paper/engine/apply.ts';
import {type Book, createBook, openOrders} from '../../../../src/paper/engine/book.ts';
import {instrumentNamed} from '../../../../src/paper/engine/fills.ts';
import {cardsAt} from '../../../../src/paper/market/cards.ts';
import {fromMicro} from '../../../../src/paper/market/money.ts';
import type {Wire} from '../../../../src/paper/operations/exact-json.ts';
import {cardView, easyOptionView, orderView, tradeView} from '../../../../src/paper/operations/views.ts';
import {testStart} from '../../../helpers/paper.ts';
import {type Chance, createChance} from '../../../sim/chance.ts';
import {day, whole} from '../account.ts';

/** An account at one moment: what the service would list of it, and what its ledger holds. */
export type Seen = {readonly rows: PortfolioRows; readonly ledger: Book; readonly now: number};

const account = 0;
const turns = 36;
const looks = 4;

/** Looks at an account between its turns: rows that did not change are the objects of the look before. */
export function* accountOfSeed(seed: number): Generator<Seen> {
  const chance = createChance(seed);
  let ledger = createBook({seed, now: testStart, accounts: 2});
  let now = testStart;
  let last: Seen | undefined;
  for (let turn = 1; turn <= turns; turn++) {
    now += pause(chance);
    [ledger] = apply(ledger, {type: 'wait'}, now);
    [ledger] = apply(ledger, commandOf(ledger, chance, turn), now);
    if (turn % (turns / looks) !== 0) continue;
    now += chance.from(0, 2_000);
    [ledger] = apply(ledger, {type: 'wait'}, now);
    last = {rows: listed(ledger, now, last?.rows), ledger, now};
    yield last;
  }
}

function pause(chance: Chance): number {
  const kind = chance.next();
  if (kind < 0.7) return chance.from(0, 3_000);
  if (kind < 0.9) return chance.from(0, 600_000);
  return chance.from(0, kind < 0.99 ? 2 * day : 9 * day);
}

function commandOf(book: Book, chance: Chance, turn: number): BookCommand {
  const whose = chance.is(0.9) ? account : 1;
  const [symbol, cardId] = anyCard(book, chance);
  const kind = chance.next();
  if (kind < 0.4)
    return {type: 'openEasyOption', account: whose, cardId, amount: String(chance.from(1, 3_000))};
  if (kind < 0.55)
    return {type: 'closeEasyOption', account: whose, easyOption: chance.from(0, book.easyOptions.length)};
  const open = openOrders(book);
  if (kind < 0.62 && open.length > 0)
    return {type: 'cancelOrder', account: whose, order: chance.pick(open).number};
  if (kind < 0.75 && open.length > 0) return fillOf(book, chance);
  const {asks, bids} = book.market.quoteAt(instrumentNamed(symbol), book.time);
  const {tick, lot} = instrumentNamed(symbol).underlying;
  const side = chance.is(0.7) ? 'BUY' : 'SELL';
  const best = ((side === 'BUY' ? asks : bids)[0]?.price ?? tick) * (0.7 + 0.5 * chance.next());
  return {
    type: 'placeOrder',
    account: whose,
    symbol,
    side,
    key: `key ${turn}`,
    price: fromMicro(Math.max(tick, Math.round(best / tick) * tick)),
    size: fromMicro(chance.from(1, 30) * lot),
  };
}

/** Of a card that is shown, or of a position that is there to be sold. */
function anyCard(book: Book, chance: Chance): readonly [symbol: string, cardId: number] {
  const card = chance.pick(cardsAt(book.market, book.time));
  const owned = book.positions.filter(({closedAt}) => closedAt === undefined);
  const symbol = chance.is(0.3) && owned.length > 0 ? chance.pick(owned).symbol : card.instrument.symbol;
  return [symbol, card.id];
}

function fillOf(book: Book, chance: Chance): BookCommand {
  const {number: order, symbol, size, filled} = chance.pick(openOrders(book));
  const {lot} = instrumentNamed(symbol).underlying;
  const lots = Math.floor((size - filled) / lot);
  return {type: 'fillOrder', order, size: fromMicro(chance.from(1, Math.max(1, lots)) * lot)};
}

const daysOfTrades = 30;

/** Everything that the service would list, written and read as on the wire, by id ascending. */
function listed(book: Book, now: number, before: PortfolioRows | undefined): PortfolioRows {
  const mine = <Row extends {readonly account: number}>(rows: Iterable<Row>) =>
    [...rows].filter(row => row.account === account);
  const since = now - daysOfTrades * day;
  const orders = openOrders(book);
  const read = (rows: Wire[]) => decodeJson(JSON.stringify(rows));
  const asked = {page: 0, pageSize: 10_000};
  const items = (rows: Wire[]) => ({items: read(rows), total: rows.length});
  const lists = {
    cards: decodeCards(read(cardsAt(book.market, book.time).map(card => cardView(book, card))), asked),
    easyOptions: decodeEasyOptions(
      {content: read(mine(book.easyOptions).map(row => easyOptionView(book, row)))},
      asked,
    ),
    orders: decodeOrders(items(mine(orders).map(orderView)), asked),
    trades: decodeTrades(
      items(
        mine(book.trades)
          .filter(({at}) => at >= since)
          .map(tradeView),
      ),
      asked,
    ),
  };
  const kept = <P extends keyof PortfolioRows>(pane: P, rows: readonly RowOf[P][]): readonly RowOf[P][] =>
    mergeRows<P>(pane, (before?.[pane].rows ?? []) as readonly RowOf[P][], rows, new Map(), 0).rows;
  return {
    cards: whole(kept('cards', lists.cards.rows)),
    easyOptions: whole(kept('easyOptions', lists.easyOptions.rows)),
    orders: whole(kept('orders', lists.orders.rows)),
    trades: {...whole(kept('trades', lists.trades.rows)), since},
  };
}
