import {type HeadlessInk, startInk} from '../../../../src/commands/prints/drawing.tsx';
import type {State} from '../../../../src/desk/state.ts';
import {details} from '../../../../src/ui/details.ts';
import {isPlain, plainLines, present, topLines} from '../../../../src/ui/early.ts';
import {layoutOf} from '../../../../src/ui/layout.ts';
import {rememberLast} from '../../../../src/ui/same.ts';
import {linesIn} from '../../../../src/ui/sheet/draw.ts';
import type {DrawTable} from '../../../../src/ui/table/view.ts';
import {createPaint, type Paint} from '../../../../src/ui/theme.ts';

/** What a screen shows. Without Ink a panel is its lines, and what is typed there. */
export type Seen = {readonly kind: 'plain' | 'lines' | 'frame'; readonly cells: string};

export type LawScreen = {
  draw(state: State): Promise<Seen>;
  close(): void;
};

/**
 * Draws all that a screen shows, with its colours.
 * @param hasInk what is not plain is drawn by Ink as well, as the program draws it: one Ink for all states,
 * which hears of none that is plain
 */
export function createScreen(table: DrawTable, hasInk: boolean): LawScreen {
  const paintOf = rememberLast((theme: State['settings']['theme'], look: State['look']) =>
    createPaint(theme, look),
  );
  let ink: HeadlessInk | undefined;
  let last: {readonly state: State; readonly frame: string} | undefined;
  const frameOf = async (state: State) => {
    if (last?.state !== state) {
      ink ??= startInk(state, table);
      last = {state, frame: (await ink.draw(state)).join('\n')};
    }
    return last.frame;
  };
  return {
    async draw(state) {
      const paint = paintOf(state.settings.theme, state.look);
      if (isPlain(state)) return {kind: 'plain', cells: plainLines(state, paint, table).join('\n')};
      const lines = withPanel(state, paint, table).join('\n');
      return hasInk
        ? {kind: 'frame', cells: `${lines}\n${await frameOf(state)}`}
        : {kind: 'lines', cells: lines};
    },
    close: () => ink?.close(),
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
