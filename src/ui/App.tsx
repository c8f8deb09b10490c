import {Box, useIsScreenReaderEnabled} from 'ink';
import {useMemo, useSyncExternalStore} from 'react';
import {hasRoom, leastScreen} from '../desk/room.ts';
import type {State} from '../desk/state.ts';
import {FilterBar} from './FilterBar.tsx';
import {wrapTo} from './format.ts';
import {Line, Lines} from './Line.tsx';
import {layoutOf} from './layout.ts';
import {bannerLines, keysLine, messageLine, messageLines} from './lines/footer.ts';
import {headerLine} from './lines/header.ts';
import {summaryLine} from './lines/summary.ts';
import {tabsLine} from './lines/tabs.ts';
import {Panel} from './Panel.tsx';
import {Reading} from './reader/Reading.tsx';
import {type Keyboard, type Store, Surroundings, sameLines, sameValues, useDesk} from './store.ts';
import {PaneTable} from './table/Table.tsx';
import {createTableView} from './table/view.ts';
import {createPaint, noPaint, type Paint} from './theme.ts';
import {useKeys} from './useKeys.ts';

type Props = {
  readonly store: Store;
  readonly keyboard: Keyboard;
  /** Gives a line a stand-in that the screen below Ink knows; without it lines go through Ink as they are. */
  readonly cite?: (line: string) => string;
};

const itself = (line: string) => line;

/** The dashboard: draws the desk's state, sends it every key, decides nothing. */
export function App({store, keyboard, cite = itself}: Props) {
  const isRead = useIsScreenReaderEnabled();
  const table = useMemo(createTableView, []);
  const {theme} = store.getState().settings;
  const {colors, background} = useSyncExternalStore(store.subscribe, () => store.getState().look);
  const surroundings = useMemo(
    () => ({
      store,
      keyboard,
      paint: isRead ? noPaint : createPaint(theme, {colors, background}),
      cite,
      table,
    }),
    [store, keyboard, cite, table, isRead, theme, colors, background],
  );
  return <Surroundings value={surroundings}>{isRead ? <Reading /> : <Screen />}</Surroundings>;
}

function Screen() {
  useKeys();
  const isLarge = useDesk(({viewport}) => hasRoom(viewport));
  return isLarge ? <Whole /> : <TooSmall />;
}

function TooSmall() {
  const lines = useDesk(({viewport: {columns, rows}, overlay}) => {
    const needs = `optty needs ${leastScreen.columns}x${leastScreen.rows}.`;
    // The question before quitting has no room for what it names.
    const wayOut =
      overlay.kind === 'quit' ? 'A write is not resolved. Ctrl-C quits all the same.' : 'q quits.';
    return wrapTo(`${columns}x${rows}: ${needs} ${wayOut}`, columns, rows);
  }, sameLines);
  return <Lines lines={lines} />;
}

function Whole() {
  const layout = useDesk(layoutOf, sameValues);
  const {columns, rows, body, panel} = layout;
  if (layout.isWhole) {
    return (
      <Box flexDirection="column" width={columns} height={rows}>
        <DeskLine draw={headerLine} />
        {layout.panelRows < rows - 1 ? <Banner rows={layout.banner} /> : null}
        <Panel columns={layout.panelColumns} rows={layout.panelRows} />
      </Box>
    );
  }
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <DeskLine draw={headerLine} />
      <DeskLine draw={tabsLine} />
      {layout.banner > 0 ? <Banner rows={layout.banner} /> : null}
      {layout.filter > 0 ? <FilterBar columns={columns} /> : null}
      <Box height={body} flexShrink={0}>
        {panel === 'over' ? null : <PaneTable columns={layout.tableColumns} height={body} />}
        {panel === 'none' ? null : (
          <Side isBeside={panel === 'beside'} columns={layout.panelColumns} rows={layout.panelRows} />
        )}
      </Box>
      <DeskLine draw={summaryLine} />
      {layout.message > 0 ? <Message rows={layout.message} /> : null}
      <DeskLine draw={layout.message > 0 ? keysLine : messageOrKeys} />
    </Box>
  );
}

type Draw = (state: State, paint: Paint) => string;

function DeskLine({draw}: {readonly draw: Draw}) {
  return <Line text={useDesk(draw)} />;
}

function messageOrKeys(state: State, paint: Paint): string {
  return messageLine(state, paint) || keysLine(state, paint);
}

function Message({rows}: {readonly rows: number}) {
  return (
    <Lines lines={useDesk((state, paint) => messageLines(state, rows, paint), sameLines)} height={rows} />
  );
}

function Banner({rows}: {readonly rows: number}) {
  return (
    <Lines lines={useDesk((state, paint) => bannerLines(state, rows, paint), sameLines)} height={rows} />
  );
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
  const lines = useDesk((_, paint) => Array.from({length: rows}, () => paint('dim', '│')), sameLines);
  return <Lines lines={lines} height={rows} width={1} />;
}
