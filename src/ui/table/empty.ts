import {isWholeList} from '../../desk/model/rows.ts';
import type {State} from '../../desk/model/state.ts';
import type {Paint} from '../theme.ts';

/** A table without rows says why. */
export function withEmptyNote(lines: string[], state: State, paint: Paint): string[] {
  if (lines.length > 1) return lines;
  return [...lines, ` ${paint('dim', emptyNote(state))}`];
}

function emptyNote({pane, feeds, book}: State): string {
  if (pane === 'activity') return ' Nothing has happened yet.';
  if (pane === 'book') return accountNote(book);
  const feed = feeds[pane];
  const {loadedAt, fault, filterText, filtered} = feed;
  if (loadedAt === undefined) return fault === undefined ? ' Loading…' : ' No data yet.';
  if (filterText === '') return ' There are none.';
  const isPart = filtered?.narrowedFrom !== undefined && !isWholeList(feed);
  return isPart ? ' None on this page that the filter lets through.' : ' None that the filter lets through.';
}

function accountNote({rows, list, account}: State['book']): string {
  if (list !== undefined) return ' There are none.';
  const {began, fault} = rows.easyOptions;
  if (began === undefined) return fault === undefined ? ' Reading the account…' : ' No data yet.';
  return account.isPartial ? ' Nothing so far…' : ' Nothing is open, working or traded.';
}
