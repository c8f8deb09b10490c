import type {Moment} from '../account/model/moment.ts';
import {indexOfId, rowId} from '../account/model/rows.ts';
import {type FeedPane, isFeedPane, type Pane, panes} from '../account/model/vocabulary.ts';
import {andThen} from '../core/chain.ts';
import {type BlotterRow, blotterOf, indexOfLine} from './blotter.ts';
import {askPane, pollOnView, withFeed} from './feeds/feeds.ts';
import {cardsRead} from './feeds/prices.ts';
import {readAsks} from './feeds/rounds.ts';
import {tell} from './notices.ts';
import {ownPanes, type RowInView} from './own-panes.ts';
import type {Row, RowOf, State, Step} from './state.ts';

export function toPane(state: State, pane: Pane, now: Moment): Step {
  if (pane === state.pane) return [state, []];
  const unvisited = new Set(state.unvisited);
  const isNews = unvisited.delete(pane);
  const next = {...state, pane, details: false, inViewSince: now.mono, ...(isNews ? {unvisited} : {})};
  const shown = isFeedPane(pane) ? pollOnView(next, pane, now) : ownPanes[pane].show(next, now);
  return andThen(shown, each => readAsks(each, now));
}

/** Selects its row, also of a page or behind a filter that does not show it. */
export function toCard(state: State, id: string, now: Moment): Step {
  const {rows, pageSize} = state.feeds.cards;
  const at = indexOfId('cards', rows, id);
  const all = indexOfId('cards', cardsRead(state), id);
  const whole = {query: {}, filterText: '', sort: undefined, page: Math.floor(all / pageSize), sought: id};
  const there: Step = at < 0 ? askPane(state, 'cards', whole, now) : [selectAt(state, 'cards', at), []];
  return andThen(there, next => toPane(next, 'cards', now));
}

export function toNeighbour(state: State, step: 1 | -1, now: Moment): Step {
  const index = (panes.indexOf(state.pane) + step + panes.length) % panes.length;
  return toPane(state, panes[index] ?? 'cards', now);
}

export function selected<P extends FeedPane>(state: State, pane: P): RowOf[P] | undefined {
  if (state.pane !== pane) return undefined;
  const {rows, selected: id, selectedIndex} = state.feeds[pane];
  const row = rows[selectedIndex];
  return id !== undefined && row !== undefined && rowId(pane, row, selectedIndex) === id ? row : undefined;
}

export function selectedRow(state: State): Row | undefined {
  return isFeedPane(state.pane) ? selected(state, state.pane) : undefined;
}

/** The selected row, also of the rows behind a figure. */
export function rowInView(state: State): RowInView | undefined {
  const {pane} = state;
  if (!isFeedPane(pane)) return ownPanes[pane].record(state);
  const row = selected(state, pane);
  return row && {pane, row};
}

export function selectedLine({activity, activitySelected}: State): BlotterRow | undefined {
  const rows = blotterOf(activity);
  return activitySelected === undefined ? rows[0] : rows[indexOfLine(rows, activitySelected)];
}

/** The ids of the lines of the row that was selected on Activity. */
export function linesSelected(state: State): readonly string[] {
  const {pane, activitySelected} = state;
  const row = pane === 'activity' && activitySelected !== undefined ? selectedLine(state) : undefined;
  return row === undefined ? [] : [row, ...(row.steps ?? [])].map(({id}) => id);
}

export function moveBy(state: State, step: number): State {
  const {pane, feeds} = state;
  if (!isFeedPane(pane)) return ownPanes[pane].moveBy(state, step);
  const {rows, selected: id, selectedIndex} = feeds[pane];
  const isLost = id === undefined;
  const wanted = isLost && Math.abs(step) === 1 ? selectedIndex : selectedIndex + step;
  return selectAt(state, pane, Math.min(Math.max(wanted, 0), rows.length - 1));
}

export function selectAt(state: State, pane: FeedPane, index: number): State {
  const {rows, selected: before, selectedIndex} = state.feeds[pane];
  const row = rows[index];
  if (row === undefined) return state;
  const id = rowId(pane, row, index);
  return id === before && index === selectedIndex
    ? state
    : withFeed(state, pane, {selected: id, selectedIndex: index, sought: undefined});
}

export function turnPage(state: State, step: 1 | -1, now: Moment): Step {
  const {pane} = state;
  const refused = (why: string): Step => [tell(state, why, 'info', now), []];
  if (!isFeedPane(pane)) return refused(ownPanes[pane].whyNoPages);
  const {page, isLast} = state.feeds[pane];
  if (step === -1 && page === 0) return refused('This is the first page.');
  if (step === 1 && isLast) return refused('This is the last page.');
  return askPane(state, pane, {page: page + step}, now);
}

/**
 * One row down or up. At the ends of a page it goes to the next or previous page; until that page arrives, no
 * row is selected.
 */
export function stepRow(state: State, step: 1 | -1, now: Moment): Step {
  if (!isFeedPane(state.pane)) return [moveBy(state, step), []];
  const {rows, selected: id, selectedIndex, page, isLast, loadedAt, fetching} = state.feeds[state.pane];
  if (loadedAt === undefined && fetching !== undefined) return [state, []];
  const isEdge = step === 1 ? selectedIndex === rows.length - 1 && !isLast : selectedIndex === 0 && page > 0;
  if (id === undefined || !isEdge) return [moveBy(state, step), []];
  return askPane(state, state.pane, {page: page + step, landsOn: step === 1 ? 'first' : 'last'}, now);
}
