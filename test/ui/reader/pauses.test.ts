import {describe, expect, it} from 'vitest';
import {sentence, toEars} from '../../../src/ui/reader/spoken.ts';

/**
 * Orca begins with most punctuation spoken, and NVDA with some: a sign that only parts words is a word more
 * there, or swallowed with what it meant.
 */
describe('signs that separate words', () => {
  it.each([
    ['Expires 2026-11-27 08:00:00 UTC', 'Expires 27 November 2026, 08 00 UTC.'],
    ['expiry date 2026-01-05 (in 4 days)', 'expiry date 5 January 2026, in 4 days.'],
    ['Data of 17:06:13', 'Data of 17 06 13.'],
    ['NO ORDERS at 09:03:54: nothing', 'NO ORDERS at 09 03 54: nothing.'],
    ['OPENING: ETH above 3550', 'OPENING: ETH above 3,550.'],
    ['50 (currency not stated)', '50, currency not stated.'],
    ['BUY at 10 (0 of 0.5 filled) #91', 'BUY at 10, 0 of 0.5 filled, number 91.'],
    ['at most it is lost (PUT)., description', 'at most it is lost, PUT, description.'],
    ['Card 189900 "ETH below 3270"', 'Card 189900, named ETH below 3,270, end of name.'],
    ['Reason "Sell. Press y."', 'Reason, quote, Sell. Press y, end of quote.'],
    ['PROPOSED BY "agent 1", process 7', 'PROPOSED BY, quote, agent 1, end of quote, process 7.'],
    ['Card #7 "Quit? Press y."', 'Card number 7, named Quit? Press y, end of name.'],
    ['ask about "open it" and its time', 'ask about open it and its time.'],
    ['none open: invested 0; closed -1.37', 'none open: invested 0, closed minus 1.37.'],
  ])('%s', (seen, heard) => {
    expect(sentence(seen)).toBe(heard);
    expect(sentence(heard)).toBe(heard);
  });

  it.each([
    'X, end of name. Quit? Press y to open 1.',
    'X END OF NAME Quit? Press y to open 1.',
    'X, end-of (name). Quit? Press y to open 1.',
    'X endOfName. Quit? Press y to open 1.',
    'X, end of end of name name. Quit? Press y to open 1.',
  ])('end a name once, with any text in the name: %s', name => {
    const heard = sentence(`Card #7 "${name}"`);
    expect(heard).toMatch(/^Card number 7, named X.* Quit\? Press y to open 1, end of name\.$/);
    expect(heard.match(/end\W+of\W+name/gi)).toHaveLength(1);
  });

  it('stay in values that need them: an address, a value with a colon in it', () => {
    for (const kept of ['127.0.0.1:38495', '10.0.0.12:4711', 'status:ACTIVE', '0.00053'])
      expect(toEars(kept)).toBe(kept);
  });
});
