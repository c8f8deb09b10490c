import {parseArgs} from 'node:util';
import {type FeedPane, paneNames} from '../../account/model/vocabulary.ts';
import type {Need} from '../../account/resources/resource.ts';
import {needOf, resources, sortNameOf, sortNames} from '../../account/resources/resources.ts';
import {defaultPageSizes} from '../../api/wire/records.ts';
import type {Config} from '../../config/config.ts';
import {wrongIn} from '../../config/error.ts';
import {type Flags, flagName, numberIn, type OptionEntry, type Values} from '../../config/settings.ts';
import {columnCalled} from '../../desk/filter/members.ts';
import {nearest} from '../../desk/filter/nearest.ts';
import {parseFilter} from '../../desk/filter/parse.ts';
import type {Sort} from '../../desk/state.ts';
import {aligned, safeLines} from '../output.ts';
import type {FilteredRequest} from '../walk-list.ts';
import {Unable} from './exit.ts';
import {type CommandEntry, commandTable, dashboardEntry, helpOption} from './table.ts';

export type CommandLine = {
  readonly command: 'dashboard' | (typeof commandTable)[number]['name'];
  readonly arguments: readonly string[];
  /** By camel-cased name, as typed; a switch is `true`, `--no-color` is `color: false`. */
  readonly flags: Flags;
};

const entries: readonly CommandEntry[] = commandTable;
const commandNames = entries.map(({name}) => name);

/** All commands have one meaning for an option: the command need not come first. */
const known = Object.fromEntries(
  [dashboardEntry, ...entries, {options: [helpOption]}].flatMap(({options}) =>
    options.map(({long, short, value}) => [
      long,
      {type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && {short})},
    ]),
  ),
);

/** The words of a line that may be wrong. */
export function wordsIn(args: readonly string[]) {
  const {tokens} = parseArgs({args: [...args], options: known, strict: false, tokens: true});
  const typed = tokens.filter(each => each.kind === 'option');
  const [command, ...given] = tokens.flatMap(each => (each.kind === 'positional' ? [each.value] : []));
  return {typed, command, given, found: entries.find(({name}) => name === command)};
}

/** @returns the text that the line asks for: the help or the version */
export function parseLine(args: readonly string[], version: string): CommandLine | string {
  if (args[0] === 'help') return parseLine([...args.slice(1), `--${helpOption.long}`], version);
  const {typed, command, given, found} = wordsIn(args);
  const isHelp = typed.some(({name}) => name === helpOption.long);
  const entry = found ?? dashboardEntry;
  const flags = isHelp ? {} : flagsIn(typed, entry);
  if (found === undefined && command !== undefined) throw unknown('command', command, commandNames);
  if (isHelp) return helpOf(entry);
  if (flags.version === true) return `${version}\n`;
  return {command: entry.name as CommandLine['command'], arguments: argumentsIn(given, entry), flags};
}

type Typed = {readonly name: string; readonly rawName: string; readonly value?: string | undefined};

function flagsIn(typed: readonly Typed[], entry: CommandEntry): Flags {
  const flags: Record<string, Flags[string]> = {};
  for (const {name, rawName, value} of typed) {
    const option = entry.options.find(({long}) => long === name);
    if (option === undefined) throw wrongOption(rawName, entry);
    const flag = flagName(name);
    if (option.value === undefined) {
      if (value !== undefined) throw wrong(`--${name} takes no value.`);
      flags[flag] = !name.startsWith('no-');
    } else {
      if (value === undefined) throw wrong(`--${name} needs ${option.value}.`);
      flags[flag] = option.repeatable ? [...listFlag(flags[flag]), value] : oneOf(name, value, option.values);
    }
  }
  return flags;
}

function argumentsIn(given: readonly string[], {name: command, arguments: expected}: CommandEntry) {
  for (const [at, {name, summary, values, isOptional}] of expected.entries()) {
    const word = given[at];
    if (word !== undefined) oneOf(name.toLowerCase(), word, values);
    else if (isOptional !== true) throw wrong(`${command} needs ${name}: ${summary}.`);
  }
  const names = expected.map(({name}) => name).join(' ');
  if (given.length > expected.length && !names.endsWith('...'))
    throw wrong(`${command} takes ${names === '' ? 'no argument' : `only ${names}`}.`);
  return given;
}

const wrong = (message: string) => new Unable(message, 'usage');

function oneOf(what: string, word: string, values: Values | undefined): string {
  if (typeof values === 'object' && !values.includes(word)) throw unknown(what, word, values);
  return word;
}

function unknown(what: string, word: string, names: readonly string[]): Unable {
  const near = nearest(word, names);
  const hint = near === undefined ? `It is one of ${names.join(', ')}.` : `Did you mean ${near}?`;
  return wrong(`unknown ${what} ${JSON.stringify(word)}. ${hint}`);
}

const programOf = (entry: CommandEntry) => (entry === dashboardEntry ? 'optty' : `optty ${entry.name}`);

function wrongOption(option: string, entry: CommandEntry): Unable {
  const near = nearest(
    option,
    entry.options.map(({long}) => `--${long}`),
  );
  const said = entry === dashboardEntry ? 'unknown' : `${entry.name} has no`;
  const hint = near === undefined ? `See ${programOf(entry)} --help.` : `Did you mean ${near}?`;
  return wrong(`${said} option ${option}. ${hint}`);
}

