import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {fileURLToPath} from 'node:url';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {
  type Journal,
  JournalError,
  openJournal,
  readHost,
  type Service,
} from '../../../src/desk/effects/journal.ts';
import {migrate, migrations} from '../../../src/desk/effects/journal-file.ts';
import {type Host, presence} from '../../../src/desk/effects/journal-lease.ts';
import {toJournalError} from '../../../src/desk/effects/journal-problem.ts';
import type {Draft, Intent} from '../../../src/desk/intents/intent.ts';
import {start} from './attempts.ts';

let folder: string;
let path: string;
const opened: Journal[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'optty-journal-'));
  path = join(folder, 'state', 'journal.db');
});
afterEach(() => {
  for (const journal of opened.splice(0)) journal.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, {recursive: true});
});

const host = (pid: number, fields: Partial<Host> = {}): Host => ({
  hostname: 'here',
  bootId: 'boot-1',
  pidNamespace: 'one',
  pid,
  startTime: `t-${pid}`,
  isAlive: () => true,
  ...fields,
});
const attemptOpen = (who: Host = host(1), busyTimeoutMs = 100) =>
  openJournal({path, host: who, busyTimeoutMs});
async function open(who: Host = host(1), busyTimeoutMs = 100): Promise<Journal> {
  const journal = await attemptOpen(who, busyTimeoutMs);
  if (journal instanceof JournalError) throw journal;
  opened.push(journal);
  return journal;
}

const live: Service = {origin: 'https://svc.example', path: '/api', fingerprint: 'abcd'};
const draft: Draft = {kind: 'open', cardId: '7', investmentAmount: '25'};
const asked = (id: string, of: Draft = draft): Intent => ({
  id,
  draft: of,
  state: 'ASKED',
  askedAt: start,
  changedAt: start.wall,
  reason: '',
  attempts: [],
});

