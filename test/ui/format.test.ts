import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {fromIso} from '../../src/desk/model/moment.ts';
import {grouped} from '../../src/desk/words/amounts.ts';
import {number, signed, signOf, yesNo} from '../../src/desk/words/text.ts';
import {
  absolute,
  both,
  clock,
  expiry,
  expiryDay,
  relative,
  seconds,
  short,
  span,
  zoneName,
  zoneOf,
} from '../../src/desk/words/times.ts';
import {width} from '../../src/term/text/sanitize.ts';
import {cut, latency, wrap} from '../../src/ui/format.ts';

const seed = 20261121;
const now = Date.UTC(2026, 10, 21, 3, 7, 35);
const hour = 3_600_000;

describe('a number', () => {
  it.each([
    ['12345678.123456789012', '12,345,678.123456789012'],
    ['-1234', '-1,234'],
    ['999', '999'],
    ['0', '0'],
    ['n/a', 'n/a'],
    [undefined, '-'],
  ])('of %s reads %s', (text, shown) => {
    expect(number(text)).toBe(shown);
  });

  it('of more digits than any amount has is cut as a text is, in the time that a text takes', () => {
    const start = performance.now();
    for (const digits of [40_000, 200_000]) {
      const shown = number('9'.repeat(digits));
      expect(shown).toMatch(/^9+…$/);
      expect(width(shown)).toBe(1000);
      expect(performance.now() - start).toBeLessThan(300);
    }
  });

  it('groups any run of digits by threes from the right', () => {
    expect(['', '1', '123', '1234', '123456', '1234567'].map(grouped)).toEqual([
      '',
      '1',
      '123',
      '1,234',
      '123,456',
      '1,234,567',
    ]);
    const start = performance.now();
    expect(grouped('9'.repeat(200_000)).length).toBe(266_666);
    expect(performance.now() - start).toBeLessThan(300);
  });

  it('keeps every digit, up to what amounts have', () => {
    const decimal = fc.stringMatching(/^-?\d{1,40}(\.\d{1,40})?$/);
    fc.assert(
      fc.property(decimal, text => {
        expect(number(text).replaceAll(',', '')).toBe(text);
      }),
      {seed},
    );
  });

  it('says a gain with a plus, a loss with a minus, and nothing of zero', () => {
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

describe('a text that is cut', () => {
  it('ends in an ellipsis, and leaves a word with digits out whole', () => {
    expect(cut('BTC to the moon', 12)).toBe('BTC to the …');
    expect(cut('BTC above 75,500 by Friday', 14)).toBe('BTC above …');
    expect(cut('BTC above 75,500 by Friday', 17)).toBe('BTC above 75,500…');
    expect(cut('9007199254740993', 8)).toBe('…');
    expect(cut('short', 8)).toBe('short');
  });

  it('never shows a part of a number, and never takes more room than it has', () => {
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

  it('goes on in further lines when it is wrapped', () => {
    expect(wrap('the connection was lost after it', 14)).toEqual(['the connection', 'was lost after', 'it']);
    expect(wrap('', 14)).toEqual(['']);
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  });

  it('ends up one character a line where there is no room at all', () => {
    for (const cells of [1, 0, -1, -40])
      expect(wrap('to 漢e\u0301', cells)).toEqual(['t', 'o', '漢', 'e\u0301']);
  });

  it('keeps a short time in brackets in one', () => {
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

  it('is wrapped at once, however long it is', () => {
    const words = wrap('9'.repeat(200_000), 3);
    expect(words.length).toBe(66_667);
    expect(words.join('').length).toBe(200_000);
  });
});

describe('a short time', () => {
  it.each([
    ['UTC', 0, '11-21 03:07', '03:07:35'],
    ['+01:00', 60, '11-21 04:07', '04:07:35'],
    ['-05:00', -300, '11-20 22:07', '22:07:35'],
    ['-03:30', -210, '11-20 23:37', '23:37:35'],
    ['+05:45', 345, '11-21 08:52', '08:52:35'],
    ['+14:00', 840, '11-21 17:07', '17:07:35'],
  ])('in the zone %s is told by its clock', (name, zone, day, time) => {
    expect(zoneName(zone)).toBe(name);
    expect(short(now, zone)).toBe(day);
    expect(clock(now, zone)).toBe(time);
  });

  it('is told as it came where it is none', () => {
    expect([short(undefined, 60), short(9e15, 60), clock(9e15, -60)]).toEqual([
      '-',
      '9000000000000000',
      '9000000000000000',
    ]);
  });

  it('is of the place of this machine, summer and winter, or UTC', () => {
    const before = process.env.TZ;
    const summer = Date.UTC(2026, 6, 1);
    try {
      process.env.TZ = 'America/New_York';
      expect([zoneOf('local', now), zoneOf('local', summer), zoneOf('utc', now)]).toEqual([-300, -240, 0]);
      process.env.TZ = 'Asia/Tokyo';
      expect([zoneOf('local', now), zoneOf('utc', now)]).toEqual([540, 0]);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});

describe('a time', () => {
  it('is said in UTC, and counted from now in the units that matter', () => {
    expect(absolute(now)).toBe('2026-11-21 03:07:35 UTC');
    expect(short(now, 0)).toBe('11-21 03:07');
    expect(expiryDay(Date.UTC(2027, 0, 29, 8))).toBe('29 JAN 27');
    expect(both(now - 2 * hour, now)).toBe('2026-11-21 01:07:35 UTC (2h ago)');
    expect(relative(now + 76 * hour + 1, now)).toBe('in 3d 4h');
    expect([expiry(now + 90_000, now), expiry(now - 1, now)]).toEqual(['in 1m', 'expired']);
    expect([59_000, 61_000, 25 * hour, 24 * hour, 101 * 24 * hour].map(span)).toEqual([
      '<1m',
      '1m',
      '1d 1h',
      '1d',
      '101d',
    ]);
    expect([1_900, 119_000, 125_000].map(seconds)).toEqual(['1 s', '119 s', '2m']);
  });

  it('that no calendar has is shown as it came', () => {
    expect(absolute(9e15)).toBe('9000000000000000');
    expect(absolute(undefined)).toBe('-');
    expect(fromIso('tomorrow')).toBeUndefined();
  });
});

it('a latency is told in steps, so that the header changes seldom', () => {
  expect([3, 19, 21, 640, 7_000, undefined].map(latency)).toEqual([
    '<20 ms',
    '<20 ms',
    '<50 ms',
    '<1 s',
    '>5 s',
    '',
  ]);
});

it('a flag is said in a word', () => {
  expect([true, false, undefined].map(yesNo)).toEqual(['yes', 'no', '-']);
});
