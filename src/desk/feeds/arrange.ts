import type {Moment} from '../model/moment.ts';
import {fieldsOf} from '../model/rows.ts';
import {chosenSort, sortRows, turned} from '../model/sorting.ts';
import type {Feed, Sort, State} from '../model/state.ts';
import {type FeedPane, isFeedPane} from '../model/vocabulary.ts';
import type {Step} from '../step.ts';
import {armAnew, forgetPlace} from './feeds.ts';

/** The order of a pane's rows, and the keys that change it. */

/** Chooses a field; the one in force is turned round. Without one the rows are as the service gives them. */
export function chooseSort(state: State, pane: FeedPane, field: string | undefined, now: Moment): Step {
  const {sort} = state.feeds[pane];
  return sortPane(state, pane, field === undefined ? undefined : chosenSort(field, sort), now);
}

/** To the next column in view that a record has a field for, round the ends; the direction stays. */
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

/** The other way round. */
export function turnSort(state: State, now: Moment): Step {
  const {pane} = state;
  const sort = isFeedPane(pane) ? state.feeds[pane].sort : undefined;
  return isFeedPane(pane) && sort !== undefined ? sortPane(state, pane, turned(sort), now) : [state, []];
}

/**
 * The rows on the screen stand in the new order at once. Who steps over columns asks once, where he stops: the
 * service is asked when the keys rest.
 */
function sortPane(state: State, pane: FeedPane, sort: Sort | undefined, now: Moment): Step {
  const feed: Feed = state.feeds[pane];
  const rows = sort === undefined ? feed.rows : sortRows(feed.rows, sort);
  return armAnew(forgetPlace(state, pane, {rows, sort, page: 0}), pane, restMs, now);
}

/** Between two keys of a row of them. */
const restMs = 200;

/** The fields that the columns in view show; before a picture was drawn, those that the profile chose. */
export function fieldsInView({fieldsInView: shown, settings}: State, pane: FeedPane): readonly string[] {
  const fields: readonly string[] = shown[pane] ?? settings.columns[pane];
  return [...new Set(fields)].filter(field => fieldsOf[pane].includes(field));
}
