import type {State} from '../../../../src/desk/model/state.ts';
import {layoutOf} from '../../../../src/ui/layout.ts';
import {linesIn} from '../../../../src/ui/Panel.tsx';
import {details} from '../../../../src/ui/panels/details.ts';
import {isPlain, plainLines, present, topLines} from '../../../../src/ui/plain.ts';
import type {DrawTable} from '../../../../src/ui/table/view.ts';
import {createPaint, type Paint} from '../../../../src/ui/theme.ts';

/** Draws all that a screen shows, with its colours: of a panel its lines, and what is typed there. */
export function createScreen(table: DrawTable): (state: State) => string {
  let last: {readonly look: State['look']; readonly theme: string; readonly paint: Paint} | undefined;
  return state => {
    const {look, settings} = state;
    if (last?.look !== look || last.theme !== settings.theme)
      last = {look, theme: settings.theme, paint: createPaint(settings.theme, look)};
    const {paint} = last;
    const lines = isPlain(state) ? plainLines(state, paint, table) : withPanel(state, paint, table);
    return lines.join('\n');
  };
}

function withPanel(state: State, paint: Paint, table: DrawTable): string[] {
  const {panelColumns, panelRows} = layoutOf(state);
  const {overlay} = state;
  return [
    ...topLines(state, paint, present),
    ...table.onScreen(state, paint),
    ...linesIn(state, {columns: panelColumns, rows: panelRows}, paint),
    ...(overlay.kind === 'none' ? (details(state) ?? []).map(({field, value}) => `${field} ${value}`) : []),
    'text' in overlay ? overlay.text : '',
    ...present.bottom(state, paint, table),
  ];
}
