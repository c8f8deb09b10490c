import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {fileURLToPath} from 'node:url';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {readHost} from '../../../src/commands/host.ts';
import type {Draft, Intent} from '../../../src/desk/intents/intent.ts';
import type {BoundService} from '../../../src/desk/journal/contract.ts';
import {refuseNetwork} from '../../../src/desk/journal/file.ts';
import {glimpseJournal} from '../../../src/desk/journal/glimpse.ts';
import {type Journal, openJournal} from '../../../src/desk/journal/journal.ts';
import {type JournalHost, presence} from '../../../src/desk/journal/lease.ts';
import {JournalError, toJournalError} from '../../../src/desk/journal/problem.ts';
import {schemaVersion} from '../../../src/desk/journal/schema.ts';
import type {ActivityLine} from '../../../src/desk/state.ts';
import {start} from '../intents/attempts.ts';
import {unlimited} from '../limits/knows.ts';
import {leaveOlderJournal, unresolvedOlder, unresolvedOlderLines} from './older.ts';

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

const host = (pid: number, fields: Partial<JournalHost> = {}): JournalHost => ({
  hostname: 'here',
  bootId: 'boot-1',
  pidNamespace: 'one',
  pid,
  startTime: `t-${pid}`,
  isAlive: () => true,
  ...fields,
});
const attemptOpen = (who: JournalHost = host(1), busyTimeoutMs = 100) =>
  openJournal({path, host: who, busyTimeoutMs});
async function open(who: JournalHost = host(1), busyTimeoutMs = 100): Promise<Journal> {
  const journal = await attemptOpen(who, busyTimeoutMs);
  if (journal instanceof JournalError) throw journal;
  opened.push(journal);
  return journal;
}

const live: BoundService = {
  origin: 'https://svc.example',
  path: '/api',
  fingerprint: 'abcd',
  credentialSource: 'file',
};
const draft: Draft = {kind: 'open', cardId: '7', investmentAmount: '25'};
const asked = (id: string, of: Draft = draft): Intent => ({
  id,
  draft: of,
  state: 'QUEUED',
  askedAt: start,
  changedAt: start.wall,
  reason: '',
  attempts: [],
});

describe('the file', () => {
  it('is readable by its owner alone, and so are its folder and the files beside it', async () => {
    (await open()).bind(live, 'main').ask(asked('a'), undefined, unlimited);
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
    journal.bind(live, 'main').ask(asked('a'), undefined, unlimited);
    const other = new DatabaseSync(path, {readOnly: true});
    expect(other.prepare('SELECT id, state FROM intents').all()).toMatchObject([{id: 'a', state: 'QUEUED'}]);
    other.close();
  });

  it('holds a target for all labels and credentials of a service, and for no other service', async () => {
    const journal = await open();
    const kindOf = (id: string, service: BoundService, account: string) =>
      journal.bind(service, account).ask(asked(id), undefined, unlimited).kind;
    expect(kindOf('a', live, 'main')).toBe('asked');
    expect(kindOf('b', live, 'second')).toBe('locked');
    expect(kindOf('c', {...live, fingerprint: 'ffff'}, 'main')).toBe('locked');
    expect(kindOf('d', {...live, fingerprint: 'ffff', credentialSource: 'elsewhere'}, 'main')).toBe('locked');
    expect(kindOf('e', {...live, path: ''}, 'main')).toBe('asked');
    expect(kindOf('f', {...live, ledger: 'L1'}, 'main')).toBe('asked');
    expect(kindOf('g', {...live, ledger: 'L2'}, 'main')).toBe('asked');
    expect(kindOf('h', {...live, origin: 'http://127.0.0.1:999', ledger: 'L1'}, 'main')).toBe('locked');
    expect(journal.bind(live, 'main').unresolvedElsewhere()).toBe(3);
    expect(journal.bind(live, 'main').recentActivity(10)).toHaveLength(1);
  });
});

