import type {Moment} from '../model/moment.ts';
import {tell} from '../model/notices.ts';
import type {Feed, State} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {headingOf} from '../words/headings.ts';

/** A service that does not do what it was asked for is told at once, and once. */
export function tellUnobeyed(before: State, state: State, pane: FeedPane, now: Moment): State {
  const [old, feed]: readonly Feed[] = [before.feeds[pane], state.feeds[pane]];
  if (old === undefined || feed === undefined) return state;
  let next = state;
  const disobeyed = feed.filtered?.disobeyed;
  if (disobeyed !== undefined && disobeyed !== old.filtered?.disobeyed)
    next = tell(
      next,
      `${disobeyedWords(disobeyed)} optty doctor finds a spelling that it obeys.`,
      'warning',
      now,
    );
  if (feed.sort !== undefined && feed.disorder !== undefined && feed.disorder !== old.disorder)
    next = tell(next, disorderWords(pane, feed.sort.field, feed.disorder), 'warning', now);
  const {otherPage, page} = feed;
  if (otherPage !== undefined && otherPage !== old.otherPage)
    next = tell(next, otherPageWords(otherPage, page), 'warning', now);
  return next;
}

function otherPageWords(given: number, asked: number): string {
  return `The service gave page ${given + 1} instead of page ${asked + 1}. If there is a page ${asked + 1}, run optty doctor.`;
}

function disobeyedWords(condition: string): string {
  return `The service did not obey ${condition}: its rows are narrowed here, page by page.`;
}

function disorderWords(pane: FeedPane, field: string, disorder: NonNullable<Feed['disorder']>): string {
  const does = disorder === 'as text' ? 'sorts' : 'does not sort';
  const how = disorder === 'as text' ? ' as text' : '';
  return `The service ${does} ${headingOf(pane, field)}${how}: the rows of each page are sorted here.`;
}
