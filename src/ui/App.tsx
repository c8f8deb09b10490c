import {Box} from 'ink';
import {
  type ComponentProps,
  useCallback,
  useEffect,
  useInsertionEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import {hasRoom} from '../desk/model/viewport.ts';
import {isFeedPane} from '../desk/model/vocabulary.ts';
import type {State} from '../desk/state.ts';
import {bottomLines, isPlain, plainLines, topLine, topLines} from './early.ts';
import type {Line} from './format.ts';
import {Lines} from './Lines.tsx';
import {layoutOf} from './layout.ts';
import {bannerLines} from './lines/bottom.ts';
import {FilterBar, inkColumns, Panel} from './Panel.tsx';
import {timeLines} from './past/bar.ts';
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

function Screen() {
  useKeys();
  useFieldsShown();
  const {page} = useSurroundings();
  const columns = useDesk(pageColumns);
  // Runs before Ink's layout, which comes before all other effects.
  useInsertionEffect(() => page.setPage(columns), [page, columns]);
  return useDesk(isPlain) ? <Drawn draw={plainLines} isLast /> : <WithPanel />;
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
  const shown = useDesk(select, (a, b) => a === b || (!!a && !!b && sameValues(a, b)));
  useEffect(() => {
    if (shown !== undefined)
      store.send({type: 'columnsShown', pane: shown.pane, fields: shown.fields.split(' ')});
  }, [store, shown]);
}

const pageColumns = (state: State) => inkColumns(state, layoutOf(state));

type Draw = (state: State, table: DrawTable) => readonly Line[];

type DrawnProps = Omit<ComponentProps<typeof Lines>, 'lines'> & {readonly draw: Draw};

function Drawn({draw, ...place}: DrawnProps) {
  const {table} = useSurroundings();
  const select = useCallback((state: State) => draw(state, table), [draw, table]);
  return <Lines lines={useDesk(select, sameLines)} {...place} />;
}

const header: Draw = state => [topLine(state)];
const rowsOf: Draw = (state, table) => table.onScreen(state).lines;

function WithPanel() {
  const layout = useDesk(layoutOf, sameValues);
  const {columns, rows, body, panel, banner, time, panelColumns, panelRows} = layout;
  const width = useDesk(pageColumns);
  if (layout.isWhole) {
    return (
      <Box flexDirection="column" width={width} height={rows}>
        <Drawn draw={header} />
        {banner > 0 ? <Drawn draw={bannerLines} height={banner} /> : null}
        <Panel columns={panelColumns} rows={panelRows} />
        {time > 0 ? <Drawn draw={timeLines} /> : null}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" width={width} height={rows}>
      <Drawn draw={topLines} />
      <FilterBar columns={columns} />
      <Box height={body} flexShrink={0}>
        {/* The height comes from the state: room measured later would move the window twice. */}
        {panel === 'over' ? null : <Drawn draw={rowsOf} height={body} width={layout.tableColumns} />}
        {panel === 'none' ? null : (
          <Box height={panelRows} flexShrink={0}>
            {panel === 'beside' ? <Lines lines={Array<Line>(panelRows).fill(rule)} width={1} /> : null}
            <Panel columns={panelColumns} rows={panelRows} />
          </Box>
        )}
      </Box>
      <Drawn draw={bottomLines} />
    </Box>
  );
}

const rule: Line = [{text: '│', tone: 'dim'}];
