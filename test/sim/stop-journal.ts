import {type Intent, isExit} from '../../src/desk/intents/intent.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
import type {StopJournal} from '../../src/desk/journal/stop/stops.ts';
import {type StopRecord, stoppedReason} from '../../src/desk/stop/record.ts';

/** The stops in memory, by service. */
export type StopStore = Map<string, StopRecord>;

export function createStopStore(stops: StopStore, key: string, pid: number): StopJournal {
  return {
    seen: () => stops.get(key),
    set(at) {
      if (!stops.has(key)) stops.set(key, {at, by: `process ${pid}`});
    },
    lift: () => void stops.delete(key),
  };
}

/** As in the journal's own transactions. */
export function refuseWhileStopped(stops: StopStore, key: string, {draft}: Pick<Intent, 'draft'>): void {
  const stop = stops.get(key);
  if (stop !== undefined && !isExit(draft)) throw new JournalError('stopped', stoppedReason(stop));
}