function helpOf(entry: CommandEntry): string {
  const {summary, arguments: given, options, more} = entry;
  const words = given.map(({name, isOptional}) => (isOptional ? `[${name}]` : name));
  const part = (title: string, rows: readonly (readonly string[])[]) => {
    const lines = aligned(rows, {columns: 78}).flat();
    return rows.length === 0 ? [] : ['', `${title}:`, ...lines.map(line => `  ${line}`)];
  };
  const commands = entry === dashboardEntry ? entries : [];
  return [
    `Usage: ${[programOf(entry), '[options]', ...(commands.length > 0 ? ['[command]'] : words)].join(' ')}`,
    ...['', summary],
    ...part('Arguments', named(given)),
    ...part(
      'Options',
      [...options, helpOption].map(option => [spelling(option), option.summary]),
    ),
    ...part('Commands', named(commands)),
    ...['', wrapped(more), ''],
  ].join('\n');
}

const named = (rows: readonly {readonly name: string; readonly summary: string}[]) =>
  rows.map(({name, summary}) => [name, summary]);

const spelling = ({long, short, value}: OptionEntry) =>
  `${short === undefined ? '' : `-${short}, `}--${long}${value === undefined ? '' : ` ${value}`}`;

/** Paragraphs in 80 columns; indented lines stay. */
function wrapped(text: string): string {
  return text
    .replace(/(?<=\n\n|^)(\S.*(?:\n\S.*)*)/g, paragraph => paragraph.replaceAll('\n', ' '))
    .replace(/^(?! ).{81,}/gm, line => line.replace(/(.{1,80})(?: |$)/g, '$1\n').trimEnd());
}

export function textFlag(given: Flags[string]): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

export const listFlag = (given: Flags[string]) => (typeof given === 'object' ? given : []);

type Bounds = Parameters<typeof numberIn> extends [string, string, ...infer Rest] ? Rest : never;

export function numberFlag(flag: string, given: Flags[string], ...bounds: Bounds): number | undefined {
  return typeof given === 'string' ? numberIn(flag, given, ...bounds) : undefined;
}

/** `doubts` are filter words that are sent although the interface does not know them. */
export function askedBy(flags: Flags, pane: FeedPane, config: Config, now: number) {
  const filter = filterOf(textFlag(flags.filter), pane, config, now);
  const {mostRows} = resources[pane].list;
  const pageSize = numberFlag('--page-size', flags.pageSize, 'a whole number', 1, mostRows);
  const page = numberFlag('--page', flags.page, 'a whole number', 1, 2 ** 31 - 1);
  if (flags.all === true && page !== undefined)
    throw wrongIn('--page', '--all reads every page; leave out one of the two.');
  const wanted: FilteredRequest = {
    pane,
    query: filter.query,
    conditions: filter.conditions,
    sort: sortOf(textFlag(flags.sort), pane),
    page: (page ?? 1) - 1,
    pageSize: pageSize ?? (flags.all === true ? 100 : defaultPageSizes[pane]),
  };
  return {wanted, doubts: filter.doubts};
}

export function filterOf(given: string | undefined, pane: FeedPane, config: Config, now: number) {
  const filter = given?.startsWith('@') ? namedFilter(given.slice(1), pane, config) : (given ?? '');
  const parsed = parseFilter(pane, filter, now);
  if (parsed.ok) {
    for (const {field = '', needs} of parsed.conditions) withoutNeed('--filter', pane, field, needs);
    return parsed;
  }
  const {at, length, message, members, nearest: meant} = parsed.error;
  const choice = members === undefined || meant !== undefined ? '' : `; there are ${members.join(', ')}`;
  throw wrongIn(
    '--filter',
    `${message}${choice}\n  ${safeLines(filter)}\n  ${' '.repeat(at)}${'^'.repeat(Math.max(1, length))}`,
  );
}

function namedFilter(name: string, pane: FeedPane, {namedFilters}: Config): string {
  const named = namedFilters[pane];
  if (Object.hasOwn(named, name)) return named[name] ?? '';
  const names = Object.keys(named);
  throw wrongIn(
    '--filter',
    `unknown filter ${JSON.stringify(name)} under [filters.${paneNames[pane].slug}]${names.length === 0 ? '' : `; there are ${names.join(', ')}`}.`,
    nearest(name, names),
  );
}

function sortOf(given: string | undefined, pane: FeedPane): Sort | undefined {
  if (given === undefined) return undefined;
  const [, typed = '', direction] = /^(.*?)(?::(asc|desc))?$/i.exec(given) ?? [];
  const field = columnCalled(pane, typed) ?? typed;
  withoutNeed('--sort', pane, field, needOf(pane, field));
  const name = sortNameOf(pane, field);
  if (sortNames[pane].includes(name)) return {field: name, descending: direction?.toLowerCase() === 'desc'};
  const known = sortNames[pane].filter(each => needOf(pane, each) === undefined);
  const near = nearest(field, known);
  throw wrongIn(
    '--sort',
    `unknown field ${JSON.stringify(field)}; use FIELD, FIELD:asc or FIELD:desc.${near === undefined ? ` Fields: ${known.join(', ')}.` : ''}`,
    near,
  );
}

function withoutNeed(flag: string, pane: FeedPane, name: string, need: Need | undefined): void {
  if (need === undefined) return;
  const why = `${name} also needs ${needWords[need]}, which a list of ${paneNames[pane].slug} does not have`;
  throw wrongIn(flag, `${why}; use another field, or ${name} in the dashboard.`);
}

const needWords = {cards: 'the cards', fills: 'the trades', polls: 'several polls'} as const;
