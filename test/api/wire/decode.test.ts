import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readApiError as readError} from '../../../src/api/http/refusal.ts';
import {Redaction} from '../../../src/api/redact.ts';
import * as decode from '../../../src/api/wire/decode.ts';
import {parseBody, Unfit} from '../../../src/api/wire/decode.ts';
import {orderSchema} from '../../../src/api/wire/records.ts';
import {cases} from '../../helpers/cases.ts';

const asked = {page: 1, pageSize: 20};
const parse = (text: string) => parseBody(text, value => value);
const decodeOrders = (text: string, page: decode.AskedPage) => decode.decodeOrders(parse(text), page);
const decodeOrder = (text: string) => decode.decodeOrder(parse(text));
const decodeObject = (text: string) => decode.decodeObject(parse(text));
const readApiError = (text: string) => readError(text, Redaction.of({scheme: 'none'}));
const decoders = {
  cards: (text: string) => decode.decodeCards(parse(text), asked),
  easyOptions: (text: string) => decode.decodeEasyOptions(parse(text), asked),
  orders: (text: string) => decodeOrders(text, asked),
  trades: (text: string) => decode.decodeTrades(parse(text), asked),
  order: decodeOrder,
  trade: (text: string) => decode.decodeTrade(parse(text)),
  object: decodeObject,
};

describe('a number that is documented as text', () => {
  it.each([
    ['-1E+2', '-100'],
    ['-4E+1', '-40'],
    ['0E-8', '0'],
    ['.5', '0.5'],
    ['-.25', '-0.25'],
    ['7.', '7'],
    ['+7.25', '7.25'],
    [' 3.0 ', '3'],
    ['7.2500', '7.2500'],
    ['-0.5', '-0.5'],
  ])('is read exactly, as a JSON number is: %s', (text, value) => {
    const names = ['fee', 'closePrice', 'pl', 'plClosed'];
    const row = {id: '7', ...Object.fromEntries(names.map(name => [name, text]))};
    const {rows} = decoders.easyOptions(JSON.stringify({content: [row]}));
    expect(rows).toEqual([{id: '7', ...Object.fromEntries(names.map(name => [name, value]))}]);
  });

  it.each(['', '.', '-', 'n/a', '1,234.5', '1e999999999', '0x10', '1e', `1${'0'.repeat(150)}`])(
    'stays as it came if it is none: %s',
    text => {
      const {rows} = decoders.easyOptions(JSON.stringify({content: [{id: '7', pl: text}]}));
      expect(rows).toEqual([{id: '7', pl: text}]);
    },
  );
});

describe('an unreadable row', () => {
  it.each([
    ['null', 'must be an object, not null'],
    ['7', 'must be an object, not 7'],
    ['"row"', 'must be an object, not "row"'],
    ['[]', 'must be an object, not a list'],
    ['{}', 'orderId is missing'],
    ['{"orderId":null}', 'orderId is missing'],
    ['{"orderId":"7"}', 'orderId must be an integer, not "7"'],
    ['{"orderId":1.5}', 'orderId must be an integer, not 1.5'],
    ['{"orderId":true}', 'orderId must be an integer, not true'],
    ['{"orderId":1,"price":"12"}', 'price must be a number, not "12"'],
    ['{"orderId":1,"price":{}}', 'price must be a number, not an object'],
    ['{"orderId":1,"price":1e400}', 'price must be a number, not Infinity'],
    [`{"orderId":1,"price":${'9'.repeat(200)}}`, `price must be a number, not ${'9'.repeat(23)}…`],
    ['{"orderId":1,"symbol":false}', 'symbol must be a text, not false'],
    [
      '{"orderId":1,"timestamp":9e15}',
      'timestamp must be a time in epoch milliseconds, not 9000000000000000',
    ],
    ['{"orderId":1,"timestamp":1.5}', 'timestamp must be a time in epoch milliseconds, not 1.5'],
    [
      '{"price":[],"size":[],"fee":[],"openPrice":[]}',
      'orderId is missing; price must be a number, not a list; size must be a number, not a list; and 2 more',
    ],
  ])('%s is reported, and the other rows stay', (row, reason) => {
    const page = decodeOrders(`{"items":[{"orderId":1},${row},{"orderId":3}],"total":3}`, asked);
    expect(page.rows.map(order => order.orderId)).toEqual(['1', '3']);
    expect(page.unreadable).toEqual([{index: 1, reason}]);
    expect(page.isLast).toBe(true);
  });
});

