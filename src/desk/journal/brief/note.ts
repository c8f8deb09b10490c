/** What a dashboard or `optty watch` leaves in the journal of what it knows, for `optty status`. */
import * as z from 'zod/mini';
import {isDecimal} from '../../../api/wire/decimal.ts';
import {jsonIn} from '../../../api/wire/given.ts';
import type {Decimal, Millis} from '../../../api/wire/records.ts';
import type {AccountBook} from '../../book/book.ts';
import {type BookRows, isPartial} from '../../book/rows.ts';
import {age, basePeriod, bookFreshness, bookSince} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import type {State} from '../../model/state.ts';

/** Open P/L of one currency; `without` is how many of the open ones do not tell theirs. */
export type OpenGain = {
  readonly currency: string;
  readonly sum: Decimal;
  readonly without: number;
  readonly count: number;
};

export type StatusNote = {
  /** What it says was true at that time. */
  readonly at: Millis;
  /** Older than this, it is no longer what a dashboard shows. */
  readonly staleAfterMs: number;
  readonly pl: readonly OpenGain[];
};

export const noteName = 'status';

/** So often at most; and so often at least, that its age tells whether a dashboard still looks. */
const leastGapMs = 15_000;
const mostGapMs = 60_000;

/** The account as the dashboard has it now; undefined where that is not the whole of it, or is old. */
export function statusNote(state: State): StatusNote | undefined {
  const {rows, account} = state.book;
  const periodMs = basePeriod(state.settings, false);
  return bookFreshness(state).kind === 'fresh' ? noteOf(rows, () => account, periodMs) : undefined;
}

/**
 * The same of an account that is read without a dashboard.
 * @param periodMs how often its lists are read
 * @param bookNow its figures, made only where they are told
 */
export function readingNote(
  rows: BookRows,
  bookNow: () => AccountBook,
  {now, periodMs}: {readonly now: Moment; readonly periodMs: number},
): StatusNote | undefined {
  const since = bookSince(rows);
  if (since === undefined || age(since, now) > 3 * periodMs) return undefined;
  return noteOf(rows, bookNow, periodMs);
}

function noteOf(rows: BookRows, bookNow: () => AccountBook, periodMs: number): StatusNote | undefined {
  const since = bookSince(rows);
  if (since === undefined || isPartial(rows.easyOptions)) return undefined;
  const pl = bookNow()
    .currencies.filter(({open}) => open.count > 0)
    .map(({currency, open}) => ({currency, ...open.pl, count: open.count}));
  return {at: since.wall, staleAfterMs: 3 * periodMs + mostGapMs, pl};
}

/** Whether the note is worth a write: its figures changed, or its time is about to look old. */
export function isNoteDue(note: StatusNote, kept: StatusNote | undefined): boolean {
  if (kept === undefined) return true;
  const gapMs = Math.abs(note.at - kept.at);
  if (gapMs < leastGapMs) return false;
  return gapMs >= mostGapMs || JSON.stringify(note.pl) !== JSON.stringify(kept.pl);
}

const noteSchema = z.object({
  at: z.number(),
  staleAfterMs: z.number(),
  pl: z.array(
    z.object({
      currency: z.string(),
      sum: z.string().check(z.refine(isDecimal)),
      without: z.number(),
      count: z.number(),
    }),
  ),
});

/** A note as it was kept; undefined for what no optty of this kind has written. */
export function readNote(text: string): StatusNote | undefined {
  return z.safeParse(noteSchema, jsonIn(text)).data;
}
