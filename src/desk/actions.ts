import {type EasyOption, isInt64, type Order} from '../api/wire/records.ts';
import {rowsListed} from './book/pane/move.ts';
import {backToBook, showRows} from './book/pane/visit.ts';
import {refreshBook} from './book/reading/rounds.ts';
import {andThen} from './chain.ts';
import {isOpening, type OpeningAction, openBy} from './dialogs.ts';
import {moveSort, turnSort} from './feeds/arrange.ts';
import {askPane, poll, pollAll, withFeed} from './feeds/feeds.ts';
import {moveBy, selected, stepRow, toNeighbour, toPane, turnPage} from './feeds/navigate.ts';
import {writeOf} from './intents/replace/write.ts';
import {inBanner} from './intents/selectors.ts';
import {askAloud, askForMore, askForProfit} from './listening/asked.ts';
import type {Action} from './model/keys.ts';
import type {Moment} from './model/moment.ts';
import {tell} from './model/notices.ts';
import {tableRows} from './model/room.ts';
import type {RowOf, State} from './model/state.ts';
import {type FeedPane, isFeedPane, type WrittenPane} from './model/vocabulary.ts';
import {cancelDraft, closeDraft, idToCopy, refusal, sendable} from './order/availability.ts';
import {stopBatch, tellIntents} from './order/batch.ts';
import {forbiddenNow} from './order/guardrails.ts';
import {callOffAll, toReview} from './order/review-life.ts';
import {gatherSeveral} from './order/several/gather.ts';
import {markedOn, toggleMark, withoutMarks} from './order/several/marked.ts';
import {isGoingOn} from './order/several/queue.ts';
import type {Step} from './step.ts';
import {pressStop} from './stop/review.ts';

/** Carries out an action of the key table, or says why it cannot be. */
export function run(state: State, action: Action, now: Moment): Step {
  const reason = refusal(state, action);
  if (reason !== undefined) return [tell(state, reason, 'info', now), []];
  return isOpening(action) ? openBy(state, action) : acts[action](state, now);
}

/** What each action does once nothing speaks against it; what opens a dialog stands with the dialog. */
const acts: Readonly<Record<Exclude<Action, OpeningAction>, (state: State, now: Moment) => Step>> = {
  'pane.cards': (state, now) => orSay(state, toPane(state, 'cards', now)),
  'pane.easyOptions': (state, now) => orSay(state, toPane(state, 'easyOptions', now)),
  'pane.orders': (state, now) => orSay(state, toPane(state, 'orders', now)),
  'pane.trades': (state, now) => orSay(state, toPane(state, 'trades', now)),
  'pane.activity': (state, now) => orSay(state, toPane(state, 'activity', now)),
  'pane.book': (state, now) => orSay(state, toPane(state, 'book', now)),
  'pane.next': (state, now) => toNeighbour(state, 1, now),
  'pane.previous': (state, now) => toNeighbour(state, -1, now),
  'row.down': (state, now) => orSay(state, andThen(stepRow(state, 1, now), withDetails)),
  'row.up': (state, now) => orSay(state, andThen(stepRow(state, -1, now), withDetails)),
  'row.first': state => orSay(state, withDetails(moveBy(state, -Number.MAX_SAFE_INTEGER))),
  'row.last': state => orSay(state, withDetails(moveBy(state, Number.MAX_SAFE_INTEGER))),
  'row.pageDown': state => orSay(state, turnScreen(state, 1)),
  'row.pageUp': state => orSay(state, turnScreen(state, -1)),
  'page.previous': (state, now) => orTell(state, turnPage(state, -1, now), now),
  'page.next': (state, now) => orTell(state, turnPage(state, 1, now), now),
  mark: toggleMark,
  close: (state, now) =>
    markedFirst(state, 'easyOptions', now) ??
    withSelected(state, 'easyOptions', option => reviewClose(state, option, now)),
  cancel: (state, now) =>
    markedFirst(state, 'orders', now) ??
    withSelected(state, 'orders', order => reviewCancel(state, order, now)),
  cancelAll: (state, now) => gatherSeveral(state, 'orders', {}, now),
  details: showDetails,
  back: (state, now) => orSay(state, back(state, now)),
  'sort.previous': (state, now) => moveSort(state, -1, now),
  'sort.next': (state, now) => moveSort(state, 1, now),
  'sort.turn': turnSort,
  refresh: (state, now) => andThen(refresh(state, now), next => askAloud(next, 'reading')),
  copy,
  export: exportPage,
  redraw: state => [state, [{type: 'redraw'}]],
  'say.again': state => askAloud(state, 'again'),
  'say.where': state => askAloud(state, 'where'),
  'say.spell': state => askAloud(state, 'spell'),
  'say.much': askForMore,
  'say.profit': askForProfit,
  lookAgain,
  sendAgain: reviewAgain,
  stop: (state, now) => pressStop(callOffAll(state, 'the stop key was pressed.', now), now),
  suspend: state => [state, [{type: 'suspend'}]],
  lookBack: state => [state, [{type: 'lookBack'}]],
};

/** Where nothing moves, who listens hears where he is: silence would tell nothing. */
function orSay(before: State, step: Step): Step {
  return step[0] === before && step[1].length === 0 ? askAloud(before, 'row') : step;
}

