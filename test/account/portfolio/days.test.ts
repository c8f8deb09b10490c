import {describe, expect, it} from 'vitest';
import {
  dayPlaceOf,
  daysUntil,
  ownZone,
  startOfDay,
  zoneCaution,
} from '../../../src/account/portfolio/days.ts';
import {inZone} from '../../helpers/zone.ts';
import {noon} from './account.ts';

const evening = Date.parse('2026-11-22T21:30:00Z');

/** Its name, how far the start of the day is from that of local time, and what is said of it. */
const zoneOf = (zone: string) =>
  inZone(zone, () => {
    const midnight = new Date(evening).setHours(0, 0, 0, 0);
    const own = ownZone(evening);
    return [own, startOfDay(own, evening) - midnight, zoneCaution(zone, evening)];
  });

it('the zone of the day agrees with local time, whatever Node calls it', () => {
  const unusable = (zone: string) => [
    'UTC',
    0,
    `TZ=${zone} is no time zone that optty can use: days and times are UTC.`,
  ];
  const zones = {
    'GMT-5': ['+05:00', 0, undefined],
    'GMT+5': ['-05:00', 0, undefined],
    'UTC-5': ['+05:00', 0, undefined],
    EST5: ['-05:00', 0, undefined],
    'Asia/Tokyo': ['Asia/Tokyo', 0, undefined],
    'Europe/London': ['Europe/London', 0, undefined],
    UTC: ['UTC', 0, undefined],
    GMT0: [expect.any(String), 0, undefined],
    '': ['UTC', 0, undefined],
    'Europe/Berlinn': unusable('Europe/Berlinn'),
    'XYZ-3:30': unusable('XYZ-3:30'),
  };
  const found = Object.fromEntries(Object.keys(zones).map(zone => [zone, zoneOf(zone)]));
  expect(found).toEqual(zones);
});

describe('the days of the portfolio', () => {
  it('are thirty, the last is today, and each starts at its first moment', () => {
    const days = inZone('UTC', () => daysUntil(noon));
    const {all, today} = days;
    expect([all.length, all[0]?.name, all.at(-1)?.name]).toEqual([30, '2026-10-24', '2026-11-22']);
    expect(dayPlaceOf(days, Date.UTC(2026, 10, 22))).toBe(29);
    expect(dayPlaceOf(days, Date.UTC(2026, 10, 22) - 1)).toBe(28);
    expect(dayPlaceOf(days, Date.UTC(2026, 9, 24) - 1)).toBe('older');
    expect(dayPlaceOf(days, today.to)).toBe('later');
    expect(dayPlaceOf(days, undefined)).toBe('unknown');
  });

  it('start at midnight of the time zone, on another date than in UTC', () => {
    const last = inZone('Pacific/Auckland', () => daysUntil(Date.UTC(2027, 2, 21, 12)).all.at(-1));
    expect(last).toEqual({name: '2027-03-22', start: Date.UTC(2027, 2, 21, 11)});
  });
});
