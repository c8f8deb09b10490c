/** What a key and a second of watching take, by turns with plain Ink and another build of the dashboard. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {mainThreadMs, pause, residentMiB, threadsMs} from './machine.ts';
import {betweenKeysMs, middlePress, openForKeys, type Press, type Pressed, settledMs} from './measure.ts';
import {type Measured, optty, plainInkRows} from './programs.ts';
import {aligned} from './report.ts';
import {type BenchService, startService} from './service.ts';

type Lengths = {presses: number; settleMs: number; watchSeconds: number};

type Watched = {
  /** In each second: of all threads, and of the main one. */
  cpuMs: number;
  mainMs: number;
  residentMiB: number;
};

export type KeyFigures = {name: string; key: Press; watching: Watched};

/** @param other the folder of another build, `dist` of another state of the repository */
export async function benchKey(lengths: Lengths, other: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  const service = await startService();
  const home = (name: string) => join(folder, name);
  const build = (name: string, file?: string) =>
    optty(`${name} --refresh 1`, service.originOf, home(name), 1, [], file);
  const programs = [
    await plainInkRows('Ink rows', service.originOf, home('plain')),
    build('optty'),
    ...(other === undefined ? [] : [build('the other build', resolve(other, 'optty.cjs'))]),
  ];
  try {
    for (const program of programs) await (await openForKeys(program)).leave();
    const figures = await measureByTurns(programs, service, lengths);
    return {text: text(figures), json: {programs: figures}};
  } finally {
    service.end();
    rmSync(folder, {recursive: true, force: true});
  }
}

/** All run at the same time, so that a busy moment of the machine falls on each of them. */
async function measureByTurns(
  programs: readonly Measured[],
  service: BenchService,
  {presses, settleMs, watchSeconds}: Lengths,
): Promise<KeyFigures[]> {
  const pressed = await Promise.all(programs.map(openForKeys));
  try {
    const keys: Press[][] = pressed.map(() => []);
    for (let turn = 0; turn < presses; turn += 1) {
      for (const [index, each] of pressed.entries()) {
        await pause(betweenKeysMs(turn));
        keys[index]?.push(await each.press(turn));
      }
    }
    await service.setMoving(true);
    await pause(settleMs);
    const before = pressed.map(spent);
    await pause(watchSeconds * 1000);
    return pressed.map((each, index) => {
      const [from, to] = [before[index] ?? spent(each), spent(each)];
      const watching = {
        cpuMs: (to.cpuMs - from.cpuMs) / watchSeconds,
        mainMs: (to.mainMs - from.mainMs) / watchSeconds,
        residentMiB: residentMiB(each.pid),
      };
      return {name: programs[index]?.name ?? '', key: middlePress(keys[index] ?? []), watching};
    });
  } finally {
    await Promise.all(pressed.map(each => each.leave()));
  }
}

const spent = ({pid}: Pressed) => ({cpuMs: threadsMs(pid), mainMs: mainThreadMs(pid)});

function text(figures: readonly KeyFigures[]): string {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return aligned([
    ['', 'key to paint', 'CPU for a key', 'its main thread', 'CPU, watching', 'its main thread', 'memory'],
    ...figures.map(({name, key, watching}) => [
      name,
      ms(key.ms),
      ms(key.cpuMs),
      ms(key.mainMs),
      `${(watching.cpuMs / 10).toFixed(2)} %`,
      `${(watching.mainMs / 10).toFixed(2)} %`,
      `${watching.residentMiB.toFixed(0)} MiB`,
    ]),
  ]);
}

/** As long as figures need, and the least that runs all of it. */
export const keyLengths = {
  whole: {presses: 96, settleMs: settledMs, watchSeconds: 36},
  quick: {presses: 3, settleMs: 500, watchSeconds: 2},
};
