import {randomInt} from 'node:crypto';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {minuteMs} from '../desk/model/vocabulary.ts';
import {packedRecording, recordedLines} from '../desk/recorder/file/frames.ts';
import {readRecording} from '../desk/recorder/file/opened.ts';
import {type Redacted, redactedRecording, type Span} from '../desk/recorder/redact.ts';
import {absolute, seconds} from '../desk/words/times.ts';
import {exitCodes, Unable} from './line/exit.ts';
import {numberFlag, textFlag} from './line/flags.ts';
import type {CommandLine} from './line/line.ts';
import {print, safeLines, say, withoutHidden} from './output.ts';
import {momentOf, sessionPath} from './replay.ts';
import {loadConfig} from './settings.ts';

const usualMinutes = 10;

export async function runReport(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const {flags} = line;
  const config = await loadConfig(flags, host.env);
  const minutes = numberFlag('--minutes', flags.minutes, 'minutes', 0.1, 100_000) ?? usualMinutes;
  const recording = readRecording(sessionPath(line.arguments[0], config));
  if (recording.began.isRedacted) throw new Unable('that recording is redacted already.');
  const to = momentOf('--at', flags.at, recording) ?? recording.to;
  const span = {from: to - minutes * minuteMs, to};
  const hidesAmounts = flags.hideAmounts === true;
  const redacted = redactedRecording(recording, span, {hidesAmounts, draw: randomInt});
  if (flags.print === true) {
    for (const each of recordedLines(redacted.entries)) print(host.stdout, withoutHidden(each));
    return exitCodes.done;
  }
  const path = resolve(textFlag(flags.output) ?? nameOf(redacted));
  const bytes = packedRecording(redacted.entries);
  say(host.stdout, summaryOf(redacted, bytes.length, hidesAmounts));
  if (flags.yes !== true && !(await isAgreed(`Write it to ${path}?`, host))) {
    say(host.stdout, 'Nothing was written.\n');
    return exitCodes.failed;
  }
  await write(path, bytes);
  say(host.stdout, `Written to ${path}. optty replay ${path} plays it.\n`);
  return exitCodes.done;
}

async function write(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes, {flag: 'wx', mode: 0o600});
  } catch (error) {
    const {code, message}: Readonly<Record<string, unknown>> = Object(error);
    throw new Unable(
      code === 'EEXIST'
        ? `${path} already exists; choose another file with -o.`
        : `${path} cannot be written (${code ?? message}).`,
    );
  }
}

function nameOf({to}: Span): string {
  const stamp = new Date(to).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return `optty-report-${stamp}Z.optty`;
}

/** Anything but yes is a no. */
async function isAgreed(question: string, {stdin, stdout}: NodeJS.Process): Promise<boolean> {
  if (!stdin.isTTY || !stdout.isTTY)
    throw new Unable('cannot ask without a terminal: --yes writes the file, --print shows it.', 'usage');
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

const kinds: Readonly<Record<string, string>> = {
  names: 'names of hosts, accounts and profiles',
  ids: 'ids',
  typed: 'filters and typed texts',
  texts: 'other texts: titles, messages, errors, paths',
  amounts: 'prices, sizes and amounts',
};

function summaryOf(redacted: Redacted, bytes: number, hidesAmounts: boolean): string {
  const {from, to, entries, replaced} = redacted;
  const messages = entries.filter(({type}) => type === 'msg').length;
  const amounts = hidesAmounts ? '' : ' prices, sizes and amounts (--hide-amounts replaces them),';
  return [
    `A redacted recording of ${seconds(to - from)}, ${absolute(from)} to ${absolute(to)}: ${messages} messages, ${Math.ceil(bytes / 1024)} KiB.`,
    '',
    'Replaced, each text by the same one everywhere:',
    ...Object.entries(kinds)
      .filter(([kind]) => replaced.has(kind))
      .map(([kind, name]) => `  ${String(replaced.get(kind)).padStart(6)} ${name}`),
    `Not replaced: symbols, statuses, sides, times,${amounts} columns, other settings,`,
    'and keys that were pressed outside of text fields.',
    '',
  ].join('\n');
}
