import {expect, it} from 'vitest';
import {dayNow, ownZone, startOfDay, zoneCaution} from '../../../src/account/portfolio/days.ts';
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

it('the day of the portfolio starts at midnight of local time, or of the zone of limits', () => {
  const inAuckland = inZone('Pacific/Auckland', () => [dayNow(noon), dayNow(noon, 'UTC')]);
  expect(inAuckland).toEqual([
    {from: Date.UTC(2026, 10, 22, 11), to: Date.UTC(2026, 10, 23, 11), zone: undefined},
    {from: Date.UTC(2026, 10, 22), to: Date.UTC(2026, 10, 23), zone: 'UTC'},
  ]);
});

it('the day of a zone that does not exist is that of UTC', () => {
  expect(startOfDay('Nowhere/At-All', noon)).toBe(Date.UTC(2026, 10, 22));
});
