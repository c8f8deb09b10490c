import type {Moment} from '../../../account/model/moment.ts';
import {ownId, rowId} from '../../../account/model/rows.ts';
import {
  type FeedPane,
  feedPanes,
  isFeedPane,
  type Pane,
  type WrittenPane,
} from '../../../account/model/vocabulary.ts';
import {resources} from '../../../account/resources/resources.ts';
import type {Intent} from '../../../core/intents/intent.ts';
import {amendOf} from '../../../core/intents/kinds/cancel.ts';
import {askedTarget, type Draft} from '../../../core/intents/kinds/kinds.ts';
import {replacedBy} from '../../../core/intents/kinds/place.ts';
import {withFeed, withRest} from '../../feeds/feeds.ts';
import {isGone, recordNow, wholeReadAt} from '../../feeds/last-read.ts';
import {selectAt, selected, stepRow} from '../../navigate.ts';
import type {Feed, State, Step} from '../../state.ts';
import {ticketOf} from '../tickets/tickets.ts';

/** Marks are kept by id, so they survive paging. */
export const markedOn = ({marked}: Pick<State, 'marked'>, pane: Pane): ReadonlySet<string> =>
  isWritten(pane) ? marked[pane] : new Set();

const isWritten = (pane: Pane): pane is WrittenPane => isFeedPane(pane) && resources[pane].over !== undefined;

/** The end of several names it. */
export function isOneOfSeveral({outbox}: Pick<State, 'outbox'>, draft: Draft): boolean {
  return outbox?.items.some(each => askedTarget(each.draft) === askedTarget(draft)) === true;
}

export function toggleMark(state: State, now: Moment): Step {
  const {pane} = state;
  const row = isWritten(pane) ? selected(state, pane) : undefined;
  if (!isWritten(pane) || row === undefined) return [state, []];
  const id = ownId<WrittenPane>(pane, row) ?? '';
  const ids = new Set(state.marked[pane]);
  if (!ids.delete(id)) ids.add(id);
  return stepRow({...state, marked: {...state.marked, [pane]: ids}}, 1, now);
}

export function keepMarks(state: State, pane: WrittenPane, isKept: (id: string) => boolean): State {
  const ids = [...state.marked[pane]].filter(isKept);
  return {...state, marked: {...state.marked, [pane]: new Set(ids)}};
}

/** Those that were not sent are marked again, and they alone: the next key is for them. */
export function markAgain(state: State, drafts: readonly Draft[]): State {
  const [first] = drafts;
  const pane = first && ticketOf(first).pane;
  if (pane === undefined || !isWritten(pane)) return state;
  const ids = drafts.flatMap(draft => ticketOf(draft).record?.(draft) ?? []);
  return {...state, marked: {...state.marked, [pane]: new Set(ids)}};
}

/** A mark goes with its row, and keys rest then: they would act on another. A new order is listed later. */
export function withoutGone(before: State, state: State, now: Moment): State {
  return feedPanes.filter(isWritten).reduce((next, pane) => {
    const since = wholeReadAt(state, pane);
    if (since === undefined || since === wholeReadAt(before, pane)) return next;
    const isKept = (id: string) =>
      !isGone(state, pane, id, since) || recordNow(before, pane, id).row === undefined;
    return [...next.marked[pane]].every(isKept) ? next : withRest(keepMarks(next, pane, isKept), now);
  }, state);
}

export function withoutMarks(state: State): State | undefined {
  const {pane} = state;
  return isWritten(pane) && state.marked[pane].size > 0 ? keepMarks(state, pane, () => false) : undefined;
}

/**
 * Selects the next row after a confirmed cancel or close, so that a list can be worked through without arrow
 * keys, and the new order of an amend once it is listed.
 */
export function goOnward(state: State, before: readonly Intent[], now: Moment): State {
  const was = new Map(before.map(each => [each.id, each.state]));
  return state.intents.list.reduce((next, intent) => {
    const {id, draft} = intent;
    const isNew = intent.state === 'CONFIRMED' && was.has(id) && was.get(id) !== 'CONFIRMED';
    if (!isNew || isOneOfSeveral(state, draft)) return next;
    if (replacedBy(draft) !== undefined) return seekMoved(next, intent, now);
    return amendOf(draft) === undefined ? leaveRows(next, [draft], now) : next;
  }, state);
}

/**
 * Selects the new order of an amend, at once or when it is listed, if the old order is selected or was until it
 * left the list.
 */
export function seekMoved(state: State, intent: Intent, now: Moment): State {
  const {selected: on, sought = on, rows} = state.feeds.orders;
  const {orderId: oldId} = replacedBy(intent.draft) ?? {};
  const newId = intent.state === 'CONFIRMED' ? intent.resolvedRecordId : undefined;
  if (oldId === undefined || newId === undefined || (on ?? sought) !== oldId) return state;
  const index = rows.findIndex(each => each.orderId === newId);
  if (index < 0) return withFeed(state, 'orders', {sought: newId});
  return withRest(selectAt(state, 'orders', index), now);
}

/** All are of one kind. */
export function leaveRows(state: State, drafts: readonly Draft[], now: Moment): State {
  const [first] = drafts;
  const pane = first && ticketOf(first).pane;
  if (pane === undefined || !isWritten(pane)) return state;
  const feed: Feed = state.feeds[pane];
  const ids = new Set(drafts.flatMap(draft => ticketOf(draft).record?.(draft) ?? []));
  const on = feed.sought ?? feed.selected;
  if (on === undefined || !ids.has(on)) return state;
  const stay = feed.rows.flatMap((row, at) => (ids.has(rowId<FeedPane>(pane, row, at)) ? [] : at));
  const next = stay.find(at => at >= feed.selectedIndex) ?? stay.at(-1);
  if (next === undefined) return state;
  return withRest(selectAt(state, pane, next), now);
}
