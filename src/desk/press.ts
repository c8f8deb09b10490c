import type {Moment} from '../account/model/moment.ts';
import {isFeedPane, type Key, keyName, paneNames} from '../account/model/vocabulary.ts';
import {chain} from '../core/chain.ts';
import {blocked, ignoreText, run} from './actions.ts';
import {isTyping, type OpenDialog, openIn} from './dialogs/index.ts';
import {layoutWords} from './key-words.ts';
import {
  type Binding,
  bindingAlways,
  bindingIn,
  bindingOn,
  isHaltKey,
  isOfPanes,
  isOn,
  type KeyAction,
} from './keys.ts';
import {forgetAsked, sayKeys} from './listening.ts';
import {aboutForm, asAnswers, takeBack, tell, without, withoutGood} from './notices.ts';
import {swallowed} from './order/questions.ts';
import {hasRoom} from './screen.ts';
import type {State, Step} from './state.ts';

export function press(state: State, key: Key, now: Moment): Step {
  const heard = withoutGood(state, now);
  const [next, commands] = chain([heard, []], apart(state, key), (before, each) => hear(before, each, now));
  return [forgetAsked(state, leaveHints(state, asAnswers(state, next))), commands];
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
  // A form that is closed is not sent: why it could not be is old news.
  const isClosed = after.overlay.kind === 'none';
  return without(after, each => old.has(each) && (each.isHint || (isClosed && each.about === aboutForm)));
}

function viewOf({pane, overlay, details, activitySelected, feeds}: State) {
  const {page, selected, filterText} = feeds[isFeedPane(pane) ? pane : 'cards'];
  return [pane, overlay.kind, details, activitySelected, page, selected, filterText];
}

function hear(state: State, key: Key, now: Moment): Step {
  const previousAt = state.keys.lastAt;
  const heard: State = {...state, keys: {...state.keys, lastAt: key.at}};
  const always = bindingAlways(state.settings.bindings, keyName(key));
  if (always?.action === 'quit' && heard.overlay.kind === 'quit') return [heard, [{type: 'quit', code: 0}]];
  if (always !== undefined) return run(heard, always.action, now);
  const dialog = openIn(heard);
  if (!key.pasted && isHalt(heard, dialog, key)) return run(heard, 'halt', now);
  if (!hasRoom(heard.viewport)) return pressUnseen(heard, key, now);
  // A paste is text in a field and nothing anywhere else.
  if (key.pasted) return [heard, []];
  if (dialog === undefined) {
    const silent = swallowed(heard, key);
    return silent === undefined ? pressOnPane(heard, key, now) : [silent, []];
  }
  const action = actionIn(heard, key);
  const asked = isTyping(heard) ? undefined : sayKeys.find(each => each === action);
  if (asked !== undefined) return run(heard, asked, now);
  if (action === 'erase.line' || action === 'erase.word') return [erase(heard, dialog, action), []];
  const [pressed, commands] = dialog.press(heard, {
    key,
    action,
    previousAt,
    now,
    run: (after, chosen) => run(after, chosen, now),
  });
  const isUnheard = pressed === heard && !isTyping(heard);
  return [isUnheard ? hintOfLayout(heard, keyName(key), now) : pressed, commands];
}

/** Takes the letters of `max`, and k and m for thousands and millions. */
const inNumber = /^[\d.,akmx<>= -]$/i;

function isHalt(state: State, dialog: OpenDialog | undefined, key: Key): boolean {
  const {settings, viewport} = state;
  // A terminal sends Escape and a key that arrive together as Alt: Escape would have left the text.
  const isText =
    !key.alt &&
    dialog !== undefined &&
    hasRoom(viewport) &&
    isTyping(state) &&
    (dialog.line?.isNumber !== true || inNumber.test(key.text));
  const isBound = key.alt && settings.bindings.some(each => each.keys.includes(keyName(key)));
  return !isBound && isHaltKey(settings.bindings, keyName({...key, alt: false}), isText);
}

