import {expect, it} from 'vitest';
import {pendingIn} from '../../../src/core/gate/gate.ts';
import type {Outcome} from '../../../src/core/intents/outcome.ts';
import {isAccountedFor, lately, noWatch, withEnded, withListed} from '../../../src/core/limits/pending.ts';
import {attempts, later, lost, own, start} from '../intents/attempts.ts';
import {order, rowsOf} from './account.ts';

const lagMs = 60_000;
const everyMs = 2_000;
const perRead = 50;

it('an order that left the list is remembered for the lag, however many came and went', () => {
  let watch = noWatch;
  for (let read = 0; read < 200; read++) {
    const began = later(read * everyMs);
    const orders = Array.from({length: perRead}, (_, index) => order(String(read * perRead + index)));
    watch = withListed(watch, rowsOf({orders}, began), {began, lagMs});
  }
  const within = (lagMs / everyMs) * perRead;
  expect(lately(watch, lagMs)).toHaveLength(within);
  expect(watch.left.size).toBe(within);
});

it('an order that left is forgotten once trades alone were read a lag later', () => {
  const [rows, of] = [rowsOf({}, later(1)), {began: later(1), lagMs}];
  const listed = withListed(noWatch, rowsOf({orders: [order('1')]}), {began: start, lagMs});
  const left = withListed(listed, rows, of);
  const {trades} = rowsOf({}, later(lagMs + 1));
  expect([left.left.size, withListed(left, {...rows, trades}, of).left.size]).toEqual([1, 0]);
});

it.each([
  ['CONFIRMED', 0],
  ['RESOLVED', 25_000],
] as const)('an opening that became %s counts for the %i ms that it may take to arrive', (state, mostMs) => {
  const draft = {kind: 'open', cardId: '1', investmentAmount: '25'} as const;
  const of = {id: 'a', draft, attempts: [], addsTo: undefined, offsetAtSend: 0, changedAt: start.wall};
  const ended = pendingIn([{...of, state}]);
  const everyMs = 1_000;
  const counts = (beganMs: number, before: typeof noWatch) => {
    const began = later(beganMs);
    const rows = rowsOf({}, began);
    const watch = withListed(before, rows, {began, lagMs: 0, offsetMs: 0});
    const read = {rows, watch, lagMs: 0, oldestMs: everyMs, wall: began.wall};
    return ended.some(each => !isAccountedFor(each, read));
  };
  const learned = withEnded(noWatch, ended, start);
  expect([counts(mostMs - 1, learned), counts(mostMs + 1, learned)]).toEqual([true, false]);
  // For the next process too.
  const until = mostMs + everyMs;
  expect([counts(until - 1, noWatch), counts(until, noWatch)]).toEqual([true, false]);
});

it('a resend counts once more where nothing makes it the same request, but not one that was refused', () => {
  const open = {kind: 'open', cardId: '1', investmentAmount: '25'} as const;
  const place = {kind: 'place', symbol: 'X', side: 'BUY', price: '5', size: '2'} as const;
  const of = {id: 'a', addsTo: undefined, offsetAtSend: 0, changedAt: start.wall, state: 'UNKNOWN'} as const;
  const counted = (draft: typeof open | typeof place, ...outcomes: Outcome[]) =>
    pendingIn([{...of, draft, attempts: attempts(...outcomes)}]).length;
  expect(counted(open, lost)).toBe(1);
  expect(counted(open, lost, lost, own(503))).toBe(3);
  expect(counted(open, lost, own(429))).toBe(1);
  // A second later its key is not forgotten.
  expect(counted(place, lost, lost)).toBe(1);
});
