/**
 * Starts to first data, the programs in turns: warm, with flags, and with nothing kept that was compiled, and
 * another build of the dashboard where one is named.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {median} from './machine.ts';
import {timeStart} from './measure.ts';
import {type Measured, optty, plainInkRows} from './programs.ts';
import {aligned} from './report.ts';
import {startService} from './service.ts';

type Starts = {
  name: string;
  medianMs: number;
  leastMs: number;
  /** Medians against plain Ink, which keeps its compiled code or not as this one does. */
  ratio: number;
  /** Of the main thread, the median: on a busy machine time passes without it. */
  cpuMs: number;
  cpuRatio: number;
};

type Runner = {
  readonly program: Measured;
  /** Emptied before each start. */
  readonly home: string | undefined;
  readonly against: string;
  readonly took: {readonly ms: number; readonly mainMs: number}[];
};

/** @param other the folder of another build, `dist` of another state of the repository */
export async function benchStarts(
  turns: number,
  other?: string,
): Promise<{text: string; json: {starts: Starts[]}}> {
  const service = await startService();
  const folder = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  const home = (name: string) => join(folder, name);
  const {originOf} = service;
  const flags = ['--base-url', originOf('optty with flags'), '--refresh', '1'];
  const warm = 'Ink rows';
  const cold = 'Ink rows, first start ever';
  const runner = (program: Measured, against: string, emptied?: string): Runner => ({
    program,
    against,
    home: emptied,
    took: [],
  });
  try {
    const runners = [
      runner(await plainInkRows(warm, originOf, home('ink')), warm),
      runner(optty('optty', originOf, home('warm'), 2), warm),
      runner(optty('optty with flags', originOf, home('flags'), 2, flags), warm),
      ...(other === undefined
        ? []
        : [
            runner(
              optty('the other build', originOf, home('other'), 2, [], resolve(other, 'optty.cjs')),
              warm,
            ),
          ]),
      runner(await plainInkRows(cold, originOf, home('ink-cold')), cold, home('ink-cold')),
      runner(optty('optty, first start ever', originOf, home('cold'), 2), cold, home('cold')),
    ];
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const each of runners) {
        if (each.home !== undefined) rmSync(each.home, {recursive: true, force: true});
        const took = await timeStart(each.program);
        // The first start of all fills the caches.
        if (turn > 0) each.took.push(took);
      }
    }
    const starts = runners.map(each => startsOf(each, runners));
    return {text: text(starts), json: {starts}};
  } finally {
    service.end();
    rmSync(folder, {recursive: true, force: true});
  }
}

function startsOf({program: {name}, against, took}: Runner, all: readonly Runner[]): Starts {
  const measure = all.find(each => each.program.name === against)?.took ?? [];
  const middle = (of: Runner['took'], what: 'ms' | 'mainMs') => median(of.map(each => each[what]));
  return {
    name,
    medianMs: middle(took, 'ms'),
    leastMs: Math.min(...took.map(({ms}) => ms)),
    ratio: middle(took, 'ms') / middle(measure, 'ms'),
    cpuMs: middle(took, 'mainMs'),
    cpuRatio: middle(took, 'mainMs') / middle(measure, 'mainMs'),
  };
}

function text(starts: readonly Starts[]): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  return aligned([
    ['start to first data', 'median', 'least', 'against plain Ink', 'CPU, main thread', 'against plain Ink'],
    ...starts.map(({name, medianMs, leastMs, ratio, cpuMs, cpuRatio}) => [
      name,
      seconds(medianMs),
      seconds(leastMs),
      `${ratio.toFixed(2)}x`,
      `${cpuMs.toFixed(0)} ms`,
      `${cpuRatio.toFixed(2)}x`,
    ]),
  ]);
}
