import fc from 'fast-check';
import {expect, it} from 'vitest';
import {sentence, toEars} from '../../../src/ui/reader/spoken.ts';

it.each([
  // Days by their month; which end of a short one is the year is not guessed.
  ['Expires 2026-11-27 08:00:00 UTC (in 4d 22h)', 'Expires 27 November 2026, 08 00 UTC, in 4 days 22 hours'],
  ['2026-11-27 08:00:01 UTC', '27 November 2026, 08 00 01 UTC'],
  ['BTC above 72500 by 27NOV26', 'BTC above 72,500 by 27 November 26'],
  ['ETH above 4410 and below 5000', 'ETH above 4,410 and below 5,000'],
  ['ETH-27NOV26-4410-C', 'ETH 27 November 26 4,410 C'],
  ['BTC 90,000 CALL 27 NOV 26', 'BTC 90,000 CALL 27 November 26'],
  ['BUY 1 at 10, 11-05 03:07', 'BUY 1 at 10, 5 November, 03 07'],
  // A symbol in its own parts and order, whatever it may mean.
  ['Symbol BTC-27NOV26-72500-C.', 'Symbol BTC 27 November 26 72,500 C.'],
  ['SELL 2 SOL-31DEC29-137.5-P at 3', 'SELL 2 SOL 31 December 29 137.5 P at 3'],
  ['SOL/31DEC29_00001-P', 'SOL/31DEC29_00001-P'],
  // Ids in groups, and no number of trillions; sizes and prices stay.
  ['Easy Option #9400000000000001', 'Easy Option number 9400 0000 0000 0001'],
  ['#189898 at 0.123456789012', 'number 189898 at 0.123456789012'],
  ['12,500,000.123456789', '12,500,000.123456789'],
  ['3f2a9c1e-7b54-4d1f-9a60-2c8e5d7f1b43', '3f2a9c1e-7b54-4d1f-9a60-2c8e5d7f1b43'],
  // Where a file is stands as it is.
  [
    'to /home/me/myFiles/27NOV26_A_B/optty-cards-20261122-175131.csv and .json',
    'to /home/me/myFiles/27NOV26_A_B/optty-cards-20261122-175131.csv and .json',
  ],
  // Names that the interface has run together.
  ['UP_DOWN UP ETH', 'up or down, UP ETH'],
  ['type UP_DOWN', 'type up or down'],
  ['by orderId, strikePrice', 'by order id, strike price'],
  ['12m, 1h 5m, 12, 1k or 2.5m', '12 minutes, 1 hour 5 minutes, 12, 1k or 2.5m'],
  ['1 s, 21 s, 0.1 s, 1 ms', '1 second, 21 seconds, 0.1 seconds, 1 millisecond'],
  ['P/L -9.92 · +3.54 %', 'P L minus 9.92, plus 3.54 percent'],
])('%s is spoken as %s', (written, heard) => {
  expect(toEars(written)).toBe(heard);
  expect(toEars(heard)).toBe(heard);
});

it('any text behind the number of a row ends as a sentence', () => {
  const text = fc.oneof(
    fc.lorem({maxCount: 25}),
    fc.string({maxLength: 60}),
    fc.constantFrom('A · B – C ≥ 5 %', '-5 -5 -5 -5', 'UP_DOWN UP UP_DOWN'),
  );
  fc.assert(
    fc.property(text, written => void expect(sentence(`Row 1, ${written}`)).toMatch(/^Row 1\b.*[.?!:]$/)),
    {numRuns: 1_000},
  );
});
