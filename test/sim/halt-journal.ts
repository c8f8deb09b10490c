import {isDeepStrictEqual} from 'node:util';
import {type HaltRecord, haltedReason, mostOf, notTaken} from '../../src/core/halt/halt.ts';
import {type Draft, reducesRisk} from '../../src/core/intents/kinds/kinds.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import type {bindControls} from './controls-journal.ts';

/** In memory: the halt in force, or none. */
export type HaltStore = HaltRecord[];

let numbered = 0;

type Given = {
  readonly halts: HaltStore;
  readonly pid: number;
  readonly controls: Pick<ReturnType<typeof bindControls>, 'require'>;
};

export function bindHalts({halts, pid, controls}: Given): BoundJournal['halt'] {
  let told: HaltRecord | undefined;
  const change = (fields: Partial<HaltRecord>) => {
    const [record] = halts;
    if (record !== undefined) halts[0] = {...record, ...fields};
  };
  return {
    seen() {
      const [record] = halts;
      // The same object until a process writes.
      if (!isDeepStrictEqual(told, record)) told = record;
      return told;
    },
    isLifted: number => halts[0]?.number !== number && number <= numbered,
    set(at, wants) {
      const by = `process ${pid}`;
      const number = ++numbered;
      if (halts.length === 0) halts.push({number, at, by, wants: undefined, progress: undefined});
      const [record] = halts;
      if (wants !== undefined && record !== undefined)
        change({wants: mostOf(record, wants), progress: undefined});
      return halts[0];
    },
    lift() {
      controls.require();
      halts.splice(0);
    },
    working: () => [],
    report(progress, another) {
      controls.require();
      const isEnd = progress.word !== 'HALTING';
      if (isEnd && halts[0]?.wants !== progress.word) return;
      change({progress: isEnd && another !== undefined ? notTaken(progress, another) : progress});
    },
  };
}

/** As in the journal's own transactions. */
export function refuseWhileHalted([halt]: HaltStore, {draft}: {readonly draft: Draft}): void {
  if (halt !== undefined && !reducesRisk(draft)) throw new JournalError('held', haltedReason(halt));
}
