import {sheetOf} from '../../../src/desk/dialogs/index.ts';
import type {State} from '../../../src/desk/state.ts';
import type {Line} from '../../../src/ui/format.ts';
import {draw, isLine, type PanelSize} from '../../../src/ui/sheet/draw.ts';

/** Without what Ink draws in tables. */
export function linesIn(state: State, size: PanelSize): readonly Line[] {
  return draw(sheetOf(state), size).parts.flatMap((part): Line[] => {
    if (isLine(part)) return [part];
    return part.is === 'table' ? [] : [[...part.before, {text: part.value}, ...part.after]];
  });
}
