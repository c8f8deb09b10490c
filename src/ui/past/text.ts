import type {State} from '../../desk/state.ts';
import {details} from '../details.ts';
import {summaryBelow, topLines} from '../early.ts';
import {textOf} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {messageLines} from '../lines/bottom.ts';
import {headerLine} from '../lines/top.ts';
import {linesIn} from '../sheet/draw.ts';
import {type DrawTable, withEmptyNote} from '../table/view.ts';

/** Searchable text in lower case: all of the screen but the time bar, with forms and details in full. */
export function screenText(state: State, table: DrawTable): string {
  const {panel, panelColumns, panelRows, message} = layoutOf(state);
  const room = {columns: panelColumns, rows: panelRows};
  const lines = [
    headerLine(state),
    ...topLines(state).slice(1),
    ...withEmptyNote(table.onScreen(state).lines, state),
    summaryBelow(state, table),
    ...messageLines(state, message),
    ...(panel === 'none' ? [] : linesIn(state, room)),
  ];
  const fields = state.details ? (details(state) ?? []).map(({field, value}) => `${field} ${value}`) : [];
  return [...lines.map(textOf), ...fields].join('\n').toLowerCase();
}
