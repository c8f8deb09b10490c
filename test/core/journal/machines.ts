import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {BoundJournal, Journal} from '../../../src/core/journal/journal.ts';
import type {JournalHost} from '../../../src/core/journal/lease.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {takingControls} from '../../helpers/controls.ts';
import {openOwn} from '../../helpers/journal.ts';
import {bindStore, createStore} from '../../sim/memory-journal.ts';

/** Processes of one machine on one journal, each with its own connection. */
export type Machine = {
  process(pid: number): Promise<BoundJournal>;
  kill(pid: number): void;
  end(): void;
};

function onDisk(): Machine {
  const folder = mkdtempSync(join(tmpdir(), 'optty-journal-'));
  const dead = new Set<number>();
  const open: Journal[] = [];
  const host = (pid: number): JournalHost => ({
    hostname: 'here',
    bootId: 'boot-1',
    pidNamespace: 'one',
    pid,
    startTime: `t-${pid}`,
    isAlive: (other, startTime) => !dead.has(other) && startTime === `t-${other}`,
  });
  return {
    async process(pid) {
      const journal = await openOwn({path: join(folder, 'journal.db'), host: host(pid)});
      if (journal instanceof JournalError) throw journal;
      open.push(journal);
      return takingControls(journal);
    },
    kill: pid => void dead.add(pid),
    end() {
      for (const journal of open) journal.close();
      rmSync(folder, {recursive: true});
    },
  };
}

function inMemory(): Machine {
  const store = createStore();
  const dead = new Set<number>();
  return {
    process: pid =>
      Promise.resolve(takingControls(bindStore(store, {pid, isAlive: other => !dead.has(other)}))),
    kill: pid => void dead.add(pid),
    end: () => undefined,
  };
}

/** The law of the journal holds for both. */
export const machinesOf = [
  ['on disk', onDisk],
  ['in memory', inMemory],
] as const;
