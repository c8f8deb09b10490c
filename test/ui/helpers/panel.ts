import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import type {State} from '../../../src/desk/state.ts';
import type {Area} from '../../../src/ui/desk.tsx';
import {allot} from '../../../src/ui/dialog/allot.ts';
import {paneLines} from '../../../src/ui/early.ts';
import type {Line} from '../../../src/ui/format.ts';
import type {DrawTable} from '../../../src/ui/table/Table.tsx';

/** Without what ink-table draws. */
export const linesIn = (state: State, size: Area): readonly Line[] =>
  allot(sheetOf(state), size).blocks.flatMap(({lines}) => lines);

/** The lines of a screen on which nothing is open. */
export function screenLines(state: State, table: DrawTable): readonly Line[] {
  const lines = paneLines(state, table);
  if (lines === undefined) throw new Error('something is open over the pane');
  return lines;
}
