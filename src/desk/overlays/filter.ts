import {askPane} from '../feeds/feeds.ts';
import {applyCompletion, completeFilter, parseFilter} from '../filter/index.ts';
import {askAloud} from '../listening/asked.ts';
import type {Moment} from '../model/moment.ts';
import {type FeedPane, isFeedPane} from '../model/vocabulary.ts';
import {tell} from '../notices.ts';
import {close, type Dialog, lineKeys, lineOf, show} from '../overlay.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

const mostRemembered = 50;

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly filter: {readonly text: string; readonly index: number};
  }
}

function openFilter(state: State): Step {
  if (!isFeedPane(state.pane)) return [state, []];
  return show(state, {kind: 'filter', text: state.feeds[state.pane].filterText, index: -1});
}

export const filter = {
  called: 'lines',
  keys: [...lineKeys, 'row.up', 'row.down', 'complete'],
  opens: {filter: openFilter},
  press(state, overlay, {action, now}) {
    const {pane, filterHistory} = state;
    if (!isFeedPane(pane)) return [close(state), []];
    const remembered = (index: number): Step =>
      show(state, {...overlay, text: filterHistory[index] ?? '', index});
    switch (action) {
      case 'back':
        return state.feeds[pane].filterText === ''
          ? [close(state), []]
          : askPane(close(state), pane, {query: {}, filterText: '', page: 0}, now);
      case 'complete':
        return show(state, {...overlay, text: completed(pane, overlay.text)});
      case 'row.up':
        return remembered(Math.min(overlay.index + 1, filterHistory.length - 1));
      case 'row.down':
        return remembered(Math.max(overlay.index - 1, -1));
      case 'accept':
        return applyFilter(state, pane, overlay.text, now);
      default:
        return [state, []];
    }
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, index: -1}),
} satisfies Dialog<'filter'>;

export function applyFilter(state: State, pane: FeedPane, typed: string, now: Moment): Step {
  const named = state.settings.namedFilters[pane]?.[typed.replace(/^@/, '')];
  const text = typed.startsWith('@') && named !== undefined ? named : typed;
  const parsed = parseFilter(pane, text, now.wall);
  if (!parsed.ok) return askAloud(state, 'where');
  const filterHistory = [text, ...state.filterHistory.filter(each => each !== text)]
    .filter(Boolean)
    .slice(0, mostRemembered);
  const [doubt] = parsed.doubts;
  const closed = close(state);
  const told =
    doubt === undefined ? closed : tell(closed, `Asked all the same: ${doubt.message}`, 'warning', now);
  return askPane(
    {...told, filterHistory},
    pane,
    {query: parsed.query, filterText: text, page: 0, sizeAsked: parsed.pageSize},
    now,
  );
}

function completed(pane: FeedPane, text: string): string {
  const completion = completeFilter(pane, text, text.length);
  const first = completion.candidates[0];
  return first === undefined ? text : applyCompletion(text, completion, first.text).text;
}
