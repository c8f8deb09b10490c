/** An hour of watching a market that moves: what the programs hold resident, and how that grows. */
import type {TestTerminal} from '../helpers/terminal.ts';
import {median, pause, residentMiB} from './machine.ts';
import {leave} from './measure.ts';
import {inkRows, programsFor} from './programs.ts';
import {aligned} from './report.ts';
import {startService} from './service.ts';

type Lengths = {
  /** When memory is read, after the start. */
  minutes: readonly number[];
  /** One reading may fall on either side of a collection. */
  readings: number;
};

type HourFigures = {
  name: string;
  /** One for each of the minutes. */
  residentMiB: number[];
  growthMiB: number;
};

const watched = [inkRows, 'optty --refresh 1', 'optty'];
const readEveryMs = 2_000;

export async function benchHour({
  minutes = [2, 10, 20, 40, 60],
  readings = 5,
}: Partial<Lengths>): Promise<{text: string; json: {minutes: readonly number[]; programs: HourFigures[]}}> {
  const service = await startService();
  const {programs, end} = await programsFor(service);
  const watching = programs.filter(({name}) => watched.includes(name));
  try {
    await service.setMoving(true);
    const startedAt = performance.now();
    const terminals = watching.map(program => program.open());
    const curves = watching.map((): number[] => []);
    for (const minute of minutes) {
      await pause(startedAt + minute * 60_000 - performance.now());
      const medians = await readResident(terminals, readings);
      medians.forEach((resident, index) => void curves[index]?.push(resident));
    }
    await Promise.all(terminals.map(leave));
    const figures = watching.map(({name}, index) => figuresOf(name, curves[index] ?? []));
    return {text: text(minutes, figures), json: {minutes, programs: figures}};
  } finally {
    end();
    service.end();
  }
}

async function readResident(terminals: readonly TestTerminal[], readings: number): Promise<number[]> {
  const read: number[][] = terminals.map(() => []);
  for (let reading = 0; reading < readings; reading += 1) {
    if (reading > 0) await pause(readEveryMs);
    terminals.forEach(({pid}, index) => void read[index]?.push(residentMiB(pid)));
  }
  return read.map(median);
}

const figuresOf = (name: string, curve: number[]): HourFigures => ({
  name,
  residentMiB: curve,
  growthMiB: (curve.at(-1) ?? Number.NaN) - (curve[0] ?? Number.NaN),
});

function text(minutes: readonly number[], all: readonly HourFigures[]): string {
  return aligned([
    ['resident MiB at minute', ...minutes.map(String), 'growth', 'goal'],
    ...all.map(({name, residentMiB: curve, growthMiB}) => [
      name,
      ...curve.map(each => each.toFixed(1)),
      growthMiB.toFixed(1),
      name === inkRows ? '' : '<= 3',
    ]),
  ]);
}
