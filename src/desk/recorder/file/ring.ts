import {lstat as lstatOf, readdir as readdirOf, unlink as unlinkOf} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {Millis} from '../../../api/wire/records.ts';
import {partOf, type SessionPart} from './sessions.ts';

/** `node:fs/promises` would take another MiB of memory for these three. */
const [lstat, readdir, unlink] = [promisify(lstatOf), promisify(readdirOf), promisify(unlinkOf)];

/** What is kept of all sessions together. */
const ringBytes = 64 * 1024 * 1024;
const ringMs = 30 * 24 * 3_600_000;
/** A session goes on in another file before this one has grown larger. */
export const partBytes = 4 * 1024 * 1024;
/** Whoever records writes more often than this, also on another machine that shares the folder. */
const writtenMs = 5 * 60_000;

export type Ring = {
  readonly folder: string;
  /** The file that is about to be written here. */
  readonly own: string;
  /** Of this process. */
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly now: Millis;
  /** All of them, files that are still written counted as they may become. */
  readonly most?: number;
};

type Kept = {
  readonly part: SessionPart;
  readonly written: Millis;
  readonly bytes: number;
  readonly isOpen: boolean;
};

/**
 * Makes room for a file that begins: what is too old goes, then the oldest files of its own session while that
 * takes more than half, then the oldest of all as far as needed. A file that may still be written stays.
 * @throws {Error} of the file system
 */
export async function turnRing(ring: Ring): Promise<void> {
  const {folder, own, now, most = ringBytes} = ring;
  const session = partOf(own)?.session;
  const isOwn = ({part}: Kept) => part.session === session;
  let kept = await partsKept(ring);
  const oldestFirst = kept.filter(({isOpen}) => !isOpen).sort((a, b) => a.written - b.written);
  const dropWhere = async (isTooMuch: (each: Kept) => boolean) => {
    for (const each of oldestFirst) {
      if (!kept.includes(each) || !isTooMuch(each)) continue;
      await unlink(join(folder, each.part.name)).catch(unlessGone);
      kept = kept.filter(other => other !== each);
    }
  };
  await dropWhere(({written}) => now - written > ringMs);
  await dropWhere(each => isOwn(each) && roomOf(kept.filter(isOwn)) > most / 2);
  await dropWhere(() => roomOf(kept) > most);
}

/** Files that are still written count as they may become. */
function roomOf(parts: readonly Kept[]): number {
  return parts.reduce((sum, {isOpen, bytes}) => sum + (isOpen ? Math.max(partBytes, bytes) : bytes), 0);
}

async function partsKept({folder, own, pid, isAlive, now}: Ring): Promise<Kept[]> {
  const parts = (await readdir(folder)).map(partOf).filter(part => part !== undefined);
  const newest = Map.groupBy(parts, ({session}) => session);
  const isNewest = ({session, number}: SessionPart) =>
    newest.get(session)?.every(other => other.number <= number) === true;
  const kept: Kept[] = [];
  for (const part of parts) {
    const found = await lstat(join(folder, part.name)).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    const written = found.mtimeMs;
    const isWritten = now - written <= writtenMs || (part.pid !== pid && isAlive(part.pid));
    const isOpen = part.name === own || (isNewest(part) && isWritten);
    kept.push({part, written, bytes: found.size, isOpen});
  }
  return kept;
}

/** Another dashboard may have made room meanwhile. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
