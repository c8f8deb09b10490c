import {parseLevel} from './alerts.ts';
import {ask, defaultPageSize, type Step} from './feeds.ts';
import {applyCompletion, completeFilter, parseFilter} from './filter/index.ts';
import {intend} from './intend.ts';
import {handWords, intentById, overrideWord, waysOut} from './intents/selectors.ts';
import type {Moment} from './moment.ts';
import {isFeedPane} from './navigate.ts';
import {tell} from './notices.ts';
import {close} from './overlays.ts';
import type {Alert, Overlay, State} from './state.ts';
import {type FeedPane, isWatched, type Key} from './vocabulary.ts';
import {watchedRow, watches} from './watched.ts';

/** Keys where text is typed over the panes: a filter, a level, the word that ends an intent by hand. */
export function pressInFilter(
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
      const [doubt] = parsed.doubts;
      const closed = close(state);
      const told =
        doubt === undefined ? closed : tell(closed, `Asked all the same: ${doubt.message}`, 'warning', now);
      return ask(
        {...told, filterHistory: history},
        pane,
        {query: parsed.query, filterText: text, page: 0, pageSize},
        now,
      );
    }
    default:
      return [state, []];
  }
}

export function pressInAlert(
  state: State,
  overlay: Extract<Overlay, {kind: 'alert'}>,
  key: Key,
  now: Moment,
): Step {
  if (key.name === 'escape') return [close(state), []];
  if (key.name !== 'enter' || !isWatched(state.pane)) return [state, []];
  const {pane} = state;
  const row = watchedRow(state.feeds, pane, overlay.rowId);
  const others = state.alerts.filter(each => each.pane !== pane || each.rowId !== overlay.rowId);
  if (overlay.text === '')
    return [
      tell({...close(state), alerts: others}, 'The alerts on this row are removed.', 'info', now),
      [{type: 'keepAlerts', alerts: others}],
    ];
  const parsed = parseLevel(overlay.text, row?.value);
  if (parsed === undefined)
    return [tell(state, 'A level is a number, such as 12.5, >12.5 or <-3.', 'warning', now), []];
  const label = `${row?.name ?? overlay.rowId} ${watches[pane].label}`;
  const alert: Alert = {
    id: `${now.wall}`,
    pane,
    rowId: overlay.rowId,
    label,
    field: watches[pane].field,
    ...parsed,
    hasRung: false,
  };
  const alerts = [...state.alerts, alert];
  const said = `Alert set: ${label} ${alert.above ? '≥' : '≤'} ${alert.level}`;
  return [tell({...close(state), alerts}, said, 'good', now), [{type: 'keepAlerts', alerts}]];
}

export function pressByHand(
  state: State,
  overlay: Extract<Overlay, {kind: 'byHand'}>,
  key: Key,
  now: Moment,
): Step {
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
