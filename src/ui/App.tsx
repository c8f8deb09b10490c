import {Box} from 'ink';
import {useCallback, useEffect, useInsertionEffect, useMemo, useSyncExternalStore} from 'react';
import {hasRoom} from '../desk/model/room.ts';
import {isFeedPane} from '../desk/model/vocabulary.ts';
import type {State} from '../desk/state.ts';
import {isPlain, plainLines, topLines} from './early.ts';
import type {Line} from './format.ts';
import {Lines} from './Lines.tsx';
import {layoutOf} from './layout.ts';
import {bannerLines} from './lines/footer.ts';
import {FilterBar, inkColumns, Panel} from './Panel.tsx';
import {edgesOf, timeLines} from './past/bar.ts';
import {sameLines, sameValues} from './same.ts';
import {
  type CitedPage,
  type KeySource,
  type Store,
  SurroundingsContext,
  useDesk,
  useKeys,
  useSurroundings,
} from './store.ts';
import {withEmptyNote} from './table/empty.ts';
import {createTableView, type DrawTable} from './table/view.ts';
import {createStyles} from './theme.ts';

type Props = {
  readonly store: Store;
  readonly keyboard: KeySource;
  readonly page?: CitedPage;
  /** The table as drawn before Ink loaded, so that rows and columns do not move. */
  readonly table?: DrawTable;
};

export function App({store, keyboard, page, table: drawn}: Props) {
  const table = useMemo(() => drawn ?? createTableView(), [drawn]);
  const theme = useSyncExternalStore(store.subscribe, () => store.getState().settings.theme);
  const {colors, background} = useSyncExternalStore(store.subscribe, () => store.getState().look);
  const surroundings = useMemo(
    () => ({
      store,
      keyboard,
      styled: createStyles(theme, {colors, background}),
      page,
      table,
    }),
    [store, keyboard, page, table, theme, colors, background],
  );
  return (
    <SurroundingsContext value={surroundings}>
      <Screen />
    </SurroundingsContext>
  );
}

function Screen() {
  useKeys();
  useFieldsShown();
  const {page} = useSurroundings();
  const columns = useDesk(pageColumns);
  // Runs before Ink's layout, which comes before all other effects.
  useInsertionEffect(() => page?.setPage(columns), [page, columns]);
  return useDesk(isPlain) ? <Plain /> : <WithPanel />;
}

/** The desk's column keys skip hidden columns; a panel over the table changes nothing. */
function useFieldsShown() {
  const {store, table} = useSurroundings();
  const select = useCallback(
    (state: State) => {
      const {pane, overlay, viewport} = state;
      const isSeen = layoutOf(state).panel !== 'over' && hasRoom(viewport);
      if (!isFeedPane(pane) || overlay.kind !== 'none' || !isSeen) return undefined;
      return {pane, fields: table.fields(state).join(' ')};
    },
    [table],
  );
  const shown = useDesk(select, (a, b) => a === b || (!!a && !!b && sameValues(a, b)));
  useEffect(() => {
    if (shown !== undefined)
      store.send({type: 'columnsShown', pane: shown.pane, fields: shown.fields.split(' ')});
  }, [store, shown]);
}

const pageColumns = (state: State) => inkColumns(state, layoutOf(state));

function Plain() {
  const {table} = useSurroundings();
  const draw = useCallback<Draw>(state => plainLines(state, table, edgesOf(state)), [table]);
  return <Lines lines={useDesk(draw, sameLines)} isLast />;
}

function WithPanel() {
  const layout = useDesk(layoutOf, sameValues);
  const {columns, rows, body, panel} = layout;
  const page = useDesk(pageColumns);
  const width = useSurroundings().page === undefined ? columns : page;
  if (layout.isWhole) {
    return (
      <Box flexDirection="column" width={width} height={rows}>
        <Drawn draw={header} />
        {layout.banner > 0 ? <Banner rows={layout.banner} /> : null}
        <Panel columns={layout.panelColumns} rows={layout.panelRows} />
        {layout.time > 0 ? <Drawn draw={timeLines} /> : null}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" width={width} height={rows}>
      <Drawn draw={top} />
      <FilterBar columns={columns} />
      <Box height={body} flexShrink={0}>
        {panel === 'over' ? null : <PaneTable columns={layout.tableColumns} height={body} />}
        {panel === 'none' ? null : (
          <Side isBeside={panel === 'beside'} columns={layout.panelColumns} rows={layout.panelRows} />
        )}
      </Box>
      <Bottom />
    </Box>
  );
}

type Draw = (state: State) => readonly Line[];

function Drawn({draw}: {readonly draw: Draw}) {
  return <Lines lines={useDesk(draw, sameLines)} />;
}

function Bottom() {
  const {table} = useSurroundings();
  const draw = useCallback<Draw>(state => edgesOf(state).bottom(state, table), [table]);
  return <Drawn draw={draw} />;
}

const top: Draw = state => topLines(state, edgesOf(state));

const header: Draw = state => [edgesOf(state).header(state)];

function Banner({rows}: {readonly rows: number}) {
  return <Lines lines={useDesk(state => bannerLines(state, rows), sameLines)} height={rows} />;
}

function Side({
  isBeside,
  columns,
  rows,
}: {
  readonly isBeside: boolean;
  readonly columns: number;
  readonly rows: number;
}) {
  return (
    <Box height={rows} flexShrink={0}>
      {isBeside ? <Rule rows={rows} /> : null}
      <Panel columns={columns} rows={rows} />
    </Box>
  );
}

function Rule({rows}: {readonly rows: number}) {
  return <Lines lines={Array<Line>(rows).fill(rule)} width={1} />;
}

const rule: Line = [{text: '│', tone: 'dim'}];

function PaneTable({columns, height}: {readonly columns: number; readonly height: number}) {
  const {table} = useSurroundings();
  // The height comes from the state; the measured room follows later, and would move the window twice.
  const lines = useDesk(state => withEmptyNote(table.onScreen(state), state), sameLines);
  return <Lines lines={lines} height={height} width={columns} />;
}
