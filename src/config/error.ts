export type Problem = {
  readonly source: string;
  /** The line of the file; known for a syntax error alone. */
  readonly line?: number | undefined;
  readonly key?: string | undefined;
  /** Names the fault and the expected value; never a secret. */
  readonly expectation: string;
  readonly nearest?: string | undefined;
};

export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';

  constructor(...problems: readonly Problem[]) {
    super(problems.map(sentence).join('\n'));
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

type File = {readonly path: string};

/** `--theme`, `OPTTY_PROFILE`, `/home/me/.config/optty/config.toml: profiles.live.theme` or `default`. */
export function placeOf(origin: Origin = byDefault, file?: File): string {
  if (origin.from === 'default') return 'default';
  return origin.from === 'file' ? `${file?.path}: ${origin.key.join('.')}` : origin.name;
}

export function wrongIn(source: string, expectation: string, nearest?: string): ConfigError {
  return new ConfigError({source, expectation, nearest});
}

export function wrongAt(file: File | undefined, key: readonly string[], expectation: string): ConfigError {
  return wrongIn(placeOf(inFile(...key), file), expectation);
}
