/** What recording costs: dashboards that record and that do not, side by side before a market that moves. */
import {mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestTerminal} from '../helpers/terminal.ts';
import {median, pause, residentMiB, threadsMs} from './machine.ts';
import {leave, settledMs} from './measure.ts';
import {type Measured, optty} from './programs.ts';
import {aligned} from './report.ts';
import {startService} from './service.ts';

type RecordFigures = {
  refresh: number;
  /** Of one core, in percent, of the one that records and of the one that does not. */
  cpu: {on: number; off: number};
  residentMiB: {on: number; off: number};
  /** What eight hours of it would take. */
  bytesIn8Hours: number;
};

type Pair = {refresh: number; on: Measured; off: Measured; recordings: string};

const readEveryMs = 10_000;

/**
 * @param pairs how many, by turns with a period of 1 and of 2 s
 * @param file the program, as built
 */
export async function benchRecord({minutes, pairs}: {minutes: number; pairs: number}) {
  const folder = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  const service = await startService({trades: 20, options: 20});
  try {
    await service.setMoving(true);
    const all = Array.from({length: pairs}, (_, index) => pairIn(folder, index, service.origin));
    // The first start fills the caches.
    for (const {on, off} of all) for (const program of [on, off]) await startOnce(program);
    const figures = await measure(all, minutes);
    return {text: text(minutes, figures), json: {minutes, pairs: figures}};
  } finally {
    service.end();
    rmSync(folder, {recursive: true, force: true});
  }
}

function pairIn(folder: string, index: number, origin: string): Pair {
  const refresh = 1 + (index % 2);
  const home = (record: boolean) => homeThat(join(folder, `${index}-${record ? 'on' : 'off'}`), record);
  const [on, off] = [home(true), home(false)];
  return {
    refresh,
    on: optty('record', origin, on, refresh),
    off: optty('no record', origin, off, refresh),
    recordings: join(on, '.local/state/optty/recordings'),
  };
}

/** The home of a person who has sessions recorded, or not. */
export function homeThat(path: string, records: boolean): string {
  mkdirSync(join(path, '.config/optty'), {recursive: true});
  writeFileSync(join(path, '.config/optty/config.toml'), `record = ${records}\n`, {mode: 0o600});
  return path;
}

export async function startOnce(program: Measured): Promise<void> {
  const terminal = program.open();
  await terminal.waitFor(program.firstData);
  await pause(2_000);
  await leave(terminal);
}

async function measure(pairs: readonly Pair[], minutes: number): Promise<RecordFigures[]> {
  // Neither of the two always starts first.
  const opened = pairs.map(({on, off}, index) => {
    const first = (index % 2 === 0 ? on : off).open();
    const second = (index % 2 === 0 ? off : on).open();
    return index % 2 === 0 ? {on: first, off: second} : {on: second, off: first};
  });
  const ended = endOf(opened.flatMap(({on, off}) => [on, off]));
  await Promise.race([pause(settledMs), ended]);
  const read = () =>
    opened.map(({on, off}, index) => ({
      ...{on: threadsMs(on.pid), off: threadsMs(off.pid)},
      bytes: bytesIn(pairs[index]?.recordings ?? ''),
    }));
  const resident = opened.map(() => ({on: [] as number[], off: [] as number[]}));
  const before = read();
  const startedAt = performance.now();
  const until = startedAt + minutes * 60_000;
  while (performance.now() < until) {
    await Promise.race([pause(Math.min(readEveryMs, until - performance.now())), ended]);
    opened.forEach(({on, off}, index) => {
      resident[index]?.on.push(residentMiB(on.pid));
      resident[index]?.off.push(residentMiB(off.pid));
    });
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = read();
  await Promise.all(opened.flatMap(({on, off}) => [leave(on), leave(off)]));
  return pairs.map(({refresh}, index) => {
    const grew = (what: 'on' | 'off' | 'bytes') =>
      ((after[index]?.[what] ?? Number.NaN) - (before[index]?.[what] ?? Number.NaN)) / seconds;
    return {
      refresh,
      cpu: {on: grew('on') / 10, off: grew('off') / 10},
      residentMiB: {on: median(resident[index]?.on ?? []), off: median(resident[index]?.off ?? [])},
      bytesIn8Hours: grew('bytes') * 8 * 3_600,
    };
  });
}

/** Rejects when one ends by itself, with what it says of that: its home is gone afterwards. */
function endOf(terminals: readonly TestTerminal[]): Promise<never> {
  const ended = Promise.race(
    terminals.map(async terminal => {
      const {code, signal} = await terminal.exit;
      throw new Error(`A dashboard ended by itself: code ${code}, signal ${signal}.\n${terminal.screen()}`);
    }),
  );
  // They are left at the end.
  ended.catch(() => {});
  return ended;
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function text(minutes: number, pairs: readonly RecordFigures[]): string {
  const mean = (of: (each: RecordFigures) => number) =>
    pairs.reduce((sum, each) => sum + of(each), 0) / pairs.length;
  const rows = [
    ...pairs.map(each => [`pair, a poll each ${each.refresh} s`, ...line(each)]),
    [
      'mean',
      ...line({
        refresh: 0,
        cpu: {on: mean(each => each.cpu.on), off: mean(each => each.cpu.off)},
        residentMiB: {on: mean(each => each.residentMiB.on), off: mean(each => each.residentMiB.off)},
        bytesIn8Hours: mean(each => each.bytesIn8Hours),
      }),
    ],
    ['goal', '', '', '<= 0.2', '', '', '<= 4', '<= 12'],
  ];
  const heading = ['CPU %: off', 'on', 'more', 'resident MiB: off', 'on', 'more', 'MiB in 8 h'];
  return aligned([[`over ${minutes} min`, ...heading], ...rows]);
}

const line = ({cpu, residentMiB: resident, bytesIn8Hours}: RecordFigures) => [
  ...[cpu.off, cpu.on, cpu.on - cpu.off].map(each => each.toFixed(3)),
  ...[resident.off, resident.on, resident.on - resident.off].map(each => each.toFixed(1)),
  (bytesIn8Hours / 1024 / 1024).toFixed(2),
];
