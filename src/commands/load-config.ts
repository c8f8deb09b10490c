import {type Config, resolveConfig} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import {configPath, type Environment} from '../config/paths.ts';
import type {Flags} from '../config/settings.ts';
import {findSource} from '../config/source.ts';

export async function loadConfig(flags: Flags, env: Environment): Promise<Config> {
  const found = await fileOf(flags, env);
  const config = resolveConfig({flags, env, file: found?.file});
  found?.refuseSharedKeys(config);
  found?.refuseWrongFilters(config);
  return config;
}

export async function profilesOf(flags: Flags, env: Environment): Promise<readonly string[]> {
  return Object.keys((await fileOf(flags, env))?.file.settings.profiles ?? {});
}

async function fileOf(flags: Flags, env: Environment) {
  const path = configPath(flags, env);
  const wrong = (expectation: string) => wrongIn(path, expectation);
  const source = findSource(path, wrong);
  const isNamed = flags.config !== undefined || Boolean(env.OPTTY_CONFIG);
  if (source === undefined && isNamed) throw wrong('there is no such file. optty config init writes one.');
  if (source === undefined) return undefined;
  // The TOML parser and the schema are loaded only if there is a file.
  const {readConfigFile, ...checks} = await import('./config-file.ts');
  return {...checks, file: readConfigFile(path, source)};
}
