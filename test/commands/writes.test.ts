import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import type {Connection} from '../../src/commands/connect.ts';
import {openWrites, type Writes} from '../../src/commands/writes.ts';
import type {Config} from '../../src/config/config.ts';
import {openJournal, readHost} from '../../src/desk/effects/journal.ts';
import type {Intent} from '../../src/desk/intents/intent.ts';
import type {Sent} from '../../src/desk/messages.ts';

/** The journal as the dashboard opens it: what an earlier day left there, and what is told of it. */
let folder: string;
let writes: Writes | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'optty-writes-'));
});
afterEach(() => {
  writes?.close();
  rmSync(folder, {recursive: true, force: true});
});

const now = () => ({mono: 0, wall: Date.UTC(2026, 10, 21)});
const service = {origin: 'https://svc.example', path: '', fingerprint: 'a'};
const path = () => join(folder, 'journal.db');

async function earlier(fingerprint: string) {
  const journal = await openJournal({path: path(), host: readHost(process.pid)});
  if (journal instanceof Error) throw journal;
  return {journal, bound: journal.bind({...service, fingerprint}, 'desk')};
}

/** Opens it with the token whose fingerprint is `a`, and returns what the desk was told. */
async function open(after: (ms: number, then: () => void) => void = () => {}): Promise<Sent[]> {
  const told: Sent[] = [];
  writes = openWrites({
    config: {statePaths: {journal: path()}, profile: {name: 'desk', label: 'desk'}} as unknown as Config,
    connection: {client: {service}, ledger: undefined} as unknown as Connection,
    clock: now,
    send: msg => told.push(msg),
    after,
    pid: process.pid,
  });
  await writes.openJournal();
  return told;
}

const asked: Intent = {
  id: 'i1',
  draft: {kind: 'cancel', orderId: '5'},
  state: 'ASKED',
  askedAt: now(),
  changedAt: now().wall,
  reason: '',
  attempts: [],
};

describe('the journal at the start', () => {
  it('tells of writes that were left unresolved with another token', async () => {
    const {journal, bound} = await earlier('b');
    bound.ask(asked, undefined);
    journal.close();
    const told = await open();
    expect(told).toContainEqual({
      type: 'told',
      level: 'warning',
      text: '1 write is unresolved for another service, account label or token; start optty with that to settle it.',
    });
    expect(told).toContainEqual({type: 'intent', msg: {type: 'restored', intents: []}});
  });

  it('that another program holds is tried again, and opened when it is let go', async () => {
    (await earlier('a')).journal.close();
    const other = new DatabaseSync(path());
    other.exec('BEGIN IMMEDIATE');
    const later: (() => void)[] = [];
    const told = await open((_ms, then) => later.push(then));
    expect(told).toEqual([]);
    expect(later).toHaveLength(1);
    other.exec('ROLLBACK');
    other.close();
    later[0]?.();
    await vi.waitFor(() => expect(told.map(each => each.type)).toContain('journalOpened'));
  });

  it('has nothing to tell when nothing was left', async () => {
    expect((await open()).map(each => each.type)).toEqual(['journalOpened', 'intent', 'intent']);
  });

  it.each(['{', '[{"id": 1}]', 'null'])(
    'takes broken alerts, %s, for none and opens all the same',
    async text => {
      const {journal, bound} = await earlier('a');
      bound.keep('alerts', text);
      journal.close();
      expect(await open()).toContainEqual({type: 'journalOpened', activity: [], alerts: []});
    },
  );
});