function orTell(state: State, step: Step | string, now: Moment): Step {
  return typeof step === 'string' ? [tell(state, step, 'info', now), []] : step;
}

/** Of a figure the rows behind it; of a row its details, which are said where nobody sees them. */
function showDetails(before: State, now: Moment): Step {
  if (before.pane === 'book' && before.book.list === undefined) return showRows(before, now);
  const state = onSomeLine(before);
  if (state.listening === undefined) return withDetails({...state, details: true, detailsScroll: 0});
  return andThen(askAloud(state, 'details'), readWhole);
}

/** Nothing is done to a row that is not there: the action's reason has been told by then. */
function withSelected<P extends FeedPane>(state: State, pane: P, act: (row: RowOf[P]) => Step): Step {
  const row = selected(state, pane);
  return row === undefined ? [state, []] : act(row);
}

function reviewClose(state: State, option: EasyOption, now: Moment): Step {
  return toReview(state, [closeDraft(option)], undefined, {option}, now);
}

function reviewCancel(state: State, order: Order, now: Moment): Step {
  return toReview(state, [cancelDraft(order)], undefined, {orders: [order]}, now);
}

/** What is marked is meant rather than the row that is selected. */
function markedFirst(state: State, pane: WrittenPane, now: Moment): Step | undefined {
  const ids = markedOn(state, pane);
  return ids.size === 0 ? undefined : gatherSeveral(state, pane, {ids}, now);
}

/** Esc takes back one thing a press: what several writes have left, details, marks, messages, the filter. */
function back(state: State, now: Moment): Step {
  if (isGoingOn(state)) return stopBatch(state, 'stopped by you', now);
  if (state.details) return [{...state, details: false}, []];
  const unmarked = withoutMarks(state);
  if (unmarked !== undefined) return [unmarked, []];
  const returned = backToBook(state, now);
  if (returned !== undefined) return returned;
  if (state.notices.length > 0) return [{...state, notices: []}, []];
  const {pane} = state;
  return isFeedPane(pane) && state.feeds[pane].filterText !== ''
    ? askPane(state, pane, {query: {}, filterText: '', page: 0, sizeAsked: undefined}, now)
    : [state, []];
}

/** Activity has no line selected until one is asked for: the newest is meant. */
function onSomeLine(state: State): State {
  return state.pane === 'activity' && state.activitySelected === undefined ? moveBy(state, 0) : state;
}

/** A refresh ends our own back-off and allows what was forbidden; the service's own pause is kept. */
function refresh(before: State, now: Moment): Step {
  const state = {...before, intents: {...before.intents, disabled: {}}};
  const {pane} = state;
  if (pane === 'book') return refreshBook(state, now);
  if (!isFeedPane(pane)) return pollAll(state, now);
  const {fault, quietUntil} = state.feeds[pane];
  const waitMs = fault?.retryAfterMs === undefined ? 0 : quietUntil - now.mono;
  if (waitMs > 0)
    return [tell(state, `The service asked to wait: ${Math.ceil(waitMs / 1000)} s more.`, 'info', now), []];
  return poll(withFeed(state, pane, {quietUntil: 0}), pane, now);
}

/** What became of the copy is told by whoever carries it out. */
function copy(before: State): Step {
  const state = onSomeLine(before);
  const text = idToCopy(state);
  return [state, text === undefined ? [] : [{type: 'copy', text}]];
}

function exportPage(state: State): Step {
  return [state, [{type: 'export', name: state.pane, rows: rowsInView(state)}]];
}

function rowsInView(state: State): readonly object[] {
  if (state.pane === 'book') return rowsListed(state)?.rows ?? [];
  return isFeedPane(state.pane) ? state.feeds[state.pane].rows : state.activity;
}

/** While the details are shown, PgUp and PgDn move within them. */
function turnScreen(state: State, step: 1 | -1): Step {
  const rows = tableRows(state.viewport);
  if (!state.details) return [moveBy(state, step * rows), []];
  const by = step * Math.max(1, Math.floor(rows / 2));
  return [{...state, detailsScroll: Math.max(0, state.detailsScroll + by)}, []];
}

function withDetails(state: State): Step {
  const next = state.detailsScroll === 0 ? state : {...state, detailsScroll: 0};
  return state.details ? readWhole(next) : [next, []];
}

/** The details of a trade come from the service's own record of it. */
function readWhole(state: State): Step {
  const id = state.feeds.trades.selected;
  const isWanted = state.pane === 'trades' && id !== undefined && isInt64(id) && state.trade?.tradeId !== id;
  return [state, isWanted ? [{type: 'readTrade', tradeId: id}] : []];
}

function lookAgain(state: State, now: Moment): Step {
  const told = 'Looking again: the banner goes when a read shows what became of it.';
  const intentId = inBanner(state.intents)[0]?.id ?? '';
  return tellIntents(tell(state, told, 'info', now), {type: 'lookAgain', intentId}, now);
}

/** What sends once more is reviewed once more: prices and the profile may be others by now. */
function reviewAgain(state: State, now: Moment): Step {
  const again = sendable(state);
  if (again === undefined) return [state, []];
  // Of a replacement the write that is UNKNOWN is sent again, and no more than that.
  const {draft} = writeOf(again);
  const reason = forbiddenNow(state, draft);
  if (reason !== undefined) return [tell(state, reason, 'danger', now), []];
  return toReview(state, [draft], undefined, {again}, now);
}
