/** What commands print: JSON and CSV for programs, tables for people. Nothing printed can steer a terminal. */
import {sanitize, toAscii} from '../term/sanitize.ts';

export type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/**
 * JSON in which controls, bidi marks and other hidden characters stand as escapes: the same value to every reader, and
 * harmless on a terminal.
 */
export function jsonText(value: unknown, indent?: number): string {
  return (JSON.stringify(value, undefined, indent) ?? 'null').replace(
    /[\x7f\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    character => (character === '\n' ? character : escaped(character)),
  );
}

/** A JSON array with a record a line, good for people and for line tools. */
export function jsonRows(rows: readonly object[]): string {
  return rows.length === 0 ? '[]\n' : `[\n${rows.map(row => `  ${jsonText(row)}`).join(',\n')}\n]\n`;
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map(index => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * CSV by RFC 4180, but with the line ends that line tools want. What a spreadsheet would run as a formula is quoted into
 * text. On a terminal the cells are made safe; elsewhere they are exact.
 */
export function csvText(columns: readonly string[], rows: readonly object[], isTerminal: boolean): string {
  const lines = rows.map(row =>
    columns.map(name => csvCell((row as Record<string, unknown>)[name], isTerminal)),
  );
  return [columns, ...lines].map(line => `${line.join(',')}\n`).join('');
}

function csvCell(value: unknown, isTerminal: boolean): string {
  if (value === undefined || value === null) return '';
  const exact = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = isTerminal ? sanitize(exact) : exact;
  const harmless = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Text for a person, line by line safe for a terminal. */
export function safeLines(text: string, ascii = false): string {
  return text
    .split('\n')
    .map(line => {
      const safe = sanitize(line, {maxCells: 10_000});
      return ascii ? toAscii(safe) : safe;
    })
    .join('\n');
}
