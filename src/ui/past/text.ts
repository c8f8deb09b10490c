import type {State} from '../../desk/state.ts';
import {panelSheet} from '../details.ts';
import {topLines} from '../early.ts';
import {textOf} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {messageLines, summaryLine} from '../lines/bottom.ts';
import {draw, isLine} from '../sheet/draw.ts';
import type {DrawTable} from '../table/view.ts';

/** The text of the screen but the bar of time. */
export function screenText(state: State, table: DrawTable): string {
  const {panel, panelColumns: columns, panelRows: rows, message} = layoutOf(state);
  const body = table.onScreen(state);
  const parts = panel === 'none' ? [] : draw(panelSheet(state), {columns, rows}).parts;
  const lines = [
    ...topLines(state),
    ...body.lines,
    summaryLine(state, body.below),
    ...messageLines(state, message),
    ...parts.filter(isLine),
  ];
  const typed = parts.flatMap(part => (!isLine(part) && part.is === 'input' ? part.value : []));
  return [...lines.map(textOf), ...typed].join('\n');
}
