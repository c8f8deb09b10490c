import {describe, expect, it} from 'vitest';
import {blotterOf, indexOfLine} from '../../src/desk/blotter.ts';
import {reasons} from '../../src/desk/intents/classify.ts';
import type {ActivityLine, OrderInLine} from '../../src/desk/state.ts';

const line = (
  id: string,
  kind: ActivityLine['kind'],
  outcome: string,
  order?: Partial<OrderInLine>,
): ActivityLine => ({
  ...{
    id,
    at: 0,
    kind,
    what: kind,
    target: id,
    amount: '',
    outcome,
    requestId: undefined,
    latencyMs: undefined,
  },
  ...(order && {order: {ids: [], ...order}}),
});
const asked = {side: 'BUY', symbol: 'BTC-C', size: '2', price: '40'} as const;
const placed = line('place', 'intent', 'CONFIRMED #7. Done.', {ids: ['7'], ...asked});
const part = line('part', 'partly-filled', 'PARTIALLY FILLED @ 39', {
  ids: ['7'],
  symbol: 'BTC CALL',
  size: '1',
});
const whole = line('fill', 'filled', 'FILLED @ 40', {ids: ['7'], symbol: 'BTC CALL', price: '39.5'});
const halt = line('halt', 'halt', 'HALTED by process 7.');
const rows = (...lines: readonly ActivityLine[]) =>
  blotterOf(lines).map(({id, steps}) => [id, ...(steps ?? []).map(step => step.id)].join(' '));

describe('Activity as a blotter', () => {
  it('has one row per order, where its newest line is, and leaves other lines alone', () => {
    expect(rows(whole, halt, part, placed)).toEqual(['fill fill part place', 'halt']);
    expect(rows(halt, placed)).toEqual(['halt', 'place']);
    expect(blotterOf([halt])[0]).toBe(halt);
  });

  it('keeps the side, size, symbol and price of the request', () => {
    expect(blotterOf([part, placed])[0]).toMatchObject({outcome: part.outcome, order: asked});
    expect(blotterOf([part])[0]?.order).toMatchObject({symbol: 'BTC CALL', size: '1'});
  });

  it('joins an amended order with the new one, whichever line comes first', () => {
    const amend = line('amend', 'intent', 'CONFIRMED #8.', {ids: ['8', '7'], ...asked, price: '41'});
    const fill = line('fill8', 'filled', 'FILLED @ 41', {ids: ['8']});
    expect(rows(fill, amend, placed)).toEqual(['fill8 fill8 amend place']);
    expect(rows(amend, fill, placed)).toEqual(['fill8 amend fill8 place']);
    expect(blotterOf([fill, amend, placed])[0]?.order).toMatchObject({price: '41', size: '2'});
  });

  it('is FILLED where the answer that confirms the order came later, and UNKNOWN where a later write is', () => {
    expect(rows(placed, whole)).toEqual(['fill place fill']);
    const unknown = line('cancel', 'intent', 'UNKNOWN. Sent, no response.', {ids: ['7']});
    expect(rows(unknown, whole, placed)).toEqual(['cancel cancel fill place']);
  });

  const fillOf = (id: string, orderId: string, size: string, price: string, isLast = false) => ({
    ...line(id, isLast ? 'filled' : 'partly-filled', `${isLast ? '' : 'PARTIALLY '}FILLED @ ${price}`, {
      ids: [orderId],
    }),
    amount: size,
  });

  it('sums the fills of an order, at their average price', () => {
    const fills = [
      fillOf('c', '7', '1,000', '55', true),
      fillOf('b', '7', '5', '54'),
      fillOf('a', '7', '3', '50'),
    ];
    expect(blotterOf([...fills, placed])[0]).toMatchObject({amount: '1,008', outcome: 'FILLED @ 54.98'});
    expect(blotterOf([fillOf('b', '7', '5', '55'), fillOf('a', '7', '3', '55'), placed])[0]).toMatchObject({
      ...{amount: '8', outcome: 'PARTIALLY FILLED @ 55'},
    });
  });

  it('keeps the fills of an order that is canceled or amended', () => {
    const cancel = {
      ...line('cancel', 'intent', 'CONFIRMED #7. Matched: left the list.', {ids: ['7'], ...asked}),
      what: 'cancel',
    };
    const part = fillOf('a', '7', '1', '40');
    expect(blotterOf([cancel, part, placed])[0]?.outcome).toBe(
      'CONFIRMED #7. filled 1/2 @ 40. Matched: left the list.',
    );
    // The trade was listed after the cancel.
    expect(blotterOf([part, cancel, placed])[0]).toMatchObject({
      ...{id: 'cancel', outcome: 'CONFIRMED #7. filled 1/2 @ 40. Matched: left the list.'},
    });
    const plain = {...cancel, outcome: `CONFIRMED #7. ${reasons['yes, with its record']}`};
    expect(blotterOf([plain, part, placed])[0]?.outcome).toBe('CONFIRMED #7. filled 1/2 @ 40');
    const amend = line('amend', 'intent', 'CONFIRMED #8. ', {
      ids: ['8', '7'],
      ...asked,
      size: '1',
      price: '41',
    });
    const last = fillOf('b', '8', '1', '41', true);
    expect(blotterOf([last, amend, part, placed])[0]).toMatchObject({
      ...{amount: '1', outcome: 'FILLED @ 41, before the amend 1 @ 40'},
    });
  });

  it('keeps what filled before an amend apart from the new order', () => {
    const part = fillOf('a', '7', '1', '40');
    const amend = line('amend', 'intent', 'CONFIRMED #8. ', {
      ids: ['8', '7'],
      ...asked,
      size: '1',
      price: '41',
    });
    expect(blotterOf([amend, part, placed])[0]?.outcome).toBe(
      'CONFIRMED #8. order 1 @ 41, before the amend 1 @ 40',
    );
    const cancel = line('cancel', 'intent', 'CONFIRMED #8. ', {ids: ['8'], ...asked, size: '1', price: '41'});
    const next = fillOf('b', '8', '0.5', '41');
    expect(blotterOf([cancel, next, amend, part, placed])[0]?.outcome).toBe(
      'CONFIRMED #8. filled 0.5/1 @ 41, before the amend 1 @ 40',
    );
    expect(blotterOf([cancel, amend, part, placed])[0]?.outcome).toBe(
      'CONFIRMED #8. order 1 @ 41, before the amend 1 @ 40',
    );
  });

  it('says only what the last fill was if the size of another is unknown', () => {
    const fills = [fillOf('b', '7', '5', '55', true), fillOf('a', '7', '', '55')];
    expect(blotterOf([...fills, placed])[0]).toMatchObject({amount: '5', outcome: 'FILLED @ 55'});
  });

  it('never joins requests that have no id yet', () => {
    const sending = (id: string) => line(id, 'intent', 'SENDING. ', asked);
    expect(rows(sending('a'), sending('b'))).toEqual(['a', 'b']);
  });

  it('stays at its row when a newer line of the same order comes', () => {
    expect(indexOfLine(blotterOf([halt, whole, part, placed]), 'place')).toBe(1);
    expect(indexOfLine(blotterOf([halt]), 'place')).toBe(-1);
  });
});
