/** One program's figures, in a real pseudo-terminal of 120x40. */
import {setTimeout as pause} from 'node:timers/promises';
import type {TestTerminal} from '../helpers/terminal.ts';
import {cpuSeconds, median, residentMiB, threadsMs} from './machine.ts';
import type {Measured} from './programs.ts';
import type {BenchService} from './service.ts';

export type Figures = {
  name: string;
  periodMs: number;
  startMs: number;
  watchingBytesPerSecond: number;
  stillBytesPerSecond: number;
  /** What it asks of the service in a second, and the bytes of the answers; undefined if it asks nothing. */
  requestsPerSecond: number | undefined;
  answerBytesPerSecond: number | undefined;
  /** Of one core, from 0 to 1. */
  cpu: number;
  residentMiB: number;
} & Partial<Press>;

/**
 * A press of the key for the next row, or the median of many: bytes, the time to the last of them, and the CPU
 * until it is quiet. Absent where no key moves a row.
 */
type Press = {rowDownBytes: number; keyToPaintMs: number; keyCpuMs: number};

type Lengths = {starts: number; watchSeconds: number; stillSeconds: number; presses: number};

/**
 * Starts take turns, so that a busy moment of the machine falls on all; each program's first start fills its
 * caches.
 */
export async function measureAll(
  programs: readonly Measured[],
  service: BenchService,
  lengths: Lengths,
): Promise<Figures[]> {
  const starts = new Map(programs.map(program => [program, [] as number[]]));
  for (let turn = 0; turn <= lengths.starts; turn += 1) {
    for (const program of programs) {
      const ms = await timeStart(program);
      if (turn > 0) starts.get(program)?.push(ms);
    }
  }
  const watched = await watchTogether(programs, service, lengths);
  const keys = await pressRows(programs, lengths.presses);
  return programs.flatMap((program, index) => {
    const {name, periodMs} = program;
    const [seen, pressed] = [watched[index], keys.get(program)];
    const startMs = median(starts.get(program) ?? []);
    return seen === undefined ? [] : [{name, periodMs, startMs, ...seen, ...pressed}];
  });
}

/** From the start of the process to its first data on the screen, in ms. */
async function timeStart(program: Measured): Promise<number> {
  const startedAt = performance.now();
  const terminal = program.open();
  await terminal.waitFor(program.firstData);
  const ms = performance.now() - startedAt;
  await leave(terminal);
  return ms;
}

type Watched = Pick<
  Figures,
  | 'watchingBytesPerSecond'
  | 'stillBytesPerSecond'
  | 'requestsPerSecond'
  | 'answerBytesPerSecond'
  | 'cpu'
  | 'residentMiB'
>;

/**
 * After a start the dashboard draws its trends once more; then every other minute, which a long watch has its
 * share of.
 */
const settledMs = 13_000;

/** Marks of the last changes have faded then, and their signs are gone. */
const fadedMs = 15_000;

/** All of them watch the same prices at the same time, first moving, then standing still. */
async function watchTogether(
  programs: readonly Measured[],
  service: BenchService,
  {watchSeconds, stillSeconds}: Lengths,
): Promise<Watched[]> {
  await service.setMoving(true);
  const terminals = programs.map(program => program.open());
  try {
    await Promise.all(terminals.map((terminal, index) => terminal.waitFor(programs[index]?.firstData ?? '')));
    await pause(settledMs);
    const askedBefore = await askedBy(programs, service);
    const moving = await during(terminals, watchSeconds);
    const asked = await askedBy(programs, service);
    const resident = terminals.map(({pid}) => residentMiB(pid));
    await service.setMoving(false);
    await pause(fadedMs);
    const still = await during(terminals, stillSeconds);
    const perSecond = (index: number, of: keyof Asked) =>
      asked[index] && (asked[index][of] - (askedBefore[index]?.[of] ?? 0)) / watchSeconds;
    return terminals.map((_, index) => ({
      watchingBytesPerSecond: (moving[index]?.bytes ?? 0) / watchSeconds,
      stillBytesPerSecond: (still[index]?.bytes ?? 0) / stillSeconds,
      requestsPerSecond: perSecond(index, 'requests'),
      answerBytesPerSecond: perSecond(index, 'bytes'),
      cpu: (moving[index]?.cpu ?? 0) / watchSeconds,
      residentMiB: resident[index] ?? Number.NaN,
    }));
  } finally {
    await Promise.all(terminals.map(leave));
  }
}

