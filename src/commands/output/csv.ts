import {sanitize} from '../../term/text/sanitize.ts';
import type {Rows} from './output.ts';

type CsvStyle = {
  /** RFC 4180 requires CR and LF; line tools expect LF. */
  readonly newline: '\r\n' | '\n';
  /** On a terminal cells are sanitized; elsewhere they are exact. */
  readonly isTerminal: boolean;
  /** Prefixes formulas with an apostrophe: safe to open, no longer exact. */
  readonly isForSpreadsheets: boolean;
};

export async function* csvRows(
  columns: readonly string[],
  rows: Rows,
  style: CsvStyle,
): AsyncGenerator<string> {
  let head = csvLine(columns, style);
  for await (const row of rows) {
    yield head + csvLine(cellsOf(columns, row), style);
    head = '';
  }
  yield head;
}

export function csvText(columns: readonly string[], rows: readonly object[], style: CsvStyle): string {
  return [columns, ...rows.map(row => cellsOf(columns, row))].map(line => csvLine(line, style)).join('');
}

function cellsOf(columns: readonly string[], row: object): unknown[] {
  return columns.map(name => (row as Record<string, unknown>)[name]);
}

function csvLine(cells: readonly unknown[], style: CsvStyle): string {
  return `${cells.map(value => cell(value, style)).join(',')}${style.newline}`;
}

/**
 * Characters that make a spreadsheet run a cell as a formula, full-width signs included; not a negative number.
 */
const formula = /^(?:[=+@\t\r\n＝＋－＠]|-(?!\d+(?:\.\d+)?$))/;

function cell(value: unknown, {isTerminal, isForSpreadsheets}: CsvStyle): string {
  if (value === undefined || value === null) return '';
  const exact = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = isTerminal ? sanitize(exact) : exact;
  const written = isForSpreadsheets && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}
