import type {Intent} from '../../src/core/intents/intent.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import type {Knows} from '../../src/core/limits/pending.ts';

/** Whoever looks on as a process uses its journal. */
export type Watch = {
  /** It has taken a write. */
  asked?(intent: Intent, knows: Knows): void;
  /** It has not, for a reason of its own. */
  refused?(intent: Intent, why: JournalError): void;
  /** It has taken an attempt, that of a new write too. */
  begun?(intentId: string): void;
};

export function watched(journal: BoundJournal, watches: readonly Watch[]): BoundJournal {
  return {
    ...journal,
    ask(intent, knows) {
      try {
        const answer = journal.ask(intent, knows);
        if (answer.kind === 'locked') return answer;
        for (const each of watches) each.asked?.(intent, knows);
        for (const each of watches) each.begun?.(intent.id);
        return answer;
      } catch (error) {
        if (error instanceof JournalError) for (const each of watches) each.refused?.(intent, error);
        throw error;
      }
    },
    beginAttempt(intent, attempt) {
      const epoch = journal.beginAttempt(intent, attempt);
      if (epoch !== undefined) for (const each of watches) each.begun?.(intent.id);
      return epoch;
    },
  };
}

/** Does what commits a write, or who has the controls, only by `around`: it may fail, or be the last deed. */
export function aroundCommits(journal: BoundJournal, around: <V>(work: () => V) => V): BoundJournal {
  const guarded =
    <Given extends unknown[], Value>(work: (...given: Given) => Value) =>
    (...given: Given): Value =>
      around(() => work(...given));
  return {
    ...journal,
    ask: guarded(journal.ask),
    beginAttempt: guarded(journal.beginAttempt),
    endAttempt: guarded(journal.endAttempt),
    save: guarded(journal.save),
    controls: {...journal.controls, take: guarded(journal.controls.take)},
  };
}
