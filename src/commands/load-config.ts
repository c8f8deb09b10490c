import {feedPanes, paneNames} from '../account/model/vocabulary.ts';
import {type Config, resolveConfig} from '../config/config.ts';
import {ConfigError, wrongAt, wrongIn} from '../config/error.ts';
import {configPath, type Environment} from '../config/paths.ts';
import {type Flags, profileSettings} from '../config/settings.ts';
import type {SettingsFile} from '../config/settings-file.ts';
import {findSource, modeText, type Source} from '../config/source.ts';
import {sharedKey} from '../desk/keys.ts';

export async function loadConfig(flags: Flags, env: Environment): Promise<Config> {
  const config = resolveConfig({flags, env, file: await readFileOf(flags, env)});
  await refuseSharedKeys(config);
  await refuseWrongFilters(config);
  return config;
}

export async function profilesOf(flags: Flags, env: Environment): Promise<readonly string[]> {
  return Object.keys((await readFileOf(flags, env))?.settings.profiles ?? {});
}

/** Otherwise an invalid named filter would be found only when it is used. */
async function refuseWrongFilters({namedFilters, origins, file}: Config): Promise<void> {
  const named = feedPanes.flatMap(pane =>
    Object.entries(namedFilters[pane]).map(([name, text]) => ({pane, name, text})),
  );
  if (named.length === 0) return;
  const {parseFilter} = await import('../desk/filter/parse.ts');
  for (const {pane, name, text} of named) {
    const parsed = parseFilter(pane, text, 0);
    if (parsed.ok) continue;
    const origin = origins[`filters.${paneNames[pane].slug}`];
    const table = origin?.from === 'file' ? [...origin.key, name] : [];
    throw wrongAt(file, table, `${parsed.error.message}.`);
  }
}

/** Otherwise a key of two actions in one pane would silently do only one of them. */
async function refuseSharedKeys({keys, screenReader, origins, path, file}: Config): Promise<void> {
  if (Object.keys(keys).length === 0) return;
  // Loaded here because a command that prints does not need the dialogs' bindings.
  const {bindingsWith} = await import('../desk/bindings.ts');
  const table = bindingsWith(keys, screenReader ? 'ears' : 'eyes');
  for (const binding of table.filter(each => keys[each.action] !== undefined)) {
    const {action} = binding;
    const other = table.find(each => each.action !== action && sharedKey(binding, each) !== undefined);
    if (other === undefined) continue;
    const shared = sharedKey(binding, other);
    const origin = origins[`keys.${action}`];
    throw new ConfigError({
      source: path,
      line: origin?.from === 'file' ? file?.lineOf(origin.key) : undefined,
      key: `keys.${action}`,
      expectation: `${JSON.stringify(shared)} is the key of ${other.action} already; change that one too.`,
    });
  }
}

async function readFileOf(flags: Flags, env: Environment): Promise<SettingsFile | undefined> {
  const path = configPath(flags, env);
  const wrong = (expectation: string) => wrongIn(path, expectation);
  const source = findSource(path, wrong);
  const isNamed = flags.config !== undefined || Boolean(env.OPTTY_CONFIG);
  if (source === undefined && isNamed) throw wrong('there is no such file. optty config init writes one.');
  if (source === undefined) return undefined;
  // The TOML parser and the schema are loaded only if there is a file.
  const {readSettings} = await import('../config/settings-file.ts');
  const {knownNames} = await import('./known-names.ts');
  const file = readSettings(path, source.text, knownNames);
  refuseCommandsOfOthers(file, source, process.getuid?.());
  return file;
}

/** The writer of a file with a command decides what its reader runs. */
export function refuseCommandsOfOthers(
  file: SettingsFile,
  {mode, ownerId}: Source,
  userId: number | undefined,
): void {
  if (userId === undefined) return;
  const programs = Object.entries(profileSettings).flatMap(([name, row]) =>
    'isProgram' in row ? [[name]] : [],
  );
  const key = Object.keys(file.settings.profiles ?? {})
    .flatMap(name => [...programs, ['dialect', 'auth', 'command']].map(path => ['profiles', name, ...path]))
    .find(path => file.holds(path));
  if (key === undefined) return;
  const wrong = (what: string) => wrongAt(file, key, `this names a program to run, and ${what}`);
  if (ownerId !== userId && ownerId !== 0)
    throw wrong(
      `the file belongs to another user (id ${ownerId}). Make a copy of your own, and read it first.`,
    );
  if ((mode & 0o022) !== 0)
    throw wrong(
      `other users can write the file (mode ${modeText(mode)}). Read it, then run chmod go-w on it.`,
    );
}