describe('the file', () => {
  it('is readable by its owner alone, and so are its folder and the files beside it', async () => {
    (await open()).bind(live, 'main').ask(asked('a'), undefined);
    const modes = [join(folder, 'state'), path, `${path}-wal`, `${path}-shm`].map(
      each => statSync(each).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  });

  it('is made private again if it was not', async () => {
    (await open()).close();
    opened.length = 0;
    chmodSync(path, 0o644);
    await open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is written through to the disk before a method returns', async () => {
    const journal = await open();
    const db = new DatabaseSync(path);
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({journal_mode: 'wal'});
    db.close();
    journal.bind(live, 'main').ask(asked('a'), undefined);
    const other = new DatabaseSync(path, {readOnly: true});
    expect(other.prepare('SELECT id, state FROM intents').all()).toMatchObject([{id: 'a', state: 'ASKED'}]);
    other.close();
  });

  it('holds no intent of another service, account, credential or ledger against this one', async () => {
    const journal = await open();
    const others: [Service, string][] = [
      [live, 'main'],
      [live, 'second'],
      [{...live, path: ''}, 'main'],
      [{...live, fingerprint: 'ffff'}, 'main'],
      [{...live, ledger: 'L1'}, 'main'],
      [{...live, ledger: 'L2'}, 'main'],
    ];
    others.forEach(([service, account], index) => {
      const bound = journal.bind(service, account);
      expect(bound.ask(asked(`i-${index}`), undefined).kind).toBe('asked');
      expect(bound.unresolvedElsewhere()).toBe(index);
    });
    const atAnotherPort = {...live, origin: 'http://127.0.0.1:999', ledger: 'L1'};
    expect(journal.bind(atAnotherPort, 'main').ask(asked('j'), undefined).kind).toBe('locked');
    expect(journal.exportAll()).toHaveLength(others.length);
  });
});

describe('a journal that cannot be used is told of, not thrown:', () => {
  const problemOf = async () => {
    const result = await attemptOpen();
    if (!(result instanceof JournalError)) {
      opened.push(result);
      return undefined;
    }
    expect(result.message).toContain(path);
    return result.problem;
  };

  it('no database', async () => {
    mkdirSync(join(folder, 'state'));
    writeFileSync(path, 'this is no database at all, but a text of some length\n'.repeat(40));
    expect(await problemOf()).toBe('corrupt');
    expect(readFileSync(path, 'utf8')).toMatch(/^this is no database/);
  });

  it('damaged in the middle', async () => {
    const journal = await open();
    const bound = journal.bind(live, 'main');
    for (let index = 0; index < 400; index++)
      bound.ask(asked(`i-${index}`, {...draft, cardId: `${index}`}), undefined);
    opened.splice(0).forEach(each => {
      each.close();
    });
    const size = statSync(path).size;
    const bytes = readFileSync(path);
    bytes.fill(0xff, 8_192, size - 4_096);
    writeFileSync(path, bytes);
    expect(await problemOf()).toBe('corrupt');
  });

  it('cut short', async () => {
    const bound = (await open()).bind(live, 'main');
    for (let index = 0; index < 400; index++)
      bound.ask(asked(`i-${index}`, {...draft, cardId: `${index}`}), undefined);
    opened.splice(0).forEach(each => {
      each.close();
    });
    truncateSync(path, statSync(path).size / 2);
    expect(await problemOf()).toBe('corrupt');
  });

  it('of a newer optty', async () => {
    (await open()).close();
    opened.length = 0;
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA user_version = ${migrations.length + 1}`);
    db.close();
    expect(await problemOf()).toBe('newer');
  });

  it('the database of another program', async () => {
    mkdirSync(join(folder, 'state'));
    const db = new DatabaseSync(path);
    db.exec('CREATE TABLE recipes (name TEXT)');
    db.close();
    expect(await problemOf()).toBe('unavailable');
  });

  it('in a place where a folder stands', async () => {
    mkdirSync(path, {recursive: true});
    expect(await problemOf()).toBe('unavailable');
  });

  it('in a folder that is a file', async () => {
    writeFileSync(join(folder, 'state'), '');
    expect(await problemOf()).toBe('unavailable');
  });
});

describe('while it is open', () => {
  it('a file that may not grow is told in words, and all that was taken before is kept', async () => {
    const writer = fileURLToPath(new URL('journal-writer.ts', import.meta.url));
    // The shell's limit on the size of files stands in for a disk that is full.
    const script = `trap '' XFSZ; ulimit -f 1500; exec "$0" "$1" "$2" 0`;
    const {stdout} = spawnSync('bash', ['-c', script, process.execPath, writer, path], {encoding: 'utf8'});
    const taken = stdout.split('\n').filter(line => line.startsWith('asked')).length;
    expect(taken).toBeGreaterThan(10);
    expect(stdout).toMatch(/failed: The journal .* cannot/);
    const bound = (await open(readHost(process.pid))).bind(live, 'main');
    expect(bound.adopt().filter(each => each.state === 'SENDING').length).toBeGreaterThanOrEqual(taken);
  });

  it('a full disk, a read-only one and a damaged file each have their words', () => {
    const words = (errcode: number) => toJournalError({errcode, message: 'disk I/O error'}, path);
    expect(words(13)).toMatchObject({problem: 'full', message: expect.stringContaining('disk is full')});
    expect(words(8)).toMatchObject({
      problem: 'read-only',
      message: expect.stringContaining('cannot be written'),
    });
    expect(words(11)).toMatchObject({problem: 'corrupt', message: expect.stringContaining('is damaged')});
    expect(words(10 | (3 << 8))).toMatchObject({
      problem: 'unavailable',
      message: expect.stringContaining('I/O error'),
    });
    expect(toJournalError({code: 'ENOSPC'}, path).problem).toBe('full');
    expect(toJournalError({code: 'EROFS'}, path).problem).toBe('read-only');
    expect(toJournalError('odd', path).message).toContain('odd');
  });

  it('another program that holds it for long is told of after 100 ms', async () => {
    const bound = (await open()).bind(live, 'main');
    const db = new DatabaseSync(path);
    db.exec('BEGIN IMMEDIATE');
    const began = performance.now();
    expect(() => bound.ask(asked('a'), undefined)).toThrow(/held by another program/);
    expect(performance.now() - began).toBeGreaterThan(80);
    db.exec('ROLLBACK');
    db.close();
    expect(bound.ask(asked('a'), undefined).kind).toBe('asked');
  });
});

describe('the schema', () => {
  it('is brought to the newest version in one step, and its rows stay', async () => {
    (await open()).bind(live, 'main').ask(asked('a'), undefined);
    const db = new DatabaseSync(path);
    migrate(db, path, [...migrations, 'ALTER TABLE intents ADD COLUMN mood TEXT']);
    expect(db.prepare('SELECT id, mood FROM intents').all()).toMatchObject([{id: 'a', mood: null}]);
    expect(db.prepare('PRAGMA user_version').get()).toEqual({user_version: migrations.length + 1});
    db.close();
  });

  it('stays as it was when a step fails', async () => {
    await open();
    const db = new DatabaseSync(path);
    const steps = [
      ...migrations,
      'ALTER TABLE intents ADD COLUMN mood TEXT',
      'ALTER TABLE nothing ADD COLUMN x TEXT',
    ];
    expect(() => migrate(db, path, steps)).toThrow(/nothing/);
    expect(db.prepare('PRAGMA user_version').get()).toEqual({user_version: migrations.length});
    expect(() => db.prepare('SELECT mood FROM intents')).toThrow(/mood/);
    db.close();
  });
});

describe('a lease', () => {
  const mine = host(1, {isAlive: (pid, startTime) => pid === 7 && startTime === 't-7'});

  it('is alive while its process is, known by its start as well as by its id', () => {
    expect(presence(host(7), mine)).toBe('alive');
    expect(presence(host(7, {startTime: 'earlier'}), mine)).toBe('gone');
    expect(presence(host(8), mine)).toBe('gone');
  });

  it('is gone with the last start of its machine', () => {
    expect(presence(host(7, {bootId: 'boot-0'}), mine)).toBe('gone');
  });

  it('of another machine or container cannot be seen from here', () => {
    expect(presence(host(7, {hostname: 'there', bootId: 'boot-9'}), mine)).toBe('elsewhere');
    expect(presence(host(7, {hostname: 'there'}), mine)).toBe('elsewhere');
    expect(presence(host(7, {pidNamespace: 'two'}), mine)).toBe('elsewhere');
  });

  it('of another machine passes on only by the word of the user', async () => {
    const far = (await open(host(7, {hostname: 'there', bootId: 'boot-9'}))).bind(live, 'main');
    far.ask(asked('a'), undefined);
    const here = (await open(mine)).bind(live, 'main');
    expect(here.adopt()).toEqual([]);
    expect(here.held()).toMatchObject([
      {holder: 'Another dashboard (process 7 on there)', isOtherHost: true},
    ]);
    expect(here.takeOver('b')).toEqual([]);
    expect(here.takeOver('a')).toMatchObject([{id: 'a'}]);
    expect(here.held()).toEqual([]);
  });

  it('of this very process is told from that of one that ended', async () => {
    const self = readHost(process.pid);
    expect(self.isAlive(process.pid, self.startTime)).toBe(true);
    expect(self.isAlive(process.pid, `${self.startTime}1`)).toBe(false);
    expect(self.bootId).not.toBe('');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    children.push(child);
    const pid = child.pid ?? 0;
    const startTime = readHost(pid).startTime;
    expect(self.isAlive(pid, startTime)).toBe(true);
    child.kill('SIGKILL');
    await new Promise(resolve => child.once('exit', resolve));
    expect(self.isAlive(pid, startTime)).toBe(false);
  });
});

describe('a process that is killed', () => {
  it('leaves a journal that is whole, whose intents the next one takes over', async () => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('journal-writer.ts', import.meta.url)), path, '0'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    children.push(child);
    const written = await new Promise<number>(resolve => {
      let lines = '';
      child.stdout.on('data', (chunk: Buffer) => {
        lines += chunk;
        const count = lines.split('\n').length - 1;
        if (count >= 60 && child.kill('SIGKILL'))
          child.once('exit', () => resolve(lines.split('\n').length - 1));
      });
    });
    const adopted = (await open(readHost(process.pid))).bind(live, 'main').adopt();
    expect(adopted.length).toBeGreaterThanOrEqual(written);
    expect(new Set(adopted.map(each => each.id)).size).toBe(adopted.length);
    expect(adopted.every(each => each.state === 'SENDING' || each.state === 'ASKED')).toBe(true);
    expect(existsSync(path)).toBe(true);
  });

  it('shares the journal with another without a target twice', async () => {
    const run = (number: string) =>
      new Promise<string>(resolve => {
        const child = spawn(
          process.execPath,
          [fileURLToPath(new URL('journal-writer.ts', import.meta.url)), path, number, '150'],
          {stdio: ['ignore', 'pipe', 'inherit']},
        );
        children.push(child);
        let text = '';
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        child.once('exit', () => resolve(text));
      });
    const outputs = await Promise.all([run('1'), run('2')]);
    const targets = outputs.flatMap(text => text.split('\n').filter(line => line.startsWith('asked')));
    expect(targets).toHaveLength(150);
    expect(new Set(targets).size).toBe(150);
  });
});
