/** Output for programs and people. Nothing printed can control a terminal. */
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {rename, rm, writeFile} from 'node:fs/promises';
import type {Writable} from 'node:stream';
import type {Config} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import type {Flags} from '../config/settings.ts';
import {sgrText} from '../term/screen/cells.ts';
import {sanitize, toAscii} from '../text/sanitize.ts';
import {type Line, textOf, wrap} from '../ui/format.ts';
import {createStyles, type Styled} from '../ui/theme.ts';
import {lookOf} from './host.ts';

export type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/**
 * Escapes control characters, bidi marks and other hidden characters: the same value, and harmless on a
 * terminal.
 */
export function jsonText(value: unknown, indent?: number): string {
  return withoutHidden(JSON.stringify(value, undefined, indent) ?? 'null');
}

export function withoutHidden(json: string): string {
  return json.replace(/[\x7f\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, character =>
    character === '\n' ? character : escaped(character),
  );
}

/** In JSON; null where it is not known. */
export const jsonTime = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

export function printJson(out: Pick<Out, 'write'>, value: unknown): void {
  out.write(`${jsonText(value, 2)}\n`);
}

/** Read from the service page by page, or all there. */
export type Rows<Row = object> = AsyncIterable<Row> | Iterable<Row>;

export async function* jsonRows(rows: Rows): AsyncGenerator<string> {
  let before = '[';
  for await (const row of rows) {
    yield `${before}\n  ${jsonText(row)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** Waits for a slow reader, so that nothing piles up in memory. */
export async function printParts(out: Writable, parts: Rows<string>): Promise<void> {
  for await (const part of parts) if (!out.write(part)) await once(out, 'drain');
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map(index => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/** The only way to print words for a person. Arguments, paths and settings in them are sanitized. */
export function say(out: Pick<Out, 'write'>, text: string): void {
  out.write(safeLines(text));
}

/** Exact for a file or a pipe, sanitized for a terminal. */
export function print(out: Pick<Out, 'write' | 'isTTY'>, line: string): void {
  out.write(`${out.isTTY ? safeLines(line) : line}\n`);
}

export function safeLines(text: string, ascii = false): string {
  return text
    .split('\n')
    .map(line => {
      const safe = sanitize(line, {maxCells: 10_000});
      return ascii ? toAscii(safe) : safe;
    })
    .join('\n');
}

type Layout = {readonly columns?: number | undefined; readonly mostCells?: number};

/** Columns stand two spaces apart; the last one wraps within `columns`. Returns the lines of each row. */
export function aligned(
  rows: readonly (readonly string[])[],
  {columns, mostCells = Infinity}: Layout = {},
): string[][] {
  const widths = (rows[0] ?? []).slice(1).map((_, column) => {
    return Math.min(mostCells, Math.max(...rows.map(row => row[column]?.length ?? 0)));
  });
  const indent = widths.reduce((sum, cells) => sum + cells + 2, 0);
  return rows.map(row => {
    const head = widths.map((cells, column) => `${row[column]?.padEnd(cells)}  `).join('');
    const last = row.at(-1) ?? '';
    const [first = '', ...rest] = columns === undefined ? [last] : wrap(last, Math.max(columns - indent, 20));
    return [head + first, ...rest.map(each => ' '.repeat(indent) + each)];
  });
}

export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const beside = `${path}.${randomUUID()}`;
  try {
    await writeFile(beside, text, {flag: 'wx', mode});
    await rename(beside, path);
  } catch (error) {
    await rm(beside, {force: true}).catch(() => undefined);
    throw error;
  }
}

export type Form = 'json' | 'csv' | 'text';

/** As asked for; else text on a terminal, and for a program what it usually gets. */
export function formOf(
  {json, csv, csvSafe}: Flags,
  {stdout}: Pick<NodeJS.Process, 'stdout'>,
  usual: Form,
): Form {
  const isCsv = csv === true || csvSafe === true;
  if (json === true && isCsv)
    throw wrongIn(csv === true ? '--csv' : '--csv-safe', '--json is given too; leave out one of the two.');
  if (json === true) return 'json';
  return isCsv ? 'csv' : stdout.isTTY ? 'text' : usual;
}

type CsvStyle = {
  /** RFC 4180 requires CR and LF; line tools expect LF. */
  readonly newline: '\r\n' | '\n';
  /** On a terminal cells are sanitized; elsewhere they are exact. */
  readonly isTerminal: boolean;
  /** Formulas get an apostrophe, and long numbers become text: safe to open, no longer exact. */
  readonly isForSpreadsheets: boolean;
};

const lineTools: CsvStyle = {newline: '\n', isTerminal: false, isForSpreadsheets: false};

export async function* csvRows(columns: readonly string[], rows: Rows, wanted: Partial<CsvStyle>) {
  const style = {...lineTools, ...wanted};
  let head = csvLine(columns, style);
  for await (const row of rows) {
    const cells = columns.map(name => (row as Record<string, unknown>)[name]);
    yield head + csvLine(cells, style);
    head = '';
  }
  yield head;
}

function csvLine(cells: readonly unknown[], style: CsvStyle): string {
  return `${cells.map(value => cell(value, style)).join(',')}${style.newline}`;
}

/**
 * Characters that make a spreadsheet run a cell as a formula, full-width signs included; not a negative number.
 */
const formula = /^(?:[=+@\t\r\n＝＋－＠]|-(?!\d+(?:\.\d+)?$))/;

/** 3-4, 2026-11, 1/2/26, 12:30 */
const date = /^\d{1,4}([-/:])\d{1,4}(?:\1\d{1,4})?$/;
/** 4-MAR, SEPT2 */
const monthAndDay =
  /^(?:\d{1,4}[-/ ]?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?:[-/ ]?\d{1,4})?$/i;

/** Spreadsheets save ten digits of a number, drop its first zeros, and read 1E5 as one and 3-4 as a date. */
function changes(text: string): boolean {
  if (date.test(text) || (/\d/.test(text) && monthAndDay.test(text))) return true;
  if (!/^-?[\d.]+(?:e[+-]?\d+)?$/i.test(text)) return false;
  return text.replace(/\D/g, '').length > 10 || /^-?0\d|e/i.test(text);
}

function forSpreadsheet(text: string): string {
  if (changes(text)) return `="${text}"`;
  return formula.test(text) ? `'${text}` : text;
}

function cell(value: unknown, {isTerminal, isForSpreadsheets}: CsvStyle): string {
  if (value === undefined || value === null) return '';
  const exact = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const text = isTerminal ? sanitize(exact) : exact;
  const written = isForSpreadsheets ? forSpreadsheet(text) : text;
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

export function drawnText(lines: readonly Line[], config: Config, env: NodeJS.ProcessEnv): string {
  const look = lookOf(config, env);
  return printed(lines, createStyles(config.theme, look), look.ascii);
}

export function printed(lines: readonly Line[], styled?: Styled, isAscii = false): string {
  const texts = lines.map(line => (styled === undefined ? textOf(line) : sgrText(styled(line))));
  const text = texts.map(each => `${each.trimEnd()}\n`).join('');
  return isAscii ? toAscii(text) : text;
}
