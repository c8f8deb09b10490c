import {afterYes, answerOf, swallowed} from './confirm.ts';
import {ask, type Step} from './feeds.ts';
import {chooseSide, moveFocus} from './forms.ts';
import {bindingFor} from './keys.ts';
import type {Moment} from './moment.ts';
import {isFeedPane} from './navigate.ts';
import {close, isBack} from './overlays.ts';
import {paletteMatches} from './palette.ts';
import {pressByHand, pressInAlert, pressInFilter} from './press-typing.ts';
import {pressInReview, reviewForm} from './reviewing.ts';
import {hasRoom} from './room.ts';
import {quit, run} from './run.ts';
import {sortChoices, sortOf} from './sorting.ts';
import type {Form, Overlay, State} from './state.ts';
import {erased} from './typing.ts';
import {type Key, keyName} from './vocabulary.ts';

/** What a key does, by what is on the screen. Text typed into a field comes as `typed`, not from here. */
export function press(state: State, key: Key, now: Moment): Step {
  const previousAt = state.keys.lastAt;
  const heard: State = {...state, keys: {...state.keys, lastAt: key.at}};
  if (key.ctrl && key.name === 'c')
    return state.overlay.kind === 'quit' ? [heard, [{type: 'quit', code: 0}]] : quit(heard);
  if (key.ctrl && key.name === 'z') return [heard, [{type: 'suspend'}]];
  if (key.ctrl && key.name === 'l') return [heard, [{type: 'redraw'}]];
  if (!hasRoom(heard.viewport)) return pressUnseen(heard, key);
  // A paste is text in a field and nothing anywhere else.
  if (key.pasted) return [heard, []];
  const left = erased(heard, key);
  if (left !== undefined) return [left, []];
  const silent = heard.overlay.kind === 'none' ? swallowed(heard, key) : undefined;
  if (silent !== undefined) return [silent, []];
  return pressOn(heard, heard.overlay, key, previousAt, now);
}

/** On a screen that is too small to show anything no key acts on what is not seen: only the way out is open. */
function pressUnseen(state: State, key: Key): Step {
  return key.name === 'q' && !key.pasted && state.overlay.kind !== 'quit' ? quit(state) : [state, []];
}

function pressOn(state: State, overlay: Overlay, key: Key, previousAt: number, now: Moment): Step {
  switch (overlay.kind) {
    case 'none': {
      const binding = bindingFor(state.settings.bindings, keyName(key), state.pane);
      return binding === undefined ? unbound(state, key, now) : run(state, binding.action, now);
    }
    case 'form':
      return pressInForm(state, overlay.form, key, now);
    case 'review':
      return pressInReview(state, overlay.review, key, previousAt, now);
    case 'help':
      return pressInHelp(state, overlay, key);
    case 'palette':
      return pressInPalette(state, overlay, key, now);
    case 'filter':
      return pressInFilter(state, overlay, key, now);
    case 'sort':
      return pressInSort(state, overlay, key, now);
    case 'alert':
      return pressInAlert(state, overlay, key, now);
    case 'byHand':
      return pressByHand(state, overlay, key, now);
    case 'position':
      return isBack(key) ? [close(state), []] : [state, []];
    case 'quit':
      return pressInQuit(state, overlay, key, previousAt);
    default:
      return overlay satisfies never;
  }
}

/** A key that acts on another pane says which. */
function unbound(state: State, key: Key, now: Moment): Step {
  const elsewhere = state.settings.bindings.find(
    each => each.on !== undefined && each.keys.includes(keyName(key)),
  );
  return elsewhere === undefined ? [state, []] : run(state, elsewhere.action, now);
}

function pressInQuit(
  state: State,
  overlay: Extract<Overlay, {kind: 'quit'}>,
  key: Key,
  previousAt: number,
): Step {
  const answer = answerOf(overlay, key, previousAt);
  switch (answer.is) {
    case 'yes':
      return [afterYes(state, key), [{type: 'quit', code: 0}]];
    case 'no':
      return [close(state), []];
    case 'again':
      return [{...state, overlay: {...overlay, notice: answer.notice}}, []];
    case 'nothing':
      return [state, []];
    default:
      return answer satisfies never;
  }
}

function pressInForm(state: State, form: Form, key: Key, now: Moment): Step {
  const show = (next: Form): Step => [
    next === form ? state : {...state, overlay: {kind: 'form', form: next}},
    [],
  ];
  switch (keyName(key)) {
    case 'escape':
      return [close(state), []];
    case 'enter':
      return reviewForm(state, form, now);
    case 'tab':
    case 'down':
      return show(moveFocus(form, 1));
    case 'shift+tab':
    case 'up':
      return show(moveFocus(form, -1));
    default:
      return show(chooseSide(form, key));
  }
}

function pressInHelp(state: State, overlay: Extract<Overlay, {kind: 'help'}>, key: Key): Step {
  const scroll = (by: number): Step => [
    {...state, overlay: {kind: 'help', scroll: Math.max(0, overlay.scroll + by)}},
    [],
  ];
  switch (keyName(key)) {
    case 'j':
    case 'down':
      return scroll(1);
    case 'k':
    case 'up':
      return scroll(-1);
    case 'pagedown':
    case ' ':
      return scroll(Math.max(1, state.viewport.rows - 4));
    case 'pageup':
      return scroll(-Math.max(1, state.viewport.rows - 4));
    case '?':
    case 'q':
    case 'escape':
      return [close(state), []];
    default:
      return [state, []];
  }
}

function pressInPalette(
  state: State,
  overlay: Extract<Overlay, {kind: 'palette'}>,
  key: Key,
  now: Moment,
): Step {
  const matches = paletteMatches(state, overlay.text);
  const point = (index: number): Step => [
    {...state, overlay: {...overlay, index: Math.min(Math.max(index, 0), matches.length - 1)}},
    [],
  ];
  switch (key.name) {
    case 'escape':
      return [close(state), []];
    case 'up':
      return point(overlay.index - 1);
    case 'down':
    case 'tab':
      return point(overlay.index + 1);
    case 'enter': {
      const chosen = matches[overlay.index];
      return chosen === undefined ? [state, []] : run(close(state), chosen.action, now);
    }
    default:
      return [state, []];
  }
}

function pressInSort(state: State, overlay: Extract<Overlay, {kind: 'sort'}>, key: Key, now: Moment): Step {
  const {pane} = state;
  if (!isFeedPane(pane)) return [close(state), []];
  const choices = sortChoices(pane);
  const point = (index: number): Step => [
    {...state, overlay: {kind: 'sort', index: Math.min(Math.max(index, 0), choices.length - 1)}},
    [],
  ];
  switch (keyName(key)) {
    case 'j':
    case 'down':
      return point(overlay.index + 1);
    case 'k':
    case 'up':
      return point(overlay.index - 1);
    case 'enter': {
      const choice = choices[overlay.index];
      if (choice === undefined) return [state, []];
      return ask(close(state), pane, {sort: sortOf(choice, state.feeds[pane].sort), page: 0}, now);
    }
    case 's':
    case 'q':
    case 'escape':
      return [close(state), []];
    default:
      return [state, []];
  }
}
