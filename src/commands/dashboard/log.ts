import {closeSync, constants, fchmodSync, fstatSync, openSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';
import {makeFolder} from '../../folders.ts';
import {sanitize} from '../../term/text/sanitize.ts';

/** A line a happening, for whoever looks for a cause later. Nothing secret is handed to it. */
export type Log = {
  write(text: string): void;
  /** Why there is none, as a sentence. */
  readonly trouble: string | undefined;
  close(): void;
};

/** Opens the log for appending, for its owner alone. One that cannot be opened or written is done without. */
export function openLog(path: string): Log {
  const {file: opened, trouble} = openPrivately(path);
  let file = opened;
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    trouble,
    write(text) {
      if (file === undefined) return;
      try {
        // Whoever reads it does so on a terminal, and an error may repeat what a service said.
        const lines = text.split('\n').map(line => sanitize(line));
        writeSync(file, `${new Date().toISOString()} ${lines.join('\n  ')}\n`);
      } catch (error) {
        // A full disk must not stop the program for the sake of its log; anything else is a mistake of ours.
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
        close();
      }
    },
    close,
  };
}

type Opened = {readonly file?: number; readonly trouble?: string};

/** Without waiting: a named pipe that nobody reads would hold the start. */
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
    if (file === undefined) return {trouble: `There is no log: ${path} cannot be written (${code}).`};
    closeSync(file);
    return {trouble: `There is no log: ${path} is open to others and not yours to close.`};
  }
}

/** While the dashboard has the screen, what anything prints goes to the log. */
export function consoleTo(log: Log, console: Console): () => void {
  const names = ['log', 'info', 'warn', 'error', 'debug'] as const;
  const originals = names.map(name => console[name]);
  for (const name of names)
    console[name] = (...parts: unknown[]) => log.write(`${name}: ${parts.map(String).join(' ')}`);
  return () =>
    names.forEach((name, index) => {
      const original = originals[index];
      if (original !== undefined) console[name] = original;
    });
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
