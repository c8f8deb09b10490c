import {knownNames} from '../../src/commands/config-file.ts';
import {type Config, resolveConfig} from '../../src/config/config.ts';
import {ConfigError} from '../../src/config/error.ts';
import type {Flags} from '../../src/config/settings.ts';
import {readSettings} from '../../src/config/settings-file.ts';

export const path = '/etc/optty.toml';

type Given = {
  readonly flags?: Flags;
  readonly env?: Record<string, string>;
  readonly toml?: string | undefined;
};

export function resolve({flags = {}, env = {}, toml}: Given): Config {
  const file = toml === undefined ? undefined : readSettings(path, toml, knownNames);
  return resolveConfig({flags, env: {HOME: '/home/me', ...env}, file});
}

/** The message with which the configuration is refused. */
export function refusal(given: Given): string {
  try {
    resolve(given);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}
