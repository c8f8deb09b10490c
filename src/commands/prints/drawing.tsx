/** Draws states as the screen would show them, where there is no terminal. */
import {type Instance, render} from 'ink';
import type {State} from '../../desk/model/state.ts';
import type {Theme} from '../../desk/model/vocabulary.ts';
import {createKeyboard} from '../../term/keyboard/input.ts';
import type {CellRow} from '../../term/screen/cells.ts';
import {Citations} from '../../term/screen/cite.ts';
import {FrameReader} from '../../term/screen/frames.ts';
import {InkOutput} from '../../term/screen/output.ts';
import {App} from '../../ui/App.tsx';
import {edgesOf} from '../../ui/past/edges.ts';
import {isPlain, plainLines} from '../../ui/plain.ts';
import {rememberLast} from '../../ui/same.ts';
import type {CitedPage, Store} from '../../ui/store.ts';
import {createTableView, type DrawTable} from '../../ui/table/view.ts';
import {createPaint} from '../../ui/theme.ts';
import type {Ground} from './colours.ts';

/** How a picture is drawn, whatever the terminal had that is drawn from. */
export type PrintLook = {
  readonly ground: Ground;
  readonly ascii: boolean;
  /** Without it weights, underlines and inverse stay. */
  readonly hasColors: boolean;
};

export type StateDrawing = {
  /** Remembers from state to state what was in view; it can be told. */
  readonly table: DrawTable;
  /** As many rows of as many cells as the state's own viewport has. */
  draw(state: State): Promise<CellRow[]>;
  /** Remembers of a state what drawing it would leave, which is that of its table. */
  pass(state: State): void;
  close(): void;
};

/**
 * States are drawn one behind the other, each when the one before is done. Ink is not started before something
 * comes that only Ink draws.
 */
export function createDrawing({ground, ascii, hasColors}: PrintLook): StateDrawing {
  const table = createTableView();
  const look = {ascii, background: ground, colors: hasColors ? 256 : 0} as const;
  const reader = new FrameReader({ascii, color: hasColors});
  let ink: HeadlessInk | undefined;
  // The same object for the same state, for what is drawn of it is remembered by that.
  const dressed = rememberLast((state: State) => {
    const theme: Theme = state.settings.theme === 'high-contrast' ? 'high-contrast' : 'auto';
    return {...state, look, settings: {...state.settings, theme}};
  });
  const paintOf = rememberLast((theme: Theme) => createPaint(theme, look));
  return {
    table,
    pass(given) {
      const state = dressed(given);
      table.onScreen(state, paintOf(state.settings.theme));
    },
    async draw(given) {
      const state = dressed(given);
      const {columns, rows} = state.viewport;
      if (isPlain(state)) {
        const lines = plainLines(state, paintOf(state.settings.theme), table, edgesOf(state));
        return reader.read(lines, columns, rows);
      }
      ink ??= startInk(state, table);
      return reader.read(await ink.draw(state), columns, rows);
    },
    close: () => ink?.close(),
  };
}

export type HeadlessInk = {
  /** Each when the one before is done: the lines as they are written, with their colours. */
  draw(state: State): Promise<readonly string[]>;
  close(): void;
};

/** Ink over no terminal: what it writes is kept as lines. It draws each state as that looks. */
export function startInk(first: State, table: DrawTable): HeadlessInk {
  const citations = new Citations();
  const listeners = new Set<() => void>();
  let state = first;
  let lines: readonly string[] = [];
  const out = new InkOutput(state.viewport.columns, state.viewport.rows, frame => {
    lines = citations.expand(frame);
  });
  const page: CitedPage = {
    cite: block => citations.cite(block),
    setPage: columns => out.setPage(columns),
  };
  const store: Store = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // Nobody is there who could do anything.
    send: () => {},
  };
  const keyboard = createKeyboard({now: () => 0});
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
    async draw(next) {
      const {columns, rows} = next.viewport;
      const isResized = columns !== state.viewport.columns || rows !== state.viewport.rows;
      state = next;
      for (const listener of [...listeners]) listener();
      if (isResized) out.resize(columns, rows);
      await drawn();
      // What Ink draws instead is no picture of the state.
      if (fault !== undefined) throw fault;
      return lines;
    },
    close() {
      instance.unmount();
      keyboard.close();
    },
  };
}

/** React draws in a microtask, and once more where an effect asked for it. */
async function drawn(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  await new Promise(resolve => setImmediate(resolve));
}
