import {mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {
  listRecordings,
  partBytes,
  partFile,
  partsOf,
  sessionName,
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
  readonly part?: number;
  readonly bytes?: number;
  readonly began?: number;
};

/** A file that was written last so many days ago. @returns its name */
function file(
  days: number,
  {pid = 7, part = 1, bytes = 1_000, began = now - days * day}: Given = {},
): string {
  const name = partFile(sessionName(began, pid), part);
  const at = (now - days * day) / 1_000;
  writeFileSync(join(folder, name), Buffer.alloc(bytes));
  utimesSync(join(folder, name), at, at);
  return name;
}

const turn = (own: string, {most = 10 * partBytes, isAlive = (_: number): boolean => false} = {}) =>
  trimRecordings({folder, own, pid: 1, isAlive, now, most});

const left = () => readdirSync(folder).sort();

describe('the ring of recordings', () => {
  it('deletes recordings older than thirty days', async () => {
    const [own, young] = [file(0), file(29)];
    file(31);
    await turn(own);
    expect(left()).toEqual([own, young].sort());
  });

  it('deletes the oldest files first, as many as the new file needs', async () => {
    const [own, newest, newer] = [file(0), file(1, {bytes: partBytes}), file(2, {bytes: partBytes})];
    file(3, {bytes: partBytes});
    file(4, {bytes: partBytes});
    await turn(own, {most: 3 * partBytes});
    expect(left()).toEqual([own, newest, newer].sort());
  });

  it('deletes the older files of a session before its newest', async () => {
    const own = file(0);
    const began = now - 5 * day;
    const parts = [3, 2, 1].map((days, index) => file(days, {began, part: index + 1, bytes: partBytes}));
    await turn(own, {most: 3 * partBytes});
    expect(left()).toEqual([own, ...parts.slice(1)].sort());
  });

  it('deletes the oldest files of a session that takes more than half, and no file of another', async () => {
    const began = now - 3 * day;
    const parts = [1, 2, 3, 4, 5].map(part => file(3 - part / 2, {began, part, pid: 1, bytes: partBytes}));
    const own = parts.at(-1) ?? '';
    const others = [file(2.9, {bytes: partBytes}), file(0.5, {pid: 8, bytes: partBytes})];
    await turn(own, {most: 6 * partBytes});
    expect(left()).toEqual([...parts.slice(2), ...others].sort());
  });

  it('keeps a file that another process writes, and counts its possible final size', async () => {
    const own = file(0);
    const alive = file(40, {pid: 99});
    const remote = file(0.001, {pid: 98});
    file(2, {bytes: partBytes});
    await turn(own, {most: 3 * partBytes, isAlive: pid => pid === 99});
    expect(left()).toEqual([own, alive, remote].sort());
  });

  it('deletes the files of an earlier process with the same process id', async () => {
    const own = file(0, {pid: 1});
    file(31, {pid: 1});
    await turn(own, {isAlive: () => true});
    expect(left()).toEqual([own]);
  });

  it('keeps every file that is not one of its recordings', async () => {
    const own = file(0);
    const others = ['notes.txt', 'report.optty', '20260101T000000.000Z-1.optty.bak'];
    for (const name of others) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), 0, 0);
    }
    const link = '20260101T000000.000Z-1.optty';
    symlinkSync(join(folder, 'notes.txt'), join(folder, link));
    await turn(own);
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
    symlinkSync(kept, join(folder, partFile('20261122T080000.000Z-7', 2)));
    expect(listRecordings(folder).map(({path}) => path)).toEqual([join(folder, kept)]);
    expect(partsOf(folder, '20261122T080000.000Z-7').map(({name}) => name)).toEqual([kept]);
  });

  it('has one row per session, the newest first', () => {
    const [old, young] = [now - 3 * day, now - 2 * day];
    file(3, {began: old, bytes: 10});
    file(1, {began: young, part: 2, bytes: 20});
    file(0, {began: young, part: 10, bytes: 30});
    writeFileSync(join(folder, 'notes.txt'), '');
    expect(listRecordings(folder)).toEqual([
      {
        session: '20261120T080000.000Z-7',
        path: join(folder, '20261120T080000.000Z-7.2.optty'),
        ...{began: young, written: now, bytes: 50},
      },
      {
        session: '20261119T080000.000Z-7',
        path: join(folder, '20261119T080000.000Z-7.optty'),
        ...{began: old, written: old, bytes: 10},
      },
    ]);
    expect(partsOf(folder, '20261120T080000.000Z-7').map(({number}) => number)).toEqual([2, 10]);
  });
});
