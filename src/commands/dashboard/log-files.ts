import {closeSync, ftruncateSync, readFileSync, writeSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import type {AnswerCame} from '../../api/contract.ts';
import {LinkError} from '../../api/errors.ts';
import {makeFolder, openPrivateFile} from '../../folders.ts';
import {sanitize} from '../../text/sanitize.ts';

export type Log = ReturnType<typeof openLog>;

/** Readable by the owner only. The program runs without a log that cannot be opened or written. */
export function openLog(path: string) {
  let file: number | undefined;
  let trouble: string | undefined;
  try {
    makeFolder(dirname(path));
    file = openPrivateFile(path, 'append');
  } catch (error) {
    trouble = `No log: ${path} ${whyNot(error)}.`;
  }
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

const mostRequests = 200;

/** For `optty report`. All but the last lines are dropped at the start, and after each 800 more. */
export function openRequests(path: string) {
  const log = openLog(path);
  let written = 800;
  return {
    write(came: AnswerCame) {
      log.write(requestLine(came));
      written += 1;
      if (written < 800 || log.path === '') return;
      written = 0;
      try {
        keepLast(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      }
    },
    close: log.close,
  };
}

/** In place, because another dashboard may write the same file. On a full disk nothing is cut off. */
function keepLast(path: string): void {
  const file = openPrivateFile(path, 'overwrite');
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const kept = Buffer.from(lines.slice(-1 - mostRequests).join('\n'));
    if (writeSync(file, kept, 0, kept.length, 0) === kept.length) ftruncateSync(file, kept.length);
  } finally {
    closeSync(file);
  }
}

/** The path as the interface names it, without ids and prefix. */
function requestLine({method, path, attempt, status, error, latencyMs, requestId}: AnswerCame): string {
  const [from = ''] = path.split('?');
  const template = from.replace(/[^/]+/g, part => (named.has(part) ? part : '{}'));
  const ended = status ?? (error instanceof LinkError ? error.kind : 'lost');
  const again = attempt === 1 ? [] : [`attempt ${attempt}`];
  return [method, template, ended, `${Math.round(latencyMs)} ms`, ...again, requestId ?? ''].join(' ').trim();
}

const named = new Set(['v1', 'easy-options', 'orders', 'trades', 'list', 'search', 'open', 'close']);

function whyNot(error: unknown): string {
  const {code} = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (code === 'ELOOP') return 'is a symbolic link';
  return code === 'EPERM' ? 'can be read by other users and is not yours' : `cannot be written (${code})`;
}

/** The console, the warnings of Node, and its debugging text if it would be written over the screen. */
export function outputTo(log: Log, console: Console, host: NodeJS.Process): () => void {
  const {stderr} = host;
  const {write} = stderr;
  const warned = (warning: Error) => log.write(`warning: ${warning.message}`);
  host.on('warning', warned);
  if (stderr.isTTY)
    stderr.write = (text: string | Uint8Array) => {
      log.write(`stderr: ${String(text).trimEnd()}`);
      return true;
    };
  const names = ['log', 'info', 'warn', 'error', 'debug'] as const;
  const originals = Object.fromEntries(names.map(name => [name, console[name]]));
  for (const name of names)
    console[name] = (...parts: unknown[]) => log.write(`${name}: ${parts.map(String).join(' ')}`);
  return () => {
    Object.assign(console, originals);
    stderr.write = write;
    host.off('warning', warned);
  };
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
