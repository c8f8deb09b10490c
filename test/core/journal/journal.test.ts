import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {fileURLToPath} from 'node:url';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {readHost} from '../../../src/commands/host.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import {refuseNetwork} from '../../../src/core/journal/file.ts';
import {glimpseJournal} from '../../../src/core/journal/glimpse.ts';
import {type JournalHost, type Presence, presence} from '../../../src/core/journal/lease.ts';
import {JournalError, toJournalError} from '../../../src/core/journal/problem.ts';
import {schemaVersion} from '../../../src/core/journal/schema.ts';
import type {ActivityLine} from '../../../src/desk/state.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {intentFor} from '../../helpers/intents.ts';
import {openOwn, ownerBeside, query} from '../../helpers/journal.ts';
import {start} from '../intents/attempts.ts';
import {unlimited} from '../limits/knows.ts';
import {hostOf as host, openTested} from './machines.ts';
import {leaveOlderJournal, unresolvedOlder, unresolvedOlderLines} from './older.ts';

let folder: string;
let path: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'state', 'journal.db');
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const writer = fileURLToPath(new URL('writer.ts', import.meta.url));
/** It is killed at the end of the test. */
function startWriter(...args: readonly string[]) {
  const child = spawn(process.execPath, [writer, path, ...args], {stdio: ['ignore', 'pipe', 'inherit']});
  children.push(child);
  return child;
}

const open = (who: JournalHost = host(1), busyTimeoutMs = 100) =>
  openTested({path, host: who, busyTimeoutMs});
/** Why it cannot be opened. */
const refusal = () =>
  open().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof JournalError) return error;
      throw error;
    },
  );

const draft: WriteDraft = {kind: 'open', cardId: '7', investmentAmount: '25'};
const asked = (id: string, of: WriteDraft = draft) => intentFor(of, {id}, start);

describe('the journal file', () => {
  it('is private to its owner, like its folder and the files next to it', async () => {
    (await open()).ask(asked('a'), unlimited);
    const modes = [join(folder, 'state'), path, `${path}-wal`, `${path}-shm`].map(
      each => statSync(each).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  });

  it('becomes private again if it was not', async () => {
    (await open()).close();
    chmodSync(path, 0o644);
    await open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is flushed to disk before a method returns', async () => {
    const journal = await open();
    expect(query(path, 'PRAGMA journal_mode')).toEqual([{journal_mode: 'wal'}]);
    journal.ask(asked('a'), unlimited);
    expect(query(path, 'SELECT id, state FROM intents')).toMatchObject([{id: 'a', state: 'SENDING'}]);
  });
});

describe('a journal file that is no longer at its path', () => {
  const attempt = {number: 1, by: 'user', process: 'this', startedAt: start} as const;
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
    ['replaced by a copy of itself', copyOver],
    ['replaced by a new journal', startAnew],
    ['moved behind a link', linkToCopy],
  ])('refuses writes and reads: %s', async (_name, happens) => {
    const told: string[] = [];
    const bound = await openTested({path, onReplaced: reason => void told.push(reason)});
    bound.ask(asked('a'), unlimited);
    expect(told).toEqual([]);
    happens();
    const uses: (() => unknown)[] = [
      () => bound.ask(asked('b'), unlimited),
      () => bound.beginAttempt(asked('a'), attempt),
      () => bound.save(asked('a')),
      () => bound.halt.seen(),
      () => bound.halt.set(start.wall),
      () => bound.writes(start.wall),
      () => bound.limits.standing(start.wall),
      () => bound.log.end(),
    ];
    for (const use of uses) expect(use).toThrow(/was deleted or replaced while optty was running/);
    expect(told).toHaveLength(uses.length);
  });

  it('works again when the file is back', async () => {
    const bound = await open();
    away();
    expect(() => bound.writes(start.wall)).toThrow(JournalError);
    renameSync(`${path}.old`, path);
    expect(bound.ask(asked('a'), unlimited).kind).toBe('asked');
  });
});

