/** Folders for what only their owner may read. Every layer that keeps a file makes its folder here. */
import {chmodSync, lstatSync, mkdirSync, realpathSync, type Stats, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';

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
 * Whether only this user decides what is in a folder. A link is not followed: its folder decides as well.
 * @param userId undefined where the system has no users
 */
export function isOwnFolder(path: string, userId: number | undefined): boolean {
  const found = lstatSync(path, {throwIfNoEntry: false});
  if (found?.isDirectory() !== true) return false;
  if (userId === undefined) return true;
  return found.uid === userId && (found.mode & 0o022) === 0 && isFixedFolder(path, userId);
}

/** Whether another user can replace a folder of this one. Root, as in a container, trusts its volumes. */
export function isReplaceable(path: string): boolean {
  const userId = process.geteuid?.() ?? 0;
  return userId !== 0 && !isFixedFolder(path, userId);
}

/** Who replaces a folder needs to write one above it. */
function isFixedFolder(path: string, userId: number): boolean {
  const above = new Set([...foldersAbove(resolve(path)), ...foldersAbove(realpathSync(path))]);
  return [...above].every(folder => keepsItsNames(statSync(folder), userId));
}

/** As which the root user of the host shows in a user namespace. */
const unmappedId = 65_534;

/** In a sticky folder others rename and remove only what is theirs. */
function keepsItsNames({uid, gid, mode}: Stats, userId: number): boolean {
  // Many systems give each user a group of the same number, and let it write.
  const isWritable = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== userId);
  return [userId, 0, unmappedId].includes(uid) && (!isWritable || (mode & 0o1000) !== 0);
}

function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
