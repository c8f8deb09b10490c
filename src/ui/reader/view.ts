import {rowsWithAlerts} from '../../desk/feeds/alerts.ts';
import {selected, selectedRow} from '../../desk/feeds/navigate.ts';
import {fieldOf} from '../../desk/model/rows.ts';
import type {Feed, State} from '../../desk/model/state.ts';
import {isFeedPane, paneTitles} from '../../desk/model/vocabulary.ts';
import {watches} from '../../desk/model/watched.ts';
import {markedOn} from '../../desk/order/several/marked.ts';
import {number} from '../format.ts';
import {dialogSpeech} from './dialogs.ts';
import {isBookRead, paneInWords, sortInWords} from './panes.ts';
import {placeInWords, profitOf, rowAtAGlance} from './rows.ts';
import {sentence} from './spoken/words.ts';

/** What is said because what is in view is another: a dialog, a pane, its rows, the row, or what that bears. */

export function viewSpeech(before: State, after: State): string[] {
  if (after.overlay.kind !== 'none')
    return before.overlay === after.overlay ? [] : dialogSpeech(before, after);
  if (before.pane !== after.pane) return paneInWords(after);
  const list = listSpeech(before, after);
  if (list !== undefined) return list;
  const marks = marksInWords(before, after);
  if (selectedIn(before) !== selectedIn(after)) return [...marks, rowAtAGlance(after)];
  if (marks.length > 0) return marks;
  if (before.overlay.kind !== 'none' && after.overlay.kind === 'none')
    return [sentence(`${paneTitles[after.pane]}, ${placeInWords(after) || 'no row'}`)];
  return rowSpeech(before, after);
}

/** The list in view was asked for anew and has come; while it is on its way nothing of it is said. */
function listSpeech(before: State, after: State): string[] | undefined {
  const {pane} = after;
  if (pane === 'book') return inBook(before, after);
  if (!isFeedPane(pane)) return undefined;
  const [was, is]: readonly [Feed, Feed] = [before.feeds[pane], after.feeds[pane]];
  if (was === is) return undefined;
  if (is.loadedAt === undefined) {
    if (was.loadedAt !== undefined || was.sort !== is.sort) return [askedAnew(was, is)];
    return is.fault?.text === was.fault?.text ? [] : paneInWords(after);
  }
  if (was.loadedAt === undefined) return paneInWords(after);
  if (was.sort !== is.sort && is.sort !== undefined)
    return [sentence(`Sorted ${sortInWords(is)}`), rowAtAGlance(after)];
  return undefined;
}

/** A key has had it read in another way: what it lists is told once that has come. */
function askedAnew(was: Feed, is: Feed): string {
  if (was.sort !== is.sort)
    return is.sort === undefined ? 'Not sorted.' : sentence(`Sorted ${sortInWords(is)}`);
  return was.page === is.page ? 'Reading.' : `Page ${is.page + 1}, reading.`;
}

/** Rows behind a figure, or the figures again; within them the row. */
function inBook(before: State, after: State): string[] | undefined {
  // The figures have come that were not there when it was gone to.
  if (!isBookRead(before) && isBookRead(after)) return paneInWords(after);
  if (before.book.list === after.book.list) return undefined;
  const isOther = (before.book.list === undefined) !== (after.book.list === undefined);
  return isOther && after.book.list !== undefined ? paneInWords(after) : [rowAtAGlance(after)];
}

/** What is selected, by what it is known by. */
export function selectedIn({pane, feeds, activitySelected, book}: State): string | undefined {
  if (pane === 'activity') return activitySelected;
  if (pane === 'book') return book.list?.selected ?? book.selected;
  return feeds[pane].selected;
}

/** What the row bears is another by now: its status always counts, its number where all is to be said. */
function rowSpeech(before: State, after: State): string[] {
  const {pane} = after;
  if (pane === 'activity' || pane === 'book' || after.feeds[pane] === before.feeds[pane]) return [];
  if (standing(before) !== standing(after)) return [rowAtAGlance(after)];
  if (after.listening?.verbosity !== 'all') return [];
  if (pane === 'cards') {
    const [was, is] = [selected(before, pane), selected(after, pane)];
    const value = is?.currentAskPrice;
    if (value === undefined || was?.currentAskPrice === value) return [];
    const mark = is && after.feeds.cards.marks.get(is.id)?.get(watches.cards.field);
    return [sentence([number(value), mark === 'changed' ? undefined : mark].filter(Boolean).join(', '))];
  }
  if (pane === 'easyOptions') {
    const [was, is] = [selected(before, pane), selected(after, pane)];
    if (is?.pl === undefined || was?.pl === is.pl) return [];
    return [sentence(profitOf(is) ?? '')];
  }
  return [];
}

/** A mark moves on to the next row, so that it is told how many there are. */
function marksInWords(before: State, after: State): string[] {
  const [was, is] = [markedOn(before, after.pane).size, markedOn(after, after.pane).size];
  return was === is ? [] : [is === 0 ? 'Nothing is marked.' : `${is} marked.`];
}

/** What of the selected row is told whenever it changes. */
function standing(state: State): string {
  const {pane} = state;
  if (!isFeedPane(pane) || state.feeds[pane].selected === undefined) return '';
  const id = state.feeds[pane].selected ?? '';
  const row = selectedRow(state);
  const told = row === undefined ? [] : ['status', 'active'].map(each => fieldOf(row, each));
  return [id, ...told, rowsWithAlerts(state.alerts, pane).has(id)].join(' ');
}
