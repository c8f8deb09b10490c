/**
 * What the account of the bench holds beside the market's cards: 60 Easy Options, of which 20 are open, 30
 * working orders and 50 trades: those of the open Easy Options, and of ten positions. Only the P/L of what is
 * open changes: it follows the ask of its card.
 */
import type {BenchCard} from './market.ts';

type Query = URLSearchParams;
type Body = (query: Query) => unknown;

const openedAt = Date.UTC(2026, 10, 27, 12);
const minute = 60_000;
const open = 20;

const make = <Row>(count: number, row: (index: number) => Row) =>
  Array.from({length: count}, (_, at) => row(at));

/** @returns the body of each list by its path */
export function accountOf(cards: readonly BenchCard[]): Readonly<Record<string, Body>> {
  const entries = new Map(cards.map(card => [card, card.currentAskPrice]));
  // Nothing is held of the first card: its ask counts seconds.
  const cardAt = (index: number) => cards[1 + (index % (cards.length - 1))] as BenchCard;
  const easyOptions = () =>
    make(60, index => {
      const card = cardAt(index < 60 - open ? index : index - (60 - open));
      return easyOption(index, card, entries.get(card) ?? 1);
    });
  const orders = make(30, index => order(index, cardAt(10 + index)));
  const trades = make(50, index => trade(index, cardAt(index < open ? index : open + (index % 10))));
  return {
    '/v1/easy-options/list': query =>
      pageOf(query, 'pageNumber', 0, query.get('active') === 'false' ? [] : cards).items,
    '/v1/easy-options/search': query => {
      const is = (name: 'id' | 'status', value: string) => [null, value].includes(query.get(name));
      const all = easyOptions().filter(each => is('id', each.id) && is('status', each.status));
      if (query.get('sortByDirection') === 'DESC') all.reverse();
      const {items, page, pageSize, total} = pageOf(query, 'pageNumber', 0, all);
      const totalPages = Math.ceil(total / pageSize);
      return {
        content: items,
        page,
        size: pageSize,
        totalElements: total,
        totalPages,
        empty: items.length === 0,
      };
    },
    '/v1/orders': query => pageOf(query, 'page', 1, orders),
    '/v1/trades': query => {
      const isMeant = (each: (typeof trades)[number]) =>
        each.openDate >= Number(query.get('startTimestamp')) &&
        (['orderId', 'positionId'] as const).every(name =>
          [null, String(each[name])].includes(query.get(name)),
        );
      return pageOf(query, 'page', 1, trades.filter(isMeant));
    },
  };
}

function pageOf<Row>(query: Query, name: string, first: number, all: readonly Row[]) {
  const [page, pageSize] = [Number(query.get(name) ?? first), Number(query.get('pageSize') ?? 40)];
  const from = (page - first) * pageSize;
  return {items: all.slice(from, from + pageSize), total: all.length, page, pageSize};
}

function easyOption(index: number, card: BenchCard, entryPrice: number) {
  const isOpen = index >= 60 - open;
  const qty = 2 + (index % 5) / 4;
  const pl = ((isOpen ? card.currentAskPrice : entryPrice + 1) - entryPrice) * qty;
  const openTime = openedAt + index * minute;
  return {
    ...{id: String(1001 + index), accountId: 9, cardId: card.id, type: card.type, direction: card.direction},
    ...{status: isOpen ? 'ACTIVE' : 'CLOSED', investmentAmount: 50 + index, investmentCurrency: 'USDT'},
    ...{targetPrice: card.targetPrice, triggerPrice: card.triggerPrice, optionSymbol: card.optionSymbol},
    ...{
      positionId: String(5001 + index),
      orderId: String(3001 + index),
      qty,
      entryPrice,
      cardName: card.title,
    },
    ...{openTime, closeTime: isOpen ? null : openTime + minute, fee: '0.12', pl: pl.toFixed(2)},
    ...(!isOpen && {closePrice: String(entryPrice + 1), plClosed: pl.toFixed(2)}),
  };
}

const contractOf = ({underlying, direction, targetPrice, expiryDate}: BenchCard) => ({
  asset: underlying,
  type: direction === 'UP' ? 'CALL' : 'PUT',
  strikePrice: targetPrice,
  expiryDate: Date.parse(expiryDate),
});

const order = (index: number, card: BenchCard) => ({
  ...{orderId: 2001 + index, symbol: card.optionSymbol, price: 5 + index / 4, size: 1 + (index % 4)},
  ...{side: 'BUY', orderType: 'LIMIT', status: 'PENDING', sizeContracts: 1 + (index % 4)},
  ...contractOf(card),
  timestamp: openedAt + index * minute,
});

/** The first ones are of the Easy Options that are open. */
const trade = (index: number, card: BenchCard) => ({
  tradeId: 4001 + index,
  orderId: index < open ? 3001 + 60 - open + index : 6001 + index,
  positionId: index < open ? 5001 + 60 - open + index : 7001 + (index % 10),
  ...contractOf(card),
  ...{fillType: 'FILL', filledSizeContracts: 1 + (index % 3) / 2, openPrice: 10 + index / 8, fee: 0.05},
  ...{openDate: openedAt + index * minute, tradeSide: 'BUY', maker: index % 2 === 0},
});
