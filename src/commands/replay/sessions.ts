/** Which recorded session is meant, and the list of them. */
import {existsSync} from 'node:fs';
import type {Config} from '../../config/config.ts';
import {RecordingError} from '../../desk/recorder/error.ts';
import {readRecording} from '../../desk/recorder/file/opened.ts';
import {type ListedSession, listRecordings} from '../../desk/recorder/file/sessions.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {Unable} from '../line/exit.ts';
import {print, safeLines, say} from '../output/output.ts';

const mebibyte = 1_048_576;

type Kept = Pick<Config, 'records' | 'statePaths'>;

/** A number of the list; a file of such a name is `./1`. */
const listNumber = /^[1-9]\d{0,3}$/;

/**
 * The file of the session that is meant: a path, a number of the list, or the beginning of one name of it; the
 * newest without any.
 * @throws {Unable} there is none
 */
export function sessionPath(given: string | undefined, {records, statePaths}: Kept): string {
  if (given !== undefined && isPath(given)) {
    if (existsSync(given)) return given;
    throw new Unable(`there is no recording ${safeLines(given)}.`, 'not-found');
  }
  const folder = statePaths.recordings;
  const sessions = sessionsIn(folder);
  const [newest] = sessions;
  if (newest === undefined) {
    const why = records
      ? 'the dashboard records each from its start'
      : 'the configuration says record = false';
    throw new Unable(`no session is recorded in ${folder}: ${why}.`, 'not-found');
  }
  if (given === undefined) return newest.path;
  const numbered = listNumber.test(given) ? sessions[Number(given) - 1] : undefined;
  if (numbered !== undefined) return numbered.path;
  const named = sessions.filter(({session}) => session.toLowerCase().startsWith(given.toLowerCase()));
  const [found, other] = named;
  if (found !== undefined && other === undefined) return found.path;
  const why = found === undefined ? 'there is no session' : `${named.length} sessions begin with`;
  throw new Unable(
    `${why} ${JSON.stringify(safeLines(given))}; optty replay --list names them.`,
    'not-found',
  );
}

function isPath(given: string): boolean {
  if (given.includes('/') || given.endsWith('.optty')) return true;
  return !listNumber.test(given) && existsSync(given);
}

function sessionsIn(folder: string): readonly ListedSession[] {
  try {
    return listRecordings(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Unable(`${folder} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * A line a session, the newest first: its number, when and how long, whose it is, and its name. A recording may
 * be of anybody, so none of its words reaches a pipe as it came either.
 */
export function printSessions(folder: string, out: NodeJS.WriteStream): void {
  const sessions = sessionsIn(folder);
  if (sessions.length === 0) print(out, `No session is recorded in ${folder}.`);
  const digits = String(sessions.length).length;
  for (const [index, session] of sessions.entries())
    say(out, `${String(index + 1).padStart(digits)}  ${sanitize(lineOf(session))}\n`);
}

function lineOf({session, path, began, bytes}: ListedSession): string {
  const size = sizeOf(bytes).padStart(9);
  try {
    const {from, to, began: told, isTorn} = readRecording(path);
    const torn = isTorn ? '  its end is cut' : '';
    return `${localTime(from)}  ${lengthOf(to - from)}  ${size}  ${told.profile} ${told.host}  ${session}${torn}`;
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return `${localTime(began)}  ${''.padStart(6)}  ${size}  ${session}  ${error.message}`;
  }
}

/** `17 KiB` or `3.4 MiB`: most sessions are small. */
function sizeOf(bytes: number): string {
  return bytes < mebibyte ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / mebibyte).toFixed(1)} MiB`;
}

/** `2026-11-21 14:03`, by the clock of this place. */
function localTime(at: number): string {
  const day = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const date = [day.getFullYear(), two(day.getMonth() + 1), two(day.getDate())].join('-');
  return `${date} ${two(day.getHours())}:${two(day.getMinutes())}`;
}

/** `1h 04m`, `12m` or `45s`, in six cells. */
function lengthOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const text =
    minutes >= 60
      ? `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`
      : minutes > 0
        ? `${minutes}m`
        : `${seconds}s`;
  return text.padStart(6);
}
