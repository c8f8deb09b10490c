export type Problem = {
  readonly source: string;
  readonly line?: number | undefined;
  readonly key?: string | undefined;
  /** Names the fault and the expected value; never a secret. */
  readonly expectation: string;
  readonly nearest?: string | undefined;
};

export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super(problems.map(sentence).join('\n'));
    this.problems = problems;
  }
}

/** The variable's value, the token file or the program is at fault, not the configuration's syntax. */
export class CredentialError extends ConfigError {
  override readonly name = 'CredentialError';
}

function sentence({source, line, key, expectation, nearest}: Problem): string {
  const place = line === undefined ? source : `${source}:${line}`;
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${place}: ${key === undefined ? '' : `${key}: `}${expectation}${hint}`;
}

export type Origin =
  | {readonly from: 'flag' | 'environment'; readonly name: string}
  | {readonly from: 'file'; readonly key: readonly string[]}
  | {readonly from: 'default'};

export const byDefault: Origin = {from: 'default'};
export const inFile = (...key: readonly string[]): Origin => ({from: 'file', key});

type Lines = {readonly path: string; lineOf(key: readonly string[]): number | undefined};

/** `--theme`, `OPTTY_PROFILE`, `/home/me/.config/optty/config.toml:7` or `default`. */
export function placeOf(origin: Origin = byDefault, file?: Lines): string {
  if (origin.from === 'default') return 'default';
  if (origin.from !== 'file') return origin.name;
  const line = file?.lineOf(origin.key);
  return `${file?.path}${line === undefined ? '' : `:${line}`}`;
}

export function wrongIn(source: string, expectation: string, nearest?: string): ConfigError {
  return new ConfigError({source, expectation, nearest});
}

export function wrongAt(file: Lines | undefined, key: readonly string[], expectation: string): ConfigError {
  return new ConfigError({
    source: file?.path ?? '',
    line: file?.lineOf(key),
    key: key.join('.'),
    expectation,
  });
}
