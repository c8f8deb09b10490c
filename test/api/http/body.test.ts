import {expect, it} from 'vitest';
import {maxBodyBytes} from '../../../src/api/http/exchange.ts';
import {clientOf, failureOf, scriptedService} from '../../helpers/service.ts';

it('a body of 8 MB is read, and a larger one is refused', async () => {
  const service = await scriptedService();
  const client = clientOf(service.baseUrl, {fetchOptions: {readTimeoutMs: 60_000}});
  const frame = '{"items":[{"orderId":1,"symbol":""}]}';
  service.reply({body: frame.replace('""', `"${'x'.repeat(maxBodyBytes - frame.length)}"`)});
  expect((await client.listOrders()).value.rows).toHaveLength(1);
  service.reply({body: Buffer.alloc(maxBodyBytes + 1)});
  expect(await failureOf(client.listOrders())).toMatchObject({kind: 'too-large', status: 200});
});

it.each(['', '\ufeff'])(
  'a body in UTF-8 is read whether the service says yes or no, after %j',
  async mark => {
    const service = await scriptedService({body: `${mark}{"items":[{"orderId":1,"symbol":"é"}]}`});
    const client = clientOf(service.baseUrl);
    expect((await client.listOrders()).value.rows[0]?.symbol).toBe('é');
    service.reply({status: 422, body: `${mark}{"error":"RULE","message":"zu früh"}`});
    expect(await failureOf(client.cancelOrder('7'))).toMatchObject({recognised: true, message: 'zu früh'});
  },
);

it.each(['', '\ufeff', ' \n'])('an empty error body is none: %j', async body => {
  const service = await scriptedService({status: 422, body});
  expect(await failureOf(clientOf(service.baseUrl).cancelOrder('7'))).toMatchObject({recognised: false});
});
