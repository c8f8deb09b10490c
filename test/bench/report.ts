/** The table of figures with the goals they are held against. */
import type {Figures} from './measure.ts';
import {inkRows, watchJq} from './programs.ts';

type Goal = {
  what: string;
  unit: string;
  digits: number;
  /** At most so much, on a machine with nothing else to do. */
  most?: number;
  /** At most so many times what another program takes in the same run, on whatever machine. */
  against?: {name: string; most: number};
  of(figures: Figures): number | undefined;
};

const goals: readonly Goal[] = [
  {
    what: 'start to first data',
    unit: 's',
    digits: 2,
    against: {name: inkRows, most: 0.9},
    of: each => each.startMs / 1000,
  },
  {
    what: 'bytes a second, watching',
    unit: 'B',
    digits: 0,
    against: {name: watchJq, most: 0.9},
    of: each => each.watchingBytesPerSecond,
  },
  {
    what: 'bytes a second, nothing changes',
    unit: 'B',
    digits: 1,
    most: 0,
    of: each => each.stillBytesPerSecond,
  },
  {
    what: 'requests a second, watching',
    unit: '',
    digits: 2,
    most: 2.5,
    of: each => each.requestsPerSecond,
  },
  {
    what: 'answers a second, watching',
    unit: 'kB',
    digits: 1,
    of: each => each.answerBytesPerSecond && each.answerBytesPerSecond / 1000,
  },
  {what: 'bytes for a row down', unit: 'B', digits: 0, most: 300, of: each => each.rowDownBytes},
  {
    what: 'key to paint',
    unit: 'ms',
    digits: 1,
    against: {name: inkRows, most: 0.85},
    of: each => each.keyToPaintMs,
  },
  {what: 'CPU for a key', unit: 'ms', digits: 1, of: each => each.keyCpuMs},
  {
    what: 'CPU, watching',
    unit: '%',
    digits: 2,
    against: {name: inkRows, most: 1.5},
    of: each => each.cpu * 100,
  },
  {
    what: 'resident memory',
    unit: 'MiB',
    digits: 0,
    against: {name: inkRows, most: 1},
    of: each => each.residentMiB,
  },
];

/** How many times what the other program of the same run takes; undefined where there is none. */
function timesOf(
  {against, of}: Goal,
  value: number | undefined,
  all: readonly Figures[],
): number | undefined {
  const other = all.find(each => each.name === against?.name);
  const theirs = other && of(other);
  return value === undefined || theirs === undefined ? undefined : value / theirs;
}

/** A column for each program, a row for each goal, and how the program that is judged stands to it. */
export function table(all: readonly Figures[], judged: string): string {
  const ours = all.find(each => each.name === judged);
  const heading = ['', ...all.map(each => each.name), 'in this run', 'goal'];
  const polls = ['asks every', ...all.map(each => `${each.periodMs / 1000} s`), '', ''];
  const rows = goals.map(goal => {
    const {what, unit, digits, most, against, of} = goal;
    const cell = (value: number | undefined) =>
      value === undefined ? '-' : `${value.toFixed(digits)} ${unit}`;
    const value = ours && of(ours);
    const times = timesOf(goal, value, all);
    const limits = [
      against && `${against.most}x ${against.name}`,
      most !== undefined && `${most} ${unit}`,
    ].filter(Boolean);
    const inRun = times === undefined ? '' : `${times.toFixed(2)}x ${against?.name}`;
    return [
      what,
      ...all.map(each => cell(of(each))),
      inRun,
      limits.length === 0 ? '' : `<= ${limits.join(', ')}`,
    ];
  });
  return aligned([heading, polls, ...rows]);
}

/** Columns as wide as their widest cell; the first to the left, the others to the right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows
    .map(row =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
