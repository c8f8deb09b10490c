import type {Desk} from '../desk/desk.ts';
import {hasRoom} from '../desk/screen.ts';
import type {State} from '../desk/state.ts';
import type {StyledLine} from '../term/screen/cells.ts';
import {footerLine} from './bottom/Keys.tsx';
import {messageLines} from './bottom/Messages.tsx';
import {summaryLine} from './bottom/Summary.tsx';
import {filled, type Line} from './format.ts';
import {layoutOf} from './layout.ts';
import type {DrawTable} from './table/Table.tsx';
import {createStyles} from './theme.ts';
import {bannerLines} from './top/Banners.tsx';
import {chipsLine} from './top/Filter.tsx';
import {headerLine} from './top/Header.tsx';
import {tabsLine} from './top/Tabs.tsx';

/** The lines of a screen on which nothing is open; undefined if it needs Ink. */
export function paneLines(state: State, table: DrawTable): readonly Line[] | undefined {
  const {panel, banner, filter, body, message} = layoutOf(state);
  if (panel !== 'none' || state.overlay.kind !== 'none' || !hasRoom(state.viewport)) return undefined;
  const {lines, below} = table.onScreen(state);
  return [
    headerLine(state),
    tabsLine(state),
    ...filled(bannerLines(state), banner),
    ...(filter > 0 ? [chipsLine(state)] : []),
    ...filled(lines, body),
    summaryLine(state, below),
    ...filled(messageLines(state, message), message),
    footerLine(state),
  ];
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
