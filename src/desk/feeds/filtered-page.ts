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
  const told = unobeyed(before.feeds[pane]);
  const news = unobeyed(state.feeds[pane]).filter(each => !told.includes(each));
  return news.reduce((next, each) => tell(next, each, 'warning', now), state);
}

function unobeyed({pane, filtered, sort, disorder, page, otherPage}: Feed): readonly string[] {
  const {disobeyed} = filtered ?? {};
  const heading = headingOf(pane, sort?.field ?? '');
  const sorts = disorder === 'as text' ? `sorts ${heading} as text` : `does not sort ${heading}`;
  return [
    disobeyed &&
      `The service did not obey ${disobeyed}: filtered on this page only. Run optty doctor to find the right spelling.`,
    sort && disorder && `The service ${sorts}: each page is sorted here.`,
    otherPage !== undefined &&
      `The service gave page ${otherPage + 1} instead of page ${page + 1}. If there is a page ${page + 1}, run optty doctor.`,
  ].flatMap(each => each || []);
}
