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

const latin1 = 'application/json; charset=ISO-8859-1';
const json = 'application/json';

describe.each([
  ['a byte order mark', json, (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 with its mark', json, (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  [
    'UTF-16 by its header',
    'application/json;charset="utf-16le"',
    (text: string) => Buffer.from(text, 'utf16le'),
  ],
  ['another charset', latin1, (text: string) => Buffer.from(text, 'latin1')],
  ['a charset that nobody knows', 'application/json; charset=none', (text: string) => Buffer.from(text)],
])('a body with %s', (_name, type, encoded) => {
  it('is read alike whether the service says yes or no', async () => {
    const token = 'secret-token';
    const service = await scriptedService();
    const client = clientOf(service.baseUrl, {credential: {scheme: 'bearer', token}});
    const reply = (status: number, body: object) =>
      service.reply({status, headers: {'content-type': type}, body: encoded(JSON.stringify(body))});
    reply(200, {items: [{orderId: 1, symbol: `é ${token}`}]});
    expect((await client.listOrders()).value.rows[0]?.symbol).toBe('é [redacted]');
    reply(422, {error: 'RULE', message: `zu früh ${token}`});
    expect(await failureOf(client.cancelOrder('7'))).toMatchObject({
      status: 422,
      recognised: true,
      message: 'zu früh [redacted]',
    });
  });
});

it.each(['', '\ufeff', ' \n'])('an empty error body is none: %j', async body => {
  const service = await scriptedService({status: 422, body});
  expect(await failureOf(clientOf(service.baseUrl).cancelOrder('7'))).toMatchObject({recognised: false});
});
