import {isDay, type Millis} from '../../../api/wire/records.ts';
import {dayMs, durationMs, type Times} from '../../model/vocabulary.ts';
import {inZone, ownClock, zoneOf} from '../../words/times.ts';

type TypedAt = {readonly times: Times; readonly near: Millis; readonly from: Millis; readonly to: Millis};

const typedTime =
  /^(?:(?:(\d{4})-)?(\d{1,2})-(\d{1,2})[ t])?([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?( ?utc|z)?$/i;

/** `14:03`, `14:03:07`, `11-21 14:03`, `2026-11-21 14:03:07`, also with UTC or Z; `-5m`, `+30s`. */
export function typedMoment(text: string, where: TypedAt): {readonly at: Millis} | {readonly wrong: string} {
  const at = relative(text.trim(), where.near) ?? absolute(text.trim(), where);
  if (at === undefined)
    return {wrong: `${JSON.stringify(text)} is no time: 14:03, 14:03:07, 2026-11-21 14:03 or -5m are`};
  const isExact = /\.\d|^[+-]/.test(text.trim());
  // The minute in which the recording begins counts as inside.
  const isBefore = at + (isExact ? 0 : 59_999) < where.from;
  if (isBefore || at > where.to) {
    const ends = [where.from, where.to].map(each => ownClock({settings: where}, each));
    return {wrong: `the recording goes from ${ends.join(' to ')}`};
  }
  // A time without fractions means the end of its second.
  return {at: Math.max(where.from, isExact ? at : at + 999)};
}

function relative(text: string, near: Millis): Millis | undefined {
  const [, sign, distance = ''] = /^([+-])(\d{1,6}[smh])$/i.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return near + (sign === '-' ? -1 : 1) * durationMs(distance);
}

function absolute(text: string, {times, near, from, to}: TypedAt): Millis | undefined {
  const match = typedTime.exec(text);
  if (match === null) return undefined;
  const [, year, month = '', date, hour = '', minute, second = '00', part = '', zone] = match;
  const own = zone === undefined ? times : 'utc';
  const dayOf = (at: Millis) => inZone(at, zoneOf(own, at))?.slice(0, 10) ?? '';
  const count = Math.min(366, Math.ceil((to - from) / dayMs) + 1);
  const days =
    date === undefined
      ? Array.from({length: count}, (_, index) => dayOf(Math.min(to, from + index * dayMs)))
      : [`${year ?? dayOf(near).slice(0, 4)}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`];
  const clock = `${hour.padStart(2, '0')}:${minute}:${second}.${part.padEnd(3, '0')}`;
  const instants = days
    .filter(isDay)
    .map(day => Date.parse(`${day}T${clock}${own === 'utc' ? 'Z' : ''}`))
    .sort((one, other) => Math.abs(one - near) - Math.abs(other - near));
  return instants.find(each => each >= from - 59_999 && each <= to) ?? instants[0];
}
