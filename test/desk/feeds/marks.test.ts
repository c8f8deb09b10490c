import fc from 'fast-check';
import {expect, it} from 'vitest';
import {fadedMarks, withChanges} from '../../../src/account/model/marks.ts';

const markOf = (before: unknown, after: unknown) =>
  withChanges(undefined, [{field: 'pl', before, after}], 0).get('pl')?.is;

it('a number is marked by its direction, also below zero', () => {
  const hundredths = fc.integer({min: -1_000_000, max: 1_000_000});
  fc.assert(
    fc.property(hundredths, hundredths, (before, after) => {
      const way = after > before ? 'up' : after < before ? 'down' : 'changed';
      expect(markOf((before / 100).toFixed(2), (after / 100).toFixed(2))).toBe(way);
    }),
    {seed: 20261122},
  );
});

it.each([
  ['-1.0', '-1.00', 'changed'],
  ['-', '-1', 'changed'],
  [undefined, '-1', 'changed'],
])('a change from %s to %s is marked %s', (before, after, mark) => {
  expect(markOf(before, after)).toBe(mark);
});

it('a mark fades after 10 s, each field by itself', () => {
  const first = withChanges(undefined, [{field: 'pl', before: '1', after: '2'}], 0);
  const row = withChanges(first, [{field: 'ask', before: '1', after: '2'}], 4_000);
  const marks = new Map([['7', row]]);
  expect(fadedMarks(marks, 9_999)).toBe(marks);
  const faded = fadedMarks(marks, 10_000);
  expect([...(faded.get('7')?.keys() ?? [])]).toEqual(['ask']);
  expect(fadedMarks(faded, 14_000).size).toBe(0);
});
