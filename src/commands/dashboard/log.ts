import {closeSync, constants, fchmodSync, fstatSync, openSync, writeSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {makeFolder} from '../../folders.ts';
import {sanitize} from '../../term/text/sanitize.ts';

export type Log = ReturnType<typeof openLog>;

/** Readable by the owner only. The program runs without a log that cannot be opened or written. */
export function openLog(path: string) {
  const {file: opened, trouble} = openPrivately(path);
  let file = opened;
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    trouble,
    path: trouble === undefined ? resolve(path) : '',
    write(text: string) {
      if (file === undefined) return;
      try {
        // The log is read on a terminal, and an error may quote text of the service.
        const lines = text.split('\n').map(line => sanitize(line));
        writeSync(file, `${new Date().toISOString()} ${lines.join('\n  ')}\n`);
      } catch (error) {
        // A full disk must not stop the program; an error without a code is a bug.
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
        close();
      }
    },
    close,
  };
}

type Opened = {readonly file?: number; readonly trouble?: string};

/** O_NONBLOCK: opening a named pipe without a reader would block the start. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

function openPrivately(path: string): Opened {
  let file: number | undefined;
  try {
    makeFolder(dirname(path));
    file = openSync(path, appending, 0o600);
    const found = fstatSync(file);
    if (found.isFile() && (found.mode & 0o077) !== 0) fchmodSync(file, 0o600);
    return {file};
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (file === undefined) return {trouble: `No log: ${path} cannot be written (${code}).`};
    closeSync(file);
    return {trouble: `No log: ${path} can be read by other users and is not yours.`};
  }
}

export function consoleTo(log: Log, console: Console): () => void {
  const names = ['log', 'info', 'warn', 'error', 'debug'] as const;
  const originals = Object.fromEntries(names.map(name => [name, console[name]]));
  for (const name of names)
    console[name] = (...parts: unknown[]) => log.write(`${name}: ${parts.map(String).join(' ')}`);
  return () => void Object.assign(console, originals);
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
