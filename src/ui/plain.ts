import {hasRoom, leastScreen} from '../desk/model/room.ts';
import type {State} from '../desk/model/state.ts';
import {isStopped} from '../desk/stop/room.ts';
import {labelOf} from '../desk/words/keys.ts';
import {stopWord} from '../desk/words/stop.ts';
import {wrapTo} from './format.ts';
import {layoutOf} from './layout.ts';
import {chipsLine} from './lines/filter.ts';
import {bannerLines, keysLine, messageLine, messageLines} from './lines/footer.ts';
import {headerLine} from './lines/header.ts';
import {summaryLine} from './lines/summary.ts';
import {tabsLine} from './lines/tabs.ts';
import {withEmptyNote} from './table/empty.ts';
import type {DrawTable} from './table/view.ts';
import type {Paint} from './theme.ts';

/**
 * A plain screen is lines over its whole width, with no panel and no field: most of what is ever seen. Its
 * picture is a function of the state alone, so it is drawn before Ink is there, and by Ink the same after.
 */
export function isPlain({viewport, overlay, details}: State): boolean {
  return !hasRoom(viewport) || (overlay.kind === 'none' && !details);
}

/** What stands above the table and below it. */
export type Edges = {
  readonly header: (state: State, paint: Paint) => string;
  readonly bottom: (state: State, paint: Paint, table: DrawTable) => string[];
};

/** Of a picture that is now; those of the past come with what shows it. */
export const present: Edges = {header: headerLine, bottom: bottomLines};

/** Every line of a plain screen. */
export function plainLines(state: State, paint: Paint, table: DrawTable, edges = present): string[] {
  if (!hasRoom(state.viewport)) return tooSmallLines(state);
  const {body} = layoutOf(state);
  const rows = withEmptyNote(table.onScreen(state, paint), state, paint);
  return [...topLines(state, paint, edges), ...filled(rows, body), ...edges.bottom(state, paint, table)];
}

/** What stands above the table, but for a filter while it is typed. */
export function topLines(state: State, paint: Paint, edges: Edges): string[] {
  const {banner, filter} = layoutOf(state);
  return [
    edges.header(state, paint),
    tabsLine(state, paint),
    ...filled(bannerLines(state, banner, paint), banner),
    ...(filter > 0 && state.overlay.kind !== 'filter' ? [chipsLine(state, paint)] : []),
  ];
}

/** What stands below the table. A low screen has one line for the message and the keys. */
function bottomLines(state: State, paint: Paint, table: DrawTable): string[] {
  const {message} = layoutOf(state);
  const keys = keysLine(state, paint);
  return [
    summaryBelow(state, paint, table),
    ...filled(messageLines(state, message, paint), message),
    message > 0 ? keys : messageLine(state, paint) || keys,
  ];
}

/** The summary under the table, which tells how many rows stand below those in view. */
export function summaryBelow(state: State, paint: Paint, table: DrawTable): string {
  return summaryLine(state, paint, table.below(state, paint));
}

function tooSmallLines(state: State): string[] {
  const {viewport, overlay, settings, stop} = state;
  const {columns, rows} = viewport;
  const word = isStopped(state) ? [`${stop.record === undefined ? 'STOPPED' : stopWord(stop.record)}.`] : [];
  const keys = isStopped(state) ? 'q quits.' : `q quits, ${labelOf(settings.bindings, 'stop')} stops.`;
  // The question before quitting has no room for what it names.
  const wayOut =
    overlay.kind === 'quit' ? 'It asks first, for not all is done. Ctrl-C quits all the same.' : keys;
  const needs = `${columns}x${rows}: optty needs ${leastScreen.columns}x${leastScreen.rows}.`;
  return wrapTo([...word, needs, wayOut].join(' '), columns, rows);
}

/** As many lines as there is height for, empty ones where there are fewer. */
export function filled(lines: readonly string[], height: number): string[] {
  return Array.from({length: height}, (_, index) => lines[index] ?? '');
}
