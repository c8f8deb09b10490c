import {sheetOf} from '../desk/dialogs/index.ts';
import {fieldsInView} from '../desk/feeds/arrange.ts';
import {haltWords} from '../desk/halt/flag.ts';
import {isHalted} from '../desk/halt/halt.ts';
import type {SentMsg} from '../desk/messages.ts';
import {isFeedPane, panes} from '../desk/model/vocabulary.ts';
import {hasRoom, leastScreen} from '../desk/screen.ts';
import type {State} from '../desk/state.ts';
import {labelOf} from '../desk/words/keys.ts';
import type {MouseEvent} from '../term/keyboard/input.ts';
import type {StyledLine} from '../term/screen/cells.ts';
import {panelSheet} from './details.ts';
import {filled, type Line, noLine, padded, width, wrapTo} from './format.ts';
import {layoutOf} from './layout.ts';
import {answerLines, bannerLines, keysLine, messageLines, summaryLine} from './lines/bottom.ts';
import {chipsLine, headerLine, tabsLine} from './lines/top.ts';
import {draw, heightOf, isLine, type Part} from './sheet/draw.ts';
import type {Store} from './store.ts';
import type {DrawTable} from './table/view.ts';
import {createStyles} from './theme.ts';

/** The whole screen from top to bottom. Only what is typed, and a table of the help, need Ink. */
export function screenParts(state: State, table: DrawTable): readonly Part[] {
  if (!hasRoom(state.viewport)) return tooSmallLines(state);
  const {isWhole, banner, answer, columns} = layoutOf(state);
  if (isWhole)
    return [
      headerLine(state),
      ...filled(bannerLines(state), banner),
      ...panelParts(state),
      ...filled(answerLines(state), answer),
    ];
  return [
    ...topLines(state),
    ...(state.overlay.kind === 'filter' ? inRows(draw(sheetOf(state), {columns, rows: 2}).parts, 2) : []),
    ...bodyParts(state, table),
    ...bottomLines(state, table),
  ];
}

function bodyParts(state: State, table: DrawTable): readonly Part[] {
  const {panel, body, tableColumns} = layoutOf(state);
  if (panel === 'over') return panelParts(state);
  const {lines} = table.onScreen(state);
  if (panel === 'none') return filled(lines, body);
  return panelParts(state).map((part, row): Part => {
    const left = [...padded(lines[row] ?? noLine, tableColumns), rule];
    if (isLine(part)) return [...left, ...part];
    if (part.is === 'table') return part;
    return {...part, before: [...left, ...part.before], beforeColumns: tableColumns + 1 + part.beforeColumns};
  });
}

const rule = {text: '│', tone: 'dim'} as const;

function panelParts(state: State): readonly Part[] {
  const {panelColumns: columns, panelRows: rows} = layoutOf(state);
  return inRows(draw(panelSheet(state), {columns, rows}).parts, rows);
}

function inRows(parts: readonly Part[], rows: number): readonly Part[] {
  let left = rows;
  const fitting = parts.filter(part => {
    left -= heightOf(part);
    return left >= 0;
  });
  return [...fitting, ...filled([], Math.max(0, left))];
}

/** Draws until Ink is loaded; `needInk` is called after the first answer or if a state needs Ink. */
export function drawEarly(
  store: Store,
  table: DrawTable,
  {show, needInk}: {show: (frame: readonly StyledLine[]) => void; needInk: () => void},
): () => void {
  const draw = () => {
    const state = store.getState();
    const {settings, look, feeds} = state;
    const parts = screenParts(state, table);
    if (!parts.every(isLine)) {
      needInk();
      return;
    }
    show(parts.map(createStyles(settings.theme, look)));
    const isAnswered = Object.values(feeds).some(({shown, failures}) => shown > 0 || failures > 0);
    // The rows are written first, at the end of this turn of the event loop.
    if (isAnswered) setImmediate(() => setImmediate(needInk));
  };
  draw();
  return store.subscribe(draw);
}

export function topLines(state: State): readonly Line[] {
  const {banner, filter} = layoutOf(state);
  return [
    headerLine(state),
    tabsLine(state),
    ...filled(bannerLines(state), banner),
    ...(filter > 0 && state.overlay.kind !== 'filter' ? [chipsLine(state)] : []),
  ];
}

export function bottomLines(state: State, table: DrawTable): readonly Line[] {
  const {message} = layoutOf(state);
  const [summary, keys] = [summaryLine(state, table.onScreen(state).below), keysLine(state)];
  const messages = filled(messageLines(state, message), message);
  return [summary, ...messages, message > 0 ? keys : (messageLines(state, 1)[0] ?? keys)];
}

function tooSmallLines(state: State): readonly Line[] {
  const {viewport, overlay, settings, halt} = state;
  const {columns, rows} = viewport;
  const word = isHalted(state) ? [`${haltWords(halt.record)}.`] : [];
  const [quit, stop] = [labelOf(settings.bindings, 'quit'), labelOf(settings.bindings, 'halt')];
  const keys = isHalted(state) ? `${quit} quits.` : `${quit} quits, ${stop} halts.`;
  // The screen is too small for the question's text.
  const wayOut = overlay.kind === 'quit' ? 'Unresolved writes: confirm to quit. Ctrl-C quits anyway.' : keys;
  const needs = `${columns}x${rows}: optty needs ${leastScreen.columns}x${leastScreen.rows}.`;
  return wrapTo([...word, needs, wayOut].join(' '), columns, rows).map(text => [{text}]);
}

/** Selects, scrolls, sorts and changes panes; it never acts on the account, and no dialog takes it. */
export function pointed(
  state: State,
  table: DrawTable,
  {does, column, row}: MouseEvent,
): SentMsg | undefined {
  const {overlay, viewport} = state;
  if (overlay.kind !== 'none' || !hasRoom(viewport)) return undefined;
  const {banner, filter, body, panel, tableColumns, isWhole} = layoutOf(state);
  const isOnPanel = panel === 'over' || (panel === 'beside' && column >= tableColumns);
  if (does !== 'press') {
    const isDown = does === 'wheelDown';
    return isOnPanel
      ? {type: 'ran', action: isDown ? 'row.pageDown' : 'row.pageUp'}
      : {type: 'pointed', by: isDown ? wheelRows : -wheelRows};
  }
  if (row === 1 && !isWhole) return paneAt(state, column);
  const line = row - 2 - banner - filter;
  if (isOnPanel || line < 0 || line >= body) return undefined;
  const {start = 0, rows = 0, heads = []} = table.onScreen(state);
  if (line > 0) return line > rows ? undefined : {type: 'pointed', row: start + line - 1};
  const field = heads.find(({end}) => column < end)?.field;
  const index =
    isFeedPane(state.pane) && field !== undefined ? fieldsInView(state, state.pane).indexOf(field) : -1;
  return index < 0 ? undefined : {type: 'pointed', column: index};
}

const wheelRows = 3;

function paneAt(state: State, column: number): SentMsg | undefined {
  let end = 0;
  const index = tabsLine(state).findIndex(({text}) => {
    end += width(text);
    return column < end;
  });
  const pane = panes[index];
  return pane && {type: 'ran', action: `pane.${pane}`};
}
