import {isDeepStrictEqual} from 'node:util';
import type {Order} from '../../src/api/wire/records.ts';
import {type HaltRecord, haltedReason, mostOf} from '../../src/desk/halt/halt.ts';
import {type Intent, isResolved} from '../../src/desk/intents/intent.ts';
import {type Draft, reducesRisk} from '../../src/desk/intents/kinds/kinds.ts';
import type {BoundJournal} from '../../src/desk/journal/journal.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
import type {bindControls} from './controls-journal.ts';

/** The halts in memory that are in force, by service. */
export type HaltStore = Map<string, HaltRecord>;

type Given = {
  readonly halts: HaltStore;
  readonly key: string;
  readonly pid: number;
  readonly account: string;
  readonly controls: Pick<ReturnType<typeof bindControls>, 'require'>;
  readonly intents: () => readonly Intent[];
};

export function bindHalts({halts, key, pid, account, controls, intents}: Given): BoundJournal['halt'] {
  let told: HaltRecord | undefined;
  const listed: Order[] = [];
  const change = (fields: Partial<HaltRecord>) => {
    const record = halts.get(key);
    if (record !== undefined) halts.set(key, {...record, ...fields});
    return record !== undefined;
  };
  const want: BoundJournal['halt']['want'] = wants => {
    const record = halts.get(key);
    return record !== undefined && change({wants: mostOf(record, wants), progress: undefined});
  };
  const writes = () => {
    const attempts = intents().flatMap(each => each.attempts);
    const ended = attempts.filter(each => each.result !== undefined).length;
    return `${intents().length} ${attempts.length} ${ended}`;
  };
  return {
    seen() {
      const record = halts.get(key);
      // The same object until a process writes.
      if (!isDeepStrictEqual(told, record)) told = record;
      return told;
    },
    set(at, wants) {
      const by = `process ${pid}, account ${account}`;
      if (!halts.has(key)) halts.set(key, {at, by, wants: undefined, progress: undefined});
      if (wants !== undefined) want(wants);
    },
    lift() {
      controls.require();
      halts.delete(key);
    },
    want,
    facts: since => ({
      writes: writes(),
      intents: intents().filter(each => !isResolved(each) || each.changedAt >= since),
      listed,
    }),
    working: () => listed,
    report(progress) {
      controls.require();
      change({progress});
    },
    finish(progress, facts) {
      controls.require();
      if (facts.writes === writes() && halts.get(key)?.wants === progress.word) change({progress});
    },
  };
}

/** As in the journal's own transactions. */
export function refuseWhileHalted(halts: HaltStore, key: string, {draft}: {readonly draft: Draft}): void {
  const halt = halts.get(key);
  if (halt !== undefined && !reducesRisk(draft)) throw new JournalError('held', haltedReason(halt));
}
