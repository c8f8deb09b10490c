import {selectAt} from '../../feeds/navigate.ts';
import {type Draft, type Intent, target} from '../../intents/intent.ts';
import type {Moment} from '../../model/moment.ts';
import {rowId} from '../../model/rows.ts';
import type {Feed, State} from '../../model/state.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import type {Onward} from './several.ts';

/**
 * After the answer to one's own cancel or close the next row is selected, once: so a list is gone through
 * without a key between two of them. Keys that act rest a moment then: they may have been meant for the row
 * before. After a move it is the new order that is selected, as soon as it is listed.
 */
const restMs = 300;

function rowOf(draft: Draft): {readonly pane: Onward['pane']; readonly id: string} | undefined {
  if (draft.kind === 'cancel' || draft.kind === 'replace') return {pane: 'orders', id: draft.orderId};
  return draft.kind === 'close' ? {pane: 'easyOptions', id: draft.easyOptionId} : undefined;
}

/** Remembers that a write of the row selected waits for its answer. */
export function waitToGoOn(state: State, draft: Draft): State {
  const row = rowOf(draft);
  const isOnIt = row !== undefined && state.feeds[row.pane].selected === row.id;
  return {...state, onward: isOnIt ? {pane: row.pane, target: target(draft)} : undefined};
}

/** Once the answer is a yes, on to the next row; after any other the row stays selected, to be tried again. */
export function goOnward(state: State, now: Moment): State {
  const {onward, intents} = state;
  if (onward === undefined || intents.asking.some(each => target(each) === onward.target)) return state;
  const intent = intents.list.findLast(each => target(each.draft) === onward.target);
  if (intent?.state === 'ASKED' || intent?.state === 'SENDING') return state;
  const settled: State = {...state, onward: undefined};
  if (intent?.draft.kind === 'replace') return followMoved(state, settled, intent, now);
  return intent?.state === 'ACCEPTED' || intent?.state === 'DONE'
    ? leaveRows(settled, [intent.draft], now)
    : settled;
}

/** The new order may be listed later than its answer came: until then nothing else may have been selected. */
function followMoved(state: State, settled: State, intent: Intent, now: Moment): State {
  const {selected: on, rows} = state.feeds.orders;
  const {draft, state: stage} = intent;
  if (draft.kind !== 'replace' || (on !== undefined && on !== draft.orderId)) return settled;
  const isUnderWay =
    stage === 'CANCELING' || stage === 'READING' || stage === 'PLACING' || stage === 'ACCEPTED';
  if (isUnderWay) return state;
  if (stage !== 'DONE' || intent.resolvedRecordId === undefined) return settled;
  const index = rows.findIndex(each => each.orderId === intent.resolvedRecordId);
  if (index < 0) return state;
  return {...selectAt(settled, 'orders', index), keys: {...state.keys, restUntil: now.mono + restMs}};
}

/** Selects the row that follows those that were written to, or the one before them where none follows. */
export function leaveRows(state: State, drafts: readonly Draft[], now: Moment): State {
  const left = drafts.flatMap(draft => rowOf(draft) ?? []);
  const pane = left[0]?.pane;
  if (pane === undefined) return state;
  const feed: Feed = state.feeds[pane];
  const ids = new Set(left.map(each => each.id));
  if (feed.selected !== undefined && !ids.has(feed.selected)) return state;
  const stays = (index: number) => {
    const row = feed.rows[index];
    return row !== undefined && !ids.has(rowId<FeedPane>(pane, row, index));
  };
  const indexes = feed.rows.map((_, index) => index);
  const next =
    indexes.find(index => index >= feed.selectedIndex && stays(index)) ??
    indexes.findLast(index => index < feed.selectedIndex && stays(index));
  if (next === undefined) return state;
  return {...selectAt(state, pane, next), keys: {...state.keys, restUntil: now.mono + restMs}};
}
