import {describe, expect, it} from 'vitest';
import {blotterOf, indexOfLine, outcomeWords} from '../../src/desk/blotter.ts';
import type {ActivityLine, OrderInLine} from '../../src/desk/state.ts';

const line = (
  id: string,
  kind: ActivityLine['kind'],
  state: string,
  order?: Partial<OrderInLine>,
  more: Partial<ActivityLine> = {},
): ActivityLine => ({
  ...{id, at: 0, kind, what: kind, target: id, amount: '', state, outcome: ''},
  ...(order && {order: {ids: [], ...order}}),
  ...more,
});
const fillAt = (size: string, price: string) => ({money: `${size} @ ${price}`, fill: {size, price}});
const asked = {side: 'BUY', symbol: 'BTC-C', size: '2', price: '40'} as const;
const placed = line('place', 'intent', 'CONFIRMED', {ids: ['7'], ...asked}, {recordId: '7'});
const partOf = {ids: ['7'], symbol: 'BTC CALL', size: '1'};
const part = line('part', 'partly-filled', 'PARTIALLY FILLED', partOf, fillAt('1', '39'));
const wholeOf = {ids: ['7'], symbol: 'BTC CALL', price: '39.5'};
const whole = line('fill', 'filled', 'FILLED', wholeOf, fillAt('1', '40'));
const halt = {...line('halt', 'halt', ''), outcome: 'HALTED by process 7.'};
const rows = (...lines: readonly ActivityLine[]) =>
  blotterOf(lines).map(({id, steps}) => [id, ...(steps ?? []).map(step => step.id)].join(' '));

describe('Activity as a blotter', () => {
  it('has one row per order, where its newest line is, and leaves other lines alone', () => {
    expect(rows(whole, halt, part, placed)).toEqual(['fill fill part place', 'halt']);
    expect(rows(halt, placed)).toEqual(['halt', 'place']);
    expect(blotterOf([halt])[0]).toBe(halt);
  });

  it('keeps the side, size, symbol and price of the request', () => {
    expect(blotterOf([part, placed])[0]).toMatchObject({money: part.money, order: asked});
    expect(blotterOf([part])[0]?.order).toMatchObject({symbol: 'BTC CALL', size: '1'});
  });

  it('joins an amended order with the new one, whichever line comes first', () => {
    const amend = line('amend', 'intent', 'CONFIRMED', {ids: ['8', '7'], ...asked, price: '41'});
    const fill = line('fill8', 'filled', 'FILLED', {ids: ['8']}, fillAt('2', '41'));
    expect(rows(fill, amend, placed)).toEqual(['fill8 fill8 amend place']);
    expect(rows(amend, fill, placed)).toEqual(['fill8 amend fill8 place']);
    expect(blotterOf([fill, amend, placed])[0]?.order).toMatchObject({price: '41', size: '2'});
  });

  const fillOf = (id: string, orderId: string, size: string, price: string, isLast = false) =>
    line(
      id,
      isLast ? 'filled' : 'partly-filled',
      isLast ? 'FILLED' : 'PARTIALLY FILLED',
      {ids: [orderId]},
      {amount: size, ...(size === '' ? {money: `? @ ${price}`} : fillAt(size, price))},
    );
  const first = (...lines: readonly ActivityLine[]) => blotterOf(lines).map(outcomeWords)[0];

  it('keeps the fills of an order that is canceled or amended', () => {
    const cancel = {
      ...line('cancel', 'intent', 'CONFIRMED', {ids: ['7'], ...asked}),
      ...{what: 'cancel', recordId: '7', outcome: 'Matched: left the list.'},
    };
    const part = fillOf('a', '7', '1', '40');
    expect(first(cancel, part, placed)).toBe('CONFIRMED filled 1/2 @ 40 #7 Matched: left the list.');
    // The trade was listed after the cancel.
    expect(blotterOf([part, cancel, placed])[0]).toMatchObject({id: 'cancel', money: 'filled 1/2 @ 40'});
    const plain = {...cancel, money: 'order 2 @ 40', outcome: ''};
    expect(first(plain, part, placed)).toBe('CONFIRMED filled 1/2 @ 40 #7');
    const last = fillOf('b', '8', '1', '41', true);
    expect(first(last, amend, part, placed)).toBe('FILLED 1 @ 41 before the amend 1 @ 40');
  });

  it('is canceled where the answer that confirms the order came after the cancel', () => {
    const cancel = {...line('cancel', 'intent', 'CONFIRMED', {ids: ['7'], ...asked}), what: 'cancel'};
    expect(rows(placed, cancel)).toEqual(['cancel place cancel']);
    expect(rows(amend, cancel)).toEqual(['amend amend cancel']);
  });

  const amended = {...asked, size: '1', price: '41'};
  const amend = line('amend', 'intent', 'CONFIRMED', {ids: ['8', '7'], ...amended}, {recordId: '8'});

  it('keeps what filled before an amend apart from the new order', () => {
    const part = fillOf('a', '7', '1', '40');
    const unfilled = 'CONFIRMED order 1 @ 41 #8 before the amend 1 @ 40';
    expect(first(amend, part, placed)).toBe(unfilled);
    const cancel = line('cancel', 'intent', 'CONFIRMED', {ids: ['8'], ...amended}, {recordId: '8'});
    const next = fillOf('b', '8', '0.5', '41');
    expect(first(cancel, next, amend, part, placed)).toBe(
      'CONFIRMED filled 0.5/1 @ 41 #8 before the amend 1 @ 40',
    );
    expect(first(cancel, amend, part, placed)).toBe(unfilled);
  });

  it('says only what the last fill was if the size of another is unknown', () => {
    const fills = [fillOf('b', '7', '5', '55', true), fillOf('a', '7', '', '55')];
    expect(first(...fills, placed)).toBe('FILLED 5 @ 55');
  });

  it('never joins requests that have no id yet', () => {
    const sending = (id: string) => line(id, 'intent', 'SENDING', asked);
    expect(rows(sending('a'), sending('b'))).toEqual(['a', 'b']);
  });

  it('stays at its row when a newer line of the same order comes', () => {
    expect(indexOfLine(blotterOf([halt, whole, part, placed]), 'place')).toBe(1);
    expect(indexOfLine(blotterOf([halt]), 'place')).toBe(-1);
  });
});
