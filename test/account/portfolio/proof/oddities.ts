/** Makes records odd in every way that the interface allows: without fields, with words nobody documented. */

import type {PortfolioRows} from '../../../../src/account/portfolio/rows.ts';
import type {EasyOption, EasyOptionCard, Order, Trade} from '../../../../src/api/wire/records.ts';
import type {Chance} from '../../../sim/chance.ts';
import {day} from '../account.ts';

/** The same account with so many of its records odd; the others stay the objects that they are. */
export function withOddities(rows: PortfolioRows, chance: Chance, share: number, now: number): PortfolioRows {
  const some = <Row>(list: readonly Row[], odd: (row: Row) => Row) =>
    list.filter(() => !chance.is(share / 10)).map(row => (chance.is(share) ? odd(row) : row));
  return {
    easyOptions: {
      ...rows.easyOptions,
      rows: some(rows.easyOptions.rows, row => oddEasyOption(row, chance)),
    },
    orders: {...rows.orders, rows: some(rows.orders.rows, row => oddOrder(row, chance))},
    cards: {...rows.cards, rows: some(rows.cards.rows, row => oddCard(row, chance, now))},
    trades: {...rows.trades, rows: some(rows.trades.rows, row => oddTrade(row, chance, now))},
  };
}

const amounts = [undefined, '0', '-0', '-12.50', '0.1234567890123456789', '99999999999999999999.5'];
const texts = [...amounts, 'n/a', '', '1e3', ' 5'];

function oddEasyOption(row: EasyOption, chance: Chance): EasyOption {
  const kinds: readonly Partial<EasyOption>[] = [
    {investmentCurrency: chance.pick(['BTC', 'EUR', undefined])},
    {investmentAmount: chance.pick(amounts)},
    {pl: chance.pick(texts)},
    {plClosed: chance.pick(texts)},
    {fee: chance.pick(texts)},
    {status: chance.pick(['SUSPENDED', undefined, 'PENDING', 'TRIGGERED', 'CLOSING', 'CLOSED', 'EXPIRED'])},
    {closeTime: chance.pick([undefined, 0])},
    {cardId: chance.pick([undefined, '1'])},
    {positionId: undefined},
  ];
  return {...row, ...chance.pick(kinds), ...chance.pick(kinds)};
}

function oddOrder(row: Order, chance: Chance): Order {
  const kinds: readonly Partial<Order>[] = [
    {price: chance.pick([undefined, '0', '0.000000000000000000001'])},
    {size: chance.pick([undefined, '0', '12345678901234567890'])},
    {side: chance.pick([undefined, 'HOLD', 'sell'])},
    {status: chance.pick([undefined, 'FILLED', 'CANCELED', 'WAITING'])},
    {symbol: undefined},
    {timestamp: undefined},
  ];
  return {...row, ...chance.pick(kinds)};
}

function oddCard(row: EasyOptionCard, chance: Chance, now: number): EasyOptionCard {
  const kinds: readonly Partial<EasyOptionCard>[] = [
    {expiryDate: chance.pick(['soon', '', '2026-11-27T23:30:00-05:00', new Date(now).toISOString()])},
    {currentAskPrice: chance.pick([undefined, '0', '1.5'])},
    {currentOptionSymbol: undefined},
    {underlying: chance.pick(['AAA', ''])},
  ];
  return {...row, ...chance.pick(kinds)};
}

function oddTrade(row: Trade, chance: Chance, now: number): Trade {
  const kinds: readonly Partial<Trade>[] = [
    {maker: undefined},
    {fee: chance.pick(amounts)},
    {filledSizeContracts: chance.pick([undefined, '0.000000000000000001', '-1'])},
    {tradeSide: chance.pick([undefined, 'buy', 'sell', 'GIFT'])},
    {asset: chance.pick([undefined, 'AAA'])},
    {type: undefined},
    {strikePrice: undefined},
    {expiryDate: chance.pick([undefined, Math.floor(now / day) * day + 8 * 3_600_000])},
    {positionId: undefined},
    {orderId: undefined},
  ];
  return {...row, ...chance.pick(kinds)};
}
