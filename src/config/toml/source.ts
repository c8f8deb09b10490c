/** The configuration file as it lies on the disk: its text, and whose word it is. */
import {closeSync, constants, fstatSync, openSync, readSync} from 'node:fs';
import {ConfigError} from '../error.ts';
import {wrongAt} from '../origin.ts';
import type {SettingsFile} from './file.ts';

export type Source = {readonly text: string; readonly mode: number; readonly ownerId: number};

/** No file of settings is longer; a device may have no end at all. */
const longest = 1_000_000;

/**
 * Reads text, mode and owner of one open file, so that nothing can be swapped between them; at once, for
 * loading the asynchronous file system takes longer than reading a file of this size.
 * @param isNamed a file that was asked for by name must be there; the usual one need not
 * @throws {ConfigError}
 */
export function readSource(path: string, isNamed: boolean): Source | undefined {
  let file: number | undefined;
  try {
    // Without waiting: a pipe would otherwise hold the start until someone writes to it.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const {mode, uid} = fstatSync(file);
    if ((mode & constants.S_IFMT) === constants.S_IFIFO)
      throw new ConfigError({source: path, expectation: 'it is a pipe; a file is expected.'});
    return {text: textOf(file, path), mode, ownerId: uid};
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (error instanceof ConfigError || code === undefined) throw error;
    if (code === 'ENOENT' && !isNamed) return undefined;
    throw new ConfigError({source: path, expectation: whyUnreadable(code)});
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function textOf(file: number, path: string): string {
  const buffer = Buffer.allocUnsafe(longest + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, buffer, length, buffer.length - length, null);
    length += read;
    if (length > longest) throw new ConfigError({source: path, expectation: 'it holds more than 1 MB.'});
    if (read === 0) return buffer.toString('utf8', 0, length);
  }
}

function whyUnreadable(code: string): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such file. optty config init writes one.';
    case 'EISDIR':
      return 'it is a folder; a configuration file is expected.';
    case 'EACCES':
      return 'it may not be read by you; check its owner and mode.';
    default:
      return `it cannot be read (${code}).`;
  }
}

/**
 * Whoever writes a file with a command in it decides what runs as its reader.
 * @param userId undefined where the system has no users
 * @throws {ConfigError} the file holds a command, and somebody else may write it or owns it
 */
export function refuseCommandsOfOthers(
  file: SettingsFile,
  {mode, ownerId}: Source,
  userId: number | undefined,
): void {
  if (userId === undefined) return;
  const [key] = Object.entries(file.settings.profiles ?? {}).flatMap(
    ([name, {token_command, on_event, dialect}]) => [
      ...(token_command === undefined ? [] : [['profiles', name, 'token_command']]),
      ...(on_event === undefined ? [] : [['profiles', name, 'on_event']]),
      ...(dialect?.auth.command === undefined ? [] : [['profiles', name, 'dialect', 'auth', 'command']]),
    ],
  );
  if (key === undefined) return;
  const wrong = (why: string, way: string) =>
    wrongAt(file, key, `this names a program to run, and ${why}. ${way}`);
  if (ownerId !== userId && ownerId !== 0)
    throw wrong(
      `the file belongs to another user (id ${ownerId})`,
      'Make a copy of your own, and read it first.',
    );
  if ((mode & 0o022) !== 0) {
    const shown = (mode & 0o777).toString(8).padStart(4, '0');
    throw wrong(`others may write the file (mode ${shown})`, 'Read it, then run chmod go-w on it.');
  }
}
