import {expect} from 'vitest';
import type {Operations, TradingClient} from '../../../src/api/client.ts';
import {clientOf, type ScriptedService} from '../../helpers/service.ts';

/** One statement about the service (docs/service.md), proved on the typed client against one that plays it. */
export type Fact = {section: string; says: string; prove(service: ScriptedService): Promise<void>};

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

export function sends(
  section: string,
  operation: keyof typeof calls,
  says: string,
  wire: {method: string; path: string; body: string; contentType?: string},
): Fact {
  return {
    section,
    says,
    async prove(service) {
      await calls[operation](clientOf(service.baseUrl)).catch(() => undefined);
      const {method, path, body, headers} = service.last();
      expect({method, path, body}).toEqual({method: wire.method, path: `/api${wire.path}`, body: wire.body});
      expect(headers['content-type']).toBe(wire.contentType);
    },
  };
}
