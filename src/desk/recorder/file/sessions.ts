/** The folder of recordings: a file each, named by its beginning and its process. */
import {lstatSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Millis} from '../../../api/wire/records.ts';

export type ListedSession = {
  readonly session: string;
  readonly path: string;
  readonly began: Millis;
  readonly pid: number;
  readonly written: Millis;
  readonly bytes: number;
};

const fileName = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)-(\d+)\.optty$/;

export function recordingPath(
  folder: string,
  {at, pid}: {readonly at: Millis; readonly pid: number},
): string {
  return join(folder, `${new Date(at).toISOString().replace(/[-:]/g, '')}-${pid}.optty`);
}

/** The newest first. Links and folders are no recordings. */
export function listRecordings(folder: string): ListedSession[] {
  return readdirSync(folder)
    .flatMap(name => {
      const [, year, month, day, hour, minute, second, pid] = fileName.exec(name) ?? [];
      const path = join(folder, name);
      const found = pid === undefined ? undefined : lstatSync(path, {throwIfNoEntry: false});
      if (!found?.isFile()) return [];
      const began = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
      const session = name.replace('.optty', '');
      return [{session, path, began, pid: Number(pid), written: found.mtimeMs, bytes: found.size}];
    })
    .sort((one, other) => other.began - one.began || (one.session < other.session ? 1 : -1));
}

const ringBytes = 64 * 1024 * 1024;
const ringMs = 30 * 24 * 3_600_000;
/** A file that is larger is followed by another one. */
export const fullBytes = 8 * 1024 * 1024;
/** A recorder writes more often than this, also from another host that shares the folder. */
const writtenMs = 5 * 60_000;

type Ring = {
  readonly folder: string;
  readonly own: string;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly now: Millis;
  readonly most?: number;
};

/** Deletes what is too old, and the oldest if all take too much. */
export function trimRecordings({folder, own, pid, isAlive, now, most = ringBytes}: Ring): void {
  const all = listRecordings(folder);
  const isOpen = ({path, pid: writer, written}: ListedSession) => {
    const isNewest = all.find(each => each.pid === writer)?.path === path;
    const isWritten = now - written <= writtenMs || (writer !== pid && isAlive(writer));
    return path === own || (isNewest && isWritten);
  };
  const [open = [], others = []] = [true, false].map(is => all.filter(each => isOpen(each) === is));
  let left = most - open.reduce((sum, {bytes}) => sum + Math.max(fullBytes, bytes), 0);
  for (const {path, written, bytes} of others.sort((one, other) => other.written - one.written)) {
    left -= bytes;
    if (left < 0 || now - written > ringMs) rmSync(path, {force: true});
  }
}
