import {ConfigError} from './error.ts';
import type {SettingsFile} from './toml/file.ts';

/** Where a value came from. A place in the file becomes a line only when someone asks to see it. */
export type Origin =
  | {readonly from: 'flag'; readonly name: string}
  | {readonly from: 'environment'; readonly name: string}
  | {readonly from: 'file'; readonly key: readonly string[]}
  | {readonly from: 'default'};

export const byDefault: Origin = {from: 'default'};
export const byFlag = (name: string): Origin => ({from: 'flag', name: `--${name}`});
export const byVariable = (name: string): Origin => ({from: 'environment', name});
export const inFile = (...key: readonly string[]): Origin => ({from: 'file', key});

/** A value that may be set, and by what. */
export type SettingCandidate<Value> = readonly [Value | undefined, Origin];

/** Remembers by name where each value came from; of candidates the first that is set wins. */
export class Origins {
  readonly all: Record<string, Origin> = {};

  first<Value>(name: string, ...candidates: readonly SettingCandidate<Value>[]): Value | undefined {
    const winner = candidates.find(([value]) => value !== undefined);
    this.all[name] = winner?.[1] ?? byDefault;
    return winner?.[0];
  }
}

/** `--theme`, `OPTTY_PROFILE`, `/home/me/.config/optty/config.toml:7` or `default`. */
export function placeOf(origin: Origin = byDefault, file?: SettingsFile): string {
  switch (origin.from) {
    case 'flag':
    case 'environment':
      return origin.name;
    case 'file': {
      const line = file?.lineOf(origin.key);
      return `${file?.path}${line === undefined ? '' : `:${line}`}`;
    }
    case 'default':
      return 'default';
    default:
      return origin satisfies never;
  }
}

/** A setting of the file that cannot be used, told with its line. */
export function wrongAt(
  file: SettingsFile | undefined,
  key: readonly string[],
  expectation: string,
): ConfigError {
  return new ConfigError({
    source: file?.path ?? '',
    line: file?.lineOf(key),
    key: key.join('.'),
    expectation,
  });
}
