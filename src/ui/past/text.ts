import type {State} from '../../desk/state.ts';
import {details} from '../details.ts';
import {type Edges, plainLines, summaryBelow} from '../early.ts';
import {textOf} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {messageLines} from '../lines/footer.ts';
import {headerLine} from '../lines/header.ts';
import {linesIn} from '../sheet/draw.ts';
import type {DrawTable} from '../table/view.ts';

/** Searchable text in lower case: all of the screen but the time bar, with forms and details in full. */
export function screenText(state: State, table: DrawTable): string {
  const {panel, panelColumns, panelRows} = layoutOf(state);
  const room = {columns: panelColumns, rows: panelRows};
  const plain = plainLines(state, table, ofThen);
  const lines = [
    ...[...plain, ...(panel === 'none' ? [] : linesIn(state, room))].map(textOf),
    ...(state.details ? (details(state) ?? []).map(({field, value}) => `${field} ${value}`) : []),
  ];
  return lines.join('\n').toLowerCase();
}

const ofThen: Edges = {
  header: headerLine,
  bottom: (state, table) => [summaryBelow(state, table), ...messageLines(state, layoutOf(state).message)],
};
