import {describe, expect, it} from 'vitest';
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
} from '../../../src/account/words/times.ts';
import {fromIso} from '../../../src/api/wire/records.ts';
import {inZone} from '../../helpers/zone.ts';

const now = Date.UTC(2026, 10, 21, 3, 7, 35);
const hour = 3_600_000;

describe('a short time', () => {
  it.each([
    ['UTC', 0, '11-21 03:07', '03:07:35'],
    ['+01:00', 60, '11-21 04:07', '04:07:35'],
    ['-05:00', -300, '11-20 22:07', '22:07:35'],
    ['-03:30', -210, '11-20 23:37', '23:37:35'],
    ['+05:45', 345, '11-21 08:52', '08:52:35'],
    ['+14:00', 840, '11-21 17:07', '17:07:35'],
  ])('is shown in the zone %s with its clock', (name, zone, day, time) => {
    expect(zoneName(zone)).toBe(name);
    expect(short(now, zone)).toBe(day);
    expect(clock(now, zone)).toBe(time);
  });

  it('is shown unchanged if it is not a time', () => {
    expect([short(undefined, 60), short(9e15, 60), clock(9e15, -60)]).toEqual([
      '-',
      '9000000000000000',
      '9000000000000000',
    ]);
  });

  it('is in the local zone, in summer and winter', () => {
    const summer = Date.UTC(2026, 6, 1);
    const zones = () => [zoneOf(now), zoneOf(summer)];
    expect(inZone('America/New_York', zones)).toEqual([-300, -240]);
    expect(inZone('Asia/Tokyo', zones)).toEqual([540, 540]);
  });
});

describe('a time', () => {
  it('is shown in UTC and relative to now in suitable units', () => {
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

  it('is shown unchanged if it is outside the calendar', () => {
    expect(absolute(9e15)).toBe('9000000000000000');
    expect(absolute(undefined)).toBe('-');
    expect(fromIso('tomorrow')).toBeUndefined();
  });
});
