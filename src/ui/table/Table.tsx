import {isWholeList, rowId} from '../../account/model/rows.ts';
import {dayMs, defaultColumns, isFeedPane, type TablePane} from '../../account/model/vocabulary.ts';
import {rememberLast, unlessSame, unlessSameEach} from '../../account/once.ts';
import {resources, sortKeyOf} from '../../account/resources/resources.ts';
import {counted} from '../../account/words/text.ts';
import type {Zone} from '../../account/words/times.ts';
import {factsIn} from '../../desk/feeds/feeds.ts';
import {freshness} from '../../desk/feeds/freshness.ts';
import {hasRoom, screenHeight} from '../../desk/screen.ts';
import {messageSigns, signsBefore} from '../../desk/signs.ts';
import type {ActivityLine, Feed, Row, State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {faultInView} from '../bottom/Messages.tsx';
import {type Area, isSameLine, LinesOf} from '../desk.tsx';
import {type Line, wrapTo} from '../format.ts';
import {layoutOf} from '../layout.ts';
import {ownPaneViews} from '../own-pane-views.ts';
import {type Cell, chosenColumns, type Facts, factsNow} from './columns.ts';
import {
  type DrawBody,
  type DrawnBody,
  drawHeadings,
  drawRow,
  type RowLook,
  type ShownTable,
  type TableRows,
  windowStart,
} from './draw-rows.ts';
import {type Needs, type PlacedColumn, placeColumns} from './fit.ts';
import {createPortfolioView} from './portfolio-block.ts';

export const Table = ({table, ...place}: Area & {readonly table: DrawTable}) => (
  <LinesOf select={table.lines} {...place} />
);

export type DrawTable = ReturnType<typeof createTableView>;

/** Keeps scroll position and column widths, so that nothing jumps. Rows out of view cost nothing. */
export function createTableView() {
  const table = createRowsView();
  const figures = createPortfolioView();
  const draw: DrawBody = (state, ...room) =>
    (state.pane === 'portfolio' && state.portfolio.list === undefined ? figures : table)(state, ...room);
  /** Sized by the screen's layout; empty while covered. */
  const onScreen = (state: State): DrawnBody => {
    const {panel, tableColumns, body} = layoutOf(state);
    if (panel === 'over' || !hasRoom(state.viewport)) return {lines: [], below: 0, isEmpty: false};
    const drawn = draw(state, tableColumns, body);
    return drawn.isEmpty ? {...drawn, lines: [...drawn.lines, ...emptyNote(state)]} : drawn;
  };
  return {
    ...{draw, onScreen},
    lines: (state: State) => onScreen(state).lines,
    below: (state: State) => onScreen(state).below,
  };
}

function createRowsView(): DrawBody {
  let [shown, start] = ['', 0];
  let needs: Needs = new Map();
  let facts: Facts = {now: 0, zone: 0};
  let inView: InView = [];
  let placed: WholeLook['placed'] = [];
  let drawn: readonly DrawnRow[] = [];
  const areDaily = rememberLast(expireDaily);
  const columnsFor = rememberLast(columnsIn);
  const rowsOf = rememberLast(rowsIn);
  const placedIn = rememberLast((inView: InView, chosen: Chosen, columns: number, _table: string) =>
    placeColumns(
      chosen,
      inView.map(({cells}) => cells),
      columns,
      needs,
    ),
  );
  return rememberLast((state, columns, height) => {
    const {pane, page, rows, selected, sort, marks, isWaiting, ...table} = tableOf(state);
    const wanted = `${state.pane} ${columns} ${page}`;
    if (wanted !== shown) [shown, start, needs] = [wanted, 0, new Map()];
    start = windowStart(start, selected, height - 1, rows.length);
    facts = unlessSame(facts, {...table.facts, isDaily: areDaily(pane, rows, table.facts.cards)});
    const chosen = columnsFor(pane, state.settings.columns[pane], columns, facts.zone);
    inView = unlessSameEach(inView, rowsOf(pane, rows, start, height - 1, chosen, facts), isSameRow);
    const fitted = placedIn(inView, chosen, columns, shown);
    needs = fitted.needs;
    placed = unlessSameEach(placed, fitted.placed, (before, place) => unlessSame(before, place) === before);
    const tint = state.way.isSlow ? 'name' : columns;
    drawn = inView.map(({row, id, cells}, index) => {
      const sign = signsBefore(state, state.pane, id)[0]?.sign;
      const isDim = isWaiting || isPast(pane, row);
      const isSelected = start + index === selected;
      const look: WholeLook = {placed, cells, isSelected, isDim, sign, marks: marks.get(id), tint};
      // A key changes two rows.
      const last = drawn[index];
      const isSame = last !== undefined && unlessSame(last.look, look) === last.look;
      return isSame ? last : {look, line: drawRow(placed, cells, look)};
    });
    const lines = drawn.map(({line}) => line);
    const below = rows.length - start - lines.length;
    const fields = placed.flatMap(({column}) => column.sortsBy ?? []);
    const isEmpty = rows.length === 0;
    return {lines: [drawHeadings(placed, sort), ...lines], isEmpty, below, rows: lines.length, fields};
  });
}

type Chosen = ReturnType<typeof columnsIn>;
type WholeLook = RowLook & {readonly placed: readonly PlacedColumn<never>[]; readonly cells: readonly Cell[]};
type DrawnRow = {readonly look: WholeLook; readonly line: Line};
type InView = Readonly<ReturnType<typeof rowsIn>>;

/** Each second all cells are made anew, and the time alone changes hardly any. */
const isSameRow = (before: InView[number], {row, id, cells}: InView[number]) =>
  before.row === row && before.id === id && isSameLine(before.cells, cells);

function rowsIn(
  pane: TablePane,
  rows: TableRows,
  start: number,
  count: number,
  chosen: Chosen,
  facts: Facts,
) {
  return rows.slice(start, start + count).map((row, at) => {
    const id = pane === 'activity' ? (row as ActivityLine).id : rowId(pane, row as Row, start + at);
    return {row, id, cells: chosen.map(({cell}) => cell(row as never, facts, id))};
  });
}

function columnsIn(pane: TablePane, names: readonly string[], columns: number, zone: Zone) {
  const isUsual = names.join() === defaultColumns[pane].join();
  return chosenColumns(pane, names, zone).filter(({from = 0}) => !isUsual || columns >= from);
}

function tableOf(state: State): ShownTable {
  const {pane, feeds} = state;
  if (!isFeedPane(pane)) return ownPaneViews[pane].table(state);
  const feed: Feed = feeds[pane];
  const {rows, selectedIndex: at, loadedAt} = feed;
  const row = rows[at];
  return {
    ...feed,
    selected: row !== undefined && rowId(pane, row, at) === feed.selected ? at : -1,
    page: `${feed.page} ${feed.filterText}`,
    facts: {...factsNow(state), ...factsIn(state, pane)},
    isWaiting: loadedAt === undefined || freshness(state, pane).kind === 'stale',
  };
}

const isPast = (pane: TablePane, row: Row | ActivityLine) =>
  pane !== 'activity' && (resources[pane].isPast?.(row as never) ?? false);

function expireDaily(pane: TablePane, rows: TableRows, cards: Facts['cards'] = []): boolean {
  if (pane === 'activity') return false;
  const expiryOf = sortKeyOf(pane, 'expiry', {now: 0, cards});
  const times = rows.map(row => expiryOf(row as never, () => '')).filter(at => typeof at === 'number');
  return new Set(times.map(at => at % dayMs)).size === 1;
}

export function emptyNote(state: State): readonly Line[] {
  const {columns, rows} = state.viewport;
  const fault = faultInView(state);
  // A low screen has no line of its own for the cause.
  const isCause = screenHeight(state.viewport) === 'low' && fault !== undefined;
  const {sign, tone} = isCause ? messageSigns.warning : ({sign: '', tone: 'dim'} as const);
  const words = isCause ? wrapTo(sign + sanitize(fault), columns - 2, rows - 6) : [` ${noRowsWords(state)}`];
  return words.map(text => [{text: ` ${text}`, tone}]);
}

function noRowsWords(state: State): string {
  const {pane, feeds} = state;
  if (!isFeedPane(pane)) return ownPaneViews[pane].emptyNote(state);
  const feed = feeds[pane];
  const {loadedAt, fault, filterText, filtered, unreadable} = feed;
  if (loadedAt === undefined) return fault === undefined ? 'Loading…' : 'No data yet.';
  const {length: lost} = unreadable;
  if (lost > 0 && !filtered?.narrowedFrom) return `${unreadWords(lost)}.`;
  if (filterText === '') return 'No rows.';
  const isPart = filtered !== undefined && !isWholeList(feed);
  const none = isPart ? 'No matches on this page' : 'No matches';
  return `${none} (/ Esc clears the filter).${lost === 0 ? '' : ` ${lost} could not be read.`}`;
}

export function unreadWords(count: number): string {
  return `None of ${counted(count, 'row')} could be read`;
}
