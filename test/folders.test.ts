import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openLog, openRequests} from '../src/commands/dashboard/log-files.ts';
import {readHost} from '../src/commands/host.ts';
import {isOwnFolder, makeFolder, makePrivateFolder, openPrivateFile} from '../src/folders.ts';
import {openLedger} from '../src/paper/ledger.ts';
import {temporaryFolder} from './helpers/folder.ts';
import {openOwn} from './helpers/journal.ts';

const userId = process.getuid?.() ?? 0;

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('makeFolder creates the missing parents, all private to the owner', () => {
  const folder = temporaryFolder();
  makeFolder(join(folder, 'a/b/c'));
  expect(['a', 'a/b', 'a/b/c'].map(path => modeOf(join(folder, path)))).toEqual(['700', '700', '700']);
});

it('makeFolder leaves an existing folder unchanged', () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  makeFolder(folder);
  makeFolder(join(folder, 'a', '..'));
  expect(modeOf(folder)).toBe('755');
});

it('makeFolder refuses a folder that cannot be made with the reason, and never waits', () => {
  expect(() => makeFolder('/proc/nowhere/optty/deep')).toThrow(/ENOENT.*'\/proc\/nowhere'/);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(folder, 'file/below/it'))).toThrow(/ENOTDIR/);
});

it('makePrivateFolder closes a folder that was open to others', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'open'));
  chmodSync(join(folder, 'open'), 0o777);
  makePrivateFolder(join(folder, 'open'));
  expect(modeOf(join(folder, 'open'))).toBe('700');
});

describe('a link in place of a file of the state folder', () => {
  const journal = (folder: string) =>
    openOwn({path: join(folder, 'journal.db'), host: readHost(process.pid)});

  /** The first request drops old ones. */
  const requests = (folder: string) => {
    const [path, aside] = [join(folder, 'requests.log'), join(folder, 'link')];
    renameSync(path, aside);
    const log = openRequests(path);
    renameSync(aside, path);
    log.write({method: 'GET', path: '/v1/orders', attempt: 1, latencyMs: 1, status: 200});
    return log;
  };

  it.each<[string, string, (folder: string) => unknown]>([
    ['the log', 'optty.log', folder => openLog(join(folder, 'optty.log')).write('a line')],
    ['the requests, replaced after they were opened', 'requests.log', requests],
    ['the journal', 'journal.db', journal],
    ['the count of attempts', 'journal.db-count', journal],
    ['the reserve', 'journal.db-reserve', journal],
    ['the paper ledger', 'paper.db', folder => openLedger({file: join(folder, 'paper.db'), seed: 1, now: 1})],
  ])('is not followed: %s', async (_, name, write) => {
    const folder = temporaryFolder();
    const victim = join(temporaryFolder(), 'victim');
    const mine = 'mine\n'.repeat(1_000);
    writeFileSync(victim, mine, {mode: 0o644});
    symlinkSync(victim, join(folder, name));
    await Promise.resolve(folder)
      .then(write)
      .then(
        opened => opened instanceof Object && 'close' in opened && (opened as {close(): void}).close(),
        error => expect(String(error)).toContain('is a symbolic link'),
      );
    expect(readFileSync(victim, 'utf8')).toBe(mine);
    expect(modeOf(victim)).toBe('644');
  });

  it('is named as the reason', async () => {
    const folder = temporaryFolder();
    for (const name of ['optty.log', 'journal.db']) symlinkSync(join(folder, 'none'), join(folder, name));
    expect(openLog(join(folder, 'optty.log')).trouble).toBe(
      `No log: ${join(folder, 'optty.log')} is a symbolic link.`,
    );
    await expect(journal(folder)).rejects.toMatchObject({problem: 'link'});
  });
});

it.runIf(userId === 0)('root changes no mode of what another user owns', () => {
  const folder = temporaryFolder();
  openLedger({file: join(folder, 'paper.db'), seed: 1, now: 1}).close();
  writeFileSync(join(folder, 'file'), '');
  for (const path of [join(folder, 'file'), join(folder, 'paper.db'), folder]) {
    chmodSync(path, 0o755);
    chownSync(path, 4_001, 4_001);
  }
  closeSync(openPrivateFile(join(folder, 'file'), 'append'));
  openLedger({file: join(folder, 'paper.db'), seed: 1, now: 1}).close();
  makePrivateFolder(folder);
  const paths = [folder, join(folder, 'file'), join(folder, 'paper.db')];
  expect(paths.map(modeOf)).toEqual(['755', '755', '755']);
});

it('a folder belongs to the user if nobody else owns it, may write it or may replace it', () => {
  const folder = temporaryFolder();
  expect(isOwnFolder(folder, userId)).toBe(true);
  expect(isOwnFolder(folder, undefined)).toBe(true);
  expect(isOwnFolder(folder, userId + 1)).toBe(false);
  expect(isOwnFolder(join(folder, 'none'), userId)).toBe(false);
  symlinkSync(folder, join(folder, 'link'));
  expect(isOwnFolder(join(folder, 'link'), userId)).toBe(false);
  for (const mode of [0o770, 0o702]) {
    chmodSync(folder, mode);
    expect(isOwnFolder(folder, userId)).toBe(false);
  }
  chmodSync(folder, 0o755);
  expect(isOwnFolder(folder, userId)).toBe(true);
});

describe('a folder below one that others may write', () => {
  const other = userId + 4_001;

  /** `top/parent/own`, where `top` and `parent` are of this user alone. */
  function nested() {
    const top = temporaryFolder();
    const parent = join(top, 'parent');
    makeFolder(join(parent, 'own'));
    return {top, parent, own: join(parent, 'own')};
  }

  it('does not belong to the user, at any depth, unless names there are protected', () => {
    const {top, parent, own} = nested();
    expect(isOwnFolder(own, userId)).toBe(true);
    for (const above of [top, parent]) {
      chmodSync(above, 0o707);
      expect(isOwnFolder(own, userId)).toBe(false);
      chmodSync(above, 0o1707);
      expect(isOwnFolder(own, userId)).toBe(true);
      chmodSync(above, 0o700);
    }
  });

  it('does not belong to the user behind a link either, or if the link leads to such a folder', () => {
    const {top, parent, own} = nested();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(parent, link);
    expect(isOwnFolder(join(link, 'own'), userId)).toBe(true);
    chmodSync(top, 0o707);
    expect(isOwnFolder(join(link, 'own'), userId)).toBe(false);
    chmodSync(top, 0o700);
    chmodSync(dirname(link), 0o707);
    expect(isOwnFolder(join(link, 'own'), userId)).toBe(false);
    expect(isOwnFolder(own, userId)).toBe(true);
  });

  it.runIf(userId === 0)('does not belong to the user if another user owns a folder above it', () => {
    const {parent, own} = nested();
    for (const folder of [parent, own]) chownSync(folder, other, other);
    expect(isOwnFolder(own, other)).toBe(true);
    chownSync(parent, other + 1, other + 1);
    expect(isOwnFolder(own, other)).toBe(false);
  });

  it.runIf(userId === 0)('belongs to the user if only the group with the same id may write', () => {
    const {parent, own} = nested();
    chownSync(own, other, other);
    chmodSync(parent, 0o770);
    chownSync(parent, other, other);
    expect(isOwnFolder(own, other)).toBe(true);
    chownSync(parent, other, other + 1);
    expect(isOwnFolder(own, other)).toBe(false);
  });
});
