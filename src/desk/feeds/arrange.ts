import type {Moment} from '../../account/model/moment.ts';
import {chosenSort, sortRows, turned} from '../../account/model/sorting.ts';
import {type FeedPane, isFeedPane} from '../../account/model/vocabulary.ts';
import {sortNameOf, sortNames} from '../../account/resources/resources.ts';
import type {Feed, Sort, State, Step} from '../state.ts';
import {armAnew, factsIn, forgetPlace} from './feeds.ts';

export function chooseSort(state: State, pane: FeedPane, field: string | undefined, now: Moment): Step {
  const {sort} = state.feeds[pane];
  return sortPane(state, pane, field === undefined ? undefined : chosenSort(field, sort), now);
}

/** Moves to the next visible column that can be sorted, round the ends; the direction stays. */
export function moveSort(state: State, step: 1 | -1, now: Moment): Step {
  const {pane} = state;
  if (!isFeedPane(pane)) return [state, []];
  const {sort} = state.feeds[pane];
  const fields = fieldsInView(state, pane);
  const at = sort === undefined ? -1 : fields.indexOf(sort.field);
  const to = at < 0 ? (step === 1 ? 0 : -1) : (at + step) % fields.length;
  const field = fields.at(to);
  return field === undefined
    ? [state, []]
    : sortPane(state, pane, {field, descending: sort?.descending ?? false}, now);
}

export function turnSort(state: State, now: Moment): Step {
  const {pane} = state;
  const sort = isFeedPane(pane) ? state.feeds[pane].sort : undefined;
  return isFeedPane(pane) && sort !== undefined ? sortPane(state, pane, turned(sort), now) : [state, []];
}

/**
 * Reorders the visible rows at once, and asks the service when the keys rest, so that stepping over columns
 * costs one request.
 */
function sortPane(state: State, pane: FeedPane, sort: Sort | undefined, now: Moment): Step {
  const feed: Feed = state.feeds[pane];
  const rows = sort ? sortRows(pane, feed.rows, sort, factsIn({...state, now}, pane)) : feed.rows;
  return armAnew(forgetPlace(state, pane, {rows, sort, page: 0}), pane, restMs, now);
}

const restMs = 200;

export function fieldsInView({fieldsInView: shown, settings}: State, pane: FeedPane): readonly string[] {
  const names = shown[pane] ?? settings.columns[pane].map(name => sortNameOf(pane, name));
  return [...new Set(names)].filter(name => sortNames[pane].includes(name));
}
