import {isInt64} from '../api/wire/records.ts';
import {openGiven} from './dialogs/form.ts';
import {pressHalt} from './dialogs/halt.ts';
import {isOpening, isTyping, type OpenDialog, type OpeningAction, openBy, openIn} from './dialogs/index.ts';
import {chooseSort, fieldsInView, moveSort, turnSort} from './feeds/arrange.ts';
import {pauseAsked, poll, pollAll, withFeed} from './feeds/feeds.ts';
import {whyHeldNow} from './gate/gate.ts';
import {currentWrite} from './intents/intent.ts';
import {amendable} from './intents/kinds/amend.ts';
import {type DraftKind, draftOfRow, isKind, kindOf} from './intents/kinds/kinds.ts';
import {inBanner} from './intents/selectors.ts';
import {
  type Action,
  type Binding,
  bindingAlways,
  bindingIn,
  bindingOn,
  isHaltKey,
  isOfPanes,
  isOn,
  type KeyAction,
} from './keys.ts';
import {askAloud, forgetAsked, isToBeSaid, turnListening} from './listening/asked.ts';
import type {MsgOf} from './messages.ts';
import type {Moment} from './model/moment.ts';
import {isFeedPane, type Key, keyName, paneTitles, type WrittenPane} from './model/vocabulary.ts';
import {
  backToPortfolio,
  moveBy,
  moveTo,
  selected,
  showRows,
  stepRow,
  toNeighbour,
  toPane,
  turnPage,
} from './navigate.ts';
import {takeBack, tell, withoutGood, withoutHints} from './notices.ts';
import {idToCopy, refusal, sendable} from './order/availability.ts';
import {stopBatch, tellIntents} from './order/batch.ts';
import {closing, formOf, nudgedPrice, orderForm, typed} from './order/forms.ts';
import {openQuit} from './order/leave.ts';
import {swallowed} from './order/questions.ts';
import {callOffAll, reviewForm, toReview} from './order/review.ts';
import {isGoingOn} from './order/several/queue.ts';
import {gatherSeveral} from './order/several/review.ts';
import {markedOn, toggleMark, withoutMarks} from './order/several/rows.ts';
import type {Ticks} from './order/state.ts';
import {show} from './overlay.ts';
import {rowsListed} from './portfolio/pane/move.ts';
import {refreshPortfolio} from './portfolio/reading/rounds.ts';
import {hasRoom, tableRows} from './screen.ts';
import type {State} from './state.ts';
import {andThen, chain, type Step} from './step.ts';

export function press(state: State, key: Key, now: Moment): Step {
  const heard = withoutGood(state, now);
  const [next, commands] = chain([heard, []], apart(state, key), (before, each) => hear(before, each, now));
  return [forgetAsked(state, leaveHints(state, next)), commands];
}

/**
 * A terminal sends Alt+letter as Escape and that letter, and a slow link can deliver the two keys together. If
 * the table has no such Alt key, treat them as two keys; the letter then counts as one of several that arrived
 * together, which confirm nothing. Where text is typed, guess nothing: Escape could discard the text.
 */
function apart(state: State, key: Key): readonly Key[] {
  const isPrintable = [...key.name].length === 1;
  if (!key.alt || key.ctrl || !isPrintable || openIn(state)?.line !== undefined) return [key];
  const name = keyName(key);
  if (state.settings.bindings.some(each => each.keys.includes(name))) return [key];
  const bare: Key = {...key, alt: false, alone: false};
  return [
    {...bare, name: 'escape', text: ''},
    {...bare, text: key.name},
  ];
}

function leaveHints(before: State, after: State): State {
  const view = viewOf(after);
  if (viewOf(before).every((part, index) => part === view[index])) return after;
  const old = new Set(before.notices);
  return withoutHints(after, hint => old.has(hint));
}

