import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {number, signed, signOf, yesNo} from '../../../src/account/words/text.ts';
import {width} from '../../../src/text/sanitize.ts';

const seed = 20261121;

describe('a number', () => {
  it.each([
    ['12345678.123456789012', '12,345,678.123456789012'],
    ['-1234', '-1,234'],
    ['999', '999'],
    ['0', '0'],
    ['n/a', 'n/a'],
    [undefined, '-'],
  ])('of %s is shown as %s', (text, shown) => {
    expect(number(text)).toBe(shown);
  });

  // To group that many takes many minutes.
  it('with more digits than any amount is cut like text', () => {
    const shown = number('9'.repeat(5_000_000));
    expect(shown).toMatch(/^9+…$/);
    expect(width(shown)).toBe(1000);
  });

  it('keeps every digit, up to the length of amounts', () => {
    const decimal = fc.stringMatching(/^-?\d{1,40}(\.\d{1,40})?$/);
    fc.assert(
      fc.property(decimal, text => {
        expect(number(text).replaceAll(',', '')).toBe(text);
      }),
      {seed},
    );
  });

  it('shows a gain with a plus, a loss with a minus, and zero without a sign', () => {
    expect(['5.5', '-5.5', '0', '0.00', '-0', 'soon', undefined].map(signed)).toEqual([
      '+5.5',
      '-5.5',
      '0',
      '0.00',
      '-0',
      'soon',
      '-',
    ]);
    expect(['5', '-5', '-0.0', 'soon'].map(signOf)).toEqual([1, -1, 0, 0]);
  });
});

it('a flag is shown as a word', () => {
  expect([true, false, undefined].map(yesNo)).toEqual(['yes', 'no', '-']);
});
