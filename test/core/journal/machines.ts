import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import type {BoundJournal} from '../../../src/core/journal/journal.ts';
import type {JournalHost} from '../../../src/core/journal/lease.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {takingControls} from '../../helpers/controls.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {openOwn} from '../../helpers/journal.ts';
import {bindStore, createStore} from '../../sim/memory-journal.ts';

/** A process of the machine of these tests, which runs. */
export const hostOf = (pid: number, fields: Partial<JournalHost> = {}): JournalHost => ({
  ...{hostname: 'here', bootId: 'boot-1', pidNamespace: 'one', pid, startTime: `t-${pid}`},
  isAlive: () => true,
  ...fields,
});

/** Processes of one machine on one journal, each with its own connection, until the end of the test. */
export type Machine = {
  process(pid: number): Promise<BoundJournal>;
  kill(pid: number): void;
};

function onDisk(): Machine {
  const path = join(temporaryFolder(), 'journal.db');
  const dead = new Set<number>();
  const isAlive = (pid: number, startTime: string | undefined) => !dead.has(pid) && startTime === `t-${pid}`;
  return {
    async process(pid) {
      const journal = await openOwn({path, host: hostOf(pid, {isAlive})});
      if (journal instanceof JournalError) throw journal;
      onTestFinished(() => journal.close());
      return takingControls(journal);
    },
    kill: pid => void dead.add(pid),
  };
}

function inMemory(): Machine {
  const store = createStore();
  const dead = new Set<number>();
  return {
    process: pid =>
      Promise.resolve(takingControls(bindStore(store, {pid, isAlive: other => !dead.has(other)}))),
    kill: pid => void dead.add(pid),
  };
}

/** The law of the journal holds for both. */
export const machinesOf = [
  ['on disk', onDisk],
  ['in memory', inMemory],
] as const;
