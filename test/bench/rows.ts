/** The same dashboard with ever more rows in a pane, all of them in one answer. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {residentMiB} from './machine.ts';
import {leave, pressRows} from './measure.ts';
import {type Measured, optty} from './programs.ts';
import {aligned} from './report.ts';
import {startService} from './service.ts';

type RowFigures = {
  rows: number;
  /** From the start to rows on the screen. */
  firstDataMs: number;
  keyToPaintMs: number;
  rowDownBytes: number;
  residentMiB: number;
};

export async function benchRows(
  counts: readonly number[],
): Promise<{text: string; json: {rows: RowFigures[]}}> {
  const home = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  try {
    const rows: RowFigures[] = [];
    for (const count of counts) rows.push(await measure(count, home));
    return {text: text(rows), json: {rows}};
  } finally {
    rmSync(home, {recursive: true, force: true});
  }
}

/** Trades, for a record of them may be so short that 100,000 stay below the largest answer that is read. */
async function measure(count: number, home: string): Promise<RowFigures> {
  const service = await startService({trades: count});
  const program = inTrades(optty('optty', service.origin, home, 30));
  try {
    await leave(await opened(program));
    const startedAt = performance.now();
    const terminal = await opened(program);
    const firstDataMs = performance.now() - startedAt;
    const resident = residentMiB(terminal.pid);
    await leave(terminal);
    const {ms, bytes} = await pressRows(program, 36);
    return {rows: count, firstDataMs, keyToPaintMs: ms, rowDownBytes: bytes, residentMiB: resident};
  } finally {
    service.end();
  }
}

async function opened(program: Measured) {
  const terminal = program.open();
  await terminal.waitFor(program.firstData, 30_000);
  return terminal;
}

/** The same program, on its fourth pane from the first moment on. */
function inTrades(program: Measured): Measured {
  return {
    ...program,
    firstData: '1000000',
    open(way) {
      const terminal = program.open(way);
      void terminal.waitFor('4 Trades').then(() => terminal.press('4'));
      return terminal;
    },
  };
}

function text(all: readonly RowFigures[]): string {
  return aligned([
    ['rows in a pane', 'start to first data', 'key to paint', 'bytes for a row down', 'resident memory'],
    ...all.map(({rows, firstDataMs, keyToPaintMs, rowDownBytes, residentMiB}) => [
      String(rows),
      `${(firstDataMs / 1000).toFixed(2)} s`,
      `${keyToPaintMs.toFixed(1)} ms`,
      `${rowDownBytes.toFixed(0)} B`,
      `${residentMiB.toFixed(0)} MiB`,
    ]),
  ]);
}
