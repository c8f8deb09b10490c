import {describe, expect, it} from 'vitest';
import {
  cardFields,
  defaultDialect,
  defaultPageSizes,
  limits,
  sides,
  type TradingClient,
} from '../../../src/api/index.ts';
import {clientOf, scriptedService} from '../../helpers/service.ts';
import {card} from '../facts/calls.ts';

/** The first place where something can be changed; undefined where nothing can. */
function changeable(value: unknown, path = 'value'): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Object.isFrozen(value)) return path;
  for (const [name, member] of Object.entries(value)) {
    const found = changeable(member, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const order = {orderId: 7, more: {deep: [1]}};
const trade = {tradeId: 9, more: {deep: [1]}};
const operations: [
  name: string,
  body: unknown,
  call: (client: TradingClient) => Promise<{value: unknown}>,
][] = [
  ['a page of cards', [{...card, more: [1]}, 5], client => client.listCards()],
  ['a page of Easy Options', {content: [{id: '1', more: {}}, 5]}, client => client.searchEasyOptions()],
  ['a page of orders', {items: [order, 5]}, client => client.listOrders()],
  ['a page of trades', {items: [trade, 5]}, client => client.listTrades()],
  ['a trade', trade, client => client.getTrade('9')],
  ['an order', order, client => client.cancelOrder('7')],
  ['an undocumented object', {a: {b: [{c: 1}]}}, client => client.closeEasyOption('1')],
];

describe('a returned value', () => {
  it.each(operations)('cannot be changed: %s', async (_name, body, call) => {
    const service = await scriptedService({body});
    expect(changeable((await call(clientOf(service.baseUrl))).value)).toBeUndefined();
  });

  it('is never a shared constant that can be changed', () => {
    for (const constant of [cardFields, defaultDialect, defaultPageSizes, limits, sides]) {
      expect(changeable(constant)).toBeUndefined();
    }
  });
});
