import type {Moment} from '../account/model/moment.ts';
import {ownId} from '../account/model/rows.ts';
import {isFeedPane, type Pane, paneNames, panes, type WrittenPane} from '../account/model/vocabulary.ts';
import {isInt64} from '../api/wire/records.ts';
import {andThen} from '../core/chain.ts';
import {isHalted} from '../core/halt/halt.ts';
import {type DraftKind, isKind} from '../core/intents/kinds/kinds.ts';
import {proposalsWaiting} from '../core/proposals/proposal.ts';
import {type ActionRow, type Check, show} from './dialog.ts';
import {alertBlocked, openAlert} from './dialogs/alert.ts';
import {openFilter} from './dialogs/filter.ts';
import {formActions, showForm} from './dialogs/form.ts';
import {pressHalt} from './dialogs/halt.ts';
import {showHelp} from './dialogs/help.ts';
import {openMessages} from './dialogs/messages.ts';
import {openPosition, positionOf} from './dialogs/position.ts';
import {openProposals} from './dialogs/proposals.ts';
import {openQuit} from './dialogs/quit.ts';
import {openSort} from './dialogs/sort.ts';
import {unknownActions} from './dialogs/unknown.ts';
import {moveSort, turnSort} from './feeds/arrange.ts';
import {pauseAsked, pollNow} from './feeds/feeds.ts';
import {readOnlyActions} from './holder.ts';
import {type ActingAction, type Action, isOn, keyOf} from './keys.ts';
import {askAloud} from './listening.ts';
import {
  moveBy,
  rowInView,
  selected,
  selectedLine,
  selectedRow,
  stepRow,
  toNeighbour,
  toPane,
  turnPage,
} from './navigate.ts';
import {noticeInView, tell, without} from './notices.ts';
import {cancelAllBlocked, closeBlocked, draftHere, onRow, onRows, toWrite} from './order/availability.ts';
import {closing} from './order/closing.ts';
import {formOf, orderForm, typed} from './order/forms.ts';
import {whyViewer} from './order/gate-now.ts';
import {tellIntents} from './order/intents.ts';
import type {Ticks} from './order/ordering.ts';
import {nudgedPrice} from './order/prices.ts';
import {callOffAll, reviewForm, toReview} from './order/reviewing.ts';
import {gatherSeveral} from './order/several/gathering.ts';
import {markedOn, toggleMark, withoutMarks} from './order/several/marks.ts';
import {isGoingOn, stopRest} from './order/several/outbox.ts';
import {amendable} from './order/tickets/amend-ticket.ts';
import {ticketOf} from './order/tickets/tickets.ts';
import {ownPanes} from './own-panes.ts';
import {moveByBlock, showRows, withoutRows} from './portfolio/move.ts';
import type {State, Step} from './state.ts';

type PaneAction = `pane.${Pane}`;

/** The compiler asks for the checks of actions on the account. */
type Actions = Readonly<Record<Exclude<ActingAction, DraftKind>, ActionRow & {readonly blocked: Check}>> &
  Readonly<Record<Exclude<Action, ActingAction | PaneAction>, ActionRow>> & {
    readonly [A in DraftKind | PaneAction]?: ActionRow;
  };

