import type {Millis} from '../../api/wire/records.ts';
import type {Times} from '../model/vocabulary.ts';

/** A day by its date, `2026-11-22`, from its first moment to the first of the next. */
export type Day = {readonly name: string; readonly start: Millis};

/** Today and the days before it by the clock of the machine's place, or by UTC. */
export type Days = {
  /** The oldest first; the last is today. */
  readonly all: readonly Day[];
  /** The first moment of tomorrow. */
  readonly end: Millis;
};

const daysShown = 30;

/**
 * A day is as long as its clock says: 23 hours where an hour is left out.
 * @param before days that stay what they are where they are the same
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

/** Where a moment lies: the place of its day among `all`, or beside them. */
export type DayPlace = number | 'older' | 'later' | 'unknown';

export function dayPlaceOf({all, end}: Days, at: Millis | undefined): DayPlace {
  if (at === undefined) return 'unknown';
  if (at >= end) return 'later';
  const later = all.findIndex(({start}) => start > at);
  if (later === 0) return 'older';
  return later < 0 ? all.length - 1 : later - 1;
}

/** The date of a moment in UTC. */
export function utcDay(at: Millis): string {
  return new Date(at).toISOString().slice(0, 10);
}

function localDay(at: Millis): string {
  const date = new Date(at);
  return utcDay(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
}
