import type {TestPaper} from './paper.ts';

type Resting = {readonly symbol: string; readonly orderId: string};

/** A limit order of the dearest card's option, which is asked for much more: it stays open. */
export async function rest(service: TestPaper, size: string, price = '10'): Promise<Resting> {
  const cards = await service.call('GET', '/v1/easy-options/list');
  const asks: number[] = cards.json.map((card: {currentAskPrice: number}) => card.currentAskPrice);
  const symbol = String(cards.json[asks.indexOf(Math.max(...asks))].currentOptionSymbol);
  const order = {symbol, price, size, side: 'BUY', orderType: 'LIMIT'};
  const {json} = await service.call('POST', '/v1/orders', {idempotencyKey: crypto.randomUUID(), ...order});
  return {symbol, orderId: String(json.orderId)};
}
