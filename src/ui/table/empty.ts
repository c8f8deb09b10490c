import {isWholeList} from '../../desk/model/rows.ts';
import type {State} from '../../desk/state.ts';
import type {Line} from '../format.ts';

/** A table without rows says why. */
export function withEmptyNote(lines: readonly Line[], state: State): readonly Line[] {
  if (lines.length > 1) return lines;
  return [...lines, [{text: ` ${emptyNote(state)}`, tone: 'dim'}]];
}

function emptyNote({pane, feeds, portfolio}: State): string {
  if (pane === 'activity') return ' Nothing has happened yet.';
  if (pane === 'portfolio') return accountNote(portfolio);
  const feed = feeds[pane];
  const {loadedAt, fault, filterText, filtered, unreadable} = feed;
  if (loadedAt === undefined) return fault === undefined ? ' Loading…' : ' No data yet.';
  const {length: lost} = unreadable;
  if (lost > 0 && !filtered?.narrowedFrom) return ` ${unreadWords(lost)}.`;
  if (filterText === '') return ' No rows.';
  const isPart = filtered?.narrowedFrom !== undefined && !isWholeList(feed);
  const none = isPart ? 'No matches on this page' : 'No matches';
  return ` ${none} (Esc clears the filter).${lost === 0 ? '' : ` ${lost} could not be read.`}`;
}

/** Of rows that came, each of them unreadable. */
export function unreadWords(count: number): string {
  return `None of ${count} ${count === 1 ? 'row' : 'rows'} could be read`;
}

function accountNote({rows, list, account}: State['portfolio']): string {
  if (list !== undefined) return ' No rows.';
  const {began, fault} = rows.easyOptions;
  if (began === undefined) return fault === undefined ? ' Reading the account…' : ' No data yet.';
  return account.isPartial ? ' Nothing so far…' : ' Nothing is open, working or traded.';
}
