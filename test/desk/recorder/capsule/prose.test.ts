import {describe, expect, it} from 'vitest';
import {createNames} from '../../../../src/desk/recorder/capsule/names.ts';
import {createProse} from '../../../../src/desk/recorder/capsule/prose.ts';

/** What becomes of a text of the program, where a record bears the id 1234, the price 12.5 and a title. */
function anew(text: string): string {
  const names = createNames();
  const prose = createProse(names, {price: 3, size: 7, money: 21});
  prose.addId('1234');
  prose.addAmount('12.5', 'price');
  prose.addAmount('40', 'size');
  prose.addAmount('40', 'price');
  prose.addName('Touch the moon 70');
  prose.addProse(text);
  names.draw(1);
  return prose.of(text);
}

describe('what the program says, built anew', () => {
  it('keeps its own words, scales what a record bears and renames what it is about', () => {
    expect(anew('order 1234 at 12.5')).toMatch(/^order (?!1234)\d{4} at 37\.5$/);
    expect(anew('OPENING Touch the moon 70, rests')).toMatch(
      /^OPENING [A-Z][a-z]{4} [a-z]{3} [a-z]{4} \d\d, rests$/,
    );
    expect(anew('OPENING Touch the moon 70, rests')).not.toMatch(/moon|Touch|70/);
  });

  it('leaves of any other number the places of its digits, and of two amounts as well', () => {
    expect(anew('refused: 981.25 of 40')).toBe('refused: 000.00 of 00');
    expect(anew('1k or 2.5m')).toBe('0k or 0.0m');
  });

  it('keeps percents and times', () => {
    expect(anew('moved by 2.5 % at 2026-11-21T00:00:03Z')).toBe('moved by 2.5 % at 2026-11-21T00:00:03Z');
  });

  it('keeps nothing of a word that begins as a number does, or goes on behind one', () => {
    for (const text of [
      '12.5secretive',
      '77secretive',
      '981.25secretive',
      '1,234secretive',
      '12.secretive',
      'secretive12.5',
    ])
      expect(anew(text)).not.toMatch(/secre|tive/);
  });

  it('renames every word that the program does not say', () => {
    expect(anew('the order of zorblax')).toMatch(/^the order of (?!zorblax)[a-z]{7}$/);
  });
});
