import {hasRoom, leastScreen} from '../desk/model/room.ts';
import type {State} from '../desk/state.ts';
import {isStopped} from '../desk/stop/room.ts';
import {stopWord} from '../desk/stop/words.ts';
import {labelOf} from '../desk/words/keys.ts';
import {wrapTo} from './format.ts';
import {layoutOf} from './layout.ts';
import {chipsLine} from './lines/filter.ts';
import {bannerLines, keysLine, messageLine, messageLines} from './lines/footer.ts';
import {headerLine} from './lines/header.ts';
import {summaryLine} from './lines/summary.ts';
import {tabsLine} from './lines/tabs.ts';
import type {Store} from './store.ts';
import {withEmptyNote} from './table/empty.ts';
import type {DrawTable} from './table/view.ts';
import {createPaint, type Paint} from './theme.ts';

/**
 * Draws plain screens until Ink is loaded; `needInk` is called after the first answer or if a state needs Ink.
 */
export function drawEarly(
  store: Store,
  table: DrawTable,
  {show, needInk}: {show: (frame: readonly string[]) => void; needInk: () => void},
): () => void {
  const draw = () => {
    const state = store.getState();
    const {past, settings, look, feeds} = state;
    // The lines of a replay are loaded with Ink.
    if (!isPlain(state) || past !== undefined) {
      needInk();
      return;
    }
    show(plainLines(state, createPaint(settings.theme, look), table));
    const isAnswered = Object.values(feeds).some(({shown, failures}) => shown > 0 || failures > 0);
    // The rows are written first, at the end of this turn of the event loop.
    if (isAnswered) setImmediate(() => setImmediate(needInk));
  };
  draw();
  return store.subscribe(draw);
}

/** A function of the state alone, so it looks the same before Ink is loaded and after. */
export function isPlain({viewport, overlay, details}: State): boolean {
  return !hasRoom(viewport) || (overlay.kind === 'none' && !details);
}

export type Edges = {
  readonly header: (state: State, paint: Paint) => string;
  readonly bottom: (state: State, paint: Paint, table: DrawTable) => string[];
};

/** The edges of a replay are loaded with the replay. */
export const present: Edges = {header: headerLine, bottom: bottomLines};

export function plainLines(state: State, paint: Paint, table: DrawTable, edges = present): string[] {
  if (!hasRoom(state.viewport)) return tooSmallLines(state);
  const {body} = layoutOf(state);
  const rows = withEmptyNote(table.onScreen(state, paint), state, paint);
  return [...topLines(state, paint, edges), ...filled(rows, body), ...edges.bottom(state, paint, table)];
}

export function topLines(state: State, paint: Paint, edges: Edges): string[] {
  const {banner, filter} = layoutOf(state);
  return [
    edges.header(state, paint),
    tabsLine(state, paint),
    ...filled(bannerLines(state, banner, paint), banner),
    ...(filter > 0 && state.overlay.kind !== 'filter' ? [chipsLine(state, paint)] : []),
  ];
}

function bottomLines(state: State, paint: Paint, table: DrawTable): string[] {
  const {message} = layoutOf(state);
  const keys = keysLine(state, paint);
  return [
    summaryBelow(state, paint, table),
    ...filled(messageLines(state, message, paint), message),
    message > 0 ? keys : messageLine(state, paint) || keys,
  ];
}

export function summaryBelow(state: State, paint: Paint, table: DrawTable): string {
  return summaryLine(state, paint, table.below(state, paint));
}

function tooSmallLines(state: State): string[] {
  const {viewport, overlay, settings, stop} = state;
  const {columns, rows} = viewport;
  const word = isStopped(state) ? [`${stop.record === undefined ? 'STOPPED' : stopWord(stop.record)}.`] : [];
  const keys = isStopped(state) ? 'q quits.' : `q quits, ${labelOf(settings.bindings, 'stop')} stops.`;
  // The screen is too small for the question's text.
  const wayOut =
    overlay.kind === 'quit' ? 'It asks first, for not all is done. Ctrl-C quits all the same.' : keys;
  const needs = `${columns}x${rows}: optty needs ${leastScreen.columns}x${leastScreen.rows}.`;
  return wrapTo([...word, needs, wayOut].join(' '), columns, rows);
}

export function filled(lines: readonly string[], height: number): string[] {
  return Array.from({length: height}, (_, index) => lines[index] ?? '');
}
