import {createBoundJournal} from './bound.ts';
import {createCommits} from './commits.ts';
import {type Journal, serviceKey} from './contract.ts';
import {createCounter} from './counter.ts';
import {dashboardsElsewhere, enterDashboard} from './dashboards.ts';
import {type JournalFile, openFile} from './file.ts';
import type {JournalHost} from './lease.ts';
import {createReserve, type Reserve} from './limits/reserve.ts';
import {createEventLog} from './log/log.ts';
import {type JournalError, journalError, toJournalError} from './problem.ts';

/**
 * Opens the journal, and makes it where there is none: 0600 in a folder of 0700. A JournalError is returned,
 * not thrown: reading goes on without a journal, writing does not.
 */
export async function openJournal(given: {
  path: string;
  host: JournalHost;
  busyTimeoutMs?: number;
  /** Told when the file turns out to be deleted or replaced: from then on it cannot be used. */
  onReplaced?: (reason: string) => void;
}): Promise<Journal | JournalError> {
  const {path, host, busyTimeoutMs = 100, onReplaced} = given;
  try {
    const reserve = createReserve(path);
    const {db, isInPlace} = await openOnFullDisk(path, busyTimeoutMs, reserve);
    // Made beforehand: on the day when it is needed it is too late.
    reserve.isKept();
    const checkPlace = () => {
      if (isInPlace()) return;
      const error = journalError('replaced', path);
      onReplaced?.(error.message);
      throw error;
    };
    const file = {db, path, reserve, checkPlace};
    const counter = createCounter(db, path);
    const commits = createCommits(file);
    return {
      bind: (service, account) => createBoundJournal({...file, counter, host, service, account}),
      enter: service => commits.sparing(() => enterDashboard(db, host, serviceKey(service))),
      elsewhere: service => commits.reading(() => dashboardsElsewhere(db, host, serviceKey(service))),
      log: (service, account) => createEventLog({...file, service, account}),
      close: () => db.close(),
    };
  } catch (error) {
    return toJournalError(error, path);
  }
}

/** The files beside the journal take room as well: without it nothing could be ended. */
async function openOnFullDisk(path: string, busyTimeoutMs: number, reserve: Reserve): Promise<JournalFile> {
  try {
    return await openFile(path, busyTimeoutMs);
  } catch (error) {
    if (toJournalError(error, path).problem !== 'full' || !reserve.giveUp()) throw error;
    return openFile(path, busyTimeoutMs);
  }
}
