import {parse, TomlError} from 'smol-toml';
import * as z from 'zod/mini';
import {nearest} from '../desk/filter/nearest.ts';
import {ConfigError, type Problem, wrongIn} from './error.ts';
import {fileSchema, type KnownNames, profileSettings, valueAt} from './settings.ts';

export type SettingsFile = ReturnType<typeof readSettings>;

export function readSettings(path: string, text: string, known: KnownNames) {
  const raw = parseToml(path, text.replace(/^\uFEFF/, ''));
  // Dotted names nest without brackets that the parser could count, and reading them recurses.
  if (isDeeper(raw, deepest)) throw wrongIn(path, 'its names are nested deeper than any setting.');
  const schema = fileSchema(known);
  const result = schema.safeParse(raw);
  if (!result.success) {
    const source = {path, raw, shape: outline(schema)};
    throw new ConfigError(...result.error.issues.flatMap(issue => problems(issue, source)));
  }
  return {
    path,
    settings: result.data,
    /** False for defaults. */
    holds: (key: readonly string[]) => valueAt(raw, key) !== undefined,
  };
}

const deepest = 50;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(each => isDeeper(each, levels - 1));
}

function parseToml(path: string, source: string): unknown {
  try {
    return parse(source);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new ConfigError({source: path, line: error.line, ...syntax(source, error)});
  }
}

/** Replaces the parser's message where a plainer one exists: an unclosed string or a duplicate name. */
function syntax(source: string, error: TomlError): Pick<Problem, 'key' | 'expectation'> {
  const said = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '');
  if (/control characters are not allowed in strings/i.test(said))
    return {expectation: 'a string is not closed on its line.'};
  if (!/redefine|already/i.test(said)) return {expectation: `not valid TOML: ${said}.`};
  const line = source.split('\n')[error.line - 1]?.trim() ?? '';
  const profile = /^\[\s*profiles\s*\.([^\]]+)\]/.exec(line)?.[1]?.trim();
  if (profile !== undefined)
    return {
      key: `profiles.${profile}`,
      expectation: `two profiles are named ${profile}; rename or remove one.`,
    };
  return {expectation: `${line.split('=')[0]?.trim()} is given twice; remove one.`};
}

type SettingsSource = {
  readonly path: string;
  readonly raw: unknown;
  readonly shape: Outline;
};

function problems(issue: z.core.$ZodIssue, {path: source, raw, shape}: SettingsSource): Problem[] {
  const path = issue.path.map(String);
  const at = (key: readonly string[], wrong: Wrong): Problem => ({source, key: key.join('.'), ...wrong});
  const unknown = (name: string, table: readonly string[]) => unknownName(name, table, namesAt(shape, table));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map(name => at([...path, name], unknown(name, path)));
    case 'invalid_key': {
      const said = issue.issues.map(wordsOf).find(words => words !== undefined);
      const wrong = said === undefined ? unknown(path.at(-1) ?? '', path.slice(0, -1)) : undefined;
      return [at(path, wrong ?? {expectation: `${said}.`})];
    }
    case 'invalid_value': {
      const key = path.filter(name => !/^\d+$/.test(name));
      return [at(key, unknownValue(valueAt(raw, path), issue.values))];
    }
    default:
      return [
        at(path, {expectation: `${wordsOf(issue) ?? `expected ${expectation(descend(shape, path))}`}.`}),
      ];
  }
}

type Wrong = Pick<Problem, 'expectation' | 'nearest'>;

/** Without its locales, zod has no message but 'Invalid input'. */
function wordsOf({message}: z.core.$ZodIssue): string | undefined {
  return message !== 'Invalid input' ? message : undefined;
}

function unknownValue(given: unknown, values: readonly unknown[]): Wrong {
  const near = typeof given === 'string' ? nearest(given, values.map(String)) : undefined;
  const known = near !== undefined && values.length > 8 ? '' : `; expected one of ${values.join(', ')}`;
  return {expectation: `there is no ${JSON.stringify(given)}${known}.`, nearest: near};
}

function unknownName(name: string, path: readonly string[], names: readonly string[]): Wrong {
  if (name === 'token' || name === 'password' || name === 'secret')
    return {expectation: 'secrets do not belong in this file; use OPTTY_TOKEN, token_file or token_command.'};
  if (path.length === 0 && Object.hasOwn(profileSettings, name))
    return {expectation: `belongs to a profile: put it under [profiles.NAME].`};
  const near = nearest(name, names);
  const known = names.length === 0 || near !== undefined ? '' : ` Known here: ${names.join(', ')}.`;
  return {expectation: `unknown name.${known}`, nearest: near};
}

export type Outline = {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Outline>>;
  readonly additionalProperties?: Outline | boolean;
  readonly propertyNames?: {readonly enum?: readonly string[]};
  readonly items?: Outline;
  readonly anyOf?: readonly Outline[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
};

export function outline(schema: z.ZodMiniType): Outline {
  return z.toJSONSchema(schema, {io: 'input', unrepresentable: 'any'}) as Outline;
}

function namesAt(shape: Outline, path: readonly string[]): readonly string[] {
  const at = descend(shape, path);
  return Object.keys(at?.properties ?? {}).concat(at?.propertyNames?.enum ?? []);
}

export function expectation(at: Outline = {}): string {
  if (at.enum !== undefined) return `one of ${at.enum.join(', ')}`;
  if (at.anyOf !== undefined) return at.anyOf.map(expectation).join(' or ');
  switch (at.type) {
    case 'string':
      return 'a string in quotes that is not empty';
    case 'boolean':
      return 'true or false';
    case 'number':
    case 'integer':
      return `a number${at.minimum === undefined ? '' : ` from ${at.minimum} to ${at.maximum}`}`;
    case 'array':
      return `a list${at.items === undefined ? '' : ` in brackets, each ${expectation(at.items)}`}`;
    case 'object':
      return 'a table';
    default:
      return 'a plain decimal above 0, such as "250.50"';
  }
}

function descend(shape: Outline, path: readonly string[]): Outline | undefined {
  return path.reduce<Outline | undefined>((at, name) => {
    if (at === undefined) return undefined;
    if (at.properties?.[name] !== undefined) return at.properties[name];
    if (/^\d+$/.test(name) && at.items !== undefined) return at.items;
    return typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined;
  }, shape);
}
