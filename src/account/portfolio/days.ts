import type {Millis} from '../../api/wire/records.ts';
import {zoneName, zoneOf} from '../words/times.ts';

export type Span = {readonly from: Millis; readonly to: Millis};

/** Today, and its zone where limits have set one. */
type AccountDay = Span & {readonly zone: string | undefined};

/** The day that follows the clock: one with a skipped hour has 23. Without a zone it is that of local time. */
export function dayNow(now: Millis, zone?: string): AccountDay {
  if (zone !== undefined) return {...dayFrom(zone, startOfDay(zone, now)), zone};
  const today = new Date(now);
  const midnight = (days: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).getTime();
  return {from: midnight(0), to: midnight(1), zone};
}

const dayFrom = (zone: string, from: Millis): Span => ({from, to: startOfDay(zone, from + 3 * halfDayMs)});

/** Start and end of a day such as `2026-11-22`; undefined if there is no such day. */
export function daySpan(name: string, zone: string): Span | undefined {
  const noon = /^\d{4}-\d\d-\d\d$/.test(name) ? Date.parse(`${name}T12:00:00Z`) : Number.NaN;
  if (Number.isNaN(noon)) return undefined;
  // Zones reach from UTC-12 to UTC+14.
  const near = [-1, 0, 1].map(days => startOfDay(zone, noon + days * 2 * halfDayMs));
  const from = near.find(start => dayIn(zone, start) === name);
  return from === undefined ? undefined : dayFrom(zone, from);
}

export function utcDay(at: Millis): string {
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * The zone of local time. Its name counts only if it agrees with local time through the year: for TZ=GMT-5,
 * which is UTC+5, Node names `-05:00`, and for UTC-5 none. Else it is the offset of now.
 * Call this only to count a day: Node takes 11 ms and 8 MiB to load the zone data.
 */
export function ownZone(now: Millis): string {
  const name: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const months = Array.from({length: 12}, (_, month) => now + month * 30 * 2 * halfDayMs);
  const agrees = name !== undefined && isZone(name) && months.every(at => offsetIn(name, at) === zoneOf(at));
  return agrees ? name : zoneName(zoneOf(now));
}

/** Minutes ahead of UTC. */
function offsetIn(zone: string, at: Millis): number {
  const [day, time] = wallClock(zone, at);
  return Math.round((Date.parse(`${day}T${time}Z`) - at) / 60_000);
}

/** Why times are UTC although TZ asks for something else; undefined if they are as asked for. */
export function zoneCaution(asked: string | undefined, now: Millis): string | undefined {
  const isUtc = [0, 6].every(month => zoneOf(now + month * 30 * 2 * halfDayMs) === 0);
  const name = (asked ?? '').replace(/^:/, '').replace(/^.*\/zoneinfo\//, '');
  if (!isUtc || name === '' || /^(?:UTC|GMT)[+-]?0*$/i.test(name) || isZone(name)) return undefined;
  return `TZ=${asked} is no time zone that optty can use: days and times are UTC.`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Start of the day of `now`; an unknown zone counts as UTC. */
export function startOfDay(zone: string, now: Millis): Millis {
  const second = Math.floor(now / 1_000) * 1_000;
  const first = second - sinceMidnight(zone, second);
  // After a clock change, the estimate is an hour off.
  const off = sinceMidnight(zone, first);
  return off === 0 ? first : off <= halfDayMs ? first - off : first + (2 * halfDayMs - off);
}

const halfDayMs = 12 * 3_600_000;

/** `2026-11-22` */
export function dayIn(zone: string, at: Millis): string {
  return wallClock(zone, at)[0];
}

const sinceMidnight = (zone: string, at: Millis) => Date.parse(`1970-01-01T${wallClock(zone, at)[1]}Z`);

/** `2026-11-22` and `08:00:00` */
function wallClock(zone: string, at: Millis): readonly [string, string] {
  const [day = '', time = ''] = formatOf(zone).format(at).split(', ');
  return [day, time];
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const day = {year: 'numeric', month: '2-digit', day: '2-digit'} as const;
  const time = {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'} as const;
  const timeZone = isZone(zone) ? zone : 'UTC';
  const format = new Intl.DateTimeFormat('en-CA', {timeZone, ...day, ...time});
  formats.set(zone, format);
  return format;
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', {timeZone: zone}) !== undefined;
  } catch {
    return false;
  }
}