/** The effect of each action, and why it cannot act now. Others have the name of a kind of write. */
const actions: Actions = {
  ...Object.fromEntries(panes.map(pane => [`pane.${pane}`, goTo(pane)])),
  'pane.next': {act: (state, now) => toNeighbour(state, 1, now)},
  'pane.previous': {act: (state, now) => toNeighbour(state, -1, now)},
  'block.next': {act: state => withDetails(moveByBlock(state, 1))},
  'block.previous': {act: state => withDetails(moveByBlock(state, -1))},
  'row.down': {act: (state, now) => andThen(stepRow(state, 1, now), withDetails)},
  'row.up': {act: (state, now) => andThen(stepRow(state, -1, now), withDetails)},
  'row.first': {act: state => withDetails(moveBy(state, -Number.MAX_SAFE_INTEGER))},
  'row.last': {act: state => withDetails(moveBy(state, Number.MAX_SAFE_INTEGER))},
  'row.pageDown': {act: state => turnScreen(state, 1)},
  'row.pageUp': {act: state => turnScreen(state, -1)},
  mark: {act: toggleMark, blocked: state => (isNoneSelected(state) ? 'Select the row to mark.' : undefined)},
  'page.previous': {act: (state, now) => turnPage(state, -1, now)},
  'page.next': {act: (state, now) => turnPage(state, 1, now)},
  ...formActions,
  close: {
    act: (state, now) =>
      closePosition(state) ?? markedFirst(state, 'easyOptions', now) ?? writeRow(state, 'close', now),
    blocked: closeBlocked,
    takesText: ({pane}) => pane !== 'easyOptions',
  },
  cancel: {
    act: (state, now) => markedFirst(state, 'orders', now) ?? writeRow(state, 'cancel', now),
    blocked: onRows('cancel'),
  },
  'nudge.up': {act: (state, now) => nudge(state, 1, now), blocked: onRows('amend', 'cancel')},
  'nudge.down': {act: (state, now) => nudge(state, -1, now), blocked: onRows('amend', 'cancel')},
  cancelAll: {
    act: (state, now) => gatherSeveral(state, {pane: 'orders'}, now),
    blocked: toWrite('cancel', cancelAllBlocked),
  },
  details: {act: showDetails, blocked: state => (isNoneSelected(state) ? 'No row is selected.' : undefined)},
  back: {act: back},
  filter: {act: openFilter},
  sort: {act: openSort},
  refresh: {act: (state, now) => andThen(refresh(state, now), next => askAloud(next, 'reading'))},
  copy: {act: copy, blocked: copyBlocked},
  export: {
    act(state) {
      const {pane, feeds} = state;
      const rows = isFeedPane(pane) ? feeds[pane].rows : ownPanes[pane].rows(state);
      return [state, [{type: 'export', name: pane, rows}]];
    },
    blocked: whyNoRows,
  },
  position: {
    act: openPosition,
    blocked: state => (positionOf(state) === undefined ? 'The selected row names no position.' : undefined),
  },
  alert: {act: openAlert, blocked: alertBlocked, takesText: () => true},
  pin: {act: pin, blocked: state => (isNoneSelected(state) ? 'Select the card to pin.' : undefined)},
  proposals: {
    act: openProposals,
    blocked: state => (proposalsWaiting(state).length === 0 ? 'No proposals.' : undefined),
  },
  messages: {act: openMessages},
  'sort.previous': {act: (state, now) => moveSort(state, -1, now)},
  'sort.next': {act: (state, now) => moveSort(state, 1, now)},
  'sort.reverse': {
    act: turnSort,
    blocked: ({pane, feeds}) =>
      isFeedPane(pane) && feeds[pane].sort !== undefined ? undefined : 'Nothing is sorted yet.',
  },
  redraw: {act: state => [state, [{type: 'redraw'}]]},
  'say.again': {act: state => askAloud(state, 'again')},
  'say.where': {act: state => askAloud(state, 'where')},
  ...unknownActions,
  resume: {
    act: state => show(state, {kind: 'lift', text: '', error: undefined}),
    blocked: state => (isHalted(state) ? whyViewer(state) : 'Nothing is halted.'),
    takesText: () => true,
  },
  halt: {act: (state, now) => pressHalt(callOffAll(state, 'the halt key was pressed.', now), now)},
  help: {act: state => showHelp(state, '')},
  palette: {act: state => show(state, {kind: 'palette', text: '', at: 0})},
  ...readOnlyActions,
  suspend: {
    act: state => [state, [{type: 'suspend'}]],
    blocked: ({halt}) =>
      halt.work === undefined ? undefined : 'Not suspended: the halt is carried out here, and would stop.',
  },
  quit: {act: state => openQuit(state)},
};

function goTo(pane: Pane): ActionRow {
  return {act: (state, now) => toPane(state, pane, now)};
}

export function run(state: State, action: Action, now: Moment): Step {
  const {act, takesText} = rowOf(action);
  const reason = blocked(state, action);
  if (reason !== undefined) {
    const next = takesText?.(state) ? ignoreText(state, action) : state;
    return [tell(next, reason, 'info', now, {why: action}), []];
  }
  return orSay(state, act(state, now));
}

const ignoredMs = 1_500;

/** Ignores the text that was typed for a field that did not open. */
export function ignoreText(state: State, action?: Action): State {
  return {...state, keys: {...state.keys, deaf: {until: state.keys.lastAt + ignoredMs, action}}};
}

/** An action with the name of a kind of write writes the selected row. */
function rowOf(action: Action): ActionRow {
  const own: ActionRow | undefined = actions[action];
  if (own !== undefined || !isKind(action)) return own ?? {act: state => [state, []]};
  const {form} = ticketOf({kind: action});
  return {
    act: (state, now) => writeRow(state, action, now),
    blocked: onRow(action),
    takesText: () => form !== undefined,
  };
}

/** The reason that it cannot act now. On another pane it could take one record for another. */
export function blocked(state: State, action: Action): string | undefined {
  const {bindings} = state.settings;
  const binding = bindings.find(each => each.action === action);
  if (binding === undefined || isOn(binding, state.pane)) return rowOf(action).blocked?.(state);
  const names = (binding.on ?? []).map(pane => {
    const key = keyOf(bindings, `pane.${pane}`);
    return key === '' ? paneNames[pane].title : `${paneNames[pane].title} (${key})`;
  });
  const last = names.pop() ?? '';
  return `${binding.label}: only on ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}.`;
}

function pin(state: State, now: Moment): Step {
  const {selected: id} = state.feeds.cards;
  if (id === undefined) return [state, []];
  const others = state.pinned.filter(each => each !== id);
  const pinned = others.length < state.pinned.length ? others : [...others, id];
  return pollNow({...state, pinned}, 'cards', now);
}

