/** What decides on the figures of an account, from its records; each is looked for in all of the others. */

import type {PortfolioRows} from '../../../../src/account/portfolio/rows.ts';
import type {EasyOption, Order} from '../../../../src/api/wire/records.ts';
import {type PlainAccount, type PlainOption, type PlainOrder, places, type Units} from './brute.ts';

export function plainByRecords(rows: PortfolioRows): PlainAccount {
  return {
    options: rows.easyOptions.rows.map(row => plainOption(row, rows)),
    orders: rows.orders.rows
      .filter(({status}) => status !== 'FILLED' && status !== 'CANCELED')
      .map(row => plainOrder(row, rows)),
    trades: rows.trades.rows.map(row => ({
      role: row.maker === true ? 'maker' : row.maker === false ? 'taker' : 'unknown',
      fee: units(row.fee),
    })),
  };
}

/** Undefined for what is no plain decimal. */
function units(decimal: string | undefined): Units | undefined {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal ?? '') ?? [];
  if (sign === undefined) return undefined;
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`);
}

function plainOption(row: EasyOption, {cards, trades}: PortfolioRows): PlainOption {
  const card = cards.rows.find(({id}) => id === row.cardId);
  const cardEnd = card === undefined ? Number.NaN : new Date(card.expiryDate).valueOf();
  const own = trades.rows.filter(({positionId}) => positionId !== undefined && positionId === row.positionId);
  const asset = card?.underlying ?? only(own.flatMap(each => each.asset ?? []));
  const expiry = Number.isNaN(cardEnd) ? only(own.flatMap(each => each.expiryDate ?? [])) : cardEnd;
  return {
    currency: row.investmentCurrency ?? '',
    status: row.status ?? '',
    invested: units(row.investmentAmount),
    pl: units(row.pl),
    plClosed: units(row.plClosed),
    fee: units(row.fee),
    closedAt: row.closeTime,
    asset,
    expiry,
  };
}

function only<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}

function plainOrder(row: Order, {cards, trades}: PortfolioRows): PlainOrder {
  const own = trades.rows.filter(({orderId}) => orderId === row.orderId);
  const sizes = own.map(each => positive(units(each.filledSizeContracts)));
  const card = cards.rows.find(
    each => row.symbol !== undefined && (each.currentOptionSymbol ?? each.optionSymbol) === row.symbol,
  );
  return {
    side: (row.side ?? '').toUpperCase(),
    price: units(row.price),
    size: units(row.size),
    filled: sizes.includes(undefined)
      ? undefined
      : sizes.reduce<bigint>((sum, size) => sum + (size ?? 0n), 0n),
    ask: units(card?.currentAskPrice),
    placedAt: row.timestamp,
  };
}

const positive = (size: Units | undefined) => (size !== undefined && size > 0n ? size : undefined);
