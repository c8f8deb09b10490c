/**
 * Polls of 10,000 cards: what each costs the dashboard's main thread where a fifth of them changed, and what
 * the program holds where every id is another one each time.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {mainThreadMs, median, pause, residentMiB} from './machine.ts';
import {leave} from './measure.ts';
import {optty} from './programs.ts';
import {aligned} from './report.ts';
import {type ServiceSettings, startService} from './service.ts';

type Lengths = {
  /** How many polls are timed. */
  polls: number;
  /** How long new ids come. */
  minutes: number;
};

type PollFigures = {
  rows: number;
  /** Of the main thread: receiving, decoding, the desk, drawing and writing, and their garbage. */
  pollMs: number;
  worstMs: number;
  /** The minutes of the readings below. */
  minutes: number[];
  residentMiB: number[];
};

const rows = 10_000;
/** The first polls run code that is not compiled yet. */
const warmUpPolls = 5;
/** By then all that follows a poll is done, and the next one, two seconds after the last, has not begun. */
const settledMs = 600;
const readings = 16;
const goals = {pollMs: 25, residentMiB: 150};

export async function benchPoll(lengths: Lengths): Promise<{text: string; json: PollFigures}> {
  const times = await watching('moves', (pid, asked) => timePolls(pid, asked, lengths.polls));
  const curve = await watching('renews', pid => readResident(pid, lengths.minutes));
  const figures = {rows, pollMs: median(times), worstMs: Math.max(...times), ...curve};
  return {text: text(figures), json: figures};
}

/** The dashboard in front of a service whose cards do that with each poll. */
async function watching<Figure>(
  cardsDo: ServiceSettings['cardsDo'],
  measure: (pid: number, asked: () => Promise<void>) => Promise<Figure>,
): Promise<Figure> {
  const home = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  const service = await startService({cards: rows, cardsDo});
  const program = optty('optty', service.origin, home, 2);
  try {
    const terminal = program.open();
    await terminal.waitFor(program.firstData, 30_000);
    const figure = await measure(terminal.pid, service.asked);
    await leave(terminal);
    return figure;
  } finally {
    service.end();
    rmSync(home, {recursive: true, force: true});
  }
}

/** From the moment at which the service is asked. */
async function timePolls(pid: number, asked: () => Promise<void>, polls: number): Promise<number[]> {
  const times: number[] = [];
  for (let poll = 0; poll < warmUpPolls + polls; poll += 1) {
    await asked();
    const before = mainThreadMs(pid);
    await pause(settledMs);
    if (poll >= warmUpPolls) times.push(mainThreadMs(pid) - before);
  }
  return times;
}

async function readResident(
  pid: number,
  lengthMinutes: number,
): Promise<Pick<PollFigures, 'minutes' | 'residentMiB'>> {
  const resident: number[] = [];
  const minutes = Array.from({length: readings}, (_, index) => ((index + 1) * lengthMinutes) / readings);
  for (const _ of minutes) {
    await pause((lengthMinutes * 60_000) / readings);
    resident.push(residentMiB(pid));
  }
  return {minutes, residentMiB: resident};
}

function text({pollMs, worstMs, minutes, residentMiB: curve}: PollFigures): string {
  const half = curve.slice(curve.length / 2);
  const last = minutes.at(-1) ?? 0;
  return [
    `${rows} cards, asked for every 2 s`,
    '',
    aligned([
      ['', 'median', 'worst', 'goal'],
      [
        'a fifth changed: main thread for a poll, ms',
        pollMs.toFixed(1),
        worstMs.toFixed(1),
        `<= ${goals.pollMs}`,
      ],
      [
        `every id new: resident from minute ${(last / 2).toFixed(1)} to ${last.toFixed(1)}, MiB`,
        median(half).toFixed(0),
        Math.max(...half).toFixed(0),
        `<= ${goals.residentMiB}`,
      ],
    ]),
    '',
    aligned([
      ['minute', ...minutes.map(each => each.toFixed(1))],
      ['resident MiB', ...curve.map(each => each.toFixed(0))],
    ]),
  ].join('\n');
}