it('reads a row by its schema alone, as zod does', () => {
  expect(orderSchema.safeParse({orderId: 7, price: 1.5, fee: null, routing: 'DARK'})).toEqual({
    success: true,
    data: {orderId: '7', price: '1.5', also: {routing: 'DARK'}},
  });
  const {error} = orderSchema.safeParse({price: '1.5'});
  expect(error?.issues.map(({path, message}) => [...path, message])).toEqual([
    ['orderId', 'is missing'],
    ['price', 'must be a number, not "1.5"'],
  ]);
  expect(() => orderSchema.parse(7)).toThrow('must be an object, not 7');
});

describe('a page', () => {
  it.each([
    ['cards', '{"items":[]}'],
    ['easyOptions', '[]'],
    ['easyOptions', '{"items":[]}'],
    ['orders', '[]'],
    ['orders', '{"content":[]}'],
    ['trades', '{"items":{}}'],
    ['trades', 'null'],
    ['order', '[]'],
    ['object', '"done"'],
    ['object', ''],
    ['orders', '<html>'],
    ['orders', '{"items":['],
  ] as const)('of %s cannot be decoded from %s', (what, text) => {
    expect(() => decoders[what](text)).toThrow(Unfit);
  });

  it.each([
    ['an empty page', 0, undefined, true],
    ['an empty page before the total', 0, 99, true],
    ['a short page without a total', 3, undefined, true],
    ['a full page without a total', 20, undefined, false],
    ['a full page that reaches its total', 20, 20, true],
    ['a full page below its total', 20, 21, false],
    ['a short page below its total: the service may have cut it', 3, 21, false],
    ['a full page above its total: the total is wrong', 20, 5, false],
    ['a short page above its total', 6, 5, true],
    ['a full page with an invalid total', 20, -1, false],
  ])('%s', (_name, rows, total, isLast) => {
    const items = Array.from({length: rows}, (_, index) => ({orderId: index}));
    expect(decodeOrders(JSON.stringify({items, total}), asked).isLast).toBe(isLast);
  });

  it('uses the page size that the service reports', () => {
    const items = Array.from({length: 50}, (_, index) => ({orderId: index}));
    const page = decodeOrders(JSON.stringify({items, pageSize: 50, page: 2}), {page: 2, pageSize: 100});
    expect(page).toMatchObject({page: 2, pageSize: 50, isLast: false});
  });
});

describe('the decoder', () => {
  it('refuses a text of four million escapes', () => {
    const body = `"${'\\"'.repeat(4_000_000)}"`;
    expect(() => parseBody(body, value => value)).toThrow(Unfit);
  });

  it('handles any body: returns a result or throws Unfit', () => {
    const bodies = fc.oneof(
      fc.string({unit: 'binary'}),
      fc.json(),
      fc.json().map(json => `{"items":[${json}],"content":[${json}]}`),
      fc.json().map(json => `[${json}]`),
    );
    fc.assert(
      fc.property(bodies, fc.constantFrom(...Object.values(decoders)), (body, decode) => {
        try {
          decode(body);
        } catch (error) {
          expect(error).toBeInstanceOf(Unfit);
        }
        readApiError(body);
      }),
      {seed: 20261121, numRuns: cases(600, 3_000)},
    );
  });

  it('handles 50,000 levels of nesting, in a row and around it', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(decodeOrders(`{"items":[{"orderId":1,"price":${deep}}]}`, asked).unreadable).toHaveLength(1);
    expect(() => decodeObject(deep)).toThrow(/deeper than 100 levels/);
    expect(readApiError(`{"message":"m","details":${deep}}`)).toMatchObject({
      message: 'm',
      details: undefined,
    });
  });
});
