import type {Decimal} from '../../api/wire/records.ts';
import {fillsByOrder} from '../../desk/figures.ts';
import {rowId} from '../../desk/rows.ts';
import type {ActivityLine, Feed, Row, Sort, State} from '../../desk/state.ts';
import {type FeedPane, isWatched, type Pane} from '../../desk/vocabulary.ts';
import {watches} from '../../desk/watched.ts';
import {activityColumns} from '../columns/activity.ts';
import type {Cell, Column, Facts} from '../columns/column.ts';
import {columns as paneColumns} from '../columns/panes.ts';
import type {Paint} from '../theme.ts';
import {drawHeadings, drawRow, type Mark} from './draw.ts';
import {type Needs, placeColumns} from './layout.ts';
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
 * Draws the rows of a pane that are in view, headings first. It remembers where the window stood and how wide the
 * columns were, so that nothing jumps; whatever is not in view costs nothing.
 */
export function createTableView(): DrawTable {
  let key = '';
  let start = 0;
  let needs: Needs = new Map();
  const fills = rememberFills();
  const trends = createTrends();
  const draw: DrawTable = (state, columns, height, paint) => {
    const table = tableOf(state, {fills, trends});
    const wanted = `${state.pane} ${columns} ${table.page}`;
    if (wanted !== key) {
      key = wanted;
      start = 0;
      needs = new Map();
    }
    start = windowStart(start, table.selected, height - 1, table.rows.length);
    const rows = table.rows.slice(start, start + height - 1);
    const chosen = chosenColumns(state.pane, state.settings.columns[state.pane]);
    const ids = rows.map((row, index) => table.id(row, start + index));
    const cells = rows.map((row, index) =>
      chosen.map(column => column.cell(row as never, table.facts, ids[index] ?? '')),
    );
    const layout = placeColumns(chosen, cells, columns, needs);
    needs = layout.needs;
    const lines = rows.map((row, index) => {
      const byName = new Map<string, Cell>(
        chosen.map((column, at) => [column.name, cells[index]?.[at] ?? {text: ''}]),
      );
      const look = {
        isSelected: start + index === table.selected,
        isDim: table.isDim(row),
        mark: (name: string) =>
          table.mark(ids[index] ?? '', chosen.find(column => column.name === name)?.field),
      };
      return drawRow(layout.placed, byName, look, paint);
    });
    return [drawHeadings(layout.placed, table.sortSign, paint), ...lines];
  };
  return rememberLast(draw);
}

type Table = {
  readonly rows: readonly (Row | ActivityLine)[];
  readonly selected: number;
  /** Another page is another table. */
  readonly page: string;
  readonly facts: Facts;
  readonly id: (row: Row | ActivityLine, index: number) => string;
  readonly isDim: (row: Row | ActivityLine) => boolean;
  readonly mark: (id: string, field: string | undefined) => Mark;
  readonly sortSign: (column: Column<never>) => string;
};

type Memory = {
  readonly fills: (state: State) => ReadonlyMap<string, Decimal>;
  readonly trends: ReturnType<typeof createTrends>;
};

function tableOf(state: State, memory: Memory): Table {
  return state.pane === 'activity' ? activityTable(state) : feedTable(state, state.pane, memory);
}

function activityTable(state: State): Table {
  return {
    rows: state.activity,
    selected: state.activity.findIndex(each => each.id === state.activitySelected),
    page: '',
    facts: {now: state.now.wall, trend: () => '', fills: new Map()},
    id: row => (row as ActivityLine).id,
    isDim: () => false,
    mark: () => ' ',
    sortSign: () => '',
  };
}

function feedTable(state: State, pane: FeedPane, memory: Memory): Table {
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
    mark: (id, field) =>
      field !== undefined && feed.changed.get(id)?.has(field)
        ? markOf(pane, field, feed.seen.get(id) ?? [])
        : ' ',
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
  return pane === 'easyOptions' && 'status' in row && (row.status === 'CLOSED' || row.status === 'EXPIRED');
}

/** Which way an ask or a P/L went is known from the polls; of other fields only that they changed. */
function markOf(pane: FeedPane, field: string, seen: readonly number[]): Mark {
  const [before, after] = seen.slice(-2);
  if (!isWatched(pane) || field !== watches[pane].field || before === undefined || after === undefined)
    return '*';
  return after > before ? '^' : 'v';
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
