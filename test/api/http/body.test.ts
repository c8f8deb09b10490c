import {describe, expect, it} from 'vitest';
import {Bytes, maxBodyBytes} from '../../../src/api/http/exchange.ts';
import {clientOf, failureOf, scriptedService} from '../../helpers/service.ts';

const held = () => {
  const {heapUsed, arrayBuffers} = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

describe('the bytes of an answer', () => {
  it('form the whole answer again, whatever the size of the chunks', () => {
    const text = 'It is a truth universally acknowledged. '.repeat(2_000);
    for (const size of [1, 7, 16_384, 20_000, text.length]) {
      const bytes = new Bytes();
      for (let at = 0; at < text.length; at += size) bytes.add(Buffer.from(text.slice(at, at + size)));
      expect(bytes.whole().toString()).toBe(text);
    }
    expect(new Bytes().whole()).toEqual(Buffer.alloc(0));
  });

  it('use about a megabyte for a million chunks of one byte', () => {
    const bytes = new Bytes();
    const one = Buffer.from('x');
    const before = held();
    for (let count = 0; count < 1_000_000; count++) bytes.add(one.subarray(0, 1));
    expect(bytes.whole().length).toBe(1_000_000);
    expect(held() - before).toBeLessThan(50 * 1024 * 1024);
  });

  it('are refused above the maximum body size', () => {
    const bytes = new Bytes();
    expect(bytes.add(Buffer.alloc(maxBodyBytes))).toBe(true);
    expect(bytes.add(Buffer.alloc(1))).toBe(false);
    expect(bytes.whole().length).toBe(maxBodyBytes);
  });
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
