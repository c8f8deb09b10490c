import type {Decimal} from '../../api/wire/records.ts';
import {fillsByOrder, isOver} from '../../desk/model/figures.ts';
import {rowId} from '../../desk/model/rows.ts';
import type {ActivityLine, Feed, Row, Sort, State} from '../../desk/model/state.ts';
import type {FeedPane, Pane} from '../../desk/model/vocabulary.ts';
import {activityColumns} from '../columns/activity.ts';
import type {Column, Facts} from '../columns/column.ts';
import {columns as paneColumns} from '../columns/panes.ts';
import type {Paint} from '../theme.ts';
import {drawHeadings} from './draw.ts';
import {createRows} from './rows.ts';
import {createTrends} from './trends.ts';
import {windowStart} from './window.ts';

/** The columns that the profile chose for a pane, in its order; names that are none are skipped. */
export function chosenColumns(pane: Pane, names: readonly string[]): readonly Column<never>[] {
  const known = (pane === 'activity' ? activityColumns : paneColumns[pane]) as readonly Column<never>[];
  return names.flatMap(name => known.find(column => column.name === name) ?? []);
}

/** The headings and the rows in view, one line each, for so many columns and lines. */
export type DrawTable = (state: State, columns: number, height: number, paint: Paint) => string[];

/**
 * Draws the rows of a pane that are in view, headings first. It remembers where the window stood and how wide
 * the columns were, so that nothing jumps; whatever is not in view costs nothing.
 */
export function createTableView(): DrawTable {
  let key = '';
  let start = 0;
  let drawRows = createRows();
  const columnsOf = rememberColumns();
  const fills = rememberFills();
  const trends = createTrends();
  const draw: DrawTable = (state, columns, height, paint) => {
    const table = tableOf(state, {fills, trends});
    const wanted = `${state.pane} ${columns} ${table.page}`;
    if (wanted !== key) {
      key = wanted;
      start = 0;
      drawRows = createRows();
    }
    start = windowStart(start, table.selected, height - 1, table.rows.length);
    const rows = table.rows.slice(start, start + height - 1);
    const chosen = columnsOf(state.pane, state.settings.columns[state.pane]);
    const looks = rows.map((row, index) => {
      const id = table.id(row, start + index);
      const isSelected = start + index === table.selected;
      return {row, id, isSelected, isDim: table.isDim(row), marks: table.marks.get(id)};
    });
    const {placed, lines} = drawRows(looks, {chosen, facts: table.facts, columns, paint});
    return [drawHeadings(placed, table.sortSign, paint), ...lines];
  };
  return rememberLast(draw);
}

type ShownTable = {
  readonly rows: readonly (Row | ActivityLine)[];
  readonly selected: number;
  /** Another page is another table. */
  readonly page: string;
  readonly facts: Facts;
  readonly id: (row: Row | ActivityLine, index: number) => string;
  readonly isDim: (row: Row | ActivityLine) => boolean;
  readonly marks: Feed['marks'];
  readonly sortSign: (column: Column<never>) => string;
};

type Memory = {
  readonly fills: (state: State) => ReadonlyMap<string, Decimal>;
  readonly trends: ReturnType<typeof createTrends>;
};

function tableOf(state: State, memory: Memory): ShownTable {
  return state.pane === 'activity' ? activityTable(state) : feedTable(state, state.pane, memory);
}

const noMarks: Feed['marks'] = new Map();

function activityTable(state: State): ShownTable {
  return {
    rows: state.activity,
    selected: state.activity.findIndex(each => each.id === state.activitySelected),
    page: '',
    facts: {now: state.now.wall, trend: () => '', fills: new Map()},
    id: row => (row as ActivityLine).id,
    isDim: () => false,
    marks: noMarks,
    sortSign: () => '',
  };
}

function feedTable(state: State, pane: FeedPane, memory: Memory): ShownTable {
  const feed: Feed = state.feeds[pane];
  const {sort} = feed;
  const selectedRow = feed.rows[feed.selectedIndex];
  const isThere = selectedRow !== undefined && rowId(pane, selectedRow, feed.selectedIndex) === feed.selected;
  const facts = {now: state.now.wall, trend: memory.trends(feed, state.now.mono), fills: memory.fills(state)};
  return {
    rows: feed.rows,
    selected: isThere ? feed.selectedIndex : -1,
    page: `${feed.page} ${feed.filterText}`,
    facts,
    id: (row, index) => rowId(pane, row as Row, index),
    // Until the answer to a new filter, order or page comes, the rows are not what was asked for.
    isDim: row => feed.loadedAt === undefined || isPast(pane, row as Row),
    marks: feed.marks,
    sortSign: column => sortSign(sort, column),
  };
}

/** Stands behind the heading of the field that the rows are sorted by. */
export function sortSign(sort: Sort | undefined, {field, name}: Column<never>): string {
  if (sort === undefined || sort.field !== (field ?? name)) return '';
  return sort.descending ? '▼' : '▲';
}

/** What cannot be acted on any more steps back. */
function isPast(pane: FeedPane, row: Row): boolean {
  if (pane === 'cards') return 'active' in row && row.active === false;
  return pane === 'easyOptions' && 'status' in row && isOver(row);
}

/** The same list while nobody chooses others: rows are drawn anew when it is another. */
function rememberColumns(): typeof chosenColumns {
  let of: Parameters<typeof chosenColumns> | undefined;
  let chosen: readonly Column<never>[] = [];
  return (pane, names) => {
    if (of?.[0] !== pane || of[1] !== names) chosen = chosenColumns(pane, names);
    of = [pane, names];
    return chosen;
  };
}

/** Fills are summed once for each list of trades, not for each key press. */
function rememberFills(): (state: State) => ReadonlyMap<string, Decimal> {
  let rows: State['feeds']['trades']['rows'] | undefined;
  let fills: ReadonlyMap<string, Decimal> = new Map();
  return ({feeds}) => {
    if (feeds.trades.rows !== rows) {
      rows = feeds.trades.rows;
      fills = fillsByOrder(rows);
    }
    return fills;
  };
}

/** React asks several times for what one state looks like; it is drawn once. */
function rememberLast(draw: DrawTable): DrawTable {
  let last: {readonly of: Parameters<DrawTable>; readonly lines: string[]} | undefined;
  return (...of) => {
    if (last === undefined || !of.every((each, index) => each === last?.of[index]))
      last = {of, lines: draw(...of)};
    return last.lines;
  };
}
