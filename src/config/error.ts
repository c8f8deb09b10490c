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
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super(problems.map(sentence).join('\n'));
    this.problems = problems;
  }
}

function sentence({source, line, key, expectation, nearest}: Problem): string {
  const place = line === undefined ? source : `${source}:${line}`;
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${place}: ${key === undefined ? '' : `${key}: `}${expectation}${hint}`;
}

/** The candidate that a misspelt name most likely meant, if any is near enough to be worth saying. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(name);
  const ranked = candidates
    .map(candidate => ({candidate, distance: editDistance(wanted, plain(candidate))}))
    .sort((one, other) => one.distance - other.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3))
    ? best.candidate
    : undefined;
}

/** Case, `-`, `_` and spaces are what people mix up most; they are no distance at all. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}

/** Insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let previous = Array.from({length: to.length + 1}, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = previous;
    previous = current;
  }
  return previous[to.length] ?? Infinity;
}