describe('a journal restored from a copy', () => {
  /** Sends, and ends. */
  const leave = async (...ids: string[]) => {
    const journal = await open();
    for (const id of ids) journal.ask(asked(id, {...draft, cardId: id}), unlimited);
    journal.close();
  };
  it('reports once how many writes are missing', async () => {
    await leave('1');
    cpSync(path, `${path}.backup`);
    await leave('2', '3');
    cpSync(`${path}.backup`, path);
    const restored = await open();
    expect([restored.takeMissing(), restored.takeMissing()]).toEqual([2, 0]);
    // A halt waits for them, in a later process too.
    const next = await open();
    next.controls.take(9, true);
    expect(next.halt.set(9, 'NO ORDERS')?.lack).toBe(2);
    next.halt.report({at: 10, word: 'HALTING', left: [], orders: 0});
    expect(next.halt.seen()?.lack).toBe(2);
    next.halt.report({at: 10, word: 'NO ORDERS', left: [], orders: 0});
    expect(next.halt.seen()?.lack).toBeUndefined();
  });

  it('reports nothing if nothing is missing or nothing was counted', async () => {
    await leave('1');
    expect((await open()).takeMissing()).toBe(0);
    for (const text of ['', 'x', '-3', '1e9', '9'.repeat(400)]) {
      writeFileSync(`${path}-count`, text);
      expect((await open()).takeMissing()).toBe(0);
    }
    rmSync(`${path}-count`);
    expect((await open()).takeMissing()).toBe(0);
  });

  it('reports all writes as missing if the journal was deleted but not its count', async () => {
    await leave('1');
    rmSync(path);
    expect((await open()).takeMissing()).toBe(1);
  });
});

