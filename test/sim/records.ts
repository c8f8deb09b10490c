import type {EasyOption, EasyOptionCard, Order, Trade} from '../../src/api/wire/records.ts';
import type * as Rows from '../../src/paper/engine/book.ts';
import {instrumentNamed} from '../../src/paper/engine/fills.ts';
import type {Card} from '../../src/paper/market/cards.ts';
import {fromMicro, turnoverOf} from '../../src/paper/market/money.ts';
import {idOf} from '../../src/paper/operations/requests.ts';

/** The records that a service shows of its rows, at the times of its own clock. */

type Shown = (at: number) => number;
/** Optional fields that a service never fills in. */
type Lacks = {readonly withoutTimes: boolean; readonly withoutAccount: boolean};

/** Rows never change: what is shown of one is made once, and every list has copies of its own. */
export function copies<Row extends object, Made extends object>(
  make: (row: Row) => Made,
): (row: Row) => Made {
  const made = new WeakMap<Row, Made>();
  return row => {
    const known = made.get(row) ?? make(row);
    made.set(row, known);
    return {...known};
  };
}

export function cardRecord(card: Card): EasyOptionCard {
  return {
    id: String(card.id),
    type: card.type,
    underlying: card.instrument.underlying.symbol,
    direction: card.direction,
    targetPrice: fromMicro(card.target),
    expiryDate: new Date(card.instrument.expiry).toISOString(),
    title: card.title,
    active: true,
  };
}

export function easyOptionRecord(
  row: Rows.BookEasyOption,
  shown: Shown,
  {withoutTimes, withoutAccount}: Lacks,
): EasyOption {
  return {
    id: idOf('easyOption', row.number),
    cardId: String(row.cardId),
    type: row.type,
    status: row.status,
    direction: row.direction,
    investmentAmount: fromMicro(row.investment),
    investmentCurrency: 'USDT',
    accountId: withoutAccount ? undefined : '1',
    optionSymbol: row.symbol,
    orderId: idOf('order', row.order),
    positionId: row.position === undefined ? undefined : idOf('position', row.position),
    qty: fromMicro(row.qty),
    // A PENDING one has none yet.
    openTime: row.openedAt === undefined ? undefined : shown(row.openedAt),
    closeTime: row.closedAt === undefined || withoutTimes ? undefined : shown(row.closedAt),
    triggerTime: row.triggeredAt === undefined || withoutTimes ? undefined : shown(row.triggeredAt),
  };
}

function contractOf({symbol}: {readonly symbol: string}) {
  const {underlying, kind, expiry, strike} = instrumentNamed(symbol);
  return {asset: underlying.symbol, type: kind, expiryDate: expiry, strikePrice: fromMicro(strike)};
}

export function orderRecord(
  row: Rows.BookOrder,
  shown: Shown,
  {withoutTimes}: Pick<Lacks, 'withoutTimes'>,
): Order {
  return {
    ...contractOf(row),
    orderId: idOf('order', row.number),
    symbol: row.symbol,
    price: fromMicro(row.price),
    size: fromMicro(row.size),
    side: row.side,
    orderType: row.orderType,
    status: row.status,
    sizeContracts: fromMicro(row.size),
    timestamp: withoutTimes ? undefined : shown(row.createdAt),
  };
}

export function tradeRecord(row: Rows.BookTrade, shown: Shown): Trade {
  return {
    ...contractOf(row),
    tradeId: idOf('trade', row.number),
    orderId: idOf('order', row.order),
    positionId: idOf('position', row.position),
    fillType: row.completes ? 'FILL' : 'PARTIAL_FILL',
    filledSizeUsdt: fromMicro(turnoverOf(row.price, row.size)),
    filledSizeContracts: fromMicro(row.size),
    openPrice: fromMicro(row.price),
    openDate: shown(row.at),
    tradeSide: row.side,
    maker: row.maker,
    fee: fromMicro(row.fee),
  };
}
