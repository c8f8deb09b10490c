/** One thing that is wrong with a flag, a variable or a line of the configuration file. */
export type Problem = {
  /** The file's path, or the name of the flag or variable. */
  readonly source: string;
  /** From 1; absent for flags, variables and files that could not be read. */
  readonly line?: number | undefined;
  /** The dotted name of the setting, as it is written in the file. */
  readonly key?: string | undefined;
  /** What is wrong and what was expected instead; never a secret. */
  readonly expectation: string;
  /** The known name that the unknown one is nearest to. */
  readonly nearest?: string | undefined;
};

/** The configuration cannot be used; the message has a line for each problem. */
export class ConfigError extends Error {
  override readonly name: string = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super(problems.map(sentence).join('\n'));
    this.problems = problems;
  }
}

/**
 * The credential that the configuration names cannot be had: what is at fault is the variable's value, the
 * token's file or the program, not the words of the configuration.
 */
export class CredentialError extends ConfigError {
  override readonly name = 'CredentialError';
}

function sentence({source, line, key, expectation, nearest}: Problem): string {
  const place = line === undefined ? source : `${source}:${line}`;
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${place}: ${key === undefined ? '' : `${key}: `}${expectation}${hint}`;
}
