import {haltWord} from '../desk/halt/flag.ts';
import {isHalted} from '../desk/halt/state.ts';
import {hasRoom, leastScreen} from '../desk/model/viewport.ts';
import type {State} from '../desk/state.ts';
import {labelOf} from '../desk/words/keys.ts';
import type {StyledLine} from '../term/screen/cells.ts';
import {filled, type Line, wrapTo} from './format.ts';
import {layoutOf} from './layout.ts';
import {bannerLines, keysLine, messageLines, summaryLine} from './lines/bottom.ts';
import {chipsLine, headerLine, tabsLine} from './lines/top.ts';
import {pastHeaderLine, timeLines} from './past/bar.ts';
import {rememberLast} from './same.ts';
import type {Store} from './store.ts';
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

export function plainLines(state: State, table: DrawTable): readonly Line[] {
  if (!hasRoom(state.viewport)) return tooSmallLines(state);
  return [
    ...topLines(state),
    ...filled(table.onScreen(state).lines, layoutOf(state).body),
    ...bottomLines(state, table),
  ];
}

export function topLines(state: State): readonly Line[] {
  const {banner, filter} = layoutOf(state);
  return [
    topLine(state),
    tabsLine(state),
    ...filled(bannerLines(state), banner),
    ...(filter > 0 && state.overlay.kind !== 'filter' ? [chipsLine(state)] : []),
  ];
}

export const topLine = (state: State) =>
  state.past === undefined ? headerLine(state) : pastHeaderLine(state);

/** In a replay the recorded keys do nothing, so the time bar replaces them. */
export function bottomLines(state: State, table: DrawTable): readonly Line[] {
  const {message} = layoutOf(state);
  const [summary, keys] = [summaryLine(state, table.onScreen(state).below), keysLine(state)];
  const messages = filled(messageLines(state, message), message);
  const shared = (line: Line) => (message > 0 ? line : (messageLines(state, 1)[0] ?? line));
  return state.past === undefined
    ? [summary, ...messages, shared(keys)]
    : [shared(summary), ...messages, ...timeLines(state)];
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
