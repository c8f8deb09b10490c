import {mkdirSync, readdirSync, rmdirSync, statSync, truncateSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {readHost} from '../../../src/commands/host.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {close} from '../../../src/core/intents/kinds/close.ts';
import {kinds, type WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import {
  bindingOf,
  createCounter,
  createReserve,
  openFile,
  type Reserve,
} from '../../../src/core/journal/file.ts';
import {createBoundJournal, openOnFullDisk} from '../../../src/core/journal/journal.ts';
import type {Owner} from '../../../src/core/journal/place.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {takingControls} from '../../helpers/controls.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {intentFor} from '../../helpers/intents.ts';
import {ownerBeside} from '../../helpers/journal.ts';
import {start} from '../intents/attempts.ts';
import {unlimited} from '../limits/knows.ts';
import {openTested} from './machines.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'journal.db');
});

const asked = (id: string, draft: WriteDraft) => intentFor(draft, {id}, start);
const cancel = (id: string) => asked(id, {kind: 'cancel', orderId: id});
const open = (id: string) => asked(id, {kind: 'open', cardId: id, investmentAmount: '25'});

/** A journal on a disk without room, to which its reserve gives as many pages as it is told to. */
async function onFullDisk(pages: number, owner: Owner = ownerBeside(path)) {
  const {db} = await openFile(path, 100);
  const limit = (more: number) =>
    db.exec(`PRAGMA max_page_count = ${Number(db.prepare('PRAGMA page_count').get()?.page_count) + more}`);
  let isThere = true;
  const reserve: Reserve = {
    isKept: () => isThere,
    giveUp() {
      if (!isThere) return false;
      limit(pages);
      isThere = false;
      return true;
    },
  };
  const host = readHost(process.pid);
  const file = {db, path, reserve, checkPlace: () => {}, refusals: {}, bar: () => {}};
  const bound = takingControls(createBoundJournal(bindingOf(file, host, owner), createCounter(db, path)));
  limit(0);
  const ask = (intent: Intent) => {
    try {
      return bound.ask(intent, unlimited).kind;
    } catch (error) {
      if (error instanceof JournalError) return error.problem;
      throw error;
    }
  };
  return {db, ask, account: bound.account, reserve};
}

describe('a full disk', () => {
  it('leaves room in the reserve for exits, and for nothing else', async () => {
    const {db, ask} = await onFullDisk(50);
    const ends = Array.from({length: 60}, (_, index) => ask(open(`${index}`)));
    // Some fit into pages that were begun; the first that does not is told so, and spends nothing.
    expect(ends).toContain('full');
    expect(ask(open('more'))).toBe('full');
    const exits = Array.from({length: 60}, (_, index) => ask(cancel(`${1_000 + index}`)));
    expect(new Set(exits)).toEqual(new Set(['asked']));
    expect(ask(open('yet another'))).toBe('full');
    db.close();
  });

  it('leaves no room for a kind that neither adds nor reduces risk', async ({onTestFinished}) => {
    kinds.set(close.name, {...close, makes: 'nothing', risk: 'none'});
    onTestFinished(() => void kinds.set(close.name, close));
    const {db, ask} = await onFullDisk(50);
    const ends = Array.from({length: 60}, (_, index) =>
      ask(asked(`${index}`, {kind: 'close', easyOptionId: `${index}`})),
    );
    expect(ends).toContain('full');
    expect(ask(cancel('1000'))).toBe('asked');
    db.close();
  });
});

it('a claim on a full disk takes its space from the reserve, which lets exits out and no new risk', async () => {
  const places = {accounts: folder, oldJournal: join(folder, 'old.db')};
  const service = {origin: 'https://svc.example', path: '', fingerprint: 'a', credentialSource: 'file'};
  const {ask, db, account, reserve} = await onFullDisk(50, {places, service, label: 'desk'});
  // Longer than a page.
  const seen = new Set(['7'.repeat(5_000)]);
  account.claim(seen);
  expect(reserve.isKept()).toBe(false);
  expect(account.whyUnclaimed()).toBeUndefined();
  expect([ask(open('1')), ask(cancel('1'))]).toEqual(['full', 'asked']);
  db.close();
});

describe('a full disk under another name', () => {
  it('opens with the space of the reserve if a file beside the journal cannot be made', async () => {
    (await openTested({path})).close();
    // A folder at the place of that file gives the error of a disk without inodes.
    mkdirSync(`${path}-wal`);
    await expect(openFile(path, 100)).rejects.toMatchObject({errcode: 14});
    const giveUp = () => {
      rmdirSync(`${path}-wal`);
      return true;
    };
    const {db} = await openOnFullDisk(path, 100, {isKept: () => true, giveUp});
    db.close();
  });
});

describe('the reserve file', () => {
  it('has 1 MiB next to the journal, is private to its owner, and is made when the journal opens', async () => {
    await openTested({path});
    const {size, mode, blocks} = statSync(`${path}-reserve`);
    expect([size, mode & 0o777]).toEqual([1024 * 1024, 0o600]);
    expect(blocks * 512).toBeGreaterThanOrEqual(size);
  });

  it('is released as a whole, once, and is made again when there is space', () => {
    const reserve = createReserve(path);
    expect(reserve.giveUp()).toBe(false);
    expect(reserve.isKept()).toBe(true);
    expect(reserve.giveUp()).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    expect(reserve.isKept()).toBe(true);
    // SQLite makes two files: without inodes, the place of one is not enough.
    expect(readdirSync(folder)).toEqual(['journal.db-reserve', 'journal.db-reserve-inode']);
    truncateSync(`${path}-reserve`, 100);
    expect(reserve.isKept()).toBe(true);
    expect(statSync(`${path}-reserve`).size).toBe(1024 * 1024);
  });

  it('leaves nothing behind if it cannot be made, and reports that it is missing', () => {
    const reserve = createReserve(join(folder, 'none', 'journal.db'));
    expect(reserve.isKept()).toBe(false);
    expect(reserve.giveUp()).toBe(false);
  });
});
