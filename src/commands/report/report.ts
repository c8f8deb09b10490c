/** `optty report`: a capsule of the last minutes for whoever mends a fault. Nothing is sent anywhere. */
import {randomInt} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {ConfigError} from '../../config/error.ts';
import {type Capsule, capsuleOf, type Span} from '../../desk/recorder/capsule/capsule.ts';
import {readRecording} from '../../desk/recorder/file/opened.ts';
import {packedRecording, recordedLines} from '../../desk/recorder/file/packed.ts';
import type {Recording} from '../../desk/recorder/file/recording.ts';
import {createPlayer} from '../../desk/recorder/player/player.ts';
import {typedMoment} from '../../desk/recorder/player/times.ts';
import {exitCodes, exitDone, Unable} from '../line/exit.ts';
import type {CommandLine} from '../line/line.ts';
import {print, say, withoutHidden} from '../output/output.ts';
import {sessionPath} from '../replay/sessions.ts';
import {loadConfig} from '../settings.ts';
import {isAgreed} from './agreed.ts';
import {hostFacts} from './facts.ts';
import {summaryOf} from './summary.ts';

const usualMinutes = 10;
const minuteMs = 60_000;

export async function runReport(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const {flags} = line;
  const config = await loadConfig(flags, host.env);
  const minutes = minutesOf(flags.minutes);
  const recording = readRecording(sessionPath(line.arguments[0], config));
  if (recording.began.isCapsule) throw new Unable('that is a capsule already: give it away as it is.');
  const to = endOf(flags.at, recording);
  const capsule = capsuleOf(
    recording,
    {from: to - minutes * minuteMs, to},
    {
      // Nobody can draw the same again.
      ...{seed: randomInt(2 ** 32), factorSeed: randomInt(2 ** 32)},
      facts: hostFacts(config, host),
    },
  );
  if (flags.print === true) {
    for (const each of recordedLines(capsule.entries)) print(host.stdout, withoutHidden(each));
    return exitDone;
  }
  const path = resolve(typeof flags.output === 'string' ? flags.output : nameOf(capsule.contents));
  return write(capsule, path, flags.yes === true, host);
}

async function write({entries, contents}: Capsule, path: string, isSure: boolean, host: NodeJS.Process) {
  const bytes = packedRecording(entries);
  say(host.stdout, summaryOf(contents, entries, bytes.length));
  if (!isSure && !(await isAgreed(`Write it to ${path}?`, host))) {
    say(host.stdout, 'Nothing was written.\n');
    return exitCodes.failed;
  }
  try {
    await writeFile(path, bytes, {flag: 'wx', mode: 0o600});
  } catch (error) {
    const {code, message}: Readonly<Record<string, unknown>> = Object(error);
    throw new Unable(
      code === 'EEXIST'
        ? `${path} is there already, and nothing is written over; -o names another file.`
        : `${path} cannot be written (${code ?? message}).`,
    );
  }
  say(host.stdout, `Written to ${path}. optty replay ${path} plays it.\n`);
  return exitDone;
}

/** When it began, by UTC: whose it is stands nowhere. */
function nameOf({to}: Span): string {
  const stamp = new Date(to).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return `optty-capsule-${stamp}Z.optty`;
}

function minutesOf(given: string | boolean | undefined): number {
  if (given === undefined) return usualMinutes;
  const minutes = Number(given);
  if (/^\d{1,5}(\.\d)?$/.test(String(given)) && minutes > 0) return minutes;
  throw new ConfigError({
    source: '--minutes',
    expectation: `expected a number of minutes, not ${JSON.stringify(given)}.`,
  });
}

/** @throws {ConfigError} it is no time, or none of the recording */
function endOf(given: string | boolean | undefined, recording: Recording): number {
  const {from, to} = recording;
  if (typeof given !== 'string') return to;
  const {times} = createPlayer(recording).state().settings;
  const typed = typedMoment(given, {times, near: to, from, to});
  if ('at' in typed) return typed.at;
  throw new ConfigError({source: '--at', expectation: `${typed.wrong}.`});
}
