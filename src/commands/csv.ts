/** CSV by RFC 4180. */
import {sanitize} from '../term/sanitize.ts';

type Style = {
  /** RFC 4180 wants CR and LF; line tools want LF alone. */
  readonly newline: '\r\n' | '\n';
  /** It goes to a terminal: every cell is made safe. Elsewhere cells are exact. */
  readonly isTerminal: boolean;
};

export function csvText(
  columns: readonly string[],
  rows: readonly object[],
  {newline, isTerminal}: Style,
): string {
  const lines = rows.map(row =>
    columns.map(name => cell((row as Record<string, unknown>)[name], isTerminal)),
  );
  return [columns, ...lines].map(line => `${line.join(',')}${newline}`).join('');
}

/** What makes a spreadsheet run a cell as a formula, full-width signs included; a negative number is none. */
const formula = /^(?:[=+@\t\r\n＝＋－＠]|-(?!\d+(?:\.\d+)?$))/;

/** A cell that a spreadsheet would run is quoted into text. */
function cell(value: unknown, isTerminal: boolean): string {
  if (value === undefined || value === null) return '';
  const exact = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = isTerminal ? sanitize(exact) : exact;
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