type Asked = {requests: number; bytes: number};

const askedBy = (programs: readonly Measured[], service: BenchService): Promise<(Asked | undefined)[]> =>
  Promise.all(
    programs.map(async ({name}) => {
      const lists = Object.values(await service.countsOf(name));
      const sum = (of: keyof Asked) => lists.reduce((sum, each) => sum + each[of], 0);
      return lists.length === 0 ? undefined : {requests: sum('requests'), bytes: sum('bytes')};
    }),
  );

async function during(terminals: readonly TestTerminal[], seconds: number) {
  const before = terminals.map(({bytes, pid}) => ({bytes, cpu: cpuSeconds(pid)}));
  await pause(seconds * 1000);
  return terminals.map(({bytes, pid}, index) => ({
    bytes: bytes - (before[index]?.bytes ?? 0),
    cpu: cpuSeconds(pid) - (before[index]?.cpu ?? 0),
  }));
}

/** The answer to a key is over when nothing has come for so long. */
const quietMs = 60;

/** A program whose keys are pressed: each in turn is one row down, or up again before the end of the screen. */
type Pressed = {press(turn: number): Promise<Press>; leave(): Promise<void>};

/**
 * Presses j with a person's pauses while nothing else changes. The programs take turns, so that a busy moment
 * of the machine falls on each.
 */
async function pressRows(all: readonly Measured[], presses: number): Promise<Map<Measured, Press>> {
  const programs = all.filter(({hasKeys}) => hasKeys);
  const pressed = await Promise.all(programs.map(openForKeys));
  const samples = pressed.map((): Press[] => []);
  try {
    for (let turn = 0; turn < presses; turn += 1)
      for (const [index, each] of pressed.entries()) {
        // Never in step with a poll.
        await pause(140 + ((turn * 37) % 60));
        samples[index]?.push(await each.press(turn));
      }
  } finally {
    await Promise.all(pressed.map(each => each.leave()));
  }
  return new Map(programs.map((program, index) => [program, middlePress(samples[index] ?? [])]));
}

function middlePress(samples: readonly Press[]): Press {
  const middle = (of: keyof Press) => median(samples.map(each => each[of]));
  return {
    rowDownBytes: middle('rowDownBytes'),
    keyToPaintMs: middle('keyToPaintMs'),
    keyCpuMs: middle('keyCpuMs'),
  };
}

async function openForKeys(program: Measured): Promise<Pressed> {
  let lastAt = 0;
  const terminal = program.open({
    onOutput: () => {
      lastAt = performance.now();
    },
  });
  const {pid} = terminal;
  await terminal.waitFor(program.firstData);
  await pause(2500);
  return {
    async press(turn) {
      const before = {bytes: terminal.bytes, cpuMs: threadsMs(pid)};
      const pressedAt = performance.now();
      // Rows would scroll at the end of the screen.
      terminal.press(Math.floor(turn / 12) % 2 === 0 ? 'j' : 'k');
      while (terminal.bytes === before.bytes && performance.now() - pressedAt < 1000) await pause(1);
      while (performance.now() - lastAt < quietMs) await pause(5);
      return {
        rowDownBytes: terminal.bytes - before.bytes,
        keyToPaintMs: lastAt - pressedAt,
        keyCpuMs: threadsMs(pid) - before.cpuMs,
      };
    },
    leave: () => leave(terminal),
  };
}

/** As a person leaves, so that caches are written; then the terminal goes. */
async function leave(terminal: TestTerminal): Promise<void> {
  // Twice, for the first may be asked about: orders work on.
  for (const _ of [1, 2]) terminal.press('\u0003');
  await Promise.race([terminal.exit, pause(700)]);
  await terminal.close();
}
