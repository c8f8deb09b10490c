/** What decides on the figures of an account, straight from the rows of its ledger: no record is looked at. */

import type {Book, BookEasyOption} from '../../../../src/paper/engine/book.ts';
import {cardsAt} from '../../../../src/paper/market/cards.ts';
import {parseSymbol} from '../../../../src/paper/market/instruments.ts';
import {turnoverOf} from '../../../../src/paper/market/money.ts';
import type {Seen} from './accounts.ts';
import {one, type PlainAccount, type PlainOption, type Units} from './brute.ts';

const units = (micro: number): Units => BigInt(micro) * (one / 1_000_000n);
const mine = <Row extends {readonly account: number}>(rows: Iterable<Row>) =>
  [...rows].filter(({account}) => account === 0);

export function plainByLedger({ledger, rows: {trades}}: Seen): PlainAccount {
  const listed = mine(ledger.trades).filter(({at}) => at >= trades.since);
  const cards = cardsAt(ledger.market, ledger.time);
  return {
    options: mine(ledger.easyOptions).map(row => plainOption(ledger, row, listed)),
    orders: mine(ledger.orders)
      .filter(({status}) => status === 'PENDING')
      .map(row => {
        const shown = cards.find(card => card.instrument.symbol === row.symbol)?.instrument;
        const ask = shown && ledger.market.quoteAt(shown, ledger.time).asks[0]?.price;
        return {
          side: row.side,
          price: units(row.price),
          size: units(row.size),
          filled: units(row.filled),
          ask: ask === undefined ? undefined : units(ask),
          placedAt: row.createdAt,
        };
      }),
    trades: listed.map(({maker, fee}) => ({role: maker ? 'maker' : 'taker', fee: units(fee)})),
  };
}

/** The engine knows every option by its symbol; the records tell of it by a card or by trades only. */
function plainOption(
  ledger: Book,
  row: BookEasyOption,
  trades: readonly {readonly position: number}[],
): PlainOption {
  const instrument = parseSymbol(row.symbol);
  const isShown = cardsAt(ledger.market, ledger.time).some(({id}) => id === row.cardId);
  const isTraded = row.position !== undefined && trades.some(({position}) => position === row.position);
  const known = isShown || isTraded ? instrument : undefined;
  const closed = row.closedAt === undefined ? undefined : units(row.proceeds - row.cost - row.fee);
  return {
    currency: 'USDT',
    status: row.status,
    invested: units(row.investment),
    pl: closed ?? (row.qty > 0 ? openProfit(ledger, row) : undefined),
    plClosed: closed,
    fee: units(row.fee),
    closedAt: row.closedAt,
    asset: known?.underlying.symbol,
    expiry: known?.expiry,
  };
}

function openProfit({market, positions, time}: Book, row: BookEasyOption): Units {
  const instrument = parseSymbol(row.symbol);
  const bid = (instrument && market.quoteAt(instrument, time).bids[0]?.price) ?? 0;
  const size = row.position === undefined ? 0 : (positions[row.position]?.size ?? 0);
  return units(row.proceeds - row.cost - row.fee + turnoverOf(bid, size));
}
