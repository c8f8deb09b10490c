import {isDeepStrictEqual} from 'node:util';
import type {Order} from '../../src/api/wire/records.ts';
import {type HaltRecord, haltedReason, mostOf} from '../../src/core/halt/halt.ts';
import {type Intent, isResolved} from '../../src/core/intents/intent.ts';
import {type Draft, reducesRisk} from '../../src/core/intents/kinds/kinds.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import {recentMs} from '../../src/core/journal/rows.ts';
import type {bindControls} from './controls-journal.ts';

/** In memory: the halt in force, or none. */
export type HaltStore = HaltRecord[];

let numbered = 0;

type Given = {
  readonly halts: HaltStore;
  readonly pid: number;
  readonly controls: Pick<ReturnType<typeof bindControls>, 'require'>;
  readonly intents: () => readonly Intent[];
};

export function bindHalts({halts, pid, controls, intents}: Given): BoundJournal['halt'] {
  let told: HaltRecord | undefined;
  const listed: Order[] = [];
  const change = (fields: Partial<HaltRecord>) => {
    const [record] = halts;
    if (record !== undefined) halts[0] = {...record, ...fields};
    return record !== undefined;
  };
  const want: BoundJournal['halt']['want'] = wants => {
    const [record] = halts;
    return record !== undefined && change({wants: mostOf(record, wants), progress: undefined});
  };
  const writes = () => {
    const attempts = intents().flatMap(each => each.attempts);
    const ended = attempts.filter(each => each.result !== undefined).length;
    const resolved = intents().filter(each => each.state === 'RESOLVED').length;
    return `${intents().length} ${attempts.length} ${ended} ${resolved}`;
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
      if (wants !== undefined) want(wants);
      return halts[0];
    },
    lift() {
      controls.require();
      halts.splice(0);
    },
    want,
    facts: since => ({
      writes: writes(),
      intents: intents().filter(
        each => !isResolved(each) || each.changedAt >= since - (each.state === 'RESOLVED' ? recentMs : 0),
      ),
      listed,
    }),
    working: () => listed,
    report(progress) {
      controls.require();
      change({progress});
    },
    finish(progress, facts) {
      controls.require();
      if (facts.writes === writes() && halts[0]?.wants === progress.word) change({progress});
    },
  };
}

/** As in the journal's own transactions. */
export function refuseWhileHalted([halt]: HaltStore, {draft}: {readonly draft: Draft}): void {
  if (halt !== undefined && !reducesRisk(draft)) throw new JournalError('held', haltedReason(halt));
}
