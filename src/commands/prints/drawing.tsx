import {type Instance, render} from 'ink';
import {createListeners} from '../../desk/desk.ts';
import type {Theme} from '../../desk/model/vocabulary.ts';
import type {State} from '../../desk/state.ts';
import {Keyboard} from '../../term/keyboard/input.ts';
import {type CellRow, FrameReader, type StyledLine} from '../../term/screen/cells.ts';
import {Citations, InkOutput} from '../../term/screen/ink.ts';
import {App} from '../../ui/App.tsx';
import {isPlain, plainLines} from '../../ui/early.ts';
import {rememberLast} from '../../ui/same.ts';
import type {CitedPage, Store} from '../../ui/store.ts';
import {createTableView, type DrawTable} from '../../ui/table/view.ts';
import {createStyles} from '../../ui/theme.ts';
import type {Ground} from './svg.ts';

export type PrintLook = {
  readonly ground: Ground;
  readonly ascii: boolean;
  readonly hasColors: boolean;
};

export type StateDrawing = ReturnType<typeof createDrawing>;

/** Draws states one at a time. Ink starts only for a state that needs it. */
export function createDrawing({ground, ascii, hasColors}: PrintLook) {
  const table = createTableView();
  const look = {ascii, background: ground, colors: hasColors ? 256 : 0} as const;
  const reader = new FrameReader(ascii);
  let ink: HeadlessInk | undefined;
  // One object per state, since drawings are cached by its identity.
  const dressed = rememberLast((state: State) => {
    const theme: Theme = state.settings.theme === 'high-contrast' ? 'high-contrast' : 'auto';
    return {...state, look, settings: {...state.settings, theme}};
  });
  const stylesFor = rememberLast((theme: Theme) => createStyles(theme, look));
  return {
    table,
    dressed,
    async draw(given: State): Promise<CellRow[]> {
      const state = dressed(given);
      const {columns, rows} = state.viewport;
      if (isPlain(state)) {
        const lines = plainLines(state, table);
        return reader.read(lines.map(stylesFor(state.settings.theme)), columns, rows);
      }
      ink ??= startInk(state, table);
      return reader.read(await ink.draw(state), columns, rows);
    },
    close: () => ink?.close(),
  };
}

export type HeadlessInk = ReturnType<typeof startInk>;

/** Ink without a terminal: its output is kept as lines. */
export function startInk(first: State, table: DrawTable) {
  const citations = new Citations();
  const {subscribe, tell} = createListeners();
  let state = first;
  let lines: readonly StyledLine[] = [];
  const out = new InkOutput(state.viewport.columns, state.viewport.rows, frame => {
    lines = citations.expand(frame);
  });
  const page: CitedPage = {
    cite: block => citations.cite(block),
    setPage: columns => out.setPage(columns),
  };
  const store: Store = {getState: () => state, subscribe, send: () => {}};
  const keyboard = new Keyboard({now: () => 0});
  const instance: Instance = render(<App store={store} keyboard={keyboard} page={page} table={table} />, {
    stdout: out as unknown as NodeJS.WriteStream,
    stdin: keyboard.stdin,
    ...{debug: true, interactive: true, exitOnCtrlC: false, patchConsole: false},
  });
  let fault: unknown;
  instance.waitUntilExit().catch(error => {
    fault = error;
  });
  return {
    async draw(next: State): Promise<readonly StyledLine[]> {
      const {columns, rows} = next.viewport;
      const isResized = columns !== state.viewport.columns || rows !== state.viewport.rows;
      state = next;
      tell();
      if (isResized) out.resize(columns, rows);
      await drawn();
      if (fault !== undefined) throw fault;
      return lines;
    },
    close() {
      instance.unmount();
      keyboard.close();
    },
  };
}

/** React draws in a microtask, and again after an effect. */
async function drawn(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  await new Promise(resolve => setImmediate(resolve));
}
