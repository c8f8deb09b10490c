import {run} from './actions.ts';
import {chain} from './chain.ts';
import {type OpenDialog, openIn} from './dialogs.ts';
import {forgetAsked, isToBeSaid} from './listening/asked.ts';
import {bindingAlways, bindingIn, bindingOn, isOfPanes, isStopKey, type KeyAction} from './model/keys.ts';
import type {Moment} from './model/moment.ts';
import {tell, withoutHints} from './model/notices.ts';
import {hasRoom} from './model/room.ts';
import type {State} from './model/state.ts';
import {isFeedPane, type Key, keyName} from './model/vocabulary.ts';
import {swallowed} from './order/confirm.ts';
import {openQuit} from './order/leave.ts';
import {isResting, restLonger} from './order/ticket/refused.ts';
import type {Step} from './step.ts';

/** What a key does, by what is on the screen. Text typed into a field comes as `typed`, not from here. */
export function press(state: State, key: Key, now: Moment): Step {
  const [next, commands] = chain([state, []], apart(state, key), (before, each) => hear(before, each, now));
  return [forgetAsked(state, leaveHints(state, next)), commands];
}

/**
 * A terminal says Alt with a letter as it says Escape and that letter, and a slow link brings these two at
 * once. Where no key of the table is meant, they were two: the letter as one of several that came together,
 * which confirm nothing. Where text is typed, Escape might throw it away for what was Alt: nothing is guessed.
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

/** A hint goes with what it was about: the pane, its page, the row, or what was open over them. */
function leaveHints(before: State, after: State): State {
  if (isSameView(before, after)) return after;
  const old = new Set(before.notices);
  return withoutHints(after, hint => old.has(hint));
}

function isSameView(before: State, after: State): boolean {
  return viewOf(before).every((part, index) => part === viewOf(after)[index]);
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
  if (!key.pasted && isStop(heard, dialog, key)) return run(heard, 'stop', now);
  if (!hasRoom(heard.viewport)) return pressUnseen(heard, key);
  if (isResting(heard, key.at)) return [notTaken(restLonger(heard, key.at), now), []];
  // A paste is text in a field and nothing anywhere else.
  if (key.pasted) return [heard, []];
  if (dialog === undefined) {
    const silent = swallowed(heard, key);
    return silent === undefined ? pressOnPane(heard, key, now) : [silent, []];
  }
  const action = actionIn(heard, dialog, key);
  if (isToBeSaid(action) && !isTyping(heard, dialog)) return run(heard, action, now);
  if (action === 'erase.line' || action === 'erase.word') return [erase(heard, dialog, action), []];
  return dialog.press(heard, {
    key,
    action,
    previousAt,
    now,
    run: (after, chosen) => run(after, chosen, now),
  });
}

/** Whether a key that prints is text just now. */
function isTyping({overlay}: State, {line}: OpenDialog): boolean {
  return line !== undefined || (overlay.kind === 'sort' && overlay.wanted !== undefined);
}

/** What may be typed into a number, a level of an alert included. */
const inNumber = /^[\d.,km<>= -]$/i;

/** The question before quitting answers the key itself while a stop can be handed on. */
function isStop(state: State, dialog: OpenDialog | undefined, key: Key): boolean {
  const {overlay, settings, viewport} = state;
  if (overlay.kind === 'quit' && overlay.mayHandOn) return false;
  const isText =
    dialog !== undefined &&
    hasRoom(viewport) &&
    !isResting(state, key.at) &&
    isTyping(state, dialog) &&
    (dialog.line?.isNumber !== true || inNumber.test(key.text));
  // Escape and a control key that came at once look like Alt.
  return isStopKey(settings.bindings, keyName(key.ctrl ? {...key, alt: false} : key), isText);
}

function actionIn({overlay, settings}: State, {isOnSide}: OpenDialog, key: Key): KeyAction | undefined {
  if (overlay.kind === 'none') return undefined;
  const name = keyName(key);
  // A side is chosen with Caps Lock on as well.
  const focused =
    isOnSide &&
    (bindingIn(settings.bindings, name, 'side') ?? bindingIn(settings.bindings, name.toLowerCase(), 'side'));
  return (focused || bindingIn(settings.bindings, name, overlay.kind))?.action;
}

/** Whatever is open: the screen is drawn anew, the shell comes back, and who asks twice to quit has quit. */
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

/** On a screen that is too small to show anything no key acts on what is not seen: only the way out is open. */
function pressUnseen(state: State, key: Key): Step {
  if (key.pasted || state.overlay.kind === 'quit') return [state, []];
  const binding = bindingOn(state.settings.bindings, keyName(key), state.pane);
  return binding?.action === 'quit' ? openQuit(state) : [state, []];
}

/** A key that acts on another pane says which. */
function pressOnPane(state: State, key: Key, now: Moment): Step {
  const {bindings} = state.settings;
  const name = keyName(key);
  const binding =
    bindingOn(bindings, name, state.pane) ??
    bindings.filter(isOfPanes).find(each => each.on !== undefined && each.keys.includes(name));
  if (binding === undefined) return [unboundTold(state, name, now), []];
  // As in a pager: what the details cover is gone back to first.
  if (binding.action === 'quit' && state.details) return run(state, 'back', now);
  if (binding.group !== 'act' || key.at >= state.keys.restUntil) return run(state, binding.action, now);
  return [tell(state, `What is shown has just changed: press ${key.name} again.`, 'info', now), []];
}

/** A key without a meaning changes nothing on a screen; who listens is told so, or would wait. */
function unboundTold(state: State, name: string, now: Moment): State {
  return state.listening === undefined ? state : tell(state, `${name} means nothing here.`, 'info', now);
}

/** What was typed into a form that has just come by itself is seen not to be there; who listens is told. */
function notTaken(state: State, now: Moment): State {
  if (state.listening === undefined) return state;
  return tell(state, 'Not taken, for the form has only just come back: type it again.', 'info', now);
}

/** The text typed into a field of what is open. */
export function typedInto(state: State, field: string, value: string, now: Moment): State {
  if (isResting(state, now.mono)) return state;
  const dialog = openIn(state);
  const overlay = dialog?.typed(field, value) ?? state.overlay;
  return overlay === state.overlay ? state : {...state, overlay};
}

/** As in a shell: the line goes, or its last word. */
function erase(state: State, {line, typed}: OpenDialog, action: 'erase.line' | 'erase.word'): State {
  if (line === undefined) return state;
  const left = action === 'erase.line' ? '' : line.text.trimEnd().replace(/(?<!\S)\S+$/, '');
  return left === line.text ? state : {...state, overlay: typed(line.field, left)};
}
