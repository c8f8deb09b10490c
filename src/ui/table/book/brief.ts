import type {AccountBook} from '../../../desk/book/book.ts';
import {bookFreshness} from '../../../desk/book/facts.ts';
import {nextExpiry} from '../../../desk/book/groups.ts';
import {isPartial} from '../../../desk/book/rows.ts';
import {rounded} from '../../../desk/resources/figures.ts';
import type {State} from '../../../desk/state.ts';
import {signed} from '../../../desk/words/text.ts';
import {expiry} from '../../../desk/words/times.ts';
import {sanitize} from '../../../term/text/sanitize.ts';
import {rememberLast} from '../../same.ts';

/** A narrower header has no room for it. */
const leastColumns = 100;

/** Longest first. Changes at most once a minute by time alone. Empty unless the whole account was read. */
export function briefBook(state: State): readonly string[] {
  const {book, now, viewport} = state;
  const freshness = bookFreshness(state);
  if (viewport.columns < leastColumns || freshness.kind === 'empty') return nothingToSay;
  if (freshness.kind === 'stale') return stale;
  if (isPartial(book.rows.easyOptions)) return nothingToSay;
  return wordsOf(book.account, toMinute(now.wall));
}

export function openGains(state: State): readonly string[] {
  const {book} = state;
  if (bookFreshness(state).kind !== 'fresh' || isPartial(book.rows.easyOptions)) return [];
  return book.account.currencies.filter(({open}) => open.count > 0).map(gainIn);
}

const nothingToSay: readonly string[] = [];
const stale: readonly string[] = ['Book STALE'];

const wordsOf = rememberLast(({currencies, expiries}: AccountBook, now: number): readonly string[] => {
  const held = currencies.filter(({open}) => open.count > 0);
  const gains = held.toSorted((one, other) => other.open.count - one.open.count).map(gainIn);
  if (gains.length === 0) return nothingToSay;
  const next = nextExpiry(expiries);
  const left = next?.at === undefined ? '' : expiry(next.at, now).replace(/^in /, '');
  const soon = next === undefined ? '' : `exp ${left === 'expired' ? 'due' : left}`;
  const [first = '', ...others] = gains;
  const brief = others.length === 0 ? first : `${first} +${others.length} more`;
  const all = [
    [...gains, soon && `${soon} · ${next?.count}`],
    [brief, soon && `${soon} · ${next?.count}`],
    [brief, soon],
    [brief],
  ];
  return all.map(parts => parts.filter(Boolean).join(' · '));
});

function gainIn({currency, open: {pl, count}}: AccountBook['currencies'][number]): string {
  const lacks = pl.without === 0 ? '' : ` (${pl.without} without)`;
  const sum = pl.without === count ? '-' : signed(rounded(pl.sum, currency));
  return `P/L ${sum} ${sanitize(currency)}`.trim() + lacks;
}

const minute = 60_000;

/** Rounded up to a minute. */
export const toMinute = (at: number) => Math.ceil(at / minute) * minute;
