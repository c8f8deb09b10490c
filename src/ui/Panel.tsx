import {useCallback} from 'react';
import type {DialogName, OverlayOf} from '../desk/model/overlay.ts';
import type {State} from '../desk/model/state.ts';
import {sourceDrawing} from './book/source.ts';
import {alertDrawing} from './dialogs/alert.ts';
import {byHandDrawing} from './dialogs/by-hand.ts';
import {filterDrawing} from './dialogs/filter.tsx';
import {formDrawing} from './dialogs/form.tsx';
import {helpDrawing} from './dialogs/help/help.tsx';
import {searchDrawing} from './dialogs/help/search.tsx';
import {messagesDrawing} from './dialogs/messages.ts';
import {paletteDrawing} from './dialogs/palette.tsx';
import {positionDrawing} from './dialogs/position.ts';
import {quitDrawing} from './dialogs/quit.ts';
import {reviewDrawing} from './dialogs/review.ts';
import {severalDrawing} from './dialogs/several.ts';
import {sortDrawing} from './dialogs/sort.ts';
import {liftDrawing} from './dialogs/stop/lift.ts';
import {stopDrawing} from './dialogs/stop/stop.ts';
import {takeOverDrawing} from './dialogs/take-over.ts';
import {worldsDrawing} from './dialogs/unknown/worlds.ts';
import type {Layout} from './layout.ts';
import {AskPanel} from './panels/AskPanel.tsx';
import {DetailsPanel} from './panels/DetailsPanel.tsx';
import type {Drawing, PanelSize} from './panels/drawing.ts';
import {TextPanel} from './panels/TextPanel.tsx';
import {useMostScroll} from './panels/useMostScroll.ts';
import {useDesk} from './store.ts';
import type {Paint} from './theme.ts';

/** How each dialog is drawn; one that is missing here does not compile. */
export const drawings: {readonly [K in DialogName]: Drawing<K>} = {
  form: formDrawing,
  review: reviewDrawing,
  several: severalDrawing,
  help: helpDrawing,
  search: searchDrawing,
  messages: messagesDrawing,
  palette: paletteDrawing,
  filter: filterDrawing,
  sort: sortDrawing,
  alert: alertDrawing,
  byHand: byHandDrawing,
  position: positionDrawing,
  source: sourceDrawing,
  worlds: worldsDrawing,
  takeOver: takeOverDrawing,
  lift: liftDrawing,
  stop: stopDrawing,
  quit: quitDrawing,
};

/** What stands beside the table or over it. */
export function Panel({columns, rows}: PanelSize) {
  const name = useDesk(({overlay}) => overlay.kind);
  useMostScroll(useCallback(state => mostIn(state, {columns, rows}), [columns, rows]));
  const drawing = name === 'none' ? undefined : drawings[name];
  if (drawing === undefined) return <DetailsPanel columns={columns} rows={rows} />;
  if (drawing.lines === undefined) return <drawing.Panel columns={columns} rows={rows} />;
  const room = {columns, rows};
  if (drawing.field === undefined) return <TextPanel room={room} draw={linesIn} />;
  const {name: field, hint} = drawing.field;
  return <AskPanel room={room} draw={linesIn} name={field} hint={hint} error={errorIn} />;
}

function mostIn(state: State, size: PanelSize): number | undefined {
  const {overlay} = state;
  return overlay.kind === 'none' ? undefined : mostOf(state, overlay, size);
}

function mostOf<K extends DialogName>(state: State, overlay: OverlayOf<K>, size: PanelSize) {
  return drawings[overlay.kind].most?.(state, overlay, size);
}

/** The lines of the dialog that is open, if it is one of lines. */
export function linesIn(state: State, room: PanelSize, paint: Paint): string[] {
  const {overlay} = state;
  return overlay.kind === 'none' ? [] : drawn(state, overlay, room, paint);
}

function drawn<K extends DialogName>(
  state: State,
  overlay: OverlayOf<K>,
  room: PanelSize,
  paint: Paint,
): string[] {
  return drawings[overlay.kind].lines?.(state, overlay, room, paint) ?? [];
}

export function errorIn({overlay}: State): string | undefined {
  return overlay.kind === 'none' ? undefined : wrongIn(overlay);
}

function wrongIn<K extends DialogName>(overlay: OverlayOf<K>): string | undefined {
  return drawings[overlay.kind].field?.error?.(overlay);
}

/** Columns that Ink needs: one for lines that are drawn already, all of its own for what it draws itself. */
export function inkColumns(state: State, {panel, panelColumns}: Layout): number {
  const {overlay, viewport} = state;
  if (overlay.kind === 'filter') return viewport.columns;
  if (panel === 'none') return 1;
  const drawing = overlay.kind === 'none' ? undefined : drawings[overlay.kind];
  // A field, or a table of ink-table, is laid out by Ink.
  const isDrawn = drawing?.lines !== undefined && drawing.field === undefined;
  const own = isDrawn ? 1 : panelColumns;
  return panel === 'beside' ? own + 2 : own;
}
