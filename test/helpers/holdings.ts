import type {TestPaper} from './paper.ts';

export type Resting = {readonly symbol: string; readonly orderId: string};

export type CardRow = {
  readonly id: number;
  readonly active: boolean;
  readonly currentOptionSymbol: string;
  readonly currentAskPrice: number;
};

export async function activeCards(service: TestPaper): Promise<readonly CardRow[]> {
  const cards: readonly CardRow[] = (await service.call('GET', '/v1/easy-options/list')).json;
  return cards.filter(({active}) => active);
}

/** The market is another one each day: a price that a test states is far from the ask of this one. */
export const dearestOf = async (service: TestPaper): Promise<CardRow> =>
  (await activeCards(service)).reduce((one, other) =>
    other.currentAskPrice > one.currentAskPrice ? other : one,
  );

/** A limit order that stays open. */
export async function rest(service: TestPaper, size: string, price = '10'): Promise<Resting> {
  const {currentOptionSymbol: symbol} = await dearestOf(service);
  const order = {symbol, price, size, side: 'BUY', orderType: 'LIMIT'};
  const {json} = await service.call('POST', '/v1/orders', {idempotencyKey: crypto.randomUUID(), ...order});
  return {symbol, orderId: String(json.orderId)};
}
