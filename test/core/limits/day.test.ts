import {expect, it} from 'vitest';
import {startOfDay} from '../../../src/account/portfolio/days.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

it('a day starts at midnight of its time zone, also on days of 23 and 25 hours', () => {
  const began = (zone: string, now: string) =>
    new Date(startOfDay(zone, utc(now))).toISOString().slice(0, 16);
  expect(began('UTC', '2026-06-01T12:34:56.789')).toBe('2026-06-01T00:00');
  expect(began('Asia/Tokyo', '2026-06-01T16:00')).toBe('2026-06-01T15:00');
  expect(began('America/New_York', '2026-06-01T03:59:59.999')).toBe('2026-05-31T04:00');
  expect(began('Europe/Berlin', '2026-03-29T12:00')).toBe('2026-03-28T23:00');
  expect(began('Europe/Berlin', '2026-10-25T12:00')).toBe('2026-10-24T22:00');
  expect(began('Europe/Berlin', '2026-10-25T22:59')).toBe('2026-10-24T22:00');
  expect(began('Nowhere/At-All', '2026-06-01T12:00')).toBe('2026-06-01T00:00');
});
