/** Folders for what only their owner may read. Every layer that keeps a file makes its folder here. */
import {chmodSync, lstatSync, mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';

/**
 * Makes a folder, and the parents that it lacks, for its owner alone. Node's own way to do so never returns
 * where a file system keeps answering "no such file" below a folder that is there, as /proc does.
 * @throws {Error} of the file system
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, {mode: 0o700});
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    // Where the parent is there, it is not the parent that is missing.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}

/**
 * Makes a folder as `makeFolder` does, and closes one that was open to others.
 * @throws {Error} also where it belongs to somebody else and is open
 */
export function makePrivateFolder(path: string): void {
  makeFolder(path);
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
}

/**
 * Whether nobody but this user decides what is in a folder. A link is not followed: who may replace it decides
 * as well.
 * @param userId undefined where the system has no users
 */
export function isOwnFolder(path: string, userId: number | undefined): boolean {
  const found = lstatSync(path, {throwIfNoEntry: false});
  if (found?.isDirectory() !== true) return false;
  return userId === undefined || (found.uid === userId && (found.mode & 0o022) === 0);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
