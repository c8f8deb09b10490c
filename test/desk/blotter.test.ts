import {describe, expect, it} from 'vitest';
import {blotterOf, indexOfLine} from '../../src/desk/blotter.ts';
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

  it('never joins requests that have no id yet', () => {
    const sending = (id: string) => line(id, 'intent', 'SENDING. ', asked);
    expect(rows(sending('a'), sending('b'))).toEqual(['a', 'b']);
  });

  it('stays at its row when a newer line of the same order comes', () => {
    expect(indexOfLine(blotterOf([halt, whole, part, placed]), 'place')).toBe(1);
    expect(indexOfLine(blotterOf([halt]), 'place')).toBe(-1);
  });
});
