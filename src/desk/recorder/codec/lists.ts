import {isFields} from './alike.ts';
import type {LineMemory, PlainFields, ToldRecord} from './memory.ts';

/** Where the values of a list come from: places in the one before it, or nowhere. */
export type ListChange = {
  /** Runs as start and count, and values that are new; undefined where each stands at its place. */
  readonly picks: readonly (number | readonly unknown[])[] | undefined;
  /** By place, the place in the list before; -1 for what is new. */
  readonly origin: Int32Array | undefined;
};

const inPlace: ListChange = {picks: undefined, origin: undefined};

/** Records are found by their ids, texts and numbers by what they are, anything else at its place. */
export function listChange(
  before: readonly unknown[],
  after: readonly unknown[],
  memory: Pick<LineMemory, 'tellOf'>,
): ListChange {
  if (before.length === after.length && after.every((value, at) => isSameOne(before[at], value, memory)))
    return inPlace;
  const placeOf = placesOf(before, memory);
  const origin = Int32Array.from(after, (value, at) => placeOf(value, at));
  return {picks: runsOf(after, origin), origin};
}

function isSameOne(before: unknown, after: unknown, {tellOf}: Pick<LineMemory, 'tellOf'>): boolean {
  if (before === after) return true;
  if (!isFields(before) || !isFields(after)) return typeof after !== 'string' || typeof before !== 'string';
  const [stood, stands] = [tellOf(before), tellOf(after)];
  return stood?.kind === stands?.kind && stood?.id === stands?.id;
}

function placesOf(list: readonly unknown[], {tellOf}: Pick<LineMemory, 'tellOf'>) {
  const scalars = new Map<unknown, number>();
  const records = new Map<ToldRecord['kind'], Map<string, number>>();
  const told = (value: unknown) => (isFields(value) ? tellOf(value) : undefined);
  list.forEach((value, at) => {
    const known = told(value);
    if (known === undefined) scalars.set(value, at);
    else records.set(known.kind, (records.get(known.kind) ?? new Map()).set(known.id, at));
  });
  return (value: unknown, at: number): number => {
    const known = told(value);
    if (known !== undefined) return records.get(known.kind)?.get(known.id) ?? -1;
    const same = scalars.get(value);
    if (same !== undefined) return same;
    return isFields(value) && isOther(list[at], tellOf) ? at : -1;
  };
}

/** An object that no id tells from others: what stands at its place is the likeliest one. */
const isOther = (value: unknown, tellOf: LineMemory['tellOf']): value is PlainFields =>
  isFields(value) && tellOf(value) === undefined;

function runsOf(after: readonly unknown[], origin: Int32Array): (number | readonly unknown[])[] {
  const runs: (number | readonly unknown[])[] = [];
  for (let at = 0; at < after.length; ) {
    const from = at;
    const start = origin[at] ?? -1;
    if (start < 0) {
      while (at < after.length && (origin[at] ?? -1) < 0) at++;
      runs.push(after.slice(from, at));
    } else {
      while (at < after.length && origin[at] === start + at - from) at++;
      runs.push(start, at - from);
    }
  }
  return runs;
}
