/** `optty replay`: a recorded session on the real screen. Nothing is opened that could send anything. */
import type {Config} from '../../config/config.ts';
import {ConfigError} from '../../config/error.ts';
import {untilRead} from '../../desk/recorder/error.ts';
import {readRecording} from '../../desk/recorder/file/opened.ts';
import type {Recording} from '../../desk/recorder/file/recording.ts';
import {createPlayer} from '../../desk/recorder/player/player.ts';
import {typedMoment} from '../../desk/recorder/player/times.ts';
import {exitDone, Unable} from '../line/exit.ts';
import type {CommandLine} from '../line/line.ts';
import {whatIsMissing} from '../look.ts';
import {loadConfig} from '../settings.ts';
import {printSessions, sessionPath} from './sessions.ts';

export async function runReplay(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const {flags} = line;
  const config = await loadConfig(flags, host.env);
  if (flags.list === true) {
    printSessions(config.statePaths.recordings, host.stdout);
    return exitDone;
  }
  const speed = speedOf(flags.speed);
  const isForScreen = !isPrinted(flags);
  const path = sessionPath(line.arguments[0], config);
  const recording = readRecording(path, isForScreen ? sliceMs : undefined);
  // Times are told as they were on the screen that was recorded.
  if (isZone(recording.began.zone)) host.env.TZ = recording.began.zone;
  const timeOf = (flag: 'at' | 'from' | 'to') => momentOf(flag, flags[flag], recording);
  // Wherever the output goes: a field's cursor is drawn by inverting.
  host.env.FORCE_COLOR = '1';
  if (!isForScreen) {
    const {runPrints} = await import('../prints/run.ts');
    return runPrints({flags, config, host, recording, timeOf});
  }
  const at = await untilRead(() => timeOf('at'));
  refuseWithoutTerminal(host, config);
  const {showReplay} = await import('./screen.ts');
  return showReplay({
    ...{config, host, recording, at, speed: speed ?? 1},
    isPlaying: at === undefined || speed !== undefined,
    filter: typeof flags.filter === 'string' ? flags.filter : '',
  });
}

/** No key waits for longer. */
const sliceMs = 12;

/** Whether anything is asked for that needs no terminal. */
function isPrinted({print, svg, html}: CommandLine['flags']): boolean {
  return print === true || svg !== undefined || html !== undefined;
}

function refuseWithoutTerminal(host: NodeJS.Process, {screenReader}: Config): void {
  const missing = screenReader ? 'a screen reader has no picture to follow' : whatIsMissing(host);
  if (missing === undefined) return;
  const instead = 'optty replay --at TIME --print prints what the screen said.';
  throw new Unable(`a replay needs a terminal, and ${missing}. ${instead}`, 'usage');
}

function speedOf(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined;
  const speed = Number(given);
  if (/^\d{1,5}(\.\d{1,3})?$/.test(String(given)) && speed >= 0.01 && speed <= 10_000) return speed;
  throw new ConfigError({
    source: '--speed',
    expectation: `expected a number from 0.01 to 10000, not ${JSON.stringify(given)}.`,
  });
}

/** @throws {ConfigError} it is no time, or none of the recording */
function momentOf(
  flag: string,
  given: CommandLine['flags'][string],
  recording: Recording,
): number | undefined {
  if (typeof given !== 'string') return undefined;
  const {from, to} = recording;
  const {times} = createPlayer(recording).state().settings;
  const typed = typedMoment(given, {times, near: to, from, to});
  if ('at' in typed) return typed.at;
  throw new ConfigError({source: `--${flag}`, expectation: `${typed.wrong}.`});
}

function isZone(zone: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC';
}
