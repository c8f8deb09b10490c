import {Box, Text} from 'ink';
import {Table} from 'ink-table';
import {
  type PropsWithChildren,
  useCallback,
  useEffect,
  useInsertionEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import {sheetOf} from '../desk/dialogs/index.ts';
import {isFeedPane} from '../desk/model/vocabulary.ts';
import {unlessSameItems} from '../desk/once.ts';
import {hasRoom} from '../desk/screen.ts';
import type {State} from '../desk/state.ts';
import {fit, type Line, widthOf} from './format.ts';
import {Lines, StillField, TextField, Toned} from './Lines.tsx';
import {layoutOf} from './layout.ts';
import {screenParts} from './screen.ts';
import {draw, type Input, isLine, type Part, type StillRows} from './sheet/draw.ts';
import {
  type CitedPage,
  type KeySource,
  type Store,
  SurroundingsContext,
  useDesk,
  useKeys,
  useMostScroll,
  useSurroundings,
} from './store.ts';
import {createTableView, type DrawTable} from './table/view.ts';
import {createStyles} from './theme.ts';

type Props = {
  readonly store: Store;
  readonly keyboard: KeySource;
  readonly page: CitedPage;
  /** The table as drawn before Ink loaded, so that rows and columns do not move. */
  readonly table?: DrawTable;
};

export function App({store, keyboard, page, table: drawn}: Props) {
  const table = useMemo(() => drawn ?? createTableView(), [drawn]);
  const theme = useSyncExternalStore(store.subscribe, () => store.getState().settings.theme);
  const {colors, background} = useSyncExternalStore(store.subscribe, () => store.getState().look);
  const surroundings = useMemo(
    () => ({store, keyboard, styled: createStyles(theme, {colors, background}), page, table}),
    [store, keyboard, page, table, theme, colors, background],
  );
  return (
    <SurroundingsContext value={surroundings}>
      <Screen />
    </SurroundingsContext>
  );
}

/** Ink lays out what it draws itself; the lines between are drawn already. */
function Screen() {
  useKeys();
  useFieldsShown();
  useMostScroll(mostIn);
  const {page, table} = useSurroundings();
  const parts = useDesk(
    useCallback((state: State) => screenParts(state, table), [table]),
    unlessSameParts,
  );
  const columns = useDesk(({viewport}) => viewport.columns);
  const width = Math.max(...parts.map(part => inkColumns(part, columns)));
  // Runs before Ink's layout, which comes before all other effects.
  useInsertionEffect(() => page.setPage(width), [page, width]);
  if (parts.every(isLine)) return <Lines lines={parts} isLast />;
  return (
    <Box flexDirection="column" width={width}>
      {runsOf(parts).map((run, index) => (
        <Run key={'is' in run && run.is === 'input' ? `${run.name} ${run.isFocused}` : index} run={run} />
      ))}
    </Box>
  );
}

/** Most changes of the desk change few lines. The others stay the same objects: nothing is made of them. */
const unlessSameParts = (before: readonly Part[], drawn: readonly Part[]) =>
  unlessSameItems(
    before,
    drawn.map((part, at) => {
      const last = before[at];
      return last !== undefined && isSame(part, last) ? last : part;
    }),
  );

function isSame(part: Part, other: Part): boolean {
  if (part === other) return true;
  if (!isLine(part) || !isLine(other)) return JSON.stringify(part) === JSON.stringify(other);
  return (
    part.length === other.length &&
    part.every(({text, tone, under}, at) => {
      const span = other[at];
      return text === span?.text && tone === span.tone && under === span.under;
    })
  );
}

function mostIn(state: State): number | undefined {
  const {panelColumns: columns, panelRows: rows} = layoutOf(state);
  return draw(sheetOf(state), {columns, rows}).most;
}

/** The desk's column keys skip hidden columns; a panel over the table changes nothing. */
function useFieldsShown() {
  const {store, table} = useSurroundings();
  const select = useCallback(
    (state: State) => {
      const {pane, overlay, viewport} = state;
      const isSeen = layoutOf(state).panel !== 'over' && hasRoom(viewport);
      if (!isFeedPane(pane) || overlay.kind !== 'none' || !isSeen) return undefined;
      return {pane, fields: table.onScreen(state).fields.join(' ')};
    },
    [table],
  );
  const shown = useDesk(select, (a, b) => (a?.pane === b?.pane && a?.fields === b?.fields ? a : b));
  useEffect(() => {
    if (shown !== undefined)
      store.send({type: 'columnsShown', pane: shown.pane, fields: shown.fields.split(' ')});
  }, [store, shown]);
}

/** A line is laid out as one character. */
function inkColumns(part: Part, columns: number): number {
  if (isLine(part)) return 1;
  return part.is === 'table' ? columns : 1 + part.columns + widthOf(part.after);
}

type Run = readonly Line[] | Input | StillRows;

function runsOf(parts: readonly Part[]): readonly Run[] {
  const runs: Run[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (!isLine(part)) runs.push(part);
    else if (last === undefined || 'is' in last) runs.push([part]);
    else runs[runs.length - 1] = [...last, part];
  }
  return runs;
}

function Run({run}: {readonly run: Run}) {
  if (!('is' in run)) return <Lines lines={run} />;
  if (run.is === 'table')
    return <StillTable data={[...run.rows]} columns={[...run.columns]} {...stillLook} />;
  const {before, beforeColumns, name, value, columns, isFocused, isMarked, after} = run;
  return (
    <Box height={1} flexShrink={0}>
      <Lines lines={[before]} width={beforeColumns} />
      {isFocused ? (
        <TextField name={name} value={value} columns={columns} isMarked={isMarked} />
      ) : (
        <StillField value={value} columns={columns} />
      )}
      {after.map(span => (
        <Toned key={span.text} {...span} />
      ))}
    </Box>
  );
}

/** A table of ink-table without rules between rows. */
class StillTable<T extends Record<string, string>> extends Table<T> {
  override separator = () => <></>;
}

/** ink-table pads by characters; cells count. */
function StillCell({children}: PropsWithChildren) {
  const text = String(children);
  return <Text>{fit(text.trimEnd(), text.length)}</Text>;
}

const stillLook = {
  cell: StillCell,
  header: ({children}: PropsWithChildren) => <Toned text={String(children)} tone="heading" />,
  skeleton: ({children}: PropsWithChildren) => <Toned text={String(children)} tone="dim" />,
};
