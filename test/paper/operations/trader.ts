import {startTestPaper} from '../../helpers/paper.ts';

/** One who trades on a paper service of his own: the nine operations in the words of a test. */
export type Trader = Awaited<ReturnType<typeof startTrader>>;

export const restingOrder = {
  idempotencyKey: 'key',
  symbol: 'BTC-27NOV26-75000-C',
  price: '0.01',
  size: '1',
  side: 'BUY',
  orderType: 'LIMIT',
};

export async function startTrader() {
  const paper = await startTestPaper();
  const get = async (path: string) => (await paper.call('GET', path)).json;
  const cards = (query = '') => get(`/v1/easy-options/list${query}`);
  const activeCard = async (query = '') =>
    (await cards(query)).find((card: {active: boolean}) => card.active);
  const place = (order: Record<string, unknown>) =>
    paper.call('POST', '/v1/orders', {...restingOrder, ...order});
  const open = (cardId: unknown, investmentAmount: unknown) =>
    paper.call('POST', '/v1/easy-options/open', {cardId, investmentAmount});

  return {
    paper,
    cards,
    activeCard,
    search: (query = '') => get(`/v1/easy-options/search${query}`),
    orders: (query = '') => get(`/v1/orders${query}`),
    trades: (query = '') => get(`/v1/trades${query}`),
    open,
    close: (id: string) => paper.call('POST', `/v1/easy-options/${id}/close`),
    /** A BUY of one contract at a cent, which rests, but for what is said otherwise. */
    place,
    cancel: (id: string) => paper.call('DELETE', `/v1/orders/${id}`),
    /** The first active card that fits, and orders for its option, at a price in whole units from 1 on. */
    async onCard(query: string) {
      const {optionSymbol: symbol, currentAskPrice: ask} = await activeCard(query);
      let keys = 0;
      const order = (side: 'BUY' | 'SELL', size: string, price: number) =>
        place({
          symbol,
          side,
          size,
          price: String(price < 1 ? price : Math.ceil(price)),
          idempotencyKey: `k${++keys}`,
        });
      return {symbol, ask, order};
    },
    /** Opens an Easy Option and lets its order reach the market. */
    async openAndFill(amount = 100, query = '?type=UP_DOWN') {
      const card = await activeCard(query);
      const {json} = await open(card.id, amount);
      paper.clock.advance(1000);
      return {card, id: String(json.id)};
    },
  };
}