describe('a file that is not the one at its path any more', () => {
  const attempt = {number: 1, by: 'user', process: 'this', startedAt: start} as const;
  const sending = (id: string): Intent => ({...asked(id), state: 'SENDING'});
  const away = () => renameSync(path, `${path}.old`);

  const copyOver = () => {
    cpSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  };
  const startAnew = () => {
    away();
    writeFileSync(path, '');
  };
  const linkToCopy = () => {
    away();
    cpSync(`${path}.old`, `${path}.other`);
    symlinkSync(`${path}.other`, path);
  };

  it.each([
    ['deleted', () => rmSync(path)],
    ['renamed', away],
    ['renamed over by a copy of itself', copyOver],
    ['replaced by a new journal', startAnew],
    ['behind a link', linkToCopy],
  ])('takes no write and answers no question: %s', async (_name, happens) => {
    const told: string[] = [];
    const journal = await openJournal({path, host: host(1), onReplaced: reason => void told.push(reason)});
    if (journal instanceof JournalError) throw journal;
    opened.push(journal);
    const bound = journal.bind(live, 'main');
    bound.ask(asked('a'), undefined, unlimited);
    expect(told).toEqual([]);
    happens();
    const uses: (() => unknown)[] = [
      () => bound.ask(asked('b'), undefined, unlimited),
      () => bound.beginAttempt(sending('a'), attempt),
      () => bound.save(sending('a')),
      () => bound.halt.seen(),
      () => bound.halt.set(start.wall),
      () => bound.held(),
      () => bound.limits.standing(undefined, start.wall),
      () => journal.log(live, 'main').end(),
    ];
    for (const use of uses) expect(use).toThrow(/was deleted or replaced while optty was running/);
    expect(told).toHaveLength(uses.length);
  });

  it('is fit for use again once it is back', async () => {
    const bound = (await open()).bind(live, 'main');
    away();
    expect(() => bound.held()).toThrow(JournalError);
    renameSync(`${path}.old`, path);
    expect(bound.ask(asked('a'), undefined, unlimited).kind).toBe('asked');
  });
});