function viewOf({pane, overlay, details, activitySelected, feeds}: State) {
  const {page, selected, filterText} = feeds[isFeedPane(pane) ? pane : 'cards'];
  return [pane, overlay.kind, details, activitySelected, page, selected, filterText];
}

function hear(state: State, key: Key, now: Moment): Step {
  const previousAt = state.keys.lastAt;
  const heard: State = {...state, keys: {...state.keys, lastAt: key.at}};
  const always = bindingAlways(state.settings.bindings, keyName(key));
  if (always !== undefined) return pressAlways(heard, always.action, now);
  const dialog = openIn(heard);
  if (!key.pasted && isHalt(heard, dialog, key)) return run(heard, 'halt', now);
  if (!hasRoom(heard.viewport)) return pressUnseen(heard, key);
  // A paste is text in a field and nothing anywhere else.
  if (key.pasted) return [heard, []];
  if (dialog === undefined) {
    const silent = swallowed(heard, key);
    return silent === undefined ? pressOnPane(heard, key, now) : [silent, []];
  }
  const action = actionIn(heard, dialog, key);
  if (isToBeSaid(action) && !isTyping(heard)) return run(heard, action, now);
  if (action === 'erase.line' || action === 'erase.word') return [erase(heard, dialog, action), []];
  return dialog.press(heard, {
    key,
    action,
    previousAt,
    now,
    run: (after, chosen) => run(after, chosen, now),
  });
}

/** With the letters of `max`, `risk` and `last`. */
const inNumber = /^[\d.,%aiklmrstx<>= -]$/i;

/** The question before quitting handles the halt key itself while a halt can be handed on. */
function isHalt(state: State, dialog: OpenDialog | undefined, key: Key): boolean {
  const {overlay, settings, viewport} = state;
  if (overlay.kind === 'quit' && overlay.mayHandOn) return false;
  const isText =
    dialog !== undefined &&
    hasRoom(viewport) &&
    isTyping(state) &&
    (dialog.line?.isNumber !== true || inNumber.test(key.text));
  // A terminal sends Escape and a control key that arrive together as Alt.
  return isHaltKey(settings.bindings, keyName(key.ctrl ? {...key, alt: false} : key), isText);
}

function actionIn({overlay, settings}: State, {isOnSide}: OpenDialog, key: Key): KeyAction | undefined {
  if (overlay.kind === 'none') return undefined;
  const name = keyName(key);
  // Letters that choose a side also work with Caps Lock on.
  const focused =
    isOnSide &&
    (bindingIn(settings.bindings, name, 'side') ?? bindingIn(settings.bindings, name.toLowerCase(), 'side'));
  return (focused || bindingIn(settings.bindings, name, overlay.kind))?.action;
}

function pressAlways(state: State, action: KeyAction, now: Moment): Step {
  switch (action) {
    case 'suspend':
    case 'redraw':
    case 'say.where':
      return run(state, action, now);
    case 'quit':
      return state.overlay.kind === 'quit' ? [state, [{type: 'quit', code: 0}]] : openQuit(state);
    default:
      return [state, []];
  }
}

/** No key may act on what cannot be seen: on a screen that is too small, only quitting works. */
function pressUnseen(state: State, key: Key): Step {
  if (key.pasted || state.overlay.kind === 'quit') return [state, []];
  const binding = bindingOn(state.settings.bindings, keyName(key), state.pane);
  return binding?.action === 'quit' ? openQuit(state) : [state, []];
}

function pressOnPane(state: State, key: Key, now: Moment): Step {
  const {bindings} = state.settings;
  const name = keyName(key);
  const binding =
    bindingOn(bindings, name, state.pane) ??
    bindings.filter(isOfPanes).find(each => each.on !== undefined && each.keys.includes(name));
  if (isTextFor(state, key, binding)) return [unheard(state, key, name, now), []];
  const heard: State = {...state, keys: {...state.keys, deaf: {until: key.at, action: undefined}}};
  if (binding === undefined) return [unboundTold(heard, name, now), []];
  if (binding.action === 'filter' && !isOn(binding, state.pane)) return [withoutFilter(heard, now), []];
  if (binding.action === 'quit' && state.details) return run(heard, 'back', now);
  if (binding.group !== 'act' || key.at >= state.keys.restUntil) return run(heard, binding.action, now);
  return [tell(heard, `The screen has just changed: press ${key.name} again.`, 'info', now), []];
}

