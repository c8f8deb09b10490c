/** What minutes of watching take of the CPU, recorded and not, beside another build of the dashboard. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {mainThreadMs, pause, residentMiB, threadsMs} from './machine.ts';
import {leave, settledMs} from './measure.ts';
import {optty} from './programs.ts';
import {homeThat, startOnce} from './record.ts';
import {aligned} from './report.ts';
import {startService} from './service.ts';

type WatchFigures = {
  name: string;
  /** Of one core, in percent: of the main thread, and of all. */
  main: number;
  all: number;
  residentMiB: number;
};

type Lengths = {readonly seconds: number; readonly settleMs: number};

export const watchLengths = {
  whole: {seconds: 300, settleMs: settledMs},
  quick: {seconds: 1, settleMs: 500},
};

/** All run at the same time. @param other the folder of another build */
export async function benchWatch({seconds, settleMs}: Lengths, other: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  const service = await startService();
  const programs = [true, false].flatMap(records => {
    const build = (name: string, file?: string) => {
      const called = `${name}, ${records ? 'recorded' : 'Recording stopped'}`;
      return optty(called, service.origin, homeThat(join(folder, called), records), 1, [], file);
    };
    return [
      build('optty'),
      ...(other === undefined ? [] : [build('the other build', resolve(other, 'optty.cjs'))]),
    ];
  });
  try {
    await service.setMoving(true);
    for (const program of programs) await startOnce(program);
    const opened = programs.map(program => program.open());
    await pause(settleMs);
    const spent = () => opened.map(({pid}) => ({main: mainThreadMs(pid), all: threadsMs(pid)}));
    const [before, began] = [spent(), performance.now()];
    await pause(seconds * 1_000);
    const ms = performance.now() - began;
    const figures = spent().map(({main, all}, index): WatchFigures => {
      const {main: mainBefore, all: allBefore} = before[index] ?? {main, all};
      return {
        name: programs[index]?.name ?? '',
        main: (100 * (main - mainBefore)) / ms,
        all: (100 * (all - allBefore)) / ms,
        residentMiB: residentMiB(opened[index]?.pid ?? 0),
      };
    });
    await Promise.all(opened.map(leave));
    return {text: text(seconds, figures), json: {seconds, programs: figures}};
  } finally {
    service.end();
    rmSync(folder, {recursive: true, force: true});
  }
}

function text(seconds: number, figures: readonly WatchFigures[]): string {
  return aligned([
    [`watching for ${seconds} s`, 'main thread', 'all threads', 'memory'],
    ...figures.map(({name, main, all, residentMiB: held}) => [
      name,
      `${main.toFixed(3)} %`,
      `${all.toFixed(3)} %`,
      `${held.toFixed(0)} MiB`,
    ]),
  ]);
}
