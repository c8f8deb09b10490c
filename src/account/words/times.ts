import {fromIso} from '../../api/wire/records.ts';
import {unitMs} from '../model/vocabulary.ts';
import {nothing} from './text.ts';

const {s: second, m: minute, h: hour, d: day} = unitMs;
const latest = 8_640_000_000_000_000;

const isTime = (at: number | undefined): at is number => at !== undefined && Math.abs(at) <= latest;

/** `2026-11-21 03:07:35 UTC` */
export function absolute(at: number | undefined): string {
  return isTime(at) ? `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC` : unreadable(at);
}

/** For the screen, which knows no record. */
export const readTime = fromIso;
/** Said behind a text that should be a time. */
export const noTime = 'not ISO 8601, time unknown';

/** Minutes ahead of UTC. */
export type Zone = number;

/** The zone of this machine at that time. */
export function zoneOf(at: number): Zone {
  return -new Date(at).getTimezoneOffset();
}

/** `+01:00`, `-03:30`, `UTC` */
export function zoneName(zone: Zone): string {
  if (zone === 0) return 'UTC';
  const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
  return `${zone < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** `11-21 03:07`, for a column. */
export function short(at: number | undefined, zone: Zone): string {
  return inZone(at, zone)?.slice(5, 16).replace('T', ' ') ?? unreadable(at);
}

/** `03:07:35` */
export function clock(at: number, zone: Zone): string {
  return inZone(at, zone)?.slice(11, 19) ?? unreadable(at);
}

/** `14:03:07` in local time. */
export function ownClock(at: number): string {
  return clock(at, zoneOf(at));
}

/** ISO 8601 in that zone; undefined if it is no time. */
function inZone(at: number | undefined, zone: Zone): string | undefined {
  const there = at === undefined ? undefined : at + zone * minute;
  return isTime(there) ? new Date(there).toISOString() : undefined;
}

/** `29 JAN 27`, as in option symbols. */
export function expiryDay(at: number | undefined): string {
  if (!isTime(at)) return unreadable(at);
  const [, date = '', month = '', year = ''] =
    /(\d\d) (\w{3}) \d{0,4}(\d\d) /.exec(new Date(at).toUTCString()) ?? [];
  return `${date} ${month.toUpperCase()} ${year}`;
}

const unreadable = (at: number | undefined) => (at === undefined ? nothing : String(at));

/** `3d 4h`, `4h 12m`, `12m`, `<1m`: changes at most once a minute. */
export function span(ms: number): string {
  const length = Math.max(0, ms);
  if (length >= 100 * day) return `${Math.floor(length / day)}d`;
  if (length >= day) return two(Math.floor(length / day), 'd', Math.floor((length % day) / hour), 'h');
  if (length >= hour) return two(Math.floor(length / hour), 'h', Math.floor((length % hour) / minute), 'm');
  return length >= minute ? `${Math.floor(length / minute)}m` : '<1m';
}

const two = (large: number, largeUnit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;

/** `in 3d 4h` or `2h 5m ago` */
export function relative(at: number | undefined, now: number): string {
  if (!isTime(at)) return unreadable(at);
  return at > now ? `in ${span(at - now)}` : `${span(now - at)} ago`;
}

export function since(at: number | undefined, now: number): string {
  return isTime(at) ? span(now - at) : unreadable(at);
}

/** @param isDaily all expire at one time of day: those of later days are told apart by their date */
export function expiry(at: number | undefined, now: number, isDaily = false): string {
  if (!isTime(at)) return unreadable(at);
  if (isDaily && at - now >= day) return expiryDay(at);
  return at > now ? `in ${span(at - now)}` : 'expired';
}

export function both(at: number | undefined, now: number): string {
  return isTime(at) ? `${absolute(at)} (${relative(at, now)})` : unreadable(at);
}

/** `8 s`, `75 s`, `4m` */
export function seconds(ms: number): string {
  return ms < 120 * second ? `${Math.floor(ms / second)} s` : span(ms);
}
