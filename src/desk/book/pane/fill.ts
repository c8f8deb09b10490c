import type {Moment} from '../../model/moment.ts';
import type {State} from '../../model/state.ts';
import {bookOf} from '../book.ts';
import type {BookRows} from '../rows.ts';
import {sectionsOf} from './sections.ts';

/** The account as it was just read. What did not change since is summed no second time. */
export function withBookRows(state: State, rows: BookRows, now: Moment): State {
  const {book, settings} = state;
  const account = bookOf(rows, {now, times: settings.times}, book.account);
  return {...state, book: {...book, rows, account, sections: sectionsOf(account, rows)}};
}

/** What was closed is counted by days: the next of them begins by itself. */
export function turnBookDay(state: State, now: Moment): State {
  return now.wall >= state.book.account.days.end ? withBookRows(state, state.book.rows, now) : state;
}
