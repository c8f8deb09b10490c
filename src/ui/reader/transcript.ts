import {wrap} from '../format.ts';
import type {Store} from '../store.ts';
import {typedInPlace} from './fields.ts';
import {nothingHeard, type SaidQuestion, speak} from './speech.ts';

/** What was said, line by line; a line that was said never changes. */
export type Transcript = {
  readonly said: () => Said;
  readonly subscribe: (listener: () => void) => () => void;
  /** Hears the desk from now on; returns how to stop that. */
  readonly open: () => () => void;
  /** The questions that were told since it was asked last. */
  readonly takeTold: () => readonly SaidQuestion[];
};

type Said = {
  /** Another one begins where the lines before it need not be kept any more. */
  readonly volume: number;
  readonly lines: readonly string[];
};

/** Lines that are written are of no use but to count those that follow. */
const mostKept = 1_000;

const leastColumns = 20;

/**
 * A line is folded between words, so that none is torn at the edge of the terminal; behind a pause, where its
 * second half has one, for readers that speak row by row.
 */
function folded(text: string, columns: number): string[] {
  const [row = ''] = wrap(text, columns);
  if (row.length >= text.length) return [text];
  const pause = /^.*[,.:](?= |$)/.exec(row)?.[0].length ?? 0;
  const end = pause > columns / 2 ? pause : row.length;
  return [text.slice(0, end), ...folded(text.slice(end).trimStart(), columns)];
}

/** @param type writes what is typed, where it is typed */
export function createTranscript(store: Store, type: (text: string) => void): Transcript {
  let heard = nothingHeard;
  let said: Said = {volume: 0, lines: []};
  let told: SaidQuestion[] = [];
  const listeners = new Set<() => void>();

  const hear = () => {
    const state = store.getState();
    if (state === heard.state) return;
    const typed = heard.state === undefined ? '' : typedInPlace(heard.state, state);
    if (typed !== '') type(typed);
    const speech = speak(heard, state);
    heard = speech.heard;
    if (speech.told !== undefined) told.push(speech.told);
    const columns = Math.max(leastColumns, state.viewport.columns - 1);
    const lines = speech.lines.flatMap(each => folded(each, columns));
    if (lines.length === 0 && speech.told === undefined) return;
    const isFull = said.lines.length > mostKept;
    said = isFull
      ? {volume: said.volume + 1, lines}
      : {volume: said.volume, lines: [...said.lines, ...lines]};
    for (const listener of [...listeners]) listener();
  };

  return {
    said: () => said,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open() {
      hear();
      return store.subscribe(hear);
    },
    takeTold() {
      const all = told;
      told = [];
      return all;
    },
  };
}
