import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {inGroups} from '../../../../src/account/words/text.ts';
import {compare, multiply, parseDecimal} from '../../../../src/api/wire/decimal.ts';
import {typedAmount, typedSymbol} from '../../../../src/desk/order/tickets/fields.ts';

const sends = (text: string) => {
  const typed = typedAmount(text);
  return 'sends' in typed ? typed.sends : undefined;
};
const wrong = (text: string) => {
  const typed = typedAmount(text);
  return 'wrong' in typed ? typed.wrong : undefined;
};

const digits = (min: number, max: number) =>
  fc.string({unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max});
const wholes = fc.tuple(fc.constantFrom(...'123456789'), digits(0, 14)).map(([a, b]) => a + b);
const plain = fc
  .tuple(fc.oneof(fc.constant('0'), wholes), digits(0, 12))
  .map(([whole, rest]) => (rest === '' ? whole : `${whole}.${rest}`));

describe('a typed amount', () => {
  it('is sent unchanged if it is a plain decimal', () => {
    fc.assert(fc.property(plain, text => void expect(sends(text)).toBe(text)));
    expect(sends('0.50')).toBe('0.50');
  });

  it('can be any number in the format of the screen', () => {
    fc.assert(fc.property(plain, text => void expect(sends(inGroups(text) ?? '')).toBe(text)));
  });

  it('can use k and m for thousands and millions, exactly', () => {
    expect([sends('1k'), sends('2.5m'), sends('4k'), sends('.5k')]).toEqual([
      '1000',
      '2500000',
      '4000',
      '500',
    ]);
  });

  it('never becomes another number: every other spelling is refused', () => {
    for (const text of [
      '1,5',
      '1.234,5',
      '12,50',
      '1,2345',
      '0,500',
      ',5',
      '1,,000',
      '1,000,00',
      '10,00k',
      '1 000',
    ])
      expect(sends(text), text).toBeUndefined();
    for (const text of ['', '.', 'k', '1e3', '-1', '+1', '1.2.3', '0x10', '٣', '1kk', '1k5', '∞', 'NaN'])
      expect(sends(text), text).toBeUndefined();
  });

  it('explains that a comma only separates thousands', () => {
    expect(wrong('1,5')).toBe('Use commas for thousands (12,500) and a point for decimals (0.5).');
    expect(wrong('1.234,5')).toBe(wrong('1,5'));
    expect(wrong('12x')).toBe('Not a number (e.g. 12, 0.5, 12,500, 1k).');
  });

  it('is sent as a decimal that the service accepts, or not at all', () => {
    const anything = fc.string({unit: fc.constantFrom(...'0123456789.,kKmM -+e '), maxLength: 12});
    fc.assert(
      fc.property(anything, text => {
        const sent = sends(text);
        if (sent === undefined) return;
        expect(parseDecimal(sent)).toBe(sent);
        // Read without its marks and its letter it has the very digits that were typed.
        const [bare = '', letter = ''] = text
          .trim()
          .replaceAll(',', '')
          .split(/(?=[kKmM])/);
        const by = {k: '1000', m: '1000000', '': '1'}[letter.toLowerCase()] ?? 'none';
        const whole = bare.startsWith('.') ? `0${bare}` : bare.replace(/\.$/, '');
        expect(compare(sent, multiply(whole, by))).toBe(0);
      }),
      {numRuns: 2_000},
    );
  });
});

describe('a typed symbol', () => {
  const known = ['BTC-27NOV26-65000-C', 'ETH-27NOV26-3000-P'];

  it('becomes uppercase if the symbols of the service are', () => {
    expect(typedSymbol('btc-27nov26-65000-c', known)).toBe('BTC-27NOV26-65000-C');
    expect(typedSymbol('sol-1-c', known)).toBe('SOL-1-C');
    expect(typedSymbol('  sol-1-c\n', known)).toBe('SOL-1-C');
  });

  it('stays unchanged if the service has others or none is known', () => {
    expect(typedSymbol('sol-1-c', [])).toBe('sol-1-c');
    expect(typedSymbol('sol-1-c', [...known, 'xrp-usd'])).toBe('sol-1-c');
  });

  it('becomes the known symbol in any letter case', () => {
    expect(typedSymbol('XRP-usd', [...known, 'xrp-USD'])).toBe('xrp-USD');
    expect(typedSymbol('xrp-usd', ['XRP-USD', 'xrp-usd'])).toBe('xrp-usd');
    expect(typedSymbol('Xrp-usd', ['XRP-USD', 'xrp-usd'])).toBe('Xrp-usd');
  });
});
