/** `optty report`: writes a redacted recording of the last minutes for a bug report. Sends nothing. */
import {randomInt} from 'node:crypto';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {createInterface} from 'node:readline';
import type {Config} from '../config/config.ts';
import {ConfigError} from '../config/error.ts';
import {type Capsule, type Contents, capsuleOf, type Span} from '../desk/recorder/capsule/capsule.ts';
import {isOwn} from '../desk/recorder/capsule/prose.ts';
import type {Entry} from '../desk/recorder/entries.ts';
import {type Recording, readRecording} from '../desk/recorder/file/opened.ts';
import {packedRecording, recordedLines} from '../desk/recorder/file/packed.ts';
import {createPlayer} from '../desk/recorder/player/player.ts';
import {typedMoment} from '../desk/recorder/player/times.ts';
import {exitCodes, exitDone, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {print, safeLines, say, withoutHidden} from './output/output.ts';
import {sessionPath} from './replay.ts';
import {loadConfig} from './settings.ts';

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
      // Random seeds, so that the redaction cannot be reproduced.
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

function endOf(given: string | boolean | undefined, recording: Recording): number {
  const {from, to} = recording;
  if (typeof given !== 'string') return to;
  const {times} = createPlayer(recording).state().settings;
  const typed = typedMoment(given, {times, near: to, from, to});
  if ('at' in typed) return typed.at;
  throw new ConfigError({source: '--at', expectation: `${typed.wrong}.`});
}

/** Anything but yes is a no. */
async function isAgreed(question: string, {stdin, stdout}: NodeJS.Process): Promise<boolean> {
  if (!stdin.isTTY || !stdout.isTTY)
    throw new Unable(
      'nobody is asked without a terminal: --yes writes it, --print shows all of it.',
      'usage',
    );
  const lines = createInterface({input: stdin, output: stdout});
  try {
    lines.setPrompt(safeLines(`${question} [y/N] `));
    lines.prompt();
    const [answer] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [''])]);
    return /^\s*y(es)?\s*$/i.test(String(answer));
  } finally {
    lines.close();
  }
}

/** Other terminals are reported as unknown. */
const terminals =
  /^(?:xterm|tmux|screen|rxvt|alacritty|kitty|foot|wezterm|st|linux|vt\d+|konsole|gnome|dumb)(?:-[a-z]+)*(?:-\d+)?(?:-?color)?$/;

/** Names the settings in use, without their values. */
function hostFacts(
  {origins}: Config,
  {env, platform, arch, version}: NodeJS.Process,
): Record<string, string> {
  const set = Object.entries(origins).filter(([name, {from}]) => from !== 'default' && isOwn(name));
  return {
    node: version,
    platform: `${platform} ${arch}`,
    terminal: terminals.test(env.TERM ?? '') ? (env.TERM ?? '') : 'another',
    multiplexer: ['TMUX', 'STY', 'ZELLIJ'].filter(name => env[name] !== undefined).join(' '),
    remote: env.SSH_CONNECTION === undefined ? 'no' : 'yes',
    settings: set
      .map(([name]) => name)
      .sort()
      .join(' '),
  };
}

const anew: Readonly<Record<string, string>> = {
  id: 'ids',
  name: 'names and symbols',
  text: 'texts',
  prose: 'messages of the program',
  filter: 'filters',
  price: 'prices',
  size: 'sizes',
  money: 'amounts of money',
};
const exampled: ReadonlySet<string> = new Set(['id', 'name', 'text', 'price', 'size', 'money']);
const longestShown = 40;

function summaryOf(contents: Contents, entries: readonly Entry[], bytes: number): string {
  const {from, to, messages, renamed, examples, masked} = contents;
  const count = [...messages.values()].reduce((sum, each) => sum + each, 0);
  const byType = [...messages].sort(([, a], [, b]) => b - a).map(([type, each]) => `${each} ${type}`);
  const shown = examples.filter(({keep, was, is}) => exampled.has(keep) && was !== is);
  const width = Math.max(...shown.map(({was}) => shortened(was).length), 0);
  return [
    `A capsule of ${lengthOf(to - from)}, from ${moment(from)} to ${moment(to)} UTC: ${Math.ceil(bytes / 1024)} KiB.`,
    '',
    `It holds the state at its beginning and ${count} messages:`,
    `  ${byType.join(', ')}`,
    'Nothing in it bears its name:',
    ...Object.entries(anew)
      .filter(([keep]) => (renamed.get(keep) ?? 0) > 0)
      .map(([keep, words]) => `  ${String(renamed.get(keep)).padStart(6)} ${words}`),
    ...(shown.length === 0 ? [] : ['as these, of which only the second is in it:']),
    ...shown.map(({was, is}) => `  ${shortened(was).padEnd(width)}  ${shortened(is)}`),
    'It tells when what happened, of which kind and status it was, and which keys were pressed outside of fields.',
    ...(masked.length === 0 ? [] : [`Of these fields nothing is kept: ${masked.join(', ')}.`]),
    ...entries.flatMap(entry => (entry.type === 'began' ? factLines(entry.began.facts) : [])),
    '',
  ].join('\n');
}

function factLines(facts: Readonly<Record<string, string>> = {}): readonly string[] {
  const told = Object.entries(facts).filter(([, value]) => value !== '');
  return ['And of the program and its machine:', ...told.map(([name, value]) => `  ${name}: ${value}`)];
}

const shortened = (text: string) =>
  text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text;

const moment = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}
