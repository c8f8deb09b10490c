import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';

/** As if `T` was pressed before each write. What carries on after others takes free controls only. */
export function takingControls<Given extends BoundJournal>(journal: Given): Given {
  const taking =
    (isForced: boolean) =>
    <Args extends unknown[], Value>(work: (...args: Args) => Value) =>
    (...args: Args): Value => {
      for (;;) {
        journal.controls.take(0, isForced);
        try {
          return work(...args);
        } catch (error) {
          // Another process took them in between.
          if (!(error instanceof JournalError && error.problem === 'viewer')) throw error;
        }
      }
    };
  const {halt} = journal;
  return {
    ...journal,
    ask: taking(true)(journal.ask),
    beginAttempt: taking(true)(journal.beginAttempt),
    halt: {...halt, lift: taking(true)(halt.lift)},
  };
}
