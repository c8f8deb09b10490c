import {isHalted} from '../desk/halt/room.ts';
import {haltWord} from '../desk/halt/words.ts';
import {hasRoom, leastScreen} from '../desk/model/room.ts';
import type {State} from '../desk/state.ts';
import {labelOf} from '../desk/words/keys.ts';
import type {StyledLine} from '../term/screen/cells.ts';
import {type Line, noLine, wrapTo} from './format.ts';
import {layoutOf} from './layout.ts';
import {chipsLine} from './lines/filter.ts';
import {bannerLines, keysLine, messageLines} from './lines/footer.ts';
import {headerLine} from './lines/header.ts';
import {summaryLine} from './lines/summary.ts';
import {tabsLine} from './lines/tabs.ts';
import {rememberLast} from './same.ts';
import type {Store} from './store.ts';
import {withEmptyNote} from './table/empty.ts';
import type {DrawTable} from './table/view.ts';
import {createStyles} from './theme.ts';

/**
 * Draws plain screens until Ink is loaded; `needInk` is called after the first answer or if a state needs Ink.
 */
export function drawEarly(
  store: Store,
  table: DrawTable,
  {show, needInk}: {show: (frame: readonly StyledLine[]) => void; needInk: () => void},
): () => void {
  const stylesFor = rememberLast(createStyles);
  const draw = () => {
    const state = store.getState();
    const {past, settings, look, feeds} = state;
    // The lines of a replay are loaded with Ink.
    if (!isPlain(state) || past !== undefined) {
      needInk();
      return;
    }
    show(plainLines(state, table).map(stylesFor(settings.theme, look)));
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
  readonly header: (state: State) => Line;
  readonly bottom: (state: State, table: DrawTable) => readonly Line[];
};

/** The edges of a replay are loaded with the replay. */
export const present: Edges = {header: headerLine, bottom: bottomLines};

export function plainLines(state: State, table: DrawTable, edges = present): readonly Line[] {
  if (!hasRoom(state.viewport)) return tooSmallLines(state);
  const {body} = layoutOf(state);
  const rows = withEmptyNote(table.onScreen(state), state);
  return [...topLines(state, edges), ...filled(rows, body), ...edges.bottom(state, table)];
}

export function topLines(state: State, edges: Edges): readonly Line[] {
  const {banner, filter} = layoutOf(state);
  return [
    edges.header(state),
    tabsLine(state),
    ...filled(bannerLines(state, banner), banner),
    ...(filter > 0 && state.overlay.kind !== 'filter' ? [chipsLine(state)] : []),
  ];
}

function bottomLines(state: State, table: DrawTable): readonly Line[] {
  const {message} = layoutOf(state);
  const keys = keysLine(state);
  return [
    summaryBelow(state, table),
    ...filled(messageLines(state, message), message),
    message > 0 ? keys : (messageLines(state, 1)[0] ?? keys),
  ];
}

export function summaryBelow(state: State, table: DrawTable): Line {
  return summaryLine(state, table.below(state));
}

function tooSmallLines(state: State): readonly Line[] {
  const {viewport, overlay, settings, halt} = state;
  const {columns, rows} = viewport;
  const word = isHalted(state) ? [`${halt.record === undefined ? 'HALTED' : haltWord(halt.record)}.`] : [];
  const keys = isHalted(state) ? 'q quits.' : `q quits, ${labelOf(settings.bindings, 'halt')} halts.`;
  // The screen is too small for the question's text.
  const wayOut = overlay.kind === 'quit' ? 'Unresolved writes: confirm to quit. Ctrl-C quits anyway.' : keys;
  const needs = `${columns}x${rows}: optty needs ${leastScreen.columns}x${leastScreen.rows}.`;
  return wrapTo([...word, needs, wayOut].join(' '), columns, rows).map(text => [{text}]);
}

export function filled(lines: readonly Line[], height: number): readonly Line[] {
  return Array.from({length: height}, (_, index) => lines[index] ?? noLine);
}
