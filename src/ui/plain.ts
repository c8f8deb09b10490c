import {hasRoom, leastScreen} from '../desk/model/room.ts';
import type {State} from '../desk/model/state.ts';
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

/** Every line of a plain screen. */
export function plainLines(state: State, paint: Paint, table: DrawTable): string[] {
  if (!hasRoom(state.viewport)) return tooSmallLines(state);
  const {columns, body} = layoutOf(state);
  const rows = withEmptyNote(table(state, columns, body, paint), state, paint);
  return [...topLines(state, paint), ...filled(rows, body), ...bottomLines(state, paint, table)];
}

/** What stands above the table, but for a filter while it is typed. */
export function topLines(state: State, paint: Paint): string[] {
  const {banner, filter} = layoutOf(state);
  return [
    headerLine(state, paint),
    tabsLine(state, paint),
    ...filled(bannerLines(state, banner, paint), banner),
    ...(filter > 0 && state.overlay.kind !== 'filter' ? [chipsLine(state, paint)] : []),
  ];
}

/** What stands below the table. A low screen has one line for the message and the keys. */
export function bottomLines(state: State, paint: Paint, table: DrawTable): string[] {
  const {message, panel, tableColumns, body} = layoutOf(state);
  const below = panel === 'over' ? 0 : table.below(state, tableColumns, body, paint);
  const keys = keysLine(state, paint);
  return [
    summaryLine(state, paint, below),
    ...filled(messageLines(state, message, paint), message),
    message > 0 ? keys : messageLine(state, paint) || keys,
  ];
}

function tooSmallLines({viewport: {columns, rows}, overlay}: State): string[] {
  const needs = `optty needs ${leastScreen.columns}x${leastScreen.rows}.`;
  // The question before quitting has no room for what it names.
  const wayOut =
    overlay.kind === 'quit' ? 'It asks first, for not all is done. Ctrl-C quits all the same.' : 'q quits.';
  return wrapTo(`${columns}x${rows}: ${needs} ${wayOut}`, columns, rows);
}

function filled(lines: readonly string[], height: number): string[] {
  return Array.from({length: height}, (_, index) => lines[index] ?? '');
}