describe('a journal that cannot be used', () => {
  const problemOf = async () => {
    const error = await refusal();
    expect(error?.message).toContain(path);
    return error?.problem;
  };

  const ownFolder = () => mkdirSync(join(folder, 'state'));
  it.each([
    [
      'is not a database',
      'corrupt',
      () => {
        ownFolder();
        writeFileSync(path, 'this is no database at all, but a text of some length\n'.repeat(40));
      },
    ],
    [
      'was written by a newer optty',
      'newer',
      async () => {
        (await open()).close();
        query(path, `PRAGMA user_version = ${schemaVersion + 1}`);
      },
    ],
    [
      'is the database of another program',
      'unavailable',
      () => {
        ownFolder();
        query(path, 'CREATE TABLE recipes (name TEXT)');
      },
    ],
    ['is a folder', 'unavailable', () => mkdirSync(path, {recursive: true})],
    ['has a file for a folder', 'unavailable', () => writeFileSync(join(folder, 'state'), '')],
  ])('is reported if it %s', async (_, problem, prepare) => {
    await prepare();
    const before = statSync(path, {throwIfNoEntry: false})?.size;
    expect(await problemOf()).toBe(problem);
    expect(statSync(path, {throwIfNoEntry: false})?.size).toBe(before);
  });

  it.each([
    ['damaged in the middle', (bytes: Buffer) => bytes.fill(0xff, 8_192, bytes.length - 4_096)],
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('reports a file that is %s', async (_, spoilt) => {
    const bound = await open();
    for (let index = 0; index < 100; index++)
      bound.ask(asked(`i-${index}`, {...draft, cardId: `${index}`}), unlimited);
    bound.close();
    writeFileSync(path, spoilt(readFileSync(path)));
    expect(await problemOf()).toBe('corrupt');
  });

  it('reports a network file system', () => {
    const refuse = (type: number) => () => refuseNetwork(path, type);
    for (const type of [0x6969, 0xff534d42, 0xff534d42 | 0])
      expect(refuse(type)).toThrow(/network file system/);
    expect(refuse(statfsSync(folder).type)).not.toThrow();
  });

  it('reports a folder that another user can replace because its parent is open to all', async () => {
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
});

it('a new journal opens while another process creates it', async () => {
  mkdirSync(join(folder, 'state'), {mode: 0o700});
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const opening = open(host(1), 10_000);
  setTimeout(() => other.close(), 50);
  await expect(opening).resolves.toBeDefined();
});

describe('an open journal', () => {
  it('explains that the file cannot grow, keeps everything written before, and takes exits', async () => {
    await open();
    // The shell's limit on the size of files stands in for a disk that is full: SQLite says I/O error.
    const script = `trap '' XFSZ; ulimit -f 600; exec "$0" "$1" "$2" 0 100000 40`;
    const {stdout} = spawnSync('bash', ['-c', script, process.execPath, writer, path], {encoding: 'utf8'});
    const lines = stdout.split('\n').map(line => line.split(' ')[0]);
    const taken = lines.indexOf('failed:');
    expect(taken).toBeGreaterThan(2);
    expect(stdout).toMatch(
      /failed: The journal .* cannot grow: the disk is full, a quota or size limit is reached/,
    );
    expect(lines.filter(each => each === 'canceled')).toHaveLength(40);
    const bound = await open(readHost(process.pid));
    expect(bound.writes(start.wall).filter(each => each.state === 'SENDING').length).toBeGreaterThanOrEqual(
      taken + 40,
    );
  });

  it.each([
    [13, 'full', 'disk is full'],
    [8, 'read-only', 'cannot be written'],
    [11, 'corrupt', 'is damaged'],
    [14, 'unopened', 'cannot be opened. Check free space and inodes'],
    // Reads that fail are of another kind than files that cannot grow.
    [10 | (1 << 8), 'unavailable', 'I/O error'],
    // A write, fsync, truncate, and what cannot be done with -shm: open, size, map.
    ...[3, 4, 6, 18, 19, 21].map(call => [10 | (call << 8), 'full', 'disk is full'] as const),
    ...['ENOSPC', 'EDQUOT', 'EFBIG'].map(code => [code, 'full', 'disk is full'] as const),
    ['EROFS', 'read-only', 'cannot be written'],
  ] as const)('says of the error %s: %s, %s', (code, problem, words) => {
    const error = typeof code === 'string' ? {code} : {errcode: code, message: 'disk I/O error'};
    expect(toJournalError(error, path)).toMatchObject({problem, message: expect.stringContaining(words)});
  });

  it('says what else failed', () => {
    expect(toJournalError('odd', path).message).toContain('odd');
  });

  it('reports that another program holds the lock', async () => {
    const bound = await open();
    const db = new DatabaseSync(path);
    db.exec('BEGIN IMMEDIATE');
    expect(() => bound.ask(asked('a'), unlimited)).toThrow(/locked by another program/);
    db.exec('ROLLBACK');
    db.close();
    expect(bound.ask(asked('a'), unlimited).kind).toBe('asked');
  });
});

describe('the schema', () => {
  it('refuses an attempt under an epoch that is over, released, or of nobody', async () => {
    const bound = await open();
    bound.ask(asked('a'), unlimited);
    const sql = `INSERT INTO attempts (intent_id, number, risk, sent_by, started_at, epoch)
      VALUES ('a', ?, 'adds', 'user', 0, ?)`;
    const begin = (epoch: number) => query(path, sql, 1 + epoch, epoch);
    expect(() => begin(2)).toThrow(/another process/);
    expect(begin(1)).toEqual([]);
    const other = await open(host(2));
    other.controls.take(start.wall, true);
    expect(other.controls.seen()).toMatchObject({is: 'ours', epoch: 2});
    expect(bound.controls.seen()).toMatchObject({is: 'held', epoch: 2, by: 'process 2'});
    expect(() => begin(1)).toThrow(/another process/);
    const viewer = await openOwn({path, host: host(3)});
    expect(() => viewer.halt.lift(start.wall)).toThrow('process 2 has the controls');
    viewer.close();
    other.controls.release(start.wall);
    expect(bound.controls.seen()).toMatchObject({is: 'free'});
    expect(() => begin(2)).toThrow(/another process/);
  });

  it('blocks new risk during a halt', async () => {
    const bound = await open();
    const exit = {...asked('b'), draft: {kind: 'close', easyOptionId: '5'}} as Intent;
    for (const each of [asked('a'), exit]) bound.ask(each, unlimited);
    bound.halt.set(start.wall);
    const sql = `INSERT INTO attempts (intent_id, number, risk, sent_by, started_at, epoch)
      SELECT id, 2, risk, 'user', 0, 1 FROM intents WHERE id = ?`;
    expect(() => query(path, sql, 'a')).toThrow(/halted/);
    query(path, sql, 'b');
    bound.halt.lift(start.wall);
    query(path, sql, 'a');
    expect(query(path, 'SELECT intent_id AS id FROM attempts WHERE number = 2 ORDER BY rowid')).toEqual([
      {id: 'b'},
      {id: 'a'},
    ]);
  });
});

describe('a journal of an older build', () => {
  it('is refused with the next step, and stays unchanged byte for byte', async () => {
    for (let version = 1; version < schemaVersion; version++) {
      rmSync(join(folder, 'state'), {recursive: true, force: true});
      leaveOlderJournal(path, [], version);
      const before = readFileSync(path);
      const error = await refusal();
      expect(error).toMatchObject({
        problem: 'older',
        message: `The journal at ${path} was written by an older build of optty and cannot be used. Move its folder away, then start optty again.`,
        isSettled: true,
      });
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });

  it('names its halt in force, which does not go with it', async () => {
    leaveOlderJournal(path, []);
    const db = new DatabaseSync(path);
    db.exec(`CREATE TABLE halts (number INTEGER PRIMARY KEY, set_at INTEGER, set_by TEXT, lifted_at INTEGER);
      INSERT INTO halts VALUES (1, 0, 'process 5', 1), (2, ${Date.UTC(2026, 10, 22, 12, 3)}, 'process 7', NULL)`);
    const named = {
      message: expect.stringContaining(
        'It is HALTED by process 7, 2026-11-22 12:03 UTC: run optty halt after that.',
      ),
      isSettled: false,
    };
    expect(await refusal()).toMatchObject(named);
    // As the first builds had them.
    db.exec(`DROP TABLE halts; CREATE TABLE halts (service TEXT, at INTEGER, set_by TEXT);
      INSERT INTO halts VALUES ('x', ${Date.UTC(2026, 10, 22, 12, 3)}, 'process 7')`);
    db.close();
    expect(await refusal()).toMatchObject(named);
  });

  it('lists its unresolved writes, including one with a draft that this build cannot read', async () => {
    leaveOlderJournal(path, unresolvedOlder);
    const before = readFileSync(path);
    const error = await refusal();
    expect(error).toMatchObject({
      message: expect.stringContaining(
        `It holds 2 unresolved writes: ${unresolvedOlderLines.join('; ')}. Check them at the service.`,
      ),
      isSettled: false,
    });
    expect(() => glimpseJournal({path, owner: ownerBeside(path)}, 5)).toThrow('older build');
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe('a read of a journal that cannot be opened', () => {
  const glimpse = () => glimpseJournal({path, owner: ownerBeside(path)}, 5);
  const leave = async () => {
    const journal = await open();
    journal.ask(asked('a'), unlimited);
    journal.close();
  };

  it('shows unresolved intents even if the WAL index cannot be created, as on a full disk', async () => {
    await leave();
    symlinkSync(join(folder, 'nowhere', 'at all'), `${path}-shm`);
    expect(await refusal()).toBeDefined();
    expect(glimpse()).toMatchObject({open: [{id: 'a'}], activity: [{id: 'intent a'}]});
  });

  it('shows nothing if there is a WAL that cannot be read, because it may hold more', async () => {
    await leave();
    symlinkSync(join(folder, 'nowhere', 'at all'), `${path}-shm`);
    writeFileSync(`${path}-wal`, 'x'.repeat(100));
    expect(glimpse).toThrow('cannot be read');
  });

  it('shows nothing of a newer journal or of a file that is not a journal', async () => {
    await leave();
    query(path, `PRAGMA user_version = ${schemaVersion + 1}`);
    expect(glimpse).toThrow('newer optty');
    writeFileSync(path, 'this is no database');
    expect(glimpse).toThrow('cannot be read');
  });

  it('finds nothing unresolved if there was never a journal', async () => {
    expect(glimpse()).toEqual({open: [], activity: []});
  });
});

describe('Activity in the journal', () => {
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
  const countEvents = () => query(path, 'SELECT count(*) AS rows FROM events')[0]?.rows;

  it('reads older writes too while several writes wait to be named, so that none of them counts as not sent', async () => {
    const journal = await open();
    journal.ask(asked('a'), unlimited);
    const late = start.wall + 3 * 86_400_000;
    journal.save({...asked('a'), state: 'NOT SENT'} as Intent);
    expect(journal.writes(late)).toEqual([]);
    journal.controls.take(start.wall, false);
    journal.controls.keepSeveral({at: start.wall, asked: []});
    expect(journal.writes(late)).toMatchObject([{id: 'a'}]);
    journal.controls.keepSeveral(undefined);
    expect(journal.writes(late)).toEqual([]);
  });

  it('prunes a journal that is far too long step by step', async () => {
    const journal = await open();
    journal.appendEvents(lines(0, 26_000));
    expect(countEvents()).toBe(21_000);
    for (let time = 0; time < 5; time++) journal.appendEvents(lines(26_000 + time, 1));
    expect(countEvents()).toBe(20_000);
  });
});

describe('a lease', () => {
  const mine = host(1, {isAlive: (pid, startTime) => pid === 7 && startTime === 't-7'});

  it.each<[string, Partial<JournalHost>, Presence]>([
    ['runs', {}, 'alive'],
    ['has ended, and whose id another one has', {startTime: 'earlier'}, 'gone'],
    ['has ended', {pid: 8}, 'gone'],
    ['ran before the machine was started', {bootId: 'boot-0'}, 'gone'],
    ['is of another machine', {hostname: 'there', bootId: 'boot-9'}, 'elsewhere'],
    ['is of another machine with the same boot id', {hostname: 'there'}, 'elsewhere'],
    ['is of another container', {pidNamespace: 'two'}, 'elsewhere'],
  ])('of a process that %s', (_, fields, is) => {
    expect(presence(host(7, fields), mine)).toBe(is);
  });

  it('keeps the controls if it cannot be read, and its intent locked and visible', async () => {
    (await open(host(7))).ask(asked('a'), unlimited);
    query(path, `UPDATE controls SET lease = 'null'`);
    query(path, `UPDATE intents SET state = 'UNKNOWN', detail = '[', known_before = '{}'`);
    const here = await open(mine);
    here.controls.take(start.wall, false);
    expect(here.controls.seen().is).toBe('held');
    expect(here.writes(start.wall)).toMatchObject([{id: 'a', state: 'UNKNOWN', knownBefore: undefined}]);
    expect(here.ask(asked('b'), unlimited).kind).toBe('locked');
  });
});

describe('a killed process', () => {
  it('leaves an intact journal, and the next process reads its intents', async () => {
    const child = startWriter('0');
    const written = await new Promise<number>(resolve => {
      let lines = '';
      child.stdout.on('data', (chunk: Buffer) => {
        lines += chunk;
        const count = lines.split('\n').length - 1;
        if (count >= 20 && child.kill('SIGKILL'))
          child.once('exit', () => resolve(lines.split('\n').length - 1));
      });
    });
    const found = (await open(readHost(process.pid))).writes(start.wall);
    expect(found.length).toBeGreaterThanOrEqual(written);
    expect(new Set(found.map(each => each.id)).size).toBe(found.length);
    expect(found.every(each => each.state === 'SENDING')).toBe(true);
    expect(existsSync(path)).toBe(true);
  });

  it('never locks a target that another process has locked', async () => {
    const run = (number: string) =>
      new Promise<string>(resolve => {
        const child = startWriter(number, '20');
        let text = '';
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        child.once('exit', () => resolve(text));
      });
    const outputs = await Promise.all([run('1'), run('2')]);
    const targets = outputs.flatMap(text => text.split('\n').filter(line => line.startsWith('asked')));
    expect(targets).toHaveLength(20);
    expect(new Set(targets).size).toBe(20);
    // Each took the controls from the other before each write: no attempt is of an epoch that was over.
    const late = 'SELECT 1 FROM attempts AS a JOIN attempts AS b ON b.rowid > a.rowid AND b.epoch < a.epoch';
    expect(query(path, late)).toEqual([]);
    expect(query(path, 'SELECT epoch FROM controls').length).toBeGreaterThan(1);
  });
});
