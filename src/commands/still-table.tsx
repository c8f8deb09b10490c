import {renderToString, Text} from 'ink';
import {Table} from 'ink-table';
import type {PropsWithChildren} from 'react';
import {padEnd, toAscii, truncate, width} from '../term/sanitize.ts';

export type StillColumn = {readonly heading: string; readonly isNumber?: boolean};

type Look = {readonly columns: number; readonly color: boolean; readonly ascii: boolean};
type Part = PropsWithChildren<{column?: number}>;

/** A table that is printed once and stays. Its cells must be safe for a terminal and fit beside each other. */
export function stillTable(
  columns: readonly StillColumn[],
  rows: readonly (readonly string[])[],
  {columns: room, color, ascii}: Look,
): string {
  const widths = columnWidths(columns, rows);
  // The table counts characters where a terminal counts cells, so every piece of it is measured once more here.
  const cellsOf = (column: number) => (widths[column] ?? 0) + 2;
  const inCell = (text: string, column: number) =>
    columns[column]?.isNumber
      ? `${' '.repeat(cellsOf(column) - width(text) - 1)}${text} `
      : padEnd(` ${text}`, cellsOf(column));
  const Skeleton = ({children, column}: Part) => (
    <Text dimColor={color}>
      {column === undefined ? children : String(children).charAt(0).repeat(cellsOf(column))}
    </Text>
  );
  // It makes a column as wide as its key and its cells, and breaks on a heading that is wider than both.
  const keys = widths.map((cells, index) => String(index).padEnd(cells, '-'));
  const text = renderToString(
    <Table
      data={rows.map(row => Object.fromEntries(keys.map((key, index) => [key, row[index] ?? ''])))}
      columns={keys}
      headings={Object.fromEntries(keys.map((key, index) => [key, columns[index]?.heading]))}
      skeleton={Skeleton}
      header={({children, column = 0}: Part) => (
        <Text bold={color}>{inCell(String(children).trim(), column)}</Text>
      )}
      cell={({children, column = 0}: Part) => <Text>{inCell(String(children).trim(), column)}</Text>}
    />,
    {columns: Math.max(room, tableWidth(widths))},
  );
  return `${ascii ? toAscii(text) : text}\n`;
}

/** The cells that a table of such columns takes, rules and all. */
export function tableWidth(widths: readonly number[]): number {
  return widths.reduce((sum, cells) => sum + cells + 3, 1);
}

export function columnWidths(
  columns: readonly StillColumn[],
  rows: readonly (readonly string[])[],
): number[] {
  return columns.map(({heading}, index) =>
    Math.max(width(heading), ...rows.map(row => width(row[index] ?? ''))),
  );
}

/** Text cut to a number of cells with an ellipsis. */
export function cut(text: string, cells: number): string {
  return truncate(text, Math.max(1, cells));
}