const deafMs = 1_500;

/**
 * What is typed for a text field that did not open must not act. Before its first letter, a key that moves, Esc
 * and the same key again show that the refusal was seen.
 */
function isTextFor({keys}: State, {at}: Key, binding: Binding | undefined): boolean {
  const {until, action} = keys.deaf;
  const isSeen =
    binding !== undefined &&
    (binding.group === 'rows' || binding.action === 'back' || binding.action === action);
  return at < until && (action === undefined || !isSeen);
}

/** Letters that were typed for a filter must not act, and the first of them may be a key that moves. */
function withoutFilter(state: State, now: Moment): State {
  const text = `${paneTitles[state.pane]} has no filter. ${ignoredWords}`;
  return tell(deafTo(state, undefined), text, 'info', now);
}

const ignoredWords = 'Keys are ignored until Enter, Esc or a pause.';

function deafTo(state: State, action: Action | undefined): State {
  return {...state, keys: {...state.keys, deaf: {until: state.keys.lastAt + deafMs, action}}};
}

function unheard(state: State, {at}: Key, name: string, now: Moment): State {
  const {action} = state.keys.deaf;
  const next = deafTo(state, undefined);
  if (name === 'enter' || name === 'escape')
    return {...next, keys: {...next.keys, deaf: {until: at, action: undefined}}};
  const reason = action && refusal(state, action);
  return reason === undefined ? next : tell(takeBack(next, reason), `${reason} ${ignoredWords}`, 'info', now);
}

/** For an Easy Option, `c` opens a question without a field. */
function wantsText({pane}: State, action: Action): boolean {
  if (action === 'close') return pane !== 'easyOptions';
  return action === 'alert' || (isKind(action) && kindOf({kind: action}).form !== undefined);
}

/** An unbound key changes nothing on the screen, so it is reported only in listening mode. */
function unboundTold(state: State, name: string, now: Moment): State {
  return state.listening === undefined ? state : tell(state, `${name} has no function here.`, 'info', now);
}

export function point(state: State, at: MsgOf<'pointed'>): Step {
  const {pane, overlay} = state;
  if (overlay.kind !== 'none') return [state, []];
  if ('by' in at) return withDetails(moveBy(state, at.by));
  if ('row' in at) return withDetails(moveTo(state, at.row));
  const field = isFeedPane(pane) ? fieldsInView(state, pane)[at.column] : undefined;
  return isFeedPane(pane) && field !== undefined ? chooseSort(state, pane, field, at.now) : [state, []];
}

export function typedInto(state: State, field: string, value: string): State {
  const dialog = openIn(state);
  const overlay = dialog?.typed(field, value) ?? state.overlay;
  return overlay === state.overlay ? state : {...state, overlay};
}

function erase(state: State, {line, typed}: OpenDialog, action: 'erase.line' | 'erase.word'): State {
  if (line === undefined) return state;
  const left = action === 'erase.line' ? '' : line.text.trimEnd().replace(/(?<!\S)\S+$/, '');
  return left === line.text ? state : {...state, overlay: typed(line.field, left)};
}

export function run(state: State, action: Action, now: Moment): Step {
  const reason = refusal(state, action);
  if (reason !== undefined) {
    const next = wantsText(state, action) ? deafTo(state, action) : state;
    return [tell(next, reason, 'info', now, {why: action}), []];
  }
  if (isOpening(action)) return openBy(state, action);
  const act: Act | undefined = acts[action];
  if (act !== undefined) return act(state, now);
  return isKind(action) ? writeRow(state, action, now) : [state, []];
}

