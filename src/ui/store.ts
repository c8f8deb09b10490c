import {useInput} from 'ink';
import {createContext, use, useCallback, useEffect, useRef, useSyncExternalStore} from 'react';
import type {Desk} from '../desk/desk.ts';
import type {State} from '../desk/state.ts';
import type {KeyPress} from '../term/keyboard/input.ts';
import type {Block} from '../term/screen/ink.ts';
import type {DrawTable} from './table/view.ts';
import type {Styled} from './theme.ts';

export type Store = Desk;

export type KeySource = {readonly current: KeyPress | undefined};

/** The layer below Ink, which knows the width of drawn lines. */
export type CitedPage = {
  /** Shows these lines where Ink places the returned character. */
  cite(block: Block): string;
  setPage(columns: number): void;
};

type Surroundings = {
  readonly store: Store;
  readonly keyboard: KeySource;
  readonly styled: Styled;
  readonly page: CitedPage;
  /** Survives panels that cover the table, so the visible rows stay. */
  readonly table: DrawTable;
};

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

export function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext);
  if (surroundings === undefined) throw new Error('drawn outside of the dashboard');
  return surroundings;
}

/** Renders only when another value is selected: most changes of the desk, such as a tick, change no line. */
export function useDesk<T>(
  select: (state: State) => T,
  unlessSame: (before: T, drawn: T) => T = (_, drawn) => drawn,
): T {
  const {store} = useSurroundings();
  const last = useRef<{readonly state: State; readonly select: typeof select; readonly value: T}>(undefined);
  const read = () => {
    const state = store.getState();
    const before = last.current;
    // React asks several times for each state.
    if (before?.state === state && before.select === select) return before.value;
    const drawn = select(state);
    const value = before === undefined ? drawn : unlessSame(before.value, drawn);
    last.current = {state, select, value};
    return value;
  };
  return useSyncExternalStore(store.subscribe, read);
}

export function useKeys(): void {
  const {store, keyboard} = useSurroundings();
  useInput(() => {
    const key = keyboard.current;
    if (key !== undefined) store.send({type: 'pressed', key});
  });
}

/** @param mostIn undefined unless only the panel knows the list's length */
export function useMostScroll(mostIn: (state: State) => number | undefined): void {
  const {store} = useSurroundings();
  const select = useCallback(
    (state: State) => {
      const most = mostIn(state);
      return 'most' in state.overlay && state.overlay.most !== most ? most : undefined;
    },
    [mostIn],
  );
  const most = useDesk(select);
  useEffect(() => {
    if (most !== undefined) store.send({type: 'scrollTold', most});
  }, [store, most]);
}
