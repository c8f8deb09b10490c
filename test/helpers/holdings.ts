import type {TestPaper} from './paper.ts';

/** What an account of the paper service holds before a person does something with it. */

/** The open orders, as `size at price`. */
export async function orders(service: TestPaper): Promise<string[]> {
  const {json} = await service.call('GET', '/v1/orders');
  return json.items.map(({size, price}: {size: number; price: number}) => `${size} at ${price}`);
}

type Card = {id: string; currentOptionSymbol: string};

const cardsOf = async (service: TestPaper): Promise<Card[]> =>
  (await service.call('GET', '/v1/easy-options/list')).json;

type Resting = {readonly symbol: string; readonly orderId: string};

/** A limit order of the first card's option that stays open. */
export async function rest(service: TestPaper, size: string, price = '10'): Promise<Resting> {
  const [card] = await cardsOf(service);
  const symbol = card?.currentOptionSymbol ?? '';
  const order = {symbol, price, size, side: 'BUY', orderType: 'LIMIT'};
  const {json} = await service.call('POST', '/v1/orders', {idempotencyKey: crypto.randomUUID(), ...order});
  return {symbol, orderId: String(json.orderId)};
}

/** Three Easy Options, an hour between each, so that their P/L are far apart. */
export async function openThree(service: TestPaper) {
  for (const {id} of (await cardsOf(service)).slice(0, 3)) {
    await service.call('POST', '/v1/easy-options/open', {cardId: id, investmentAmount: 1000});
    service.serviceClock.advance(3_600_000);
  }
}