function isNoneSelected(state: State): boolean {
  const {pane} = state;
  return isFeedPane(pane) ? selectedRow(state) === undefined : ownPanes[pane].isNoneSelected(state);
}

/** Listening mode repeats the current row when nothing moves: silence would be ambiguous. */
function orSay(before: State, step: Step): Step {
  return step[0] === before && step[1].length === 0 ? askAloud(before, 'row') : step;
}

function showDetails(before: State): Step {
  if (before.pane === 'portfolio' && before.portfolio.list === undefined) return [showRows(before), []];
  const state = onSomeLine(before);
  if (state.listening === undefined) return withDetails({...state, details: true, detailsScroll: 0});
  return andThen(askAloud(state, 'details'), readWhole);
}

function writeRow(state: State, kind: DraftKind, now: Moment): Step {
  const found = draftHere(state, kind);
  if ('refused' in found) return [state, []];
  return ticketOf({kind}).form === undefined
    ? toReview(state, found.draft, {}, now)
    : showForm(state, formOf(state, found.draft));
}

function closePosition(state: State): Step | undefined {
  if (state.pane === 'easyOptions') return undefined;
  const position = closing(state);
  const form = 'refused' in position ? undefined : orderForm(state, position.prefill, position.closes);
  return showForm(state, form);
}

function nudge(state: State, ticks: Ticks, now: Moment): Step {
  const several = markedFirst(state, 'orders', now, ticks);
  if (several !== undefined) return several;
  const order = selected(state, 'orders');
  const able = order && amendable(state, order);
  if (able === undefined || 'refused' in able) return [state, []];
  return reviewForm(state, typed(state, formOf(state, able), 'price', nudgedPrice(state, able, ticks)), now);
}

function markedFirst(state: State, pane: WrittenPane, now: Moment, ticks?: Ticks): Step | undefined {
  const ids = markedOn(state, pane);
  return ids.size === 0 ? undefined : gatherSeveral(state, {pane, ids, ticks}, now);
}

/** Esc undoes one thing per press: the rest of several, details, marks, messages. Never a filter. */
function back(state: State, now: Moment): Step {
  if (isGoingOn(state)) return [stopRest(state, 'stopped by you'), []];
  if (state.details) return [{...state, details: false}, []];
  const unmarked = withoutMarks(state);
  if (unmarked !== undefined) return [unmarked, []];
  const figures = withoutRows(state);
  if (figures !== undefined) return [figures, []];
  const {id, intentId} = noticeInView(state) ?? {};
  // Only the one in view has been read: the others that stay are shown after it.
  const begun: Step = [without(state, each => !each.stays || each.id === id), []];
  if (intentId === undefined) return begun;
  return andThen(begun, next => tellIntents(next, {type: 'acknowledged', intentId}, now));
}

function onSomeLine(state: State): State {
  return state.pane === 'activity' && state.activitySelected === undefined ? moveBy(state, 0) : state;
}

/** A refresh ends our own back-off; a pause that the service asked for stays. */
function refresh(state: State, now: Moment): Step {
  const {pane} = state;
  if (!isFeedPane(pane)) return ownPanes[pane].refresh(state, now);
  const waitMs = pauseAsked(state.feeds[pane]) - now.mono;
  if (waitMs > 0) return [tell(state, `Rate limited: ${Math.ceil(waitMs / 1000)} s more.`, 'info', now), []];
  return pollNow(state, pane, now);
}

function copyBlocked(state: State): string | undefined {
  if (isNoneSelected(state)) return 'No row is selected.';
  const why = whyNoRows(state);
  if (why !== undefined || idToCopy(state) !== undefined) return why;
  return state.pane === 'activity' ? 'This line has no request id to copy.' : 'This row has no id.';
}

function whyNoRows(state: State): string | undefined {
  return isFeedPane(state.pane) ? undefined : ownPanes[state.pane].whyNoRows(state);
}

function idToCopy(state: State): string | undefined {
  if (state.pane === 'activity') return selectedLine(state)?.requestId || undefined;
  const shown = rowInView(state);
  return (shown && ownId(shown.pane, shown.row)) || undefined;
}

function copy(before: State): Step {
  const state = onSomeLine(before);
  const text = idToCopy(state);
  return [state, text === undefined ? [] : [{type: 'copy', text}]];
}

function turnScreen(state: State, step: 1 | -1): Step {
  const {page, most} = state.list;
  if (!state.details) return [moveBy(state, step * page), []];
  const detailsScroll = Math.max(0, Math.min(state.detailsScroll + step * page, most));
  return [{...state, detailsScroll}, []];
}

function withDetails(state: State): Step {
  const next = state.detailsScroll === 0 ? state : {...state, detailsScroll: 0};
  return state.details ? readWhole(next) : [next, []];
}

function readWhole(state: State): Step {
  const id = state.feeds.trades.selected;
  const isWanted = state.pane === 'trades' && id !== undefined && isInt64(id) && state.trade?.tradeId !== id;
  return [state, isWanted ? [{type: 'readTrade', tradeId: id}] : []];
}
