import type {Millis} from '../../api/wire/records.ts';
import type {Times} from '../model/vocabulary.ts';

type Day = {readonly name: string; readonly start: Millis};

export type Days = {
  readonly all: readonly Day[];
  readonly end: Millis;
};

const daysShown = 30;

/**
 * Days follow the clock: one with a skipped hour has 23.
 * @param before reused where its days are the same
 */
export function daysUntil(now: Millis, times: Times, before?: Days): Days {
  const today = new Date(now);
  const startOf = (ago: number) =>
    times === 'utc'
      ? Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - ago)
      : new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago).getTime();
  const isSame = before?.end === startOf(-1) && before.all[0]?.start === startOf(daysShown - 1);
  if (isSame && before !== undefined) return before;
  const all = Array.from({length: daysShown}, (_, index) => {
    const start = startOf(daysShown - 1 - index);
    return {name: times === 'utc' ? utcDay(start) : localDay(start), start};
  });
  return {all, end: startOf(-1)};
}

export type DayPlace = number | 'older' | 'later' | 'unknown';

export function dayPlaceOf({all, end}: Days, at: Millis | undefined): DayPlace {
  if (at === undefined) return 'unknown';
  if (at >= end) return 'later';
  const later = all.findIndex(({start}) => start > at);
  if (later === 0) return 'older';
  return later < 0 ? all.length - 1 : later - 1;
}

export function utcDay(at: Millis): string {
  return new Date(at).toISOString().slice(0, 10);
}

function localDay(at: Millis): string {
  const date = new Date(at);
  return utcDay(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
}
