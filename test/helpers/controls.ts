import type {BoundJournal, Journal} from '../../src/desk/journal/journal.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';

/** As if `T` was pressed before each write. What carries on after others takes free controls only. */
export function takingControls(journal: BoundJournal): BoundJournal {
  const taking =
    (isForced: boolean) =>
    <Given extends unknown[], Value>(work: (...given: Given) => Value) =>
    (...given: Given): Value => {
      for (;;) {
        journal.controls.take(0, isForced);
        try {
          return work(...given);
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

export function withControls(journal: Journal): Journal {
  return {...journal, bind: (service, account) => takingControls(journal.bind(service, account))};
}
