import {writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';

/**
 * Writes rows as CSV and as JSON beside each other in the working folder; a file that is there already is never
 * written over.
 * @returns where they are, in words
 */
export async function exportRows(
  name: string,
  rows: readonly object[],
  folder: string,
  wall: number,
): Promise<string> {
  const stamp = new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const base = resolve(folder, `optty-${name}-${stamp}`);
  try {
    await writeFile(`${base}.csv`, toCsv(rows), {flag: 'wx', mode: 0o600});
    await writeFile(`${base}.json`, `${JSON.stringify(rows, undefined, 2)}\n`, {flag: 'wx', mode: 0o600});
  } catch (error) {
    throw new Error(`Not exported: ${(error as Error).message}`);
  }
  return `Exported ${rows.length} rows to ${base}.csv and .json`;
}

/** RFC 4180, with the columns in the order in which the rows name them first. */
export function toCsv(rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const lines = rows.map(row => columns.map(name => cell((row as Record<string, unknown>)[name])));
  return [columns, ...lines].map(line => `${line.join(',')}\r\n`).join('');
}

/** A cell that a spreadsheet would run as a formula is quoted into text; a negative number is none. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const harmless = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
