import {mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {
  fullBytes,
  listRecordings,
  recordingPath,
  trimRecordings,
} from '../../../../src/desk/recorder/file/sessions.ts';

const now = Date.UTC(2026, 10, 22, 8);
const day = 24 * 3_600_000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'optty-ring-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

type Given = {
  readonly pid?: number;
  readonly bytes?: number;
  readonly began?: number;
};

/** A file that was written last so many days ago. @returns its name */
function file(days: number, {pid = 7, bytes = 1_000, began = now - days * day}: Given = {}): string {
  const path = recordingPath(folder, {at: began, pid});
  const at = (now - days * day) / 1_000;
  writeFileSync(path, Buffer.alloc(bytes));
  utimesSync(path, at, at);
  return basename(path);
}

const turn = (own: string, {most = 10 * fullBytes, isAlive = (_: number): boolean => false} = {}) =>
  trimRecordings({folder, own: join(folder, own), pid: 1, isAlive, now, most});

const left = () => readdirSync(folder).sort();

describe('the ring of recordings', () => {
  it('deletes recordings older than thirty days', () => {
    const [own, young] = [file(0), file(29)];
    file(31);
    turn(own);
    expect(left()).toEqual([own, young].sort());
  });

  it('deletes the oldest files first, as many as the new file needs', () => {
    const [own, newest, newer] = [file(0), file(1, {bytes: fullBytes}), file(2, {bytes: fullBytes})];
    file(3, {bytes: fullBytes});
    file(4, {bytes: fullBytes});
    turn(own, {most: 3 * fullBytes});
    expect(left()).toEqual([own, newest, newer].sort());
  });

  it('keeps a file that another process writes, and counts its possible final size', () => {
    const own = file(0);
    const alive = file(40, {pid: 99});
    const remote = file(0.001, {pid: 98});
    file(2, {bytes: fullBytes});
    turn(own, {most: 3 * fullBytes, isAlive: pid => pid === 99});
    expect(left()).toEqual([own, alive, remote].sort());
  });

  it('deletes the files of an earlier process with the same process id', () => {
    const own = file(0, {pid: 1});
    file(31, {pid: 1});
    turn(own, {isAlive: () => true});
    expect(left()).toEqual([own]);
  });

  it('keeps every file that is not one of its recordings', () => {
    const own = file(0);
    const others = ['notes.txt', 'report.optty', '20260101T000000.000Z-1.optty.bak'];
    for (const name of others) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), 0, 0);
    }
    const link = '20260101T000000.000Z-1.optty';
    symlinkSync(join(folder, 'notes.txt'), join(folder, link));
    turn(own);
    expect(left()).toEqual([own, link, ...others].sort());
  });
});

describe('the list of recordings', () => {
  it('skips what is not a file: a link to itself, a link to a file, a folder', () => {
    const kept = file(0);
    for (const [pid, target] of [
      ['8', '20261120T080000.000Z-8.optty'],
      ['9', kept],
    ] as const)
      symlinkSync(target, join(folder, `20261120T080000.000Z-${pid}.optty`));
    mkdirSync(join(folder, '20261120T080000.000Z-10.optty'));
    expect(listRecordings(folder).map(({path}) => path)).toEqual([join(folder, kept)]);
  });

  it('has a row for each, the newest first', () => {
    const [old, young] = [now - 3 * day, now - 2 * day];
    file(3, {began: old, bytes: 10});
    file(0, {began: young, bytes: 30});
    writeFileSync(join(folder, 'notes.txt'), '');
    expect(listRecordings(folder)).toEqual([
      {
        session: '20261120T080000.000Z-7',
        path: join(folder, '20261120T080000.000Z-7.optty'),
        ...{began: young, pid: 7, written: now, bytes: 30},
      },
      {
        session: '20261119T080000.000Z-7',
        path: join(folder, '20261119T080000.000Z-7.optty'),
        ...{began: old, pid: 7, written: old, bytes: 10},
      },
    ]);
  });
});