describe('a journal that was restored from a copy', () => {
  const send = (journal: Journal, id: string, cardId: string) => {
    const bound = journal.bind(live, 'main');
    const intent = asked(id, {...draft, cardId});
    bound.ask(intent, undefined, unlimited);
    bound.beginAttempt(
      {...intent, state: 'SENDING'},
      {
        ...{number: 1, by: 'user', process: 'this', startedAt: start},
      },
    );
  };
  const close = () => {
    for (const journal of opened.splice(0)) journal.close();
  };

  it('tells how many writes it lost, once', async () => {
    send(await open(), 'a', '1');
    close();
    cpSync(path, `${path}.backup`);
    const journal = await open();
    send(journal, 'b', '2');
    send(journal, 'c', '3');
    close();
    cpSync(`${path}.backup`, path);
    const restored = (await open()).bind(live, 'main');
    expect([restored.takeMissing(), restored.takeMissing()]).toEqual([2, 0]);
  });

  it('says nothing where nothing is missing, or nothing was counted', async () => {
    send(await open(), 'a', '1');
    close();
    expect((await open()).bind(live, 'main').takeMissing()).toBe(0);
    for (const text of ['', 'x', '-3', '1e9', '9'.repeat(400)]) {
      writeFileSync(`${path}-count`, text);
      expect((await open()).bind(live, 'main').takeMissing()).toBe(0);
    }
    rmSync(`${path}-count`);
    expect((await open()).bind(live, 'main').takeMissing()).toBe(0);
  });

  it('tells all of them where it was deleted and its count was not', async () => {
    send(await open(), 'a', '1');
    close();
    rmSync(path);
    expect((await open()).bind(live, 'main').takeMissing()).toBe(1);
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
    for (let index = 0; index < 100; index++)
      bound.ask(asked(`i-${index}`, {...draft, cardId: `${index}`}), undefined, unlimited);
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
    for (let index = 0; index < 100; index++)
      bound.ask(asked(`i-${index}`, {...draft, cardId: `${index}`}), undefined, unlimited);
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
    db.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
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

  it('on a network file system', () => {
    const refuse = (type: number) => () => refuseNetwork(path, type);
    for (const type of [0x6969, 0xff534d42, 0xff534d42 | 0])
      expect(refuse(type)).toThrow(/network file system/);
    expect(refuse(statfsSync(folder).type)).not.toThrow();
  });

  it('in a folder that another user may replace, for the one above it is open to all', async () => {
    const isRoot = process.geteuid?.() === 0;
    mkdirSync(join(folder, 'state'));
    // Root is not asked.
    if (isRoot) for (const each of [folder, join(folder, 'state')]) chownSync(each, 4_001, 4_001);
    if (isRoot) process.seteuid?.(4_001);
    try {
      chmodSync(folder, 0o777);
      expect(await problemOf()).toBe('movable');
      expect(existsSync(path)).toBe(false);
      chmodSync(folder, 0o1777);
      await expect(open()).resolves.toBeDefined();
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
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

it('a new journal opens while another process is making it', async () => {
  mkdirSync(join(folder, 'state'), {mode: 0o700});
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const opening = open(host(1), 10_000);
  setTimeout(() => other.close(), 50);
  await expect(opening).resolves.toBeDefined();
});

describe('while it is open', () => {
  it('a file that may not grow is told in words, and all that was taken before is kept', async () => {
    const writer = fileURLToPath(new URL('writer.ts', import.meta.url));
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
    expect(() => bound.ask(asked('a'), undefined, unlimited)).toThrow(/locked by another program/);
    expect(performance.now() - began).toBeGreaterThan(80);
    db.exec('ROLLBACK');
    db.close();
    expect(bound.ask(asked('a'), undefined, unlimited).kind).toBe('asked');
  });
});

describe('the schema', () => {
  it('holds back by itself what adds risk while it is halted', async () => {
    const bound = (await open()).bind(live, 'main');
    const exit = {...asked('b'), draft: {kind: 'close', easyOptionId: '5'}} as Intent;
    for (const each of [asked('a'), exit]) bound.ask(each, undefined, unlimited);
    bound.halt.set(start.wall);
    const db = new DatabaseSync(path);
    const begin = (id: string) =>
      db
        .prepare(`INSERT INTO attempts (intent_id, number, reduces_risk, sent_by, started_at)
          SELECT id, 1, reduces_risk, 'user', 0 FROM intents WHERE id = ?`)
        .run(id);
    expect(() => begin('a')).toThrow(/halted/);
    expect(begin('b').changes).toBe(1);
    bound.halt.lift();
    expect(begin('a').changes).toBe(1);
    db.close();
  });
});

describe('a journal of an older build', () => {
  it('is refused with what to do next, and not a byte of it is changed', async () => {
    for (let version = 1; version < schemaVersion; version++) {
      rmSync(join(folder, 'state'), {recursive: true, force: true});
      leaveOlderJournal(path, [], version);
      const before = readFileSync(path);
      const error = await attemptOpen();
      expect(error).toMatchObject({
        problem: 'older',
        message: `The journal at ${path} was written by an older build of optty and cannot be used. Move it away, then start optty again.`,
        unresolved: [],
      });
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  it('tells its unresolved writes, also one whose draft this build cannot read', async () => {
    leaveOlderJournal(path, unresolvedOlder);
    const before = readFileSync(path);
    const error = await attemptOpen();
    expect(error).toMatchObject({
      message: expect.stringContaining('It holds 2 unresolved writes: check them at the service.'),
      unresolved: unresolvedOlderLines,
    });
    expect(await glimpseJournal({path, host: host(1), service: live, limit: 5})).toBeUndefined();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('leaves its place to a new one once it is moved away', async () => {
    leaveOlderJournal(path, unresolvedOlder);
    await attemptOpen();
    renameSync(path, `${path}.old`);
    expect((await open()).bind(live, 'main').ask(asked('a'), undefined, unlimited).kind).toBe('asked');
  });
});

describe('a glimpse of a journal that cannot be opened', () => {
  const glimpse = () => glimpseJournal({path, host: host(1), service: live, limit: 5});
  const leave = async () => {
    const journal = await open();
    journal.bind(live, 'main').ask(asked('a'), undefined, unlimited);
    journal.close();
    opened.length = 0;
  };

  it('tells what is unresolved also where the index of its log cannot be made, as on a full disk', async () => {
    await leave();
    symlinkSync(join(folder, 'nowhere', 'at all'), `${path}-shm`);
    expect((await attemptOpen()) instanceof JournalError).toBe(true);
    expect(await glimpse()).toMatchObject({held: [{intent: {id: 'a'}}], activity: [{id: 'intent a'}]});
  });

  it('tells nothing where a log is left that cannot be read: there may be more in that', async () => {
    await leave();
    symlinkSync(join(folder, 'nowhere', 'at all'), `${path}-shm`);
    writeFileSync(`${path}-wal`, 'x'.repeat(100));
    expect(await glimpse()).toBeUndefined();
  });

  it('tells nothing of a newer one, or of one that is none', async () => {
    await leave();
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
    db.close();
    expect(await glimpse()).toBeUndefined();
    writeFileSync(path, 'this is no database');
    expect(await glimpse()).toBeUndefined();
  });

  it('finds nothing unresolved where there has never been one', async () => {
    expect(await glimpse()).toEqual({held: [], activity: []});
  });
});

describe('an intent that was taken over', () => {
  it('is changed no more by who had it before, not even once that has it back', async () => {
    const far = host(7, {hostname: 'there', bootId: 'boot-9'});
    const before = (await open(far)).bind(live, 'main');
    before.ask(asked('a'), undefined, unlimited);
    const here = (await open()).bind(live, 'main');
    const again = (await open(far)).bind(live, 'main');
    expect(here.takeOver('a')).toHaveLength(1);
    expect(again.takeOver('a')).toHaveLength(1);
    const ended = {...asked('a'), state: 'REJECTED'} as Intent;
    expect(() => before.save(ended)).toThrow(/held by another dashboard/);
    again.save(ended);
    expect(() => again.save({...ended, state: 'UNKNOWN', candidates: [], noTrace: false} as Intent)).toThrow(
      /held by another dashboard/,
    );
  });
});

describe('what happened', () => {
  const line = (number: number): ActivityLine => ({
    id: `alert:${number}`,
    at: start.wall + number * 60_000,
    kind: 'alert',
    what: 'Alert',
    target: `#${number}`,
    amount: '1',
    outcome: 'It is above 1.',
    requestId: undefined,
    latencyMs: undefined,
  });
  const lines = (from: number, count: number) =>
    Array.from({length: count}, (_, index) => line(from + index));
  const countIn = (table: 'happenings' | 'intents') => {
    const db = new DatabaseSync(path, {readOnly: true});
    const {rows} = db.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as {rows: number};
    db.close();
    return rows;
  };

  it('is one commit for an answer, and beyond 10,000 the oldest go, while no intent does', async () => {
    const bound = (await open()).bind(live, 'main');
    bound.ask(asked('a'), undefined, unlimited);
    bound.appendEvents(lines(0, 21));
    expect(countIn('happenings')).toBe(21);
    bound.appendEvents(lines(21, 9_979));
    expect(countIn('happenings')).toBe(10_000);
    bound.appendEvents(lines(10_000, 21));
    expect(countIn('happenings')).toBe(10_000);
    expect(bound.recentActivity(1)).toMatchObject([{id: 'alert:10020'}]);
    expect(countIn('intents')).toBe(1);
    expect(bound.held()).toEqual([]);
    expect(bound.ask(asked('b'), undefined, unlimited).kind).toBe('locked');
  });

  it('of another service stays, and a journal that was never pruned is caught up with bit by bit', async () => {
    const journal = await open();
    const [here, there] = [journal.bind(live, 'main'), journal.bind({...live, path: '/other'}, 'main')];
    there.appendEvents(lines(0, 21));
    here.appendEvents(lines(0, 12_000));
    expect(countIn('happenings')).toBe(11_021);
    for (let time = 0; time < 5; time++) here.appendEvents(lines(12_000, 1));
    expect(countIn('happenings')).toBe(10_021);
    expect(there.recentActivity(100)).toHaveLength(21);
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
    far.ask(asked('a'), undefined, unlimited);
    const here = (await open(mine)).bind(live, 'main');
    expect(here.adopt()).toEqual([]);
    expect(here.held()).toMatchObject([
      {holder: 'Another dashboard (process 7 on there)', presence: 'elsewhere'},
    ]);
    expect(here.takeOver('b')).toEqual([]);
    expect(here.takeOver('a')).toMatchObject([{id: 'a'}]);
    expect(here.held()).toEqual([]);
  });

  it('that cannot be read is of someone whom nobody sees, and its intent stays locked and in sight', async () => {
    (await open(host(7))).bind(live, 'main').ask(asked('a'), undefined, unlimited);
    const db = new DatabaseSync(path);
    db.exec(`UPDATE intents SET state = 'UNKNOWN', holder = 'null', detail = '[', known_before = '{}'`);
    db.close();
    const here = (await open(mine)).bind(live, 'main');
    expect(here.adopt()).toEqual([]);
    expect(here.held()).toMatchObject([
      {intent: {id: 'a', state: 'UNKNOWN', candidates: [], noTrace: false}, presence: 'elsewhere'},
    ]);
    expect(here.ask(asked('b'), undefined, unlimited).kind).toBe('locked');
    expect(here.takeOver('a')).toMatchObject([{id: 'a', knownBefore: undefined}]);
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
    const child = spawn(process.execPath, [fileURLToPath(new URL('writer.ts', import.meta.url)), path, '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
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
    expect(adopted.every(each => each.state === 'SENDING' || each.state === 'QUEUED')).toBe(true);
    expect(existsSync(path)).toBe(true);
  });

  it('shares the journal with another without a target twice', async () => {
    const run = (number: string) =>
      new Promise<string>(resolve => {
        const child = spawn(
          process.execPath,
          [fileURLToPath(new URL('writer.ts', import.meta.url)), path, number, '60'],
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
    expect(targets).toHaveLength(60);
    expect(new Set(targets).size).toBe(60);
  });
});
