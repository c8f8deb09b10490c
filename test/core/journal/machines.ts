import {join} from 'node:path';
import {onTestFinished, type TestContext} from 'vitest';
import {readHost} from '../../../src/commands/host.ts';
import {type BoundJournal, type Journal, openJournal} from '../../../src/core/journal/journal.ts';
import type {JournalHost} from '../../../src/core/journal/lease.ts';
import {takingControls} from '../../helpers/controls.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {ownerBeside} from '../../helpers/journal.ts';
import {bindStore, createStore} from '../../sim/memory-journal.ts';

/** A process of the machine of these tests, which runs. */
export const hostOf = (pid: number, fields: Partial<JournalHost> = {}): JournalHost => ({
  ...{hostname: 'here', bootId: 'boot-1', pidNamespace: 'one', pid, startTime: `t-${pid}`},
  isAlive: () => true,
  ...fields,
});

type Given = Parameters<typeof openJournal>[0];

/**
 * The journal of this process, which takes the controls with each write, until the end of the test.
 * @param finished of a test that runs beside others
 */
export async function openTested(
  given: Partial<Given> & Pick<Given, 'path'>,
  finished: TestContext['onTestFinished'] = onTestFinished,
): Promise<Journal> {
  const own = {owner: ownerBeside(given.path), host: readHost(process.pid)};
  const journal = await openJournal({...own, ...given});
  let isOpen = true;
  const close = () => {
    if (isOpen) journal.close();
    isOpen = false;
  };
  finished(close);
  return takingControls({...journal, close});
}

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
    process: pid => openTested({path, host: hostOf(pid, {isAlive})}),
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
