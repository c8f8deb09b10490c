import {isFeedPane, panes} from '../account/model/vocabulary.ts';
import {fieldsInView} from '../desk/feeds/arrange.ts';
import type {SentMsg} from '../desk/messages.ts';
import {hasRoom} from '../desk/screen.ts';
import type {State} from '../desk/state.ts';
import type {MouseEvent} from '../term/keyboard/input.ts';
import {widthOf} from './format.ts';
import {layoutOf, tabsRow} from './layout.ts';
import type {DrawTable} from './table/Table.tsx';
import {tabsLine} from './top/Tabs.tsx';

/** Selects, scrolls, sorts and changes panes; it never acts on the account, and no dialog takes it. */
export function pointed(
  state: State,
  table: DrawTable,
  {does, column, row}: MouseEvent,
): SentMsg | undefined {
  const {overlay, viewport} = state;
  if (overlay.kind !== 'none' || !hasRoom(viewport)) return undefined;
  const {top, body, panel, tableColumns, takesScreen} = layoutOf(state);
  const isOnPanel = panel === 'over' || (panel === 'beside' && column >= tableColumns);
  if (does !== 'press') {
    const isDown = does === 'wheelDown';
    return isOnPanel
      ? {type: 'ran', action: isDown ? 'row.pageDown' : 'row.pageUp'}
      : {type: 'pointed', by: isDown ? wheelRows : -wheelRows};
  }
  if (row === tabsRow && !takesScreen) {
    const tabs = tabsLine(state);
    const pane = panes[tabs.findIndex((_, index) => column < widthOf(tabs.slice(0, index + 1)))];
    return pane && {type: 'ran', action: `pane.${pane}`};
  }
  const line = row - top;
  if (isOnPanel || line < 0 || line >= body) return undefined;
  const {start = 0, rows = 0, heads = []} = table.onScreen(state);
  if (line > 0) return line > rows ? undefined : {type: 'pointed', row: start + line - 1};
  const field = heads.find(({end}) => column < end)?.field;
  const index =
    isFeedPane(state.pane) && field !== undefined ? fieldsInView(state, state.pane).indexOf(field) : -1;
  return index < 0 ? undefined : {type: 'pointed', column: index};
}

const wheelRows = 3;