function actionIn({overlay, settings}: State, key: Key): KeyAction | undefined {
  if (overlay.kind === 'none') return undefined;
  const name = keyName(key);
  const [own, lower] = [name, name.toLowerCase()].map(each =>
    bindingIn(settings.bindings, each, overlay.kind),
  );
  // Letters that choose a side also work with Caps Lock on.
  return (own ?? (lower?.isBesideText ? lower : undefined))?.action;
}

/** No key may act on what cannot be seen: on a screen that is too small, only quitting works. */
function pressUnseen(state: State, key: Key, now: Moment): Step {
  if (key.pasted || state.overlay.kind === 'quit') return [state, []];
  const binding = bindingOn(state.settings.bindings, keyName(key), state.pane);
  return binding?.action === 'quit' ? run(state, 'quit', now) : [state, []];
}

function pressOnPane(state: State, key: Key, now: Moment): Step {
  const {bindings} = state.settings;
  const name = keyName(key);
  const binding =
    bindingOn(bindings, name, state.pane) ??
    bindings.filter(isOfPanes).find(each => each.keys.includes(name));
  if (isTextFor(state, key, binding)) return [unheard(state, key, name, now), []];
  const heard: State = {...state, keys: {...state.keys, deaf: {until: key.at, action: undefined}}};
  if (binding === undefined) return [hintOfUnbound(heard, name, now), []];
  if (binding.action === 'filter' && !isOn(binding, state.pane)) return [withoutFilter(heard, now), []];
  if (binding.action === 'quit' && state.details) return run(heard, 'back', now);
  if (binding.group !== 'act' || key.at >= state.keys.restUntil) return run(heard, binding.action, now);
  return [tell(heard, `The screen has just changed: press ${key.name} again.`, 'info', now), []];
}

/**
 * Text that was typed for a field that did not open must not act. A key that moves, before its first letter,
 * Esc and the same key again show that the refusal was seen.
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
  const text = `${paneNames[state.pane].title} has no filter. ${ignoredWords}`;
  return tell(ignoreText(state), text, 'info', now);
}

const ignoredWords = 'Keys are ignored until Enter, Esc or a pause.';

function unheard(state: State, {at}: Key, name: string, now: Moment): State {
  const {action} = state.keys.deaf;
  const next = ignoreText(state);
  if (name === 'enter' || name === 'escape')
    return {...next, keys: {...next.keys, deaf: {until: at, action: undefined}}};
  const reason = action && blocked(state, action);
  return reason === undefined ? next : tell(takeBack(next, reason), `${reason} ${ignoredWords}`, 'info', now);
}

/** An unbound key changes nothing on the screen, so only a wrong layout is reported beside listening mode. */
function hintOfUnbound(state: State, name: string, now: Moment): State {
  const told = hintOfLayout(state, name, now);
  return told !== state || state.listening === undefined
    ? told
    : tell(state, `${name} has no function here.`, 'info', now);
}

function hintOfLayout(state: State, name: string, now: Moment): State {
  const layout = layoutWords(name);
  return layout === undefined ? state : tell(state, `${layout}.`, 'info', now);
}

/** A filter of all its fields is shorter. With no limit, a paste into a field would make each frame slow. */
const longestText = 1000;

export function typedInto(state: State, field: string, value: string): State {
  const dialog = openIn(state);
  const overlay = dialog?.typed(field, value.slice(0, longestText)) ?? state.overlay;
  return overlay === state.overlay ? state : {...state, overlay};
}

function erase(state: State, {line, typed}: OpenDialog, action: 'erase.line' | 'erase.word'): State {
  if (line === undefined) return state;
  const left = action === 'erase.line' ? '' : line.text.trimEnd().replace(/(?<!\S)\S+$/, '');
  return left === line.text ? state : {...state, overlay: typed(line.field, left)};
}

/** A hint counts down, and goes once the action can act. Speech would repeat it. */
export function followHint(state: State): State {
  const others = state.notices.slice(0, -1);
  const hint = state.notices.at(-1);
  if (hint?.why === undefined || state.listening !== undefined) return state;
  const text = blocked(state, hint.why);
  if (text === hint.text) return state;
  return {...state, notices: text === undefined ? others : [...others, {...hint, text}]};
}
