import fc from 'fast-check';
import {expect, it} from 'vitest';
import {withChanges} from '../../../src/desk/model/marks.ts';

const markOf = (before: unknown, after: unknown) =>
  withChanges(undefined, [{field: 'pl', before, after}]).get('pl');

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
  ['-63.93', '-51.20', 'up'],
  ['-51.20', '-63.93', 'down'],
  ['-0.5', '0.5', 'up'],
  ['0.5', '-0.5', 'down'],
  ['-1.0', '-1.00', 'changed'],
  ['-', '-1', 'changed'],
  [undefined, '-1', 'changed'],
])('a change from %s to %s is marked %s', (before, after, mark) => {
  expect(markOf(before, after)).toBe(mark);
});
