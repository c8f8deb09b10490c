import type {PageRequest} from '../../account/model/feed.ts';
import type {Moment} from '../../account/model/moment.ts';
import type {Sortable} from '../../account/model/sorting.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {askPage} from '../../account/reading/pages.ts';
import {headingOf} from '../../account/resources/resources.ts';
import type {CallOptions, Operations} from '../../api/contract.ts';
import {type Condition, narrowed} from '../filter/conditions.ts';
import {tell} from '../notices.ts';
import type {Feed, State} from '../state.ts';

export type FilteredRequest<P extends FeedPane = FeedPane> = PageRequest<P> & {
  /** Each row is checked against them, asked or not. */
  readonly conditions?: readonly Condition[] | undefined;
};

export async function askFilteredPage(
  client: Operations,
  {conditions = [], ...wanted}: FilteredRequest,
  sortable: Sortable,
  options?: CallOptions,
) {
  return narrowed(await askPage(client, wanted, sortable, options), conditions);
}

export function tellUnobeyed(before: State, state: State, pane: FeedPane, now: Moment): State {
  const old: Feed = before.feeds[pane];
  const feed: Feed = state.feeds[pane];
  let next = state;
  const disobeyed = feed.filtered?.disobeyed;
  if (disobeyed !== undefined && disobeyed !== old.filtered?.disobeyed)
    next = tell(
      next,
      `The service did not obey ${disobeyed}: filtered on this page only. Run optty doctor to find the right spelling.`,
      'warning',
      now,
    );
  if (feed.sort !== undefined && feed.disorder !== undefined && feed.disorder !== old.disorder)
    next = tell(next, disorderWords(pane, feed.sort.field, feed.disorder), 'warning', now);
  const {otherPage, page} = feed;
  const other = `The service gave page ${(otherPage ?? page) + 1} instead of page ${page + 1}. If there is a page ${page + 1}, run optty doctor.`;
  return otherPage === undefined || otherPage === old.otherPage ? next : tell(next, other, 'warning', now);
}

function disorderWords(pane: FeedPane, field: string, disorder: NonNullable<Feed['disorder']>): string {
  const does = disorder === 'as text' ? 'sorts' : 'does not sort';
  const how = disorder === 'as text' ? ' as text' : '';
  return `The service ${does} ${headingOf(pane, field)}${how}: each page is sorted here.`;
}
