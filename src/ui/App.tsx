import {Box} from 'ink';
import {useMemo} from 'react';
import {isFeedPane} from '../account/model/vocabulary.ts';
import {unlessSame, unlessSameItems} from '../account/once.ts';
import {haltState, isHalted} from '../core/halt/halt.ts';
import type {Desk} from '../desk/desk.ts';
import {dialogOf} from '../desk/dialogs/index.ts';
import {labelOf} from '../desk/key-words.ts';
import type {SentMsg} from '../desk/messages.ts';
import {hasRoom, leastScreen} from '../desk/screen.ts';
import type {State} from '../desk/state.ts';
import type {Page} from '../term/screen/ink.ts';
import {Keys} from './bottom/Keys.tsx';
import {answerLines, Messages} from './bottom/Messages.tsx';
import {Summary} from './bottom/Summary.tsx';
import {DeskProvider, Lines, LinesOf, listDrawn, useDesk, useReport} from './desk.tsx';
import {aboveDrawn, Dialog, panelDrawn} from './dialog/Dialog.tsx';
import {type Line, wrapTo} from './format.ts';
import {createLeaf} from './Leaf.tsx';
import {layoutOf} from './layout.ts';
import {createTableView, type DrawTable, Table} from './table/Table.tsx';
import {Banners} from './top/Banners.tsx';
import {Filter} from './top/Filter.tsx';
import {Header} from './top/Header.tsx';
import {Tabs} from './top/Tabs.tsx';
import {type KeySource, useKeys} from './useKeys.ts';

type Props = {
  readonly desk: Desk;
  readonly keyboard: KeySource;
  readonly page: Page;
  /** The table as drawn before Ink loaded, so that rows and columns do not move. */
  readonly table?: DrawTable;
};

export function App({desk, keyboard, page, table: drawn}: Props) {
  const table = useMemo(() => drawn ?? createTableView(), [drawn]);
  const Leaf = useMemo(() => createLeaf(page), [page]);
  return (
    <DeskProvider desk={desk} Leaf={Leaf}>
      <Screen keyboard={keyboard} table={table} />
    </DeskProvider>
  );
}

function Screen({keyboard, table}: {readonly keyboard: KeySource; readonly table: DrawTable}) {
  useKeys(keyboard);
  useReport(useMemo(() => tellFields(table), [table]));
  useReport(useMemo(() => tellList(table), [table]));
  const isRoomy = useDesk(({viewport}) => hasRoom(viewport));
  const isPaneAlone = useDesk(({overlay}) => overlay.kind === 'none');
  const layout = useDesk(layoutOf, unlessSame);
  const {columns, rows, banner, filter, isDialogAbove, body, message, answer} = layout;
  const {panel, panelColumns, panelRows, tableColumns, takesScreen} = layout;
  if (!isRoomy) return <LinesOf select={tooSmallLines} columns={columns} rows={rows} />;
  // Ink makes an object for every cell of its frame: while it draws nothing itself, the frame has no rows.
  return (
    <Box height={isPaneAlone ? 0 : rows}>
      <Box flexDirection="column" width={columns} height={rows} flexShrink={0}>
        <Header columns={columns} />
        {takesScreen ? null : <Tabs columns={columns} />}
        <Banners columns={columns} rows={banner} />
        {takesScreen || filter === 0 ? null : isDialogAbove ? (
          <Dialog drawn={aboveDrawn} columns={columns} rows={filter} />
        ) : (
          <Filter columns={columns} />
        )}
        <Box height={takesScreen ? panelRows : body} flexShrink={0}>
          {panel === 'over' ? null : <Table table={table} columns={tableColumns} rows={body} />}
          {panel === 'beside' ? <Lines lines={Array.from({length: body}, () => rule)} columns={1} /> : null}
          {panel === 'none' ? null : <Dialog drawn={panelDrawn} columns={panelColumns} rows={panelRows} />}
        </Box>
        {takesScreen ? (
          <LinesOf select={answerLines} columns={columns} rows={answer} />
        ) : (
          <>
            <Summary columns={columns} below={table.below} />
            <Messages columns={columns} rows={message} />
            <Keys columns={columns} />
          </>
        )}
      </Box>
    </Box>
  );
}

function tooSmallLines(state: State): readonly Line[] {
  const {viewport, settings, halt} = state;
  const {columns, rows} = viewport;
  const word = isHalted({halt}) ? [`${haltState(halt.record)}.`] : [];
  const [quit, stop] = [labelOf(settings.bindings, 'quit'), labelOf(settings.bindings, 'halt')];
  const keys = isHalted({halt}) ? `${quit} quits.` : `${quit} quits, ${stop} halts.`;
  const wayOut = dialogOf(state)?.unseen ?? keys;
  const needs = `${columns}x${rows}: optty needs ${leastScreen.columns}x${leastScreen.rows}.`;
  return wrapTo([...word, needs, wayOut].join(' '), columns, rows).map(text => [{text}]);
}

const rule = [{text: '│', tone: 'dim'}] as const;

const tellList = (table: DrawTable) => (state: State) => {
  if (layoutOf(state).panel !== 'none') return listDrawn(state, panelDrawn(state).list);
  const {rows: page} = table.onScreen(state);
  if (page === undefined) return undefined;
  return listDrawn(state, {page: Math.max(1, page), most: Number.MAX_SAFE_INTEGER});
};

/** The desk's column keys skip hidden columns; a panel over the table changes nothing. */
const tellFields =
  (table: DrawTable) =>
  (state: State): SentMsg | undefined => {
    const {pane, overlay, fieldsInView} = state;
    const {fields} = table.onScreen(state);
    if (!isFeedPane(pane) || overlay.kind !== 'none' || fields === undefined) return undefined;
    const isTold = unlessSameItems(fieldsInView[pane], fields) === fieldsInView[pane];
    return isTold ? undefined : {type: 'columnsShown', pane, fields};
  };
