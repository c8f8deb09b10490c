/** Puts settings into a TOML text without touching the rest of it: comments, order and spelling stay. */
import {isDeepStrictEqual} from 'node:util';
import {tryParse} from './syntax.ts';

export type Setting = {readonly key: readonly string[]; readonly value: string | boolean | readonly string[]};

/**
 * The text with each setting in its place: where it stands, else below its table's header, else in a table at
 * the end. The result is read back; undefined when it does not say exactly what it should, for TOML can be
 * written in ways that this does not edit.
 */
export function withSettings(text: string, settings: readonly Setting[]): string | undefined {
  const edited = settings.reduce(withSetting, text);
  const wanted = settings.reduce(
    (value, {key, value: set}) => put(value, key, set),
    tryParse(text) as TomlTable,
  );
  const read = tryParse(edited);
  return read !== undefined && isDeepStrictEqual(plain(read), plain(wanted)) ? edited : undefined;
}

/** The settings as tables of a file that has none of them yet. */
export function tablesOf(settings: readonly Setting[]): string {
  return settings.reduce(withSetting, '').trimStart();
}

type TomlTable = {readonly [name: string]: unknown};

function withSetting(text: string, {key, value}: Setting): string {
  const lines = text.split('\n');
  const line = `${bare(key.at(-1) ?? '')} = ${literal(value)}`;
  const header = lines.findIndex(each => headerOf(each) === address(key.slice(0, -1)));
  if (header === -1) {
    const gap = text === '' || text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    return `${text}${gap}[${key.slice(0, -1).map(bare).join('.')}]\n${line}\n`;
  }
  const next = lines.findIndex((each, index) => index > header && headerOf(each) !== undefined);
  const end = next === -1 ? lines.length : next;
  const old = lines.findIndex((each, index) => index > header && index < end && nameOf(each) === key.at(-1));
  if (old === -1) {
    const last = lines.findLastIndex((each, index) => index >= header && index < end && each.trim() !== '');
    return lines.toSpliced(last + 1, 0, line).join('\n');
  }
  return lines
    .toSpliced(old, valueLines(lines, old, end), `${line}${commentOf(lines[old] ?? '')}`)
    .join('\n');
}

/** How many lines a value takes that begins on `start`: as many as it needs to be read. */
function valueLines(lines: readonly string[], start: number, end: number): number {
  for (let count = 1; start + count <= end; count++) {
    if (tryParse(lines.slice(start, start + count).join('\n')) !== undefined) return count;
  }
  return 1;
}

/** The comment behind a value on one line; a `#` inside of quotes is none. */
function commentOf(line: string): string {
  const [, comment] =
    /^[^=]*=(?:\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]#]*\])\s*|[^"'[#]*)(#.*)$/.exec(line) ?? [];
  if (comment === undefined) return '';
  const before = line.slice(0, -comment.length);
  return before.slice(before.trimEnd().length) + comment;
}

function headerOf(line: string): string | undefined {
  const [, inside] = /^\s*\[([^[\]]+)\]\s*(#.*)?$/.exec(line) ?? [];
  const table = inside === undefined ? undefined : tryParse(`[${inside}]`);
  return table === undefined ? undefined : address(pathOf(table));
}

function pathOf(value: unknown): string[] {
  const [entry] = Object.entries(value as TomlTable);
  return entry === undefined ? [] : [entry[0], ...pathOf(entry[1])];
}

function nameOf(line: string): string | undefined {
  const [, name] = /^\s*("[^"]*"|'[^']*'|[\w-]+)\s*=/.exec(line) ?? [];
  return name?.replace(/^["']|["']$/g, '');
}

const address = (path: readonly string[]) => JSON.stringify(path);
const bare = (name: string) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));
const literal = (value: Setting['value']) =>
  typeof value === 'object'
    ? `[${value.map(each => JSON.stringify(each)).join(', ')}]`
    : JSON.stringify(value);

function put(table: TomlTable, [name = '', ...rest]: readonly string[], value: unknown): TomlTable {
  const inner = Object.hasOwn(table, name) ? (table[name] as TomlTable) : {};
  return {...table, [name]: rest.length === 0 ? value : put(inner, rest, value)};
}

/** TOML's tables have no prototype; for comparing they need one. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
