/** Rows of a list as a table for people: the dashboard's columns, as many as fit. */
import type {Config} from '../config/config.ts';
import {rowId} from '../desk/rows.ts';
import type {Row} from '../desk/state.ts';
import type {FeedPane} from '../desk/vocabulary.ts';
import type {Column} from '../ui/columns/column.ts';
import {columns as paneColumns} from '../ui/columns/panes.ts';
import type {Out} from './output.ts';
import {columnWidths, cut, stillTable, tableWidth} from './still-table.tsx';

/** What one read cannot know: a history of prices, and the fills of an order. */
const needMore: readonly string[] = ['trend', 'filled', 'left'];

const usualColumns = 80;

export function rowsTable(
  pane: FeedPane,
  rows: readonly Row[],
  config: Config,
  out: Out,
  now: number,
): string {
  const room = out.columns ?? usualColumns;
  const drawn = chosen(pane, config.columns[pane]).map(column => ({
    column,
    cells: rows.map((row, index) => textOf(column, row, rowId(pane, row, index), now)),
  }));
  const shown = dropped(drawn, room);
  const columns = shown.map(({column}) => ({heading: column.heading, isNumber: column.kind === 'number'}));
  const lines = rows.map((_, index) => shown.map(({cells}) => cells[index] ?? ''));
  return stillTable(columns, narrowed(shown, columns, lines, room), {
    columns: room,
    color: config.color,
    ascii: config.ascii,
  });
}

type Drawn = {readonly column: Column<Row>; readonly cells: readonly string[]};

function chosen(pane: FeedPane, names: readonly string[]): Column<Row>[] {
  const known = paneColumns[pane] as readonly Column<Row>[];
  return names
    .filter(name => !needMore.includes(name))
    .flatMap(name => known.filter(column => column.name === name));
}

function textOf(column: Column<Row>, row: Row, id: string, now: number): string {
  return column.cell(row, {now, trend: () => '', fills: new Map()}, id).text;
}

/** The columns that matter least go first, until the rest fits; a text counts with the least it can be cut to. */
function dropped(drawn: readonly Drawn[], room: number): readonly Drawn[] {
  const needed = drawn.map(({column, cells}) => {
    const [whole = 0] = columnWidths(
      [column],
      cells.map(cell => [cell]),
    );
    return column.kind === 'text'
      ? Math.min(whole, Math.max(column.least ?? 8, column.heading.length))
      : whole;
  });
  if (drawn.length <= 1 || tableWidth(needed) <= room) return drawn;
  const last = drawn.reduce((least, each) => (each.column.priority > least.column.priority ? each : least));
  return dropped(
    drawn.filter(each => each !== last),
    room,
  );
}

/** Texts share what room is left; everything else stands whole. */
function narrowed(
  shown: readonly Drawn[],
  columns: Parameters<typeof stillTable>[0],
  lines: readonly (readonly string[])[],
  room: number,
): readonly (readonly string[])[] {
  const widths = columnWidths(columns, lines);
  const excess = tableWidth(widths) - room;
  const text = shown.findIndex(
    ({column}, index) => column.kind === 'text' && widths[index] === widest(shown, widths),
  );
  if (excess <= 0 || text === -1) return lines;
  const cells = Math.max(
    (widths[text] ?? 0) - Math.max(1, Math.ceil(excess / 2)),
    shown[text]?.column.least ?? 1,
  );
  if (cells >= (widths[text] ?? 0)) return lines;
  return narrowed(
    shown,
    columns,
    lines.map(line => line.map((each, index) => (index === text ? cut(each, cells) : each))),
    room,
  );
}

function widest(shown: readonly Drawn[], widths: readonly number[]): number {
  return Math.max(...shown.map(({column}, index) => (column.kind === 'text' ? (widths[index] ?? 0) : 0)));
}
