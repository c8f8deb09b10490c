import {
  type ComponentType,
  createContext,
  type PropsWithChildren,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import {unlessSame, unlessSameEach} from '../account/once.ts';
import type {Desk} from '../desk/desk.ts';
import type {SentMsg} from '../desk/messages.ts';
import type {State} from '../desk/state.ts';
import {filled, type Line} from './format.ts';
import {createStyles, type Styled} from './theme.ts';

type Provided = {
  readonly desk: Desk;
  readonly theme: Styled;
  /** Draws lines with Ink. Passed in, so that what draws lines before Ink is loaded does not load it. */
  readonly Leaf: ComponentType<LinesProps>;
};

const DeskContext = createContext<Provided | undefined>(undefined);

function useDeskContext(): Provided {
  const provided = use(DeskContext);
  if (provided === undefined) throw new Error('drawn outside of the dashboard');
  return provided;
}

export function DeskProvider({desk, Leaf, children}: PropsWithChildren<Pick<Provided, 'desk' | 'Leaf'>>) {
  const name = useSyncExternalStore(desk.subscribe, () => desk.getState().settings.theme);
  const look = useSyncExternalStore(desk.subscribe, () => desk.getState().look);
  const provided = useMemo(() => ({desk, Leaf, theme: createStyles(name, look)}), [desk, Leaf, name, look]);
  return <DeskContext value={provided}>{children}</DeskContext>;
}

export const useSend = () => useDeskContext().desk.send;
export const useTheme = () => useDeskContext().theme;

/** Renders only when another value is selected; `keep` gives the one before where both are equal. */
export function useDesk<T>(
  select: (state: State) => T,
  keep: (before: T, selected: T) => T = (_, selected) => selected,
): T {
  const {desk} = useDeskContext();
  const last = useRef<{readonly state: State; readonly select: typeof select; readonly value: T}>(undefined);
  const read = () => {
    const state = desk.getState();
    const before = last.current;
    // React asks several times for each state.
    if (before?.state === state && before.select === select) return before.value;
    const selected = select(state);
    const value = before === undefined ? selected : keep(before.value, selected);
    last.current = {state, select, value};
    return value;
  };
  return useSyncExternalStore(desk.subscribe, read);
}

/**
 * Sends what only the screen knows, while the desk lacks it: before the next frame, and without another one.
 * @param msgFor undefined if the desk knows
 */
export function useReport(msgFor: (state: State) => SentMsg | undefined): void {
  const {desk} = useDeskContext();
  useEffect(() => {
    const look = () => {
      const msg = msgFor(desk.getState());
      if (msg !== undefined) desk.send(msg);
    };
    look();
    return desk.subscribe(look);
  }, [desk, msgFor]);
}

export function listDrawn(state: State, drawn = state.list): SentMsg | undefined {
  const list = unlessSame(state.list, drawn);
  return list === state.list ? undefined : {type: 'listDrawn', list};
}

export type LinesProps = {readonly lines: readonly Line[]; readonly columns: number};

export function Lines(props: LinesProps) {
  const {Leaf} = useDeskContext();
  return props.lines.length === 0 ? null : <Leaf {...props} />;
}

/** The size of a part of the screen, in cells. */
export type Area = {readonly columns: number; readonly rows: number};

type LinesOfProps = Area & {readonly select: (state: State, rows: number) => readonly Line[]};

/** A part of the screen that is lines alone. */
export function LinesOf({select, columns, rows}: LinesOfProps) {
  const inRows = useCallback((state: State) => filled(select(state, rows), rows), [select, rows]);
  const lines = useDesk(inRows, unlessSameLines);
  return <Lines lines={lines} columns={columns} />;
}

export type OneLine = Pick<Area, 'columns'>;

export function LineOf({select, columns}: OneLine & {readonly select: (state: State) => Line}) {
  const lines = useCallback((state: State) => [select(state)], [select]);
  return <LinesOf select={lines} columns={columns} rows={1} />;
}

/** Most changes of the desk change few lines. The others stay the same objects: nothing is made of them. */
const unlessSameLines = (before: readonly Line[], drawn: readonly Line[]) =>
  unlessSameEach(before, drawn, isSameLine);

type Texts = readonly (Line[number] & {readonly whole?: number | undefined})[];

export const isSameLine = (line: Texts, other: Texts) =>
  line === other ||
  (line.length === other.length &&
    line.every(({text, tone, under, whole}, at) => {
      const span = other[at];
      return text === span?.text && tone === span.tone && under === span.under && whole === span.whole;
    }));
