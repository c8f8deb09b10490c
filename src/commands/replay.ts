import {existsSync} from 'node:fs';
import type {Config} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import type {Flags} from '../config/settings.ts';
import {RecordingError} from '../desk/recorder/entries.ts';
import {type Recording, readRecording} from '../desk/recorder/file/opened.ts';
import {type ListedSession, listRecordings} from '../desk/recorder/file/sessions.ts';
import {Player} from '../desk/recorder/player/player.ts';
import {typedMoment} from '../desk/recorder/player/times.ts';
import {inZone, seconds, zoneOf} from '../desk/words/times.ts';
import {sanitize} from '../term/text/sanitize.ts';
import {Unable} from './line/exit.ts';
import {numberFlag} from './line/flags.ts';
import type {CommandLine} from './line/line.ts';
import {whatIsMissing} from './look.ts';
import {print, safeLines, say} from './output.ts';
import {loadConfig} from './settings.ts';

export async function runReplay(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const {flags} = line;
  const config = await loadConfig(flags, host.env);
  if (flags.list === true) {
    return printSessions(config.statePaths.recordings, host.stdout);
  }
  const speed = numberFlag('--speed', flags.speed, 'a number', 0.01, 10_000);
  const isForScreen = flags.print !== true && (flags.svg ?? flags.cast) === undefined;
  const path = sessionPath(line.arguments[0], config);
  const recording = readRecording(path);
  // Shows times as the recorded screen did.
  if (isZone(recording.began.zone)) host.env.TZ = recording.began.zone;
  const at = momentOf('--at', flags.at, recording);
  // Always: the cursor of a field is drawn in inverse.
  host.env.FORCE_COLOR = '1';
  if (!isForScreen) {
    const {runPrints} = await import('./prints/prints.tsx');
    return runPrints({flags, config, host, recording, speed, at});
  }
  const missing = config.screenReader ? 'a screen reader cannot follow a replay' : whatIsMissing(host);
  if (missing !== undefined) {
    const instead = 'optty replay --at TIME --print prints what the screen said.';
    throw new Unable(`a replay needs a terminal, and ${missing}. ${instead}`, 'usage');
  }
  const {showReplay} = await import('./replay/screen.ts');
  return showReplay({
    ...{config, host, recording, at, speed: speed ?? 1},
    isPlaying: at === undefined || speed !== undefined,
  });
}

export function momentOf(flag: string, given: Flags[string], recording: Recording): number | undefined {
  if (typeof given !== 'string') return undefined;
  const {from, to} = recording;
  const {times} = new Player(recording).state().settings;
  const typed = typedMoment(given, {times, near: to, from, to});
  if ('at' in typed) return typed.at;
  throw wrongIn(flag, `${typed.wrong}.`);
}

function isZone(zone: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC';
}

const mebibyte = 1_048_576;

/** A file of that name is `./1`. */
const listNumber = /^[1-9]\d{0,3}$/;

/** A path, a number of the list, or the beginning of a name; by default the newest. */
export function sessionPath(
  given: string | undefined,
  {records, statePaths}: Pick<Config, 'records' | 'statePaths'>,
): string {
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
    `${why} ${JSON.stringify(safeLines(given))}; optty replay --list lists them.`,
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

/** Sanitized even for a pipe, since a recording may come from anybody. */
function printSessions(folder: string, out: NodeJS.WriteStream): void {
  const sessions = sessionsIn(folder);
  if (sessions.length === 0) print(out, `No session is recorded in ${folder}.`);
  const digits = String(sessions.length).length;
  for (const [index, session] of sessions.entries())
    say(out, `${String(index + 1).padStart(digits)}  ${sanitize(lineOf(session))}\n`);
}

function lineOf({session, path, began, bytes}: ListedSession): string {
  const size = sizeOf(bytes).padStart(9);
  try {
    const {from, to, began: recorded, isTorn} = readRecording(path);
    const torn = isTorn ? '  its end is cut' : '';
    return `${localTime(from)}  ${seconds(to - from).padStart(7)}  ${size}  ${recorded.profile} ${recorded.host}  ${session}${torn}`;
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return `${localTime(began)}  ${''.padStart(7)}  ${size}  ${session}  ${error.message}`;
  }
}

function sizeOf(bytes: number): string {
  return bytes < mebibyte ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / mebibyte).toFixed(1)} MiB`;
}

function localTime(at: number): string {
  return inZone(at, zoneOf('local', at))?.slice(0, 16).replace('T', ' ') ?? String(at);
}