/** A hint counts down, and goes once the action can act. Speech would repeat it. */
export function followHint(state: State): State {
  const others = state.notices.slice(0, -1);
  const hint = state.notices.at(-1);
  if (hint?.why === undefined || state.listening !== undefined) return state;
  const text = refusal(state, hint.why);
  if (text === hint.text) return state;
  return {...state, notices: text === undefined ? others : [...others, {...hint, text}]};
}

type Act = (state: State, now: Moment) => Step;
type OwnAction = Exclude<Action, OpeningAction>;

/** An action with the name of a kind of write writes the selected row. */
const acts: Readonly<Record<Exclude<OwnAction, DraftKind>, Act>> & {readonly [A in OwnAction]?: Act} = {
  'pane.cards': (state, now) => orSay(state, toPane(state, 'cards', now)),
  'pane.easyOptions': (state, now) => orSay(state, toPane(state, 'easyOptions', now)),
  'pane.orders': (state, now) => orSay(state, toPane(state, 'orders', now)),
  'pane.trades': (state, now) => orSay(state, toPane(state, 'trades', now)),
  'pane.activity': (state, now) => orSay(state, toPane(state, 'activity', now)),
  'pane.portfolio': (state, now) => orSay(state, toPane(state, 'portfolio', now)),
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
    closePosition(state) ?? markedFirst(state, 'easyOptions', now) ?? writeRow(state, 'close', now),
  cancel: (state, now) => markedFirst(state, 'orders', now) ?? writeRow(state, 'cancel', now),
  'nudge.up': (state, now) => nudge(state, 1, now),
  'nudge.down': (state, now) => nudge(state, -1, now),
  cancelAll: (state, now) => gatherSeveral(state, 'orders', {}, now),
  details: showDetails,
  back: (state, now) => orSay(state, back(state, now)),
  'sort.previous': (state, now) => moveSort(state, -1, now),
  'sort.next': (state, now) => moveSort(state, 1, now),
  'sort.reverse': turnSort,
  refresh: (state, now) => andThen(refresh(state, now), next => askAloud(next, 'reading')),
  copy,
  export: state => [state, [{type: 'export', name: state.pane, rows: rowsInView(state)}]],
  redraw: state => [state, [{type: 'redraw'}]],
  'say.again': state => askAloud(state, 'again'),
  'say.where': state => askAloud(state, 'where'),
  'say.spell': state => askAloud(state, 'spell'),
  'say.verbosity': state => turnListening(state, 'much'),
  'say.profit': state => turnListening(state, 'profit'),
  recheck,
  resend: reviewAgain,
  halt: (state, now) => pressHalt(callOffAll(state, 'the halt key was pressed.', now), now),
  suspend: state => [state, [{type: 'suspend'}]],
  lookBack: state => [state, [{type: 'lookBack'}]],
};

/** If nothing moves, listening mode repeats the current row: silence would be ambiguous. */
function orSay(before: State, step: Step): Step {
  return step[0] === before && step[1].length === 0 ? askAloud(before, 'row') : step;
}

function orTell(state: State, step: Step | string, now: Moment): Step {
  return typeof step === 'string' ? [tell(state, step, 'info', now), []] : step;
}

function showDetails(before: State, now: Moment): Step {
  if (before.pane === 'portfolio' && before.portfolio.list === undefined) return showRows(before, now);
  const state = onSomeLine(before);
  if (state.listening === undefined) return withDetails({...state, details: true, detailsScroll: 0});
  return andThen(askAloud(state, 'details'), readWhole);
}

function writeRow(state: State, kind: DraftKind, now: Moment): Step {
  const {pane, form} = kindOf({kind});
  const row = selected(state, pane);
  const found = row && draftOfRow(kind, row, state);
  if (found === undefined || 'refused' in found) return [state, []];
  return form === undefined ? toReview(state, found.draft, {}, now) : openGiven(state, found.draft);
}

