/** config.toml: TOML text to validated settings, and a file, a line and a name for everything wrong in it. */
import {parse, TomlError} from 'smol-toml';
import {nearest} from '../../desk/filter/nearest.ts';
import {ConfigError, type Problem} from '../error.ts';
import {type FileSettings, fileSchema, type KnownNames} from '../schema.ts';
import {expectationAt, namesAt, type Outline, outline} from '../words.ts';
import {tryParse} from './syntax.ts';

export type SettingsFile = {
  readonly path: string;
  readonly settings: FileSettings;
  /** The line (from 1) on which a setting stands, or its nearest parent that is written down. */
  lineOf(key: readonly string[]): number | undefined;
  /** Whether the setting is written down, rather than filled in by a default. */
  holds(key: readonly string[]): boolean;
};

type Issue = {
  readonly code: string;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  /** What is wrong with a key. */
  readonly issues?: readonly Issue[];
};

/** @throws {ConfigError} with every problem that the file has */
export function readSettings(path: string, text: string, known: KnownNames): SettingsFile {
  const source = text.replace(/^\uFEFF/, '');
  const raw = parseToml(path, source);
  // Dotted names nest without a bracket that the parser could count, and reading them recurses.
  if (isDeeper(raw, deepest))
    throw new ConfigError({source: path, expectation: 'its names are nested deeper than any setting.'});
  const schema = fileSchema(known);
  const result = schema.safeParse(raw);
  const lines = lineIndex(source);
  if (!result.success) {
    const source = {path, raw, lineOf: lines, shape: outline(schema)};
    throw new ConfigError(
      ...(result.error.issues as readonly Issue[]).flatMap(issue => problems(issue, source)),
    );
  }
  return {path, settings: result.data, lineOf: lines, holds: key => holds(raw, key)};
}

/** Well beyond every setting, and far from what a stack holds. */
const deepest = 50;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(each => isDeeper(each, levels - 1));
}

function holds(value: unknown, key: readonly string[]): boolean {
  const [name, ...rest] = key;
  if (name === undefined) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, name) &&
    holds(value[name as keyof typeof value], rest)
  );
}

function parseToml(path: string, source: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new ConfigError({source: path, line: error.line, ...syntax(source, error)});
  }
}

/** The parser's own words, but for mistakes that have plainer ones: an open string, and a name given twice. */
function syntax(source: string, error: TomlError): Pick<Problem, 'key' | 'expectation'> {
  const said = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '');
  if (/control characters are not allowed in strings/i.test(said))
    return {expectation: 'a string is not closed on its line.'};
  if (!/redefine|already/i.test(said)) return {expectation: `not valid TOML: ${said}.`};
  const line = source.split('\n')[error.line - 1]?.trim() ?? '';
  const profile = /^\[\s*profiles\s*\.([^\]]+)\]/.exec(line)?.[1]?.trim();
  if (profile !== undefined) {
    return {
      key: `profiles.${profile}`,
      expectation: `two profiles are named ${profile}; rename or remove one.`,
    };
  }
  return {expectation: `${line.split('=')[0]?.trim()} is given twice; remove one.`};
}

type SettingsSource = {
  readonly path: string;
  readonly raw: unknown;
  readonly lineOf: SettingsFile['lineOf'];
  readonly shape: Outline;
};

function problems(issue: Issue, source: SettingsSource): Problem[] {
  const path = issue.path.map(String);
  const at = (key: readonly string[]) => ({
    source: source.path,
    line: source.lineOf(key),
    key: key.join('.'),
  });
  const names = (table: readonly string[]) => namesAt(source.shape, table);
  switch (issue.code) {
    case 'unrecognized_keys':
      return (issue.keys ?? []).map(name => ({
        ...at([...path, name]),
        ...unknownName(name, path, names(path)),
      }));
    case 'invalid_key': {
      const table = path.slice(0, -1);
      const said = issue.issues?.map(wordsOf).find(words => words !== undefined);
      return [
        {
          ...at(path),
          ...(said === undefined
            ? unknownName(path.at(-1) ?? '', table, names(table))
            : {expectation: `${said}.`}),
        },
      ];
    }
    case 'invalid_value':
      return [
        {
          ...at(path.filter(name => !/^\d+$/.test(name))),
          ...unknownValue(valueAt(source.raw, path), issue.values ?? []),
        },
      ];
    default:
      return [
        {...at(path), expectation: `${wordsOf(issue) ?? `expected ${expectationAt(source.shape, path)}`}.`},
      ];
  }
}

/** The schema's own words for a text that does not fit; zod without its locales has none. */
function wordsOf({message}: Issue): string | undefined {
  return message !== 'Invalid input' ? message : undefined;
}

function unknownValue(given: unknown, values: readonly unknown[]): Pick<Problem, 'expectation' | 'nearest'> {
  const near = typeof given === 'string' ? nearest(given, values.map(String)) : undefined;
  const known = near !== undefined && values.length > 8 ? '' : `; expected one of ${values.join(', ')}`;
  return {expectation: `there is no ${JSON.stringify(given)}${known}.`, nearest: near};
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], value);
}

function unknownName(
  name: string,
  path: readonly string[],
  names: readonly string[],
): Pick<Problem, 'expectation' | 'nearest'> {
  if (name === 'token' || name === 'password' || name === 'secret') {
    return {expectation: 'no secret stands in this file; use OPTTY_TOKEN, token_file or token_command.'};
  }
  if (
    path.length === 0 &&
    ['base_url', 'guardrails', 'limits', 'dialect', 'token_file', 'token_command', 'label'].includes(name)
  ) {
    return {expectation: `belongs to a profile: put it under [profiles.NAME].`};
  }
  const near = nearest(name, names);
  const known = names.length === 0 || near !== undefined ? '' : ` Known here: ${names.join(', ')}.`;
  return {expectation: `no such name here.${known}`, nearest: near};
}

/**
 * Finds lines by parsing the file a statement at a time, each under the header of its table: a statement is as
 * many lines as it takes until they are TOML. That needs no second parser, and no time beside that of the
 * first. It runs for people to read, not at every start.
 */
function lineIndex(source: string): SettingsFile['lineOf'] {
  let index: Map<string, number> | undefined;
  return key => {
    index ??= indexLines(source);
    for (let length = key.length; length > 0; length--) {
      const line = index.get(address(key.slice(0, length)));
      if (line !== undefined) return line;
    }
    return undefined;
  };
}

/** What closes a value of several lines. */
const endsSeveralLines = /[\]}]|"""|'''/;

function indexLines(source: string): Map<string, number> {
  const index = new Map<string, number>();
  let header = '';
  let statement = '';
  let first = 0;
  for (const [at, line] of source.split('\n').entries()) {
    const isBegun = statement !== '';
    if (!isBegun) first = at;
    statement += `${line}\n`;
    if (isBegun && !endsSeveralLines.test(line)) continue;
    const isHeader = statement.trimStart().startsWith('[');
    const parsed = tryParse(isHeader ? statement : `${header}\n${statement}`);
    if (parsed === undefined) continue;
    if (isHeader) header = statement;
    for (const found of addresses(parsed)) if (!index.has(found)) index.set(found, first + 1);
    statement = '';
  }
  return index;
}

function addresses(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    address([...path, name]),
    ...addresses(inner, [...path, name]),
  ]);
}

function address(path: readonly string[]): string {
  return JSON.stringify(path);
}
