import {Box} from 'ink';
import {useCallback} from 'react';
import type {Binding} from '../desk/keys.ts';
import type {DialogName, OverlayOf} from '../desk/model/overlay.ts';
import type {State} from '../desk/state.ts';
import {sanitize} from '../term/text/sanitize.ts';
import {sourceDrawing} from './book/source.ts';
import {alertDrawing} from './dialogs/alert.ts';
import {byHandDrawing} from './dialogs/by-hand.ts';
import {filterDrawing} from './dialogs/filter.tsx';
import {formDrawing} from './dialogs/form.tsx';
import {helpDrawing, searchDrawing} from './dialogs/help.tsx';
import {messagesDrawing} from './dialogs/messages.ts';
import {paletteDrawing} from './dialogs/palette.tsx';
import {positionDrawing} from './dialogs/position.ts';
import {quitDrawing} from './dialogs/quit.ts';
import {reviewDrawing} from './dialogs/review.ts';
import {severalDrawing} from './dialogs/several.ts';
import {sortDrawing} from './dialogs/sort.ts';
import {liftDrawing, stopDrawing} from './dialogs/stop.ts';
import {takeOverDrawing} from './dialogs/take-over.ts';
import {worldsDrawing} from './dialogs/worlds.ts';
import {cut} from './format.ts';
import {Line, Lines} from './Line.tsx';
import type {Layout} from './layout.ts';
import {DetailsPanel} from './panels/DetailsPanel.tsx';
import type {DialogLines, Drawing, PanelSize} from './panels/drawing.ts';
import {useMostScroll} from './panels/useMostScroll.ts';
import {sameLines} from './same.ts';
import {useDesk, useSurroundings} from './store.ts';
import {TextField} from './TextField.tsx';
import type {Paint} from './theme.ts';

/** A missing dialog does not compile. */
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

/** Columns that Ink needs: one for lines that are already drawn, the panel's own for what Ink draws itself. */
export function inkColumns(state: State, {panel, panelColumns}: Layout): number {
  const {overlay, viewport} = state;
  if (overlay.kind === 'filter') return viewport.columns;
  if (panel === 'none') return 1;
  const drawing = overlay.kind === 'none' ? undefined : drawings[overlay.kind];
  // Ink lays out fields and the tables of ink-table.
  const isDrawn = drawing?.lines !== undefined && drawing.field === undefined;
  const own = isDrawn ? 1 : panelColumns;
  return panel === 'beside' ? own + 2 : own;
}

type Props = {
  readonly room: PanelSize;
  readonly draw: DialogLines;
  readonly name: string;
  readonly hint: (table: readonly Binding[]) => string;
  readonly error: (state: State) => string | undefined;
};

function AskPanel({room, draw, name, hint: hintOf, error: errorOf}: Props) {
  const {columns, rows} = room;
  const lines = useDesk(
    (state, paint) => draw(state, room, paint).slice(0, Math.max(0, rows - 3)),
    sameLines,
  );
  const text = useDesk(({overlay}) => ('text' in overlay ? overlay.text : ''));
  const error = useDesk(errorOf);
  const hint = useDesk(({settings}) => hintOf(settings.bindings));
  const {paint} = useSurroundings();
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <Lines lines={lines} />
      <Box height={1} flexShrink={0}>
        <Line text={` ${paint('accent', '›')} `} columns={3} />
        <TextField name={name} value={text} columns={columns - 4} />
      </Box>
      <Line
        text={error === undefined ? '' : ` ${paint('warning', cut(`! ${sanitize(error)}`, columns - 2))}`}
      />
      <Line text={` ${paint('dim', cut(hint, columns - 2))}`} />
    </Box>
  );
}

function TextPanel({room, draw}: {readonly room: PanelSize; readonly draw: DialogLines}) {
  const lines = useDesk((state, paint) => draw(state, room, paint), sameLines);
  return <Lines lines={lines} height={room.rows} width={room.columns} />;
}
