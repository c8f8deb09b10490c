/** The table of figures with the goals they are held against. */
import type {Figures} from './measure.ts';

interface Goal {
  what: string;
  unit: string;
  digits: number;
  goal: number;
  of(figures: Figures): number | undefined;
}

export const goals: readonly Goal[] = [
  {what: 'start to first data', unit: 's', digits: 2, goal: 0.25, of: each => each.startMs / 1000},
  {what: 'bytes a second, watching', unit: 'B', digits: 0, goal: 73, of: each => each.watchingBytesPerSecond},
  {
    what: 'bytes a second, nothing changes',
    unit: 'B',
    digits: 1,
    goal: 0,
    of: each => each.stillBytesPerSecond,
  },
  {what: 'bytes for a row down', unit: 'B', digits: 0, goal: 60, of: each => each.rowDownBytes},
  {what: 'key to paint', unit: 'ms', digits: 1, goal: 4, of: each => each.keyToPaintMs},
  {what: 'CPU, watching', unit: '%', digits: 1, goal: 1.5, of: each => each.cpu * 100},
  {what: 'resident memory', unit: 'MiB', digits: 0, goal: 100, of: each => each.residentMiB},
];

export interface Held {
  what: string;
  value: number;
  goal: number;
  /** What was measured against what was to be reached; 1 or less is reached. */
  ratio: number;
}

/** Nothing at all is reached by nothing alone: half a byte a second is what a clock may take. */
export function held(figures: Figures): Held[] {
  return goals.flatMap(({what, goal, of}) => {
    const value = of(figures);
    return value === undefined ? [] : [{what, value, goal, ratio: ratioTo(goal, value)}];
  });
}

export function ratioTo(goal: number, value: number): number {
  if (goal > 0) return value / goal;
  return value === 0 ? 1 : Number.POSITIVE_INFINITY;
}

/** A column for each program, a row for each goal, and how the program that is judged stands to it. */
export function table(all: readonly Figures[], judged: string): string {
  const ours = all.find(each => each.name === judged);
  const heading = ['', ...all.map(each => each.name), 'goal', `${judged} / goal`];
  const polls = ['asks every', ...all.map(each => `${each.periodMs / 1000} s`), '', ''];
  const rows = goals.map(({what, unit, digits, goal, of}) => {
    const cell = (value: number | undefined) =>
      value === undefined ? '-' : `${value.toFixed(digits)} ${unit}`;
    const value = ours && of(ours);
    const ratio = value === undefined ? undefined : ratioTo(goal, value);
    const verdict = ratio === undefined ? '-' : Number.isFinite(ratio) ? `${ratio.toFixed(2)}x` : 'above';
    return [what, ...all.map(each => cell(of(each))), `<= ${goal} ${unit}`, verdict];
  });
  return aligned([heading, polls, ...rows]);
}

/** Columns as wide as their widest cell; the first to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
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
