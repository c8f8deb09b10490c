import {createBoundJournal} from './bound.ts';
import type {Journal} from './contract.ts';
import {openFile} from './file.ts';
import type {JournalHost} from './lease.ts';
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
    const db = await openFile(path, busyTimeoutMs);
    return {
      bind: (service, account) => createBoundJournal({db, path, host, service, account}),
      close: () => db.close(),
    };
  } catch (error) {
    return toJournalError(error, path);
  }
}
