import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {openJournal} from '../../../../src/desk/journal/journal.ts';
import type {JournalHost} from '../../../../src/desk/journal/lease.ts';
import {JournalError} from '../../../../src/desk/journal/problem.ts';
import {start} from '../../intents/attempts.ts';
import {service} from '../machines.ts';

const folder = mkdtempSync(join(tmpdir(), 'optty-limits-'));
afterEach(() => rmSync(folder, {recursive: true, force: true}));

const hostOf = (hostname: string): JournalHost => ({
  ...{hostname, bootId: 'boot-1', pidNamespace: hostname, pid: 7, startTime: 't', isAlive: () => true},
});

async function on(hostname: string) {
  const journal = await openJournal({path: join(folder, 'journal.db'), host: hostOf(hostname)});
  if (journal instanceof JournalError) throw journal;
  return journal.bind(service, 'main');
}

it('limits of a dashboard on another machine apply, with its name, until it is silent for half an hour', async () => {
  const [there, here] = [await on('there'), await on('here')];
  const limits = {underlyings: {}, maxOpenCount: 1};
  there.limits.announce(limits, undefined, start.wall);
  const others = (minutes: number) => here.limits.standing(undefined, start.wall + minutes * 60_000).others;
  expect(others(0)).toEqual([{limits, holder: 'Another dashboard (process 7 on there)'}]);
  expect(others(30)).toHaveLength(1);
  // Nobody has written meanwhile.
  expect(others(32)).toEqual([]);
  there.limits.announce(limits, undefined, start.wall + 32 * 60_000);
  expect(others(60)).toHaveLength(1);
});