function closePosition(state: State): Step | undefined {
  if (state.pane === 'easyOptions') return undefined;
  const position = closing(state);
  return 'refused' in position
    ? [state, []]
    : show(state, {kind: 'form', form: orderForm(state, position.prefill, position.prefill.size)});
}

function nudge(state: State, ticks: Ticks, now: Moment): Step {
  const several = markedFirst(state, 'orders', now, ticks);
  if (several !== undefined) return several;
  const order = selected(state, 'orders');
  const able = order && amendable(state, order);
  if (able === undefined || 'refused' in able) return [state, []];
  return reviewForm(state, typed(formOf(state, able), 'price', nudgedPrice(state, able, ticks)), now);
}

function markedFirst(state: State, pane: WrittenPane, now: Moment, ticks?: Ticks): Step | undefined {
  const ids = markedOn(state, pane);
  return ids.size === 0 ? undefined : gatherSeveral(state, pane, {ids, ticks}, now);
}

/** Esc undoes one thing per press: a running batch, details, marks, messages. Never a filter. */
function back(state: State, now: Moment): Step {
  if (isGoingOn(state)) return stopBatch(state, 'stopped by you', now);
  if (state.details) return [{...state, details: false}, []];
  const unmarked = withoutMarks(state);
  if (unmarked !== undefined) return [unmarked, []];
  const returned = backToPortfolio(state, now);
  if (returned !== undefined) return returned;
  return [state.notices.length > 0 ? {...state, notices: []} : state, []];
}

function onSomeLine(state: State): State {
  return state.pane === 'activity' && state.activitySelected === undefined ? moveBy(state, 0) : state;
}

/**
 * A refresh ends our own back-off and allows refused writes again; a pause that the service asked for stays.
 */
function refresh(before: State, now: Moment): Step {
  const state = {...before, intents: {...before.intents, disabled: {}}};
  const {pane} = state;
  if (pane === 'portfolio') return refreshPortfolio(state, now);
  if (!isFeedPane(pane)) return pollAll(state, now);
  const waitMs = pauseAsked(state.feeds[pane]) - now.mono;
  if (waitMs > 0) return [tell(state, `Rate limited: ${Math.ceil(waitMs / 1000)} s more.`, 'info', now), []];
  return poll(withFeed(state, pane, {quietUntil: 0}), pane, now);
}

function copy(before: State): Step {
  const state = onSomeLine(before);
  const text = idToCopy(state);
  return [state, text === undefined ? [] : [{type: 'copy', text}]];
}

function rowsInView(state: State): readonly object[] {
  if (state.pane === 'portfolio') return rowsListed(state)?.rows ?? [];
  return isFeedPane(state.pane) ? state.feeds[state.pane].rows : state.activity;
}

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

function readWhole(state: State): Step {
  const id = state.feeds.trades.selected;
  const isWanted = state.pane === 'trades' && id !== undefined && isInt64(id) && state.trade?.tradeId !== id;
  return [state, isWanted ? [{type: 'readTrade', tradeId: id}] : []];
}

function recheck(state: State, now: Moment): Step {
  const told = 'Rechecking: the banner clears when a read shows the outcome.';
  const intentId = inBanner(state.intents)[0]?.id ?? '';
  return tellIntents(tell(state, told, 'info', now), {type: 'lookAgain', intentId}, now);
}

function reviewAgain(state: State, now: Moment): Step {
  const again = sendable(state);
  if (again === undefined) return [state, []];
  // In an amend, only the write whose outcome is UNKNOWN is sent again.
  const {draft} = currentWrite(again);
  const reason = whyHeldNow(state, draft, {intent: again, isRepeat: true});
  if (reason !== undefined) return [tell(state, reason, 'danger', now), []];
  return toReview(state, draft, {again}, now);
}
