import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createNames} from '../../../../src/desk/recorder/capsule/names.ts';

function named(words: readonly string[], seed: number): (text: string) => string {
  const names = createNames();
  for (const word of words) names.add(word);
  names.draw(seed);
  return names.of;
}

const words = fc.array(fc.stringMatching(/^[A-Za-z0-9]{1,8}$/), {minLength: 1, maxLength: 30});

describe('the new names', () => {
  it('have the length, the alphabets and the case of the old ones', () => {
    const shape = (text: string) => text.replace(/\d/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A');
    fc.assert(
      fc.property(words, fc.integer(), (all, seed) => {
        const of = named(all, seed);
        for (const each of all) expect(shape(of(each))).toBe(shape(each));
      }),
    );
  });

  it('stand in the order of the old ones, as numbers too', () => {
    fc.assert(
      fc.property(words, fc.integer(), (all, seed) => {
        const of = named(all, seed);
        const sorted = [...all].sort();
        expect(sorted.map(of)).toEqual(sorted.map(of).sort());
      }),
    );
    const of = named(['7', '18', '95', '103', '990', '9007199254740993'], 5);
    const numbers = ['7', '18', '95', '103', '990', '9007199254740993'].map(each => BigInt(of(each)));
    expect(numbers).toEqual([...numbers].sort((a, b) => (a < b ? -1 : 1)));
  });

  it('keep no word of which a part is its own', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{6,12}$/), fc.integer(), (word, seed) => {
        expect(named([word, 'OTHERS', '1234'], seed)(word)).not.toBe(word);
      }),
    );
  });

  it('are the same inside of others, whatever the case of the letters', () => {
    const of = named(['BTC', 'BTC-27JUN25-100-C', 'btc moon'], 3);
    expect(of('BTC-27JUN25-100-C').startsWith(`${of('BTC')}-`)).toBe(true);
    expect(of('btc')).toBe(of('BTC').toLowerCase());
  });

  it('are of the same script, and as wide', () => {
    const of = named(['Москва', '東京都', 'Zürich', '🚀'], 1);
    expect(of('Москва')).toMatch(/^\p{Script=Cyrillic}{6}$/u);
    expect(of('東京都')).toMatch(/^\p{Script=Han}{3}$/u);
    expect(of('🚀')).not.toBe('🚀');
    expect(of('Zürich')).toHaveLength(6);
  });

  it('mask what nobody told them of', () => {
    expect(named(['abc'], 1)('Other 77')).toBe('Xxxxx 00');
  });
});
