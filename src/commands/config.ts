import {open} from 'node:fs/promises';
import {dirname} from 'node:path';
import {shownSettings} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import {configPath} from '../config/paths.ts';
import {literal, template} from '../config/template.ts';
import {readWrites} from '../core/journal/glimpse.ts';
import type {NamedFile} from '../core/journal/place.ts';
import {orRefused} from '../core/journal/problem.ts';
import {makeFolder} from '../folders.ts';
import {sanitize} from '../text/sanitize.ts';
import {journalOfProfile} from './connect.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {aligned, print, printJson, say} from './output.ts';

type Host = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>;

export async function runConfig(line: CommandLine, host: Host): Promise<void> {
  switch (line.arguments[0]) {
    case 'init':
      return init(configPath(line.flags, host.env), host);
    case 'path':
      return print(host.stdout, configPath(line.flags, host.env));
    default:
      return show(line, host);
  }
}

/** Readable by the owner only; never overwrites a file. */
async function init(path: string, host: Host): Promise<void> {
  try {
    makeFolder(dirname(path));
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(template);
    await file.close();
  } catch (error) {
    const {code, syscall} = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && syscall === 'open')
      throw new Unable(
        `${path} already exists and was not changed. Edit it, or choose another with --config.`,
      );
    throw wrongIn(path, `it cannot be written (${code}). Choose another path with --config.`);
  }
  print(host.stdout, path);
}

async function show({flags}: CommandLine, host: Host): Promise<void> {
  const config = await loadConfig(flags, host.env);
  const journal = await journalOfProfile(config);
  const origin = 'the address and the label';
  const own = journal === undefined ? [] : [{name: 'journal', value: journal.path, origin}];
  const rows = [...shownSettings(config), ...own, dayShown(journal)];
  if (flags.json === true) {
    const members = rows.map(({name, value, origin}) => [name, {value, origin}]);
    return printJson(host.stdout, Object.fromEntries(members));
  }
  // Sanitized line by line, so that a line break in a name cannot fake another setting.
  const line = (text: string) => sanitize(text, {maxCells: 10_000});
  const texts = rows.map(({name, value, origin}) => [
    line(`${name} = ${literal(value)}`),
    line(`# ${origin}`),
  ]);
  for (const each of aligned(texts, {mostCells: 60})) say(host.stdout, `${each.join('')}\n`);
}

/** The account's day is no setting: the first dashboard with limits stored its time zone in the journal. */
function dayShown(journal: NamedFile | undefined) {
  const zone = orRefused(
    () => journal && readWrites(journal).zone,
    () => undefined,
  );
  const value = zone ?? "(this machine's, from the first dashboard with limits on)";
  return {name: 'limits.day_zone', value, origin: zone === undefined ? 'default' : 'journal'};
}
