import {type HeadlessInk, startInk} from '../../../../src/commands/prints/prints.tsx';
import {hasRoom} from '../../../../src/desk/screen.ts';
import type {State} from '../../../../src/desk/state.ts';
import {sgrText} from '../../../../src/term/screen/cells.ts';
import {details} from '../../../../src/ui/details.ts';
import type {Line} from '../../../../src/ui/format.ts';
import {layoutOf} from '../../../../src/ui/layout.ts';
import {bottomLines, topLines} from '../../../../src/ui/screen.ts';
import type {DrawTable} from '../../../../src/ui/table/view.ts';
import {linesIn, screenLines} from '../../../ui/helpers/panel.ts';

/** What a screen shows. Without Ink a panel is its lines, and what is typed there. */
export type Seen = {readonly kind: 'plain' | 'lines' | 'frame'; readonly cells: string};

export type LawScreen = {draw(state: State): Promise<Seen>; close(): void};

/**
 * Draws all that a screen shows, with its tones; Ink's frames have the colours that these have.
 * @param hasInk what is not plain is drawn by Ink as well, as the program draws it: one Ink for all states,
 * which hears of none that is plain
 */
export function createScreen(table: DrawTable, hasInk: boolean): LawScreen {
  let ink: HeadlessInk | undefined;
  let last: {readonly state: State; readonly frame: string} | undefined;
  const frameOf = async (state: State) => {
    if (last?.state !== state) {
      ink ??= startInk(state, table);
      last = {state, frame: (await ink.draw(state)).map(sgrText).join('\n')};
    }
    return last.frame;
  };
  return {
    async draw(state) {
      if (isPlain(state)) return {kind: 'plain', cells: textIn(screenLines(state, table))};
      const lines = textIn(withPanel(state, table));
      return hasInk
        ? {kind: 'frame', cells: `${lines}\n${await frameOf(state)}`}
        : {kind: 'lines', cells: lines};
    },
    close: () => ink?.close(),
  };
}

const isPlain = ({viewport, overlay, details}: State) =>
  !hasRoom(viewport) || (overlay.kind === 'none' && !details);

const textIn = (lines: readonly Line[]) =>
  lines.map(line => line.map(({text, tone = ''}) => `${tone} ${text}`).join('|')).join('\n');

function withPanel(state: State, table: DrawTable): readonly Line[] {
  const {panelColumns, panelRows} = layoutOf(state);
  const {overlay} = state;
  return [
    ...topLines(state),
    ...table.onScreen(state).lines,
    ...linesIn(state, {columns: panelColumns, rows: panelRows}),
    ...(overlay.kind === 'none'
      ? (details(state) ?? []).map(({field, value}) => [{text: `${field} ${value}`}])
      : []),
    [{text: 'text' in overlay ? overlay.text : ''}],
    ...bottomLines(state, table),
  ];
}
