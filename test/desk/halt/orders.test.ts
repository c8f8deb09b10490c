import {describe, expect, it} from 'vitest';
import {holdingUp, provesFinal, unprovedOrders} from '../../../src/desk/halt/orders.ts';
import type {Intent} from '../../../src/desk/intents/intent.ts';
import type {Draft} from '../../../src/desk/intents/kinds/kinds.ts';
import type {Outcome} from '../../../src/desk/intents/outcome.ts';
import {start} from '../intents/attempts.ts';

const place = {kind: 'place', symbol: 'X', side: 'BUY', price: '1', size: '2'} as const satisfies Draft;
const cancel = (orderId: string): Draft => ({kind: 'cancel', orderId});
const refused = (status: number, ownBody = true): Outcome => ({kind: 'status', status, ownBody, words: ''});
const yes = (orderId: string, status: string): Outcome => ({kind: 'yes', order: {orderId, status}});

function intent(draft: Draft, outcomes: readonly Outcome[], more: object = {}): Intent {
  return {
    ...{id: 'i', draft, state: 'UNKNOWN', candidates: [], noTrace: false, askedAt: start, changedAt: 0},
    reason: '',
    attempts: outcomes.map((outcome, index) => ({
      number: index + 1,
      by: 'user',
      process: 'this',
      startedAt: start,
      result: {at: start, outcome},
    })),
    ...more,
  } as Intent;
}
const left = (...intents: Intent[]) => unprovedOrders(intents, [], new Map());

it('a cancel in doubt delays the end of a halt until its order is proved final, and any other write until it ends', () => {
  const doubtful = intent(cancel('1'), []);
  const sending = intent(cancel('2'), [], {state: 'SENDING'});
  const placed = intent(place, []);
  const open = [doubtful, sending, placed];
  expect(holdingUp(open, ['1', '2'])).toEqual(open);
  expect(holdingUp(open, [])).toEqual([sending, placed]);
});

it('an amend in doubt delays the end of a halt also after its order is final, because it may have placed another', () => {
  const {side, symbol, price, size} = place;
  const draft: Draft = {
    ...{kind: 'amend', orderId: '1', symbol, side, price, size},
    ...{newPrice: '2', newSize: '2', tradesLagMs: 0},
  };
  const amended = intent(draft, [refused(409)]);
  expect(holdingUp([amended], [])).toEqual([amended]);
});

describe('the proof that an order is final', () => {
  it('is its own record, a 409 of the service itself, or a second 404', () => {
    expect(provesFinal([yes('1', 'CANCELED')])).toBe(true);
    expect(provesFinal([yes('1', 'FILLED')])).toBe(true);
    expect(provesFinal([refused(409)])).toBe(true);
    expect(provesFinal([refused(404), {kind: 'lost', words: ''}, refused(404)])).toBe(true);
  });

  it('is nothing else', () => {
    expect(provesFinal([])).toBe(false);
    expect(provesFinal([yes('1', 'PENDING'), {kind: 'yes'}])).toBe(false);
    expect(provesFinal([refused(404)])).toBe(false);
    expect(provesFinal([refused(404), refused(404, false)])).toBe(false);
    expect(provesFinal([refused(409, false), refused(422), refused(500), {kind: 'garbled', words: ''}])).toBe(
      false,
    );
  });
});

describe('the orders that the journal knows', () => {
  it('are those that it placed, tried to cancel, saw before a send, or may have created', () => {
    expect(
      left(
        intent(place, [], {
          state: 'CONFIRMED',
          proof: 'matched',
          resolvedRecordId: '1',
          knownBefore: ['2', '3'],
        }),
        intent(place, [yes('4', 'PENDING')]),
        intent(place, [], {candidates: [{recordId: '5', words: '', isTaken: false}]}),
        intent(cancel('6'), []),
      ),
    ).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(unprovedOrders([], ['7'], new Map())).toEqual(['7']);
  });

  it('exclude each order that an answer to a cancel or a DELETE proved final, whoever sent it', () => {
    const placed = intent(place, [yes('1', 'PENDING')], {knownBefore: ['2', '3', '4']});
    expect(
      left(placed, intent(cancel('1'), [yes('1', 'CANCELED')]), intent(cancel('2'), [refused(409)])),
    ).toEqual(['3', '4']);
    expect(unprovedOrders([placed], [], new Map([['3', [refused(404), refused(404)]]]))).toEqual([
      '1',
      '2',
      '4',
    ]);
  });

  it('do not become final when the service refuses another write', () => {
    expect(left(intent(place, [refused(409)], {knownBefore: ['1']}))).toEqual(['1']);
  });

  it('include both parts of an amend: what its cancel proved, and what it placed', () => {
    const draft = {kind: 'amend', orderId: '1', symbol: 'X', side: 'BUY'} as Draft;
    const cancelled = intent(draft, [yes('1', 'CANCELED')], {knownBefore: ['2']});
    const [first] = cancelled.attempts;
    const result = {at: start, outcome: yes('3', 'PENDING')};
    const second = {...first, number: 2, write: 2, result} as Intent['attempts'][number];
    expect(left({...cancelled, attempts: [...cancelled.attempts, second]})).toEqual(['2', '3']);
    expect(left(intent(draft, [refused(409)]))).toEqual([]);
  });

  it('exclude an order that came back as filled', () => {
    expect(left(intent(place, [yes('1', 'FILLED')]))).toEqual([]);
  });
});
