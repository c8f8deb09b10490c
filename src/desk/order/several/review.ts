import type {Draft} from '../../intents/intent.ts';
import {isEnding} from '../../model/figures.ts';
import {age, basePeriod} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {tell} from '../../model/notices.ts';
import {isWholeList, rowById} from '../../model/rows.ts';
import type {Feed, Question, State} from '../../model/state.ts';
import type {FeedPane, Key, WrittenPane} from '../../model/vocabulary.ts';
import {close} from '../../overlays/overlay.ts';
import type {Step} from '../../step.ts';
import {severalTitle} from '../../words/batch.ts';
import {askAll} from '../batch.ts';
import {afterYes} from '../confirm.ts';
import {forbiddenNow} from '../guardrails.ts';
import {keepMarks} from './marked.ts';
import type {Leaving} from './several.ts';

/** The review of several writes: which of them are meant, and what becomes of it while it is open. */

/** A record that is to be written to, and how it is told. */
export type SeveralItem = {readonly id: string; readonly draft: Draft; readonly words: string};

export type SeveralReview = Question & {
  readonly pane: WrittenPane;
  /** All that can be written to. */
  readonly items: readonly SeveralItem[];
  /** Those of them that the filter in force lets through. */
  readonly narrowed: ReadonlySet<string> | undefined;
  readonly filter: string;
  /** All are meant, whatever the filter. */
  readonly isWide: boolean;
  readonly isOfMarked: boolean;
  /** How many there are by the service, where all that was told of could not be read. */
  readonly listed: number | undefined;
  /** What was left out, and why. */
  readonly notes: readonly string[];
  readonly readAt: Moment;
  /** The data is old, so it asks by another key. */
  readonly isOld: boolean;
  readonly leaving: Leaving | undefined;
  readonly scroll: number;
  /** What its key answers for: the ids, and why it is asked twice. */
  readonly text: string;
};

/** Those that are meant: all, or those that the filter lets through. */
export function meant({items, narrowed, isWide}: SeveralReview): readonly SeveralItem[] {
  return narrowed === undefined || isWide ? items : items.filter(each => narrowed.has(each.id));
}

/** What its key would send. */
export function severalDrafts(review: SeveralReview): readonly Draft[] {
  return meant(review).map(each => each.draft);
}

/** With these items, or with what else has changed: what its key answers for changes with it. */
export function withItems(review: SeveralReview, items: readonly SeveralItem[]): SeveralReview {
  const next = {...review, items};
  const ids = meant(next).map(each => each.id);
  return {...next, text: [...(next.isOld ? ['old'] : []), ...ids].join(' ')};
}

/** From those that the filter lets through to all, and back. */
export function widened(review: SeveralReview): SeveralReview {
  if (review.narrowed === undefined) return review;
  return withItems({...review, isWide: !review.isWide, scroll: 0}, review.items);
}

/** With time the data grows old: it says so, and asks by another key. */
export function watchSeveral(state: State, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'several' || overlay.isOld) return state;
  if (age(overlay.readAt, now) <= 3 * basePeriod(state.settings, true)) return state;
  return {...state, overlay: {...withItems({...overlay, isOld: true}, overlay.items), kind: 'several'}};
}

/** What a poll shows to be gone or over is left out; a poll of all of the list is a new reading of it. */
export function seeSeveral(state: State, before: State, pane: FeedPane, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'several' || overlay.pane !== pane) return state;
  const feed: Feed = state.feeds[pane];
  const isWhole = isWholeList(feed) && feed.filterText === '' && pane === 'orders';
  const items = overlay.items.filter(({id}) => {
    if (rowById(feed, id) === undefined) return !isWhole && rowById(before.feeds[pane], id) === undefined;
    const option = pane === 'easyOptions' ? rowById(state.feeds.easyOptions, id) : undefined;
    return option === undefined || !isEnding(option);
  });
  const readAt = isWhole ? (feed.loadedAt ?? overlay.readAt) : overlay.readAt;
  const gone = overlay.items.length - items.length;
  if (gone === 0) return {...state, overlay: {...overlay, readAt}};
  const note = `${gone} left out: ${pane === 'orders' ? 'no longer open' : 'over already'}`;
  const next = withItems({...overlay, readAt, notes: [...overlay.notes, note]}, items);
  return meant(next).length > 0
    ? {...state, overlay: {...next, kind: 'several'}}
    : callOff(state, 'none of them is left.', now);
}

/** Takes it from the screen, and says why. */
export function callOff(state: State, reason: string, now: Moment): State {
  const {overlay} = state;
  if (overlay.kind !== 'several') return state;
  const title = severalTitle(overlay.pane, meant(overlay).length);
  return tell(close(state), `${title} was called off: ${reason}`, 'warning', now);
}

/** The key counted: they are asked for one after another. */
export function confirmSeveral(state: State, review: SeveralReview, key: Key, now: Moment): Step {
  const watched = watchSeveral(state, now);
  if (watched !== state) return [watched, []];
  const drafts = severalDrafts(review);
  const forbids = drafts.map(draft => forbiddenNow(state, draft)).find(Boolean);
  const closed = close(afterYes(state, key));
  if (forbids !== undefined) return [tell(closed, forbids, 'danger', now), []];
  const unmarked = review.isOfMarked ? keepMarks(closed, review.pane, () => false) : closed;
  return askAll(unmarked, drafts, now, review.leaving);
}
