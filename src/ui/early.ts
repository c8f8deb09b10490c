import type {Desk} from '../desk/desk.ts';
import {hasRoom} from '../desk/screen.ts';
import type {State} from '../desk/state.ts';
import type {StyledLine} from '../term/screen/cells.ts';
import {filled, type Line} from './format.ts';
import {layoutOf} from './layout.ts';
import {partNames, partsWith} from './parts.ts';
import type {DrawTable} from './table/Table.tsx';
import {createStyles} from './theme.ts';

/** The lines of a screen on which nothing is open; undefined if it needs Ink. */
export function paneLines(state: State, table: DrawTable): readonly Line[] | undefined {
  const {panel, heights} = layoutOf(state);
  if (panel !== 'none' || state.overlay.kind !== 'none' || !hasRoom(state.viewport)) return undefined;
  const parts = partsWith(table);
  return partNames(parts).flatMap(name => filled(parts[name](state, heights[name]), heights[name]));
}

/** Draws until Ink is loaded; `needInk` is called after the first answer or if a state needs Ink. */
export function drawEarly(
  desk: Desk,
  table: DrawTable,
  {show, needInk}: {show: (frame: readonly StyledLine[]) => void; needInk: () => void},
): () => void {
  const draw = () => {
    const state = desk.getState();
    const {settings, look, feeds} = state;
    const lines = paneLines(state, table);
    if (lines === undefined) {
      needInk();
      return;
    }
    show(lines.map(createStyles(settings.theme, look)));
    const isAnswered = Object.values(feeds).some(({shown, failures}) => shown > 0 || failures > 0);
    // The rows are written first, at the end of this turn of the event loop.
    if (isAnswered) setImmediate(() => setImmediate(needInk));
  };
  draw();
  return desk.subscribe(draw);
}
