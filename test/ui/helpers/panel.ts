import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import type {State} from '../../../src/desk/state.ts';
import {paneLines} from '../../../src/ui/early.ts';
import type {Line} from '../../../src/ui/format.ts';
import {draw, isLine, type PanelSize} from '../../../src/ui/sheet/draw.ts';
import type {DrawTable} from '../../../src/ui/table/view.ts';

/** Without what Ink draws in tables. */
export function linesIn(state: State, size: PanelSize): readonly Line[] {
  return draw(sheetOf(state), size).parts.flatMap((part): Line[] => {
    if (isLine(part)) return [part];
    return part.is === 'table' ? [] : [[...part.before, {text: part.value}, ...part.after]];
  });
}

/** The lines of a screen on which nothing is open. */
export function screenLines(state: State, table: DrawTable): readonly Line[] {
  const lines = paneLines(state, table);
  if (lines === undefined) throw new Error('something is open over the pane');
  return lines;
}
