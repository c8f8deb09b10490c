import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {isOwnFolder, makeFolder, makePrivateFolder} from '../src/folders.ts';

const userId = process.getuid?.() ?? 0;

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'optty-folders-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('makeFolder creates the missing parents, all private to the owner', () => {
  const folder = scratch();
  makeFolder(join(folder, 'a/b/c'));
  expect(['a', 'a/b', 'a/b/c'].map(path => modeOf(join(folder, path)))).toEqual(['700', '700', '700']);
});

it('makeFolder leaves an existing folder unchanged', () => {
  const folder = scratch();
  chmodSync(folder, 0o755);
  makeFolder(folder);
  makeFolder(join(folder, 'a', '..'));
  expect(modeOf(folder)).toBe('755');
});

it('makeFolder refuses a folder that cannot be made with the reason, and never waits', () => {
  expect(() => makeFolder('/proc/nowhere/optty/deep')).toThrow(/ENOENT.*'\/proc\/nowhere'/);
  const folder = scratch();
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(folder, 'file/below/it'))).toThrow(/ENOTDIR/);
});

it('makePrivateFolder closes a folder that was open to others', () => {
  const folder = scratch();
  mkdirSync(join(folder, 'open'));
  chmodSync(join(folder, 'open'), 0o777);
  makePrivateFolder(join(folder, 'open'));
  expect(modeOf(join(folder, 'open'))).toBe('700');
});

it('a folder belongs to the user if nobody else owns it, may write it or may replace it', () => {
  const folder = scratch();
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
    const top = scratch();
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
    const link = join(scratch(), 'link');
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
