/** The configuration as a command meets it: its flags, the environment and the file, if there is one. */
import {type Config, resolveConfig} from '../config/config.ts';
import {ConfigError} from '../config/error.ts';
import type {Flags} from '../config/flags.ts';
import {wrongAt} from '../config/origin.ts';
import {configPath, type Environment} from '../config/paths.ts';
import type {SettingsFile} from '../config/toml/file.ts';
import {readSource, refuseCommandsOfOthers} from '../config/toml/source.ts';
import {sharedKey} from '../desk/model/keys.ts';
import {feedPanes, paneSlugs} from '../desk/model/vocabulary.ts';

/** @throws {ConfigError} */
export async function loadConfig(flags: Flags, env: Environment): Promise<Config> {
  const config = resolveConfig({flags, env, file: await readFileOf(flags, env)});
  await refuseSharedKeys(config);
  await refuseWrongFilters(config);
  return config;
}

/** A named filter that cannot be read would only be found out on the day it is needed. */
async function refuseWrongFilters({namedFilters, origins, file}: Config): Promise<void> {
  const named = feedPanes.flatMap(pane =>
    Object.entries(namedFilters[pane]).map(([name, text]) => ({pane, name, text})),
  );
  if (named.length === 0) return;
  const {parseFilter} = await import('../desk/filter/index.ts');
  for (const {pane, name, text} of named) {
    const parsed = parseFilter(pane, text, 0);
    if (parsed.ok) continue;
    const origin = origins[`filters.${paneSlugs[pane]}`];
    const table = origin?.from === 'file' ? [...origin.key, name] : [];
    throw wrongAt(file, table, `${parsed.error.message}.`);
  }
}

/** A key that two actions of a pane want would silently do only one of them. */
async function refuseSharedKeys({keys, screenReader, origins, path, file}: Config): Promise<void> {
  if (Object.keys(keys).length === 0) return;
  // What acts in a dialog is known to the dialogs alone, and these are no part of a command that prints.
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
      expectation: `${JSON.stringify(shared)} is the key of ${other.action} already; give that one another too.`,
    });
  }
}

async function readFileOf(flags: Flags, env: Environment): Promise<SettingsFile | undefined> {
  const path = configPath(flags, env);
  const source = readSource(path, flags.config !== undefined || Boolean(env.OPTTY_CONFIG));
  if (source === undefined) return undefined;
  // The parser of TOML, the schema and the names in it are read only where there is a file to read by them.
  const {readSettings} = await import('../config/toml/file.ts');
  const {knownNames} = await import('./desk/names.ts');
  const file = readSettings(path, source.text, knownNames);
  refuseCommandsOfOthers(file, source, process.getuid?.());
  return file;
}
