import {createContext, use, useRef, useSyncExternalStore} from 'react';
import type {SentMsg} from '../desk/model/messages.ts';
import type {State} from '../desk/model/state.ts';
import type {KeyPress} from '../term/keyboard/input.ts';
import type {DrawTable} from './table/view.ts';
import type {Paint} from './theme.ts';

/** The desk as the screen sees it. */
export type Store = {
  getState(): State;
  subscribe(listener: () => void): () => void;
  send(msg: SentMsg): void;
};

/** The key that Ink is handing to `useInput` right now. */
export type KeySource = {readonly current: KeyPress | undefined};

/** What stands below Ink and knows how wide lines are that are drawn already. */
export type CitedPage = {
  /** A character that Ink places, and the lines that stand there on the screen. */
  cite(block: {
    readonly lines: readonly string[];
    readonly columns?: number | undefined;
    readonly rows: number;
  }): string;
  /** Ink lays out its next frame in so many columns. */
  setPage(columns: number): void;
};

type Surroundings = {
  readonly store: Store;
  readonly keyboard: KeySource;
  readonly paint: Paint;
  /** undefined: lines go through Ink as they are. */
  readonly page: CitedPage | undefined;
  /** Outlives what covers the table, so that the rows in view stay where they were. */
  readonly table: DrawTable;
};

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

export function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext);
  if (surroundings === undefined) throw new Error('drawn outside of the dashboard');
  return surroundings;
}

type Selected<T> = {
  readonly state: State;
  readonly select: (state: State, paint: Paint) => T;
  readonly paint: Paint;
  readonly value: T;
};

/**
 * What a part of the screen needs of the state. It is drawn again only when that differs from what it was: most
 * changes of the desk, such as a tick of its clock, change no line at all.
 */
export function useDesk<T>(
  select: (state: State, paint: Paint) => T,
  isSame: (a: T, b: T) => boolean = Object.is,
): T {
  const {store, paint} = useSurroundings();
  const last = useRef<Selected<T> | undefined>(undefined);
  const read = () => {
    const state = store.getState();
    const before = last.current;
    // React asks several times for each state.
    if (before?.state === state && before.select === select && before.paint === paint) return before.value;
    const drawn = select(state, paint);
    const value = before !== undefined && isSame(before.value, drawn) ? before.value : drawn;
    last.current = {state, select, paint, value};
    return value;
  };
  return useSyncExternalStore(store.subscribe, read);
}
