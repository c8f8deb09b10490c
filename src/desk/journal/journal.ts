import type {DatabaseSync} from 'node:sqlite';
import {createBoundJournal} from './bound.ts';
import type {Journal} from './contract.ts';
import {openFile} from './file.ts';
import type {JournalHost} from './lease.ts';
import {createReserve, type Reserve} from './limits/reserve.ts';
import {createEventLog} from './log/log.ts';
import {type JournalError, toJournalError} from './problem.ts';

/**
 * Opens the journal, and makes it where there is none: 0600 in a folder of 0700. A JournalError is returned,
 * not thrown: reading goes on without a journal, writing does not.
 */
export async function openJournal(given: {
  path: string;
  host: JournalHost;
  busyTimeoutMs?: number;
}): Promise<Journal | JournalError> {
  const {path, host, busyTimeoutMs = 100} = given;
  try {
    const reserve = createReserve(path);
    const db = await openOnFullDisk(path, busyTimeoutMs, reserve);
    // Made beforehand: on the day when it is needed it is too late.
    reserve.isKept();
    return {
      bind: (service, account) => createBoundJournal({db, path, host, service, account, reserve}),
      log: (service, account) => createEventLog({db, path, service, account, reserve}),
      close: () => db.close(),
    };
  } catch (error) {
    return toJournalError(error, path);
  }
}

/** The files beside the journal take room as well: without it nothing could be ended. */
async function openOnFullDisk(path: string, busyTimeoutMs: number, reserve: Reserve): Promise<DatabaseSync> {
  try {
    return await openFile(path, busyTimeoutMs);
  } catch (error) {
    if (toJournalError(error, path).problem !== 'full' || !reserve.giveUp()) throw error;
    return openFile(path, busyTimeoutMs);
  }
}
