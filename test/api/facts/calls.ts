import type {Operations, TradingClient} from '../../../src/api/client.ts';

/** A call as a person would make it, to prove what comes back whatever was asked. */
export type Call = (client: TradingClient) => Promise<unknown>;

export const order = {
  idempotencyKey: 'k-1',
  symbol: 'BTC-28NOV26-65000-C',
  price: '100.50',
  size: '0.10',
  side: 'BUY',
  orderType: 'LIMIT',
} as const;

/** A card with no fields but the required ones. */
export const card = {
  id: 1,
  type: 'TOUCH',
  underlying: 'BTC',
  direction: 'UP',
  targetPrice: 1,
  expiryDate: 'x',
  title: 't',
} as const;

export const calls = {
  listCards: client => client.listCards(),
  searchEasyOptions: client => client.searchEasyOptions(),
  openEasyOption: client => client.openEasyOption({cardId: '7', investmentAmount: '100'}),
  closeEasyOption: client => client.closeEasyOption('7'),
  listOrders: client => client.listOrders(),
  createOrder: client => client.createOrder(order),
  cancelOrder: client => client.cancelOrder('7'),
  listTrades: client => client.listTrades(),
  getTrade: client => client.getTrade('7'),
} satisfies Record<keyof Operations, Call>;
