// What is remembered instead of being made again: most of the screen is as it was before a key or a poll.
import type {State} from '../desk/model/state.ts';
import type {Paint} from './theme.ts';

/** Two lists of lines that read the same. */
export function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** Two flat objects with the same values. */
export function sameValues<T extends object>(a: T, b: T): boolean {
  const names = Object.keys(a) as (keyof T)[];
  return names.length === Object.keys(b).length && names.every(name => Object.is(a[name], b[name]));
}

/**
 * Makes anew only what is asked for with something else than the last time: React asks several times for what
 * one state looks like, and a key changes little.
 */
export function rememberLast<Of extends readonly unknown[], Made>(
  make: (...of: Of) => Made,
): (...of: Of) => Made {
  let last: {readonly of: Of; readonly made: Made} | undefined;
  return (...of) => {
    if (last === undefined || !of.every((each, index) => each === last?.of[index]))
      last = {of, made: make(...of)};
    return last.made;
  };
}

/**
 * A line that is drawn from a few facts of the state, and anew only when one of them is another. It is handed
 * nothing but these, so no line can show what it is not drawn anew for.
 * @param read facts in a flat object; what is no plain value in it keeps its identity while it is the same
 */
export function drawnFrom<Facts extends object, More extends readonly unknown[]>(
  read: (state: State, ...more: More) => Facts,
  draw: (facts: Facts, paint: Paint) => string,
): (state: State, paint: Paint, ...more: More) => string {
  let last: {readonly facts: Facts; readonly paint: Paint; readonly line: string} | undefined;
  return (state, paint, ...more) => {
    const facts = read(state, ...more);
    if (last === undefined || last.paint !== paint || !sameValues(last.facts, facts))
      last = {facts, paint, line: draw(facts, paint)};
    return last.line;
  };
}
