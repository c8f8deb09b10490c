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

it('a folder is made with the parents that it lacks, all for its owner alone', () => {
  const folder = scratch();
  makeFolder(join(folder, 'a/b/c'));
  expect(['a', 'a/b', 'a/b/c'].map(path => modeOf(join(folder, path)))).toEqual(['700', '700', '700']);
});

it('a folder that is there is left as it is', () => {
  const folder = scratch();
  chmodSync(folder, 0o755);
  makeFolder(folder);
  makeFolder(join(folder, 'a', '..'));
  expect(modeOf(folder)).toBe('755');
});

it('a folder that no file system makes is refused with the reason, and never waited for', () => {
  expect(() => makeFolder('/proc/nowhere/optty/deep')).toThrow(/ENOENT.*'\/proc\/nowhere'/);
  const folder = scratch();
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(folder, 'file/below/it'))).toThrow(/ENOTDIR/);
});

it('a private folder that was open to others is closed', () => {
  const folder = scratch();
  mkdirSync(join(folder, 'open'));
  chmodSync(join(folder, 'open'), 0o777);
  makePrivateFolder(join(folder, 'open'));
  expect(modeOf(join(folder, 'open'))).toBe('700');
});

it("a folder is its user's own if nobody else may write it, replace it or owns it", () => {
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

  it("is not its user's own, however far above that is, unless names there are kept", () => {
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

  it("is not its user's own behind a link in one either, nor where the link leads to one", () => {
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

  it.runIf(userId === 0)("is not its user's own where one above it belongs to another user", () => {
    const {parent, own} = nested();
    for (const folder of [parent, own]) chownSync(folder, other, other);
    expect(isOwnFolder(own, other)).toBe(true);
    chownSync(parent, other + 1, other + 1);
    expect(isOwnFolder(own, other)).toBe(false);
  });

  it.runIf(userId === 0)('is fine where only the group with the number of the user may write', () => {
    const {parent, own} = nested();
    chownSync(own, other, other);
    chmodSync(parent, 0o770);
    chownSync(parent, other, other);
    expect(isOwnFolder(own, other)).toBe(true);
    chownSync(parent, other, other + 1);
    expect(isOwnFolder(own, other)).toBe(false);
  });
});
