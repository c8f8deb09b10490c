import {spawnSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {dayPlaceOf, daysUntil} from '../../../src/account/portfolio/days.ts';
import {noon} from './account.ts';

const days = new URL('../../../src/account/portfolio/days.ts', import.meta.url).pathname;

/** The last day until a moment by the clock of a place: a process's zone is given to it when it starts. */
function lastDayIn(zone: string, now: string): {name: string; start: number} {
  const script = `
    const {daysUntil} = await import(${JSON.stringify(days)});
    console.log(JSON.stringify(daysUntil(Date.parse('${now}'), 'local').all.at(-1)));`;
  const {stdout, stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: {...process.env, TZ: zone},
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** In a process of its own, because Node reads TZ once. */
function zonesIn(zones: readonly string[]) {
  const script = `
    const {ownZone, startOfDay, zoneCaution} = await import(${JSON.stringify(days)});
    const at = Date.parse('2026-11-22T21:30:00Z');
    const seen = ${JSON.stringify(zones)}.map(zone => {
      process.env.TZ = zone;
      const midnight = new Date(at).setHours(0, 0, 0, 0);
      return [ownZone(at), startOfDay(ownZone(at), at) - midnight, zoneCaution(zone, at)];
    });
    console.log(JSON.stringify(seen));`;
  const {stdout, stderr} = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return Object.fromEntries(JSON.parse(stdout).map((each: unknown, at: number) => [zones[at], each]));
}

it('the zone of the day agrees with local time, whatever Node calls it', () => {
  const unusable = (zone: string) => [
    'UTC',
    0,
    `TZ=${zone} is no time zone that optty can use: days and times are UTC.`,
  ];
  expect(
    zonesIn([
      'GMT-5',
      'GMT+5',
      'UTC-5',
      'EST5',
      'Asia/Tokyo',
      'Europe/London',
      'UTC',
      'GMT0',
      '',
      'Europe/Berlinn',
      'XYZ-3:30',
    ]),
  ).toEqual({
    'GMT-5': ['+05:00', 0, null],
    'GMT+5': ['-05:00', 0, null],
    'UTC-5': ['+05:00', 0, null],
    EST5: ['-05:00', 0, null],
    'Asia/Tokyo': ['Asia/Tokyo', 0, null],
    'Europe/London': ['Europe/London', 0, null],
    UTC: ['UTC', 0, null],
    GMT0: [expect.any(String), 0, null],
    '': ['UTC', 0, null],
    'Europe/Berlinn': unusable('Europe/Berlinn'),
    'XYZ-3:30': unusable('XYZ-3:30'),
  });
});

describe('the days of the portfolio', () => {
  it('are thirty, the last is today, and each starts at its first moment', () => {
    const days = daysUntil(noon, 'utc');
    const {all, today} = days;
    expect([all.length, all[0]?.name, all.at(-1)?.name]).toEqual([30, '2026-10-24', '2026-11-22']);
    expect(dayPlaceOf(days, Date.UTC(2026, 10, 22))).toBe(29);
    expect(dayPlaceOf(days, Date.UTC(2026, 10, 22) - 1)).toBe(28);
    expect(dayPlaceOf(days, Date.UTC(2026, 9, 24) - 1)).toBe('older');
    expect(dayPlaceOf(days, today.to)).toBe('later');
    expect(dayPlaceOf(days, undefined)).toBe('unknown');
  });

  it('start at midnight of the time zone, on another date than in UTC', () => {
    const {name, start} = lastDayIn('Pacific/Auckland', '2026-11-21T12:00:00Z');
    expect([name, start]).toEqual(['2026-11-22', Date.UTC(2026, 10, 21, 11)]);
  });
});
