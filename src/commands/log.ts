import {closeSync, mkdirSync, openSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';
import {sanitize} from '../term/sanitize.ts';

/** A line a happening, for whoever looks for a cause later. Nothing secret is handed to it. */
export type Log = {
  write(text: string): void;
  close(): void;
};

/** Opens the log for appending, readable by its owner alone. One that cannot be opened or written is done without. */
export function openLog(path: string): Log {
  let file = openPrivately(path);
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
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

function openPrivately(path: string): number | undefined {
  try {
    mkdirSync(dirname(path), {recursive: true, mode: 0o700});
    return openSync(path, 'a', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
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
