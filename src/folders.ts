import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import {dirname, resolve} from 'node:path';

/** Only for the owner. Node's `recursive` never returns on /proc, which answers ENOENT below a folder. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, {mode: 0o700});
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    // If the parent exists, ENOENT has another cause.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || isFolder(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}

/** Like `makeFolder`; takes the access of others away. @throws {Error} also if another user owns the folder */
export function makePrivateFolder(path: string): void {
  makeFolder(path);
  if (isOpenToOthers(statSync(path))) chmodSync(path, 0o700);
}

/** Root could, and changes no mode of what another user owns. */
export const isOpenToOthers = ({mode, uid}: Stats) =>
  (mode & 0o077) !== 0 && (uid === 0 || process.geteuid?.() !== 0);

/** In a folder of another user a link could lead to any file of this one. Windows lacks the flag. */
const noLink = constants.O_NOFOLLOW ?? 0;
/** O_NONBLOCK: opening a named pipe without a reader would block the start. */
const making = constants.O_CREAT | constants.O_NONBLOCK | noLink;

const ways = {
  append: constants.O_WRONLY | constants.O_APPEND,
  truncate: constants.O_WRONLY | constants.O_TRUNC,
  overwrite: constants.O_RDWR,
};

/** Writable by the owner alone. @throws {Error} ELOOP: a symbolic link; EPERM: others read it */
export function openPrivateFile(path: string, does: keyof typeof ways): number {
  const file = openSync(path, making | ways[does], 0o600);
  try {
    const found = fstatSync(file);
    if (found.isFile() && isOpenToOthers(found)) fchmodSync(file, 0o600);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Only this user can change what is in the folder. Symbolic links are not followed. */
export function isOwnFolder(path: string, userId: number | undefined): boolean {
  const found = lstatSync(path, {throwIfNoEntry: false});
  if (found?.isDirectory() !== true) return false;
  if (userId === undefined) return true;
  return found.uid === userId && (found.mode & 0o022) === 0 && isFixedFolder(path, userId);
}

/** True if another user can replace a folder of this one. Root (in a container) trusts its volumes. */
export function isReplaceable(path: string): boolean {
  const userId = process.geteuid?.() ?? 0;
  return userId !== 0 && !isFixedFolder(path, userId);
}

/** Replacing a folder takes write access to one above it. */
function isFixedFolder(path: string, userId: number): boolean {
  const above = new Set([...foldersAbove(resolve(path)), ...foldersAbove(realpathSync(path))]);
  return [...above].every(folder => keepsItsNames(statSync(folder), userId));
}

/** The host's root, as seen inside a user namespace. */
const unmappedId = 65_534;

/** In a sticky folder, users can rename and remove only their own files. */
function keepsItsNames({uid, gid, mode}: Stats, userId: number): boolean {
  // Many systems give each user a private group with the same number and make folders group-writable.
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
