import {describe, expect, it} from 'vitest';
import {decodeOrders} from '../../../src/api/wire/decode.ts';
import {decodeJson} from '../../../src/api/wire/json.ts';

const asked = {page: 1, pageSize: 20};
const first = (order: string) => decodeOrders(decodeJson(`{"items":[${order}]}`), asked).rows[0];

describe('the undocumented fields of a record', () => {
  it('are kept, exact and in order', () => {
    const order = first(
      '{"orderId":7,"routing":"DARK","price":1,"parentId":9007199254740993,"legs":[{"ratio":0.10000000000000000001}],"note":null}',
    );
    expect(order).toEqual({
      orderId: '7',
      price: '1',
      also: {
        routing: 'DARK',
        parentId: '9007199254740993',
        legs: [{ratio: '0.10000000000000000001'}],
        note: null,
      },
    });
    expect(Object.keys(order?.also ?? {})).toEqual(['routing', 'parentId', 'legs', 'note']);
  });

  it('are absent if there are none, even next to a null', () => {
    expect(first('{"orderId":7,"price":null}')).toEqual({orderId: '7'});
  });

  it('are own properties, whatever their names', () => {
    const order = first('{"orderId":7,"__proto__":{"price":"1"},"also":1}');
    expect(order?.price).toBeUndefined();
    expect(Object.entries(order?.also ?? {})).toEqual([
      ['__proto__', {price: '1'}],
      ['also', 1],
    ]);
  });

  it('are limited in number, size and depth', () => {
    const many = Array.from({length: 1_000}, (_, index) => `"x${index}":${index}`).join(',');
    expect(Object.keys(first(`{"orderId":7,${many}}`)?.also ?? {})).toHaveLength(64);
    const large = JSON.stringify(first(`{"orderId":7,"x":["${'y'.repeat(9_000)}","${'z'.repeat(9_000)}"]}`));
    expect(large.length).toBeLessThan(10_200);
    expect(large).toContain('(cut: ');
    const deep = `{"orderId":7,"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect(first(deep)?.also).toEqual({x: '(nests deeper than 100 levels)'});
  });
});
