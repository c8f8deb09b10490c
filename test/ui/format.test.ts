import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {width} from '../../src/text/sanitize.ts';
import {cut, cutBeforeNumber, latency, wrap} from '../../src/ui/format.ts';

const seed = 20261121;

describe('a text that is cut', () => {
  it('ends in an ellipsis, and leaves out a whole word with digits', () => {
    expect(cut('BTC to the moon', 12)).toBe('BTC to the …');
    expect(cut('BTC above 75,500 by Friday', 14)).toBe('BTC above …');
    expect(cut('BTC above 75,500 by Friday', 17)).toBe('BTC above 75,500…');
    expect(cut('9007199254740993', 8)).toBe('…');
    expect(cut('short', 8)).toBe('short');
    expect(cutBeforeNumber('PAPER 127.0.0.1 · savings of the desk #1001', 30)).toBe(
      'PAPER 127.0.0.1 · savin… #1001',
    );
    expect(cutBeforeNumber('savings #1001', 6)).toBe('savin…');
  });

  it('never shows part of a number, and never exceeds its space', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.stringMatching(/^\d{1,3}(,\d{3}){0,2}(\.\d{1,4})?$/),
    );
    fc.assert(
      fc.property(
        fc.array(word, {minLength: 1, maxLength: 6}),
        fc.integer({min: 1, max: 30}),
        (words, cells) => {
          const text = words.join(' ');
          const shown = cut(text, cells);
          expect(width(shown)).toBeLessThanOrEqual(cells);
          const numbers = shown.match(/[\d.,]*\d/g) ?? [];
          expect(numbers.filter(each => !words.some(word => word.replace(/[.,]$/, '') === each))).toEqual([]);
        },
      ),
      {seed, numRuns: 1_000},
    );
  });

  it('continues on more lines when it is wrapped', () => {
    expect(wrap('the connection was lost after it', 14)).toEqual(['the connection', 'was lost after', 'it']);
    expect(wrap('', 14)).toEqual(['']);
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  });

  it('has one character per line if there is no space at all', () => {
    for (const cells of [1, 0, -1, -40])
      expect(wrap('to 漢e\u0301', cells)).toEqual(['t', 'o', '漢', 'e\u0301']);
  });

  it('keeps a short time in brackets together', () => {
    expect(wrap('2026-11-21 03:07:35 UTC (2h 5m ago)', 28)).toEqual([
      '2026-11-21 03:07:35 UTC',
      '(2h 5m ago)',
    ]);
    expect(wrap('cut (as many words as it takes) off', 12)).toEqual([
      'cut (as many',
      'words as it',
      'takes) off',
    ]);
  });

  it('is wrapped quickly at any length', () => {
    const words = wrap('9'.repeat(200_000), 3);
    expect(words.length).toBe(66_667);
    expect(words.join('').length).toBe(200_000);
  });
});

it('a latency is shown in steps, so that the header rarely changes', () => {
  expect([3, 19, 21, 640, 7_000, undefined].map(latency)).toEqual([
    '<20 ms',
    '<20 ms',
    '<50 ms',
    '<1 s',
    '>5 s',
    '',
  ]);
});
