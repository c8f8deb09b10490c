import type {Millis} from '../../../api/wire/records.ts';
import type {Times} from '../../model/vocabulary.ts';

type TypedAt = {
  readonly times: Times;
  readonly near: Millis;
  readonly from: Millis;
  readonly to: Millis;
};

const unitMs: Readonly<Record<string, number>> = {s: 1_000, m: 60_000, h: 3_600_000};
const dayMs = 86_400_000;
const typedTime =
  /^(?:(?:(\d{4})-)?(\d{1,2})-(\d{1,2})[ t])?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?( ?utc|z)?$/i;

/**
 * Reads `14:03`, `14:03:07`, `11-21 14:03` or `2026-11-21 14:03:07`, with UTC or Z after it or not, and `-5m`
 * or `+30s`. A time of day is taken on one of the recording's days. Times outside the recording are an error.
 */
export function typedMoment(text: string, where: TypedAt): {readonly at: Millis} | {readonly wrong: string} {
  const at = relative(text.trim(), where.near) ?? absolute(text.trim(), where);
  if (at === undefined)
    return {wrong: `${JSON.stringify(text)} is no time: 14:03, 14:03:07, 2026-11-21 14:03 or -5m are`};
  const isExact = /\.\d|^[+-]/.test(text.trim());
  // The minute in which the recording begins counts as inside.
  const isBefore = at + (isExact ? 0 : 59_999) < where.from;
  if (isBefore || at > where.to) {
    const ends = [where.from, where.to].map(each => clockText(each, where.times));
    return {wrong: `the recording goes from ${ends.join(' to ')}`};
  }
  // A time without fractions means the end of its second.
  return {at: Math.max(where.from, isExact ? at : at + 999)};
}

function relative(text: string, near: Millis): Millis | undefined {
  const [, sign, count, unit = ''] = /^([+-])(\d{1,6})([smh])$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return near + (sign === '-' ? -1 : 1) * Number(count) * (unitMs[unit.toLowerCase()] ?? 0);
}

function absolute(text: string, {times, near, from, to}: TypedAt): Millis | undefined {
  const match = typedTime.exec(text);
  if (match === null) return undefined;
  const [, year, month, date, hour = '0', minute = '0', second = '0', part = '0', zone] = match;
  const isUtc = times === 'utc' || zone !== undefined;
  const clock = [hour, minute, second].map(Number);
  if (clock.some((each, index) => each > (index === 0 ? 23 : 59))) return undefined;
  const ms = Number(part.padEnd(3, '0'));
  const days = date === undefined ? daysOf(from, to, isUtc) : [dayNamed({year, month, date}, near, isUtc)];
  const instants = days.flatMap(day => (day === undefined ? [] : [instant(day, clock, ms, isUtc)]));
  const inside = instants.filter(each => each >= from - 59_999 && each <= to);
  return nearestTo(near, inside.length > 0 ? inside : instants);
}

type CalendarDay = readonly [year: number, month: number, date: number];

function dayOf(at: Millis, isUtc: boolean): CalendarDay {
  const day = new Date(at);
  return isUtc
    ? [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
    : [day.getFullYear(), day.getMonth(), day.getDate()];
}

function daysOf(from: Millis, to: Millis, isUtc: boolean): readonly CalendarDay[] {
  const count = Math.min(366, Math.ceil((to - from) / dayMs) + 1);
  return Array.from({length: count}, (_, index) => dayOf(Math.min(to, from + index * dayMs), isUtc));
}

function dayNamed(
  named: {readonly year: string | undefined; readonly month: string | undefined; readonly date: string},
  near: Millis,
  isUtc: boolean,
): CalendarDay | undefined {
  const year = named.year === undefined ? dayOf(near, isUtc)[0] : Number(named.year);
  const day: CalendarDay = [year, Number(named.month) - 1, Number(named.date)];
  const real = new Date(Date.UTC(...day));
  return real.getUTCMonth() === day[1] && real.getUTCDate() === day[2] ? day : undefined;
}

function instant(
  [year, month, date]: CalendarDay,
  clock: readonly number[],
  ms: number,
  isUtc: boolean,
): Millis {
  const [hour = 0, minute = 0, second = 0] = clock;
  return isUtc
    ? Date.UTC(year, month, date, hour, minute, second, ms)
    : new Date(year, month, date, hour, minute, second, ms).getTime();
}

function nearestTo(near: Millis, instants: readonly Millis[]): Millis | undefined {
  return instants.toSorted((one, other) => Math.abs(one - near) - Math.abs(other - near))[0];
}

export function clockText(at: Millis, times: Times): string {
  const day = new Date(at);
  const clock =
    times === 'utc'
      ? [day.getUTCHours(), day.getUTCMinutes(), day.getUTCSeconds()]
      : [day.getHours(), day.getMinutes(), day.getSeconds()];
  return `${clock.map(each => String(each).padStart(2, '0')).join(':')}${times === 'utc' ? ' UTC' : ''}`;
}
