import {writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {csvText} from '../output/csv.ts';

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

/** The columns stand in the order in which the rows name them first. */
export function toCsv(rows: readonly object[]): string {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  return csvText(columns, rows, {newline: '\r\n', isTerminal: false, isForSpreadsheets: true});
}
