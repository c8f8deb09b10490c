import type {Moment} from '../../model/moment.ts';
import type {State} from '../../model/state.ts';
import {feedPanes} from '../../model/vocabulary.ts';
import {type AccountBook, bookOf} from '../book.ts';
import {type BookRows, isPartial} from '../rows.ts';
import {sectionsOf} from './sections.ts';

/**
 * The account as it was just read. What did not change since is summed no second time, and where no figure is
 * another, its lines are the same objects: nothing of them is drawn anew.
 */
export function withBookRows(state: State, rows: BookRows, now: Moment): State {
  const {book, settings} = state;
  const account = bookOf(rows, {now, times: settings.times}, book.account);
  const isKept = isSameAccount(book.account, account) && isAsWhole(book.rows, rows);
  const sections = isKept ? book.sections : sectionsOf(account, rows);
  return {...state, book: {...book, rows, account, sections}};
}

const parts = ['currencies', 'expiries', 'underlyings', 'orders', 'contracts'] as const;

/** Parts of a book keep their identity while they are the same; its few fees are made with every one. */
function isSameAccount(one: AccountBook, other: AccountBook): boolean {
  return (
    parts.every(part => one[part] === other[part]) &&
    JSON.stringify(one.tradeFees) === JSON.stringify(other.tradeFees)
  );
}

const isAsWhole = (one: BookRows, other: BookRows) =>
  feedPanes.every(pane => isPartial(one[pane]) === isPartial(other[pane]));

/** What was closed is counted by days: the next of them begins by itself. */
export function turnBookDay(state: State, now: Moment): State {
  return now.wall >= state.book.account.days.end ? withBookRows(state, state.book.rows, now) : state;
}
