import {closeSync, constants, fstatSync, openSync, readSync} from 'node:fs';
import {ConfigError} from './error.ts';

/** A file that the configuration is read from, or that it names. */
export type Source = {readonly text: string; readonly mode: number; readonly ownerId: number};

type Wrong = (expectation: string) => ConfigError;

/** Bytes: longer than any settings, tokens or authorities. A device may be endless. */
const longest = 1_000_000;

export function readSource(path: string, wrong: Wrong, most = longest): Source {
  const source = findSource(path, wrong, most);
  if (source === undefined) throw wrong('there is no such file.');
  return source;
}

/** From one open file, so that it cannot be swapped. The asynchronous file system takes longer to load. */
export function findSource(path: string, wrong: Wrong, most = longest): Source | undefined {
  let file: number | undefined;
  try {
    // Opening a named pipe would otherwise block until someone writes to it.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = fstatSync(file);
    if (found.isDirectory()) throw wrong('it is a folder; a file is expected.');
    if (found.isFIFO()) throw wrong('it is a pipe; a file is expected.');
    const buffer = Buffer.allocUnsafe(most + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= most; length += read)
      read = readSync(file, buffer, length, buffer.length - length, null);
    if (length > most) throw wrong(`it holds more than ${most} bytes.`);
    return {text: buffer.toString('utf8', 0, length), mode: found.mode, ownerId: found.uid};
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (error instanceof ConfigError || code === undefined) throw error;
    if (code === 'ENOENT') return undefined;
    throw wrong(
      code === 'EACCES'
        ? 'it may not be read by you; check its owner and mode.'
        : `it cannot be read (${code}).`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** `0644` */
export const modeText = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0');
