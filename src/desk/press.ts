import {alertField, parseLevel} from './alerts.ts';
import {ask, defaultPageSize, type Step} from './feeds.ts';
import {applyCompletion, completeFilter, parseFilter} from './filter/index.ts';
import {chooseSide, moveFocus} from './forms.ts';
import {intend} from './intend.ts';
import {handWords, intentById, overrideWord, waysOut} from './intents/selectors.ts';
import {bindingFor} from './keys.ts';
import {isFeedPane} from './navigate.ts';
import {tell} from './notices.ts';
import {paletteMatches} from './palette.ts';
import {pressInReview, reviewForm, swallow} from './reviewing.ts';
import {quit, run} from './run.ts';
import {sortChoices, sortOf} from './sorting.ts';
import type {Alert, Form, Moment, Overlay, Row, State} from './state.ts';
import {erased} from './typing.ts';
import {type FeedPane, type Key, keyName} from './vocabulary.ts';

/** What a key does, by what is on the screen. Text typed into a field comes as `typed`, not from here. */
export function press(state: State, key: Key, now: Moment): Step {
  const previousAt = state.keys.lastAt;
  const heard: State = {...state, keys: {...state.keys, lastAt: key.at}};
  if (key.ctrl && key.name === 'c')
    return state.overlay.kind === 'quit' ? [heard, [{type: 'quit', code: 0}]] : quit(heard);
  if (key.ctrl && key.name === 'z') return [heard, [{type: 'suspend'}]];
  if (key.ctrl && key.name === 'l') return [heard, [{type: 'redraw'}]];
  // A paste is text in a field and nothing anywhere else.
  if (key.pasted) return [heard, []];
  const left = erased(heard, key);
  if (left !== undefined) return [left, []];
  const swallowed = heard.overlay.kind === 'none' ? swallow(heard, key) : undefined;
  if (swallowed !== undefined) return [swallowed, []];
  return pressOn(heard, heard.overlay, key, previousAt, now);
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
      if (key.name === 'y') return [state, [{type: 'quit', code: 0}]];
      return key.name === 'n' || isBack(key) ? [close(state), []] : [state, []];
    default:
      return overlay satisfies never;
  }
}

function close(state: State): State {
  return {...state, overlay: {kind: 'none'}};
}

function isBack(key: Key): boolean {
  return key.name === 'escape' || key.name === 'q';
}

/** A key that acts on another pane says which. */
function unbound(state: State, key: Key, now: Moment): Step {
  const elsewhere = state.settings.bindings.find(
    each => each.on !== undefined && each.keys.includes(keyName(key)),
  );
  return elsewhere === undefined ? [state, []] : run(state, elsewhere.action, now);
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

function pressInFilter(
  state: State,
  overlay: Extract<Overlay, {kind: 'filter'}>,
  key: Key,
  now: Moment,
): Step {
  const {pane} = state;
  if (!isFeedPane(pane)) return [close(state), []];
  const retype = (text: string, index = overlay.index): Step => [
    {...state, overlay: {...overlay, text, index}},
    [],
  ];
  switch (key.name) {
    case 'escape': {
      // Esc clears: the text first typed here, and the filter in force with it.
      if (state.feeds[pane].filterText === '') return [close(state), []];
      return ask(close(state), pane, {query: {}, filterText: '', page: 0}, now);
    }
    case 'tab':
      return retype(completed(pane, overlay.text));
    case 'up':
    case 'down': {
      const index = Math.min(
        Math.max(overlay.index + (key.name === 'up' ? 1 : -1), -1),
        state.filterHistory.length - 1,
      );
      return retype(state.filterHistory[index] ?? '', index);
    }
    case 'enter': {
      const named = state.settings.namedFilters[pane]?.[overlay.text.replace(/^@/, '')];
      const text = overlay.text.startsWith('@') && named !== undefined ? named : overlay.text;
      const parsed = parseFilter(pane, text, now.wall);
      if (!parsed.ok) return [state, []];
      const history = [text, ...state.filterHistory.filter(each => each !== text)]
        .filter(Boolean)
        .slice(0, 50);
      const pageSize = parsed.pageSize ?? defaultPageSize(pane);
      return ask(
        {...close(state), filterHistory: history},
        pane,
        {query: parsed.query, filterText: text, page: 0, pageSize},
        now,
      );
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

function pressInAlert(state: State, overlay: Extract<Overlay, {kind: 'alert'}>, key: Key, now: Moment): Step {
  if (key.name === 'escape') return [close(state), []];
  if (key.name !== 'enter' || (state.pane !== 'cards' && state.pane !== 'easyOptions')) return [state, []];
  const {pane} = state;
  const {rows, selectedIndex} = state.feeds[pane];
  const row = rows[selectedIndex] as (Row & Record<string, unknown>) | undefined;
  const others = state.alerts.filter(each => each.pane !== pane || each.rowId !== overlay.rowId);
  if (overlay.text === '')
    return [
      tell({...close(state), alerts: others}, 'The alerts on this row are removed.', 'info', now),
      [{type: 'keepAlerts', alerts: others}],
    ];
  const parsed = parseLevel(overlay.text, row?.[overlay.field] as string | undefined);
  if (parsed === undefined)
    return [tell(state, 'A level is a number, such as 12.5, >12.5 or <-3.', 'warning', now), []];
  const label = `${String(row?.['title'] ?? row?.['cardName'] ?? overlay.rowId)} ${pane === 'cards' ? 'ask' : 'P/L'}`;
  const alert: Alert = {
    id: `${now.wall}`,
    pane,
    rowId: overlay.rowId,
    label,
    field: alertField[pane],
    ...parsed,
    hasRung: false,
  };
  const alerts = [...state.alerts, alert];
  const said = `Alert set: ${label} ${alert.above ? '≥' : '≤'} ${alert.level}`;
  return [tell({...close(state), alerts}, said, 'good', now), [{type: 'keepAlerts', alerts}]];
}

function pressByHand(state: State, overlay: Extract<Overlay, {kind: 'byHand'}>, key: Key, now: Moment): Step {
  if (key.name === 'escape') return [close(state), []];
  if (key.name !== 'enter') return [state, []];
  const [typed = '', ...note] = overlay.text.trim().split(/\s+/);
  const word = typed.toLowerCase();
  const {intentId} = overlay;
  if (word === overrideWord && mayOverride(state, intentId))
    return intend(close(state), {type: 'overrideNoTrace', intentId, word}, now);
  if (!Object.hasOwn(handWords, word))
    return [{...state, overlay: {...overlay, error: wordsWanted(state, intentId)}}, []];
  return intend(close(state), {type: 'endByHand', intentId, word, note: note.join(' ')}, now);
}

/** Only what left no trace may be given up without having looked elsewhere. */
function mayOverride({intents}: State, intentId: string): boolean {
  const intent = intentById(intents, intentId);
  return intent !== undefined && waysOut(intents, intent).some(each => each.way === 'overrideNoTrace');
}

function wordsWanted(state: State, intentId: string): string {
  const words = [...Object.keys(handWords), ...(mayOverride(state, intentId) ? [overrideWord] : [])];
  return `Type ${words.join(' or ')}, and a note if you like.`;
}

/** The text with the likeliest completion of its last word. */
function completed(pane: FeedPane, text: string): string {
  const completion = completeFilter(pane, text, text.length);
  const first = completion.candidates[0];
  return first === undefined ? text : applyCompletion(text, completion, first.text).text;
}
