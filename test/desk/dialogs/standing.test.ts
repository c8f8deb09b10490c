import {expect, it} from 'vitest';
import {type Intent, initialIntents, type Reads} from '../../../src/core/intents/intent.ts';
import {standingWords} from '../../../src/desk/dialogs/unknown.ts';
import {lostOrder} from '../../helpers/desk.ts';

const sent = lostOrder.askedAt;
const later = (seconds: number) => ({mono: sent.mono + seconds * 1_000, wall: sent.wall + seconds * 1_000});
const reads: Reads = {
  ...{since: sent, last: later(58), count: 6, said: 'No new order or trade like it is listed.'},
};
const standing = (intent: Intent, more: Partial<Reads> = {}) =>
  standingWords(intent, {...initialIntents, reads: {i1: {...reads, ...more}}}, later(60));

it('an order in doubt is told with its attempts and what the reads have shown', () => {
  const words = '6 reads, last 2 s ago: No new order or trade like it is listed.';
  expect(standing(lostOrder)).toBe(`Sent 60 s ago. ${words}`);
  const attempt = {number: 1, by: 'user', process: 'this', startedAt: sent} as const;
  const twice = {...lostOrder, attempts: [attempt, {...attempt, number: 2}]};
  expect(standing(twice)).toBe(`Sent 2 times, first 60 s ago. ${words}`);
  // A repeat that never left was not sent: its reason says so beside these words.
  const outcome = {kind: 'not sent', words: '', mayRepeat: true} as const;
  const unsent = {...attempt, number: 3, result: {at: later(3), outcome}};
  expect(standing({...twice, attempts: [...twice.attempts, unsent]})).toBe(standing(twice));
});

it('nothing is said of reads before the first', () => {
  expect(standingWords(lostOrder, initialIntents, later(60))).toBe('Sent 60 s ago. Not rechecked yet.');
});
