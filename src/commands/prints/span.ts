import type {Millis} from '../../api/wire/records.ts';

const minute = 60_000;

/** Of a page: enough to see what led to something and what came of it. */
const usualMs = 10 * minute;
/** A page of more is slow to open. */
const mostMs = 60 * minute;

export type PageSpan = {readonly from: Millis; readonly to: Millis; readonly stillAt: Millis};

type Asked = {
  /** The moment it is about. */
  readonly at: Millis | undefined;
  readonly from: Millis | undefined;
  readonly to: Millis | undefined;
};

/**
 * What a page plays of a recording: what is asked for; around a moment five minutes before and after; else the
 * last ten minutes. It stands at that moment first, or at its end.
 */
export function spanOf(
  {at, ...asked}: Asked,
  recorded: {from: Millis; to: Millis},
): PageSpan | {readonly wrong: string} {
  const inside = (time: Millis) => Math.max(recorded.from, Math.min(recorded.to, time));
  const around = at ?? (asked.from === undefined ? undefined : asked.from + usualMs / 2);
  const last = asked.to ?? (around === undefined ? recorded.to : around + usualMs / 2);
  const to = inside(asked.from === undefined ? last : Math.max(last, asked.from));
  const from = inside(asked.from ?? (at === undefined ? to - usualMs : Math.min(at - usualMs / 2, to)));
  if (asked.to !== undefined && asked.from !== undefined && asked.to <= asked.from)
    return {wrong: 'the end has to be later than the beginning'};
  if (to - from > mostMs) return {wrong: `a page plays ${mostMs / minute} minutes at most`};
  return {from, to, stillAt: at === undefined ? to : Math.max(from, Math.min(to, at))};
}
