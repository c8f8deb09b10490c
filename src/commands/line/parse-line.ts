import {Command, CommanderError, Option} from 'commander';
import {type FeedPane, paneNames} from '../../account/model/vocabulary.ts';
import type {Need} from '../../account/resources/resource.ts';
import {needOf, resources, sortNameOf, sortNames} from '../../account/resources/resources.ts';
import {defaultPageSizes} from '../../api/wire/records.ts';
import type {Config} from '../../config/config.ts';
import {wrongIn} from '../../config/error.ts';
import {type Flags, numberIn, type OptionEntry} from '../../config/settings.ts';
import type {FilteredRequest} from '../../desk/feeds/filtered-page.ts';
import {columnCalled} from '../../desk/filter/members.ts';
import {nearest} from '../../desk/filter/nearest.ts';
import {parseFilter} from '../../desk/filter/parse.ts';
import type {Sort} from '../../desk/state.ts';
import {safeLines} from '../output.ts';
import {exitText, LineEnd} from './exit.ts';
import {type CommandEntry, commandTable, dashboardMore, dashboardOptions} from './table.ts';

export type CommandLine = {
  readonly command: 'dashboard' | (typeof commandTable)[number]['name'];
  readonly arguments: readonly string[];
  /** By camel-cased name, as typed; a switch is `true`, `--no-color` is `color: false`. */
  readonly flags: Flags;
};

export function parseLine(args: readonly string[], version: string): CommandLine {
  let line: CommandLine | undefined;
  const printed: string[] = [];
  const program = root(version, found => {
    line = found;
  });
  for (const each of [program, ...program.commands])
    each
      .exitOverride()
      .configureOutput({writeOut: text => printed.push(text), writeErr: text => printed.push(text)});
  try {
    program.parse(args, {from: 'user'});
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const wrong = error.exitCode === 0 ? undefined : wordsFor(error, args);
    throw wrong ?? new LineEnd(printed.join(''), error.exitCode !== 0);
  }
  if (line === undefined) throw new LineEnd(program.helpInformation(), true);
  return line;
}

function root(version: string, found: (line: CommandLine) => void): Command {
  const program = new Command('optty')
    .description('Options in a tty: a dashboard for option cards, Easy Options, orders and trades.')
    .usage('[options] [command]')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .argument('[command...]')
    .addHelpText('after', `\n${wrapped(dashboardMore)}\n`)
    .action((words: string[]) => {
      const [word] = words;
      if (word !== undefined) throw unknownCommand(word);
      found({command: 'dashboard', arguments: [], flags: flagsOf(program)});
    });
  for (const option of dashboardOptions) program.addOption(optionOf(option));
  for (const entry of commandTable) program.addCommand(commandOf(entry, found));
  return program;
}

function commandOf(entry: (typeof commandTable)[number], found: (line: CommandLine) => void): Command {
  const command = new Command(entry.name)
    .description(entry.summary)
    .helpOption('-h, --help', 'print this help')
    .allowExcessArguments(false)
    .addHelpText('after', () => `\n${wrapped(entry.more)}\n\nExit codes:\n  ${exitText(entry.ends)}\n`);
  const {arguments: expected, options}: CommandEntry = entry;
  for (const {name, summary, values, isOptional} of expected) {
    const check = (given: string) => {
      if (!Array.isArray(values) || values.includes(given)) return given;
      throw unknown(name.toLowerCase(), given, values);
    };
    command.argument(isOptional ? `[${name}]` : `<${name}>`, summary, check);
  }
  for (const option of options) command.addOption(optionOf(option));
  return command.action(() => {
    const flags = flagsOf(command);
    const odd = Object.keys(flags).find(name => !command.options.some(each => each.attributeName() === name));
    if (odd !== undefined) throw wrongOption(`--${odd.replace(/[A-Z]/g, '-$&').toLowerCase()}`, entry);
    found({command: entry.name, arguments: command.args, flags});
  });
}

/** Commander sets `color: true` by default; an untyped flag must stay unset for environment and file. */
function flagsOf(command: Command): Flags {
  const all = Object.entries(command.optsWithGlobals<Flags>());
  return Object.fromEntries(all.filter(([name]) => command.getOptionValueSourceWithGlobals(name) === 'cli'));
}

function optionOf({long, short, value, summary, repeatable}: OptionEntry): Option {
  const option = new Option(
    `${short === undefined ? '' : `-${short}, `}--${long}${value === undefined ? '' : ` <${value}>`}`,
    summary,
  );
  if (repeatable === true) option.argParser<readonly string[]>((given, before = []) => [...before, given]);
  return option;
}

const wrong = (message: string) => new LineEnd(`optty: ${message}\n`, true);

function unknown(what: string, word: string, names: readonly string[]): LineEnd {
  const near = nearest(word, names);
  const hint = near === undefined ? `It is one of ${names.join(', ')}.` : `Did you mean ${near}?`;
  return wrong(`unknown ${what} ${JSON.stringify(word)}. ${hint}`);
}

const unknownCommand = (word: string) =>
  unknown(
    'command',
    word,
    commandTable.map(each => each.name),
  );

function wrongOption(option: string, entry: CommandEntry | undefined): LineEnd {
  const known = (entry?.options ?? dashboardOptions).map(({long}) => `--${long}`);
  const near = nearest(option, known);
  const said = entry === undefined ? 'unknown' : `${entry.name} has no`;
  const hint =
    near === undefined
      ? `See ${entry === undefined ? 'optty' : `optty ${entry.name}`} --help.`
      : `Did you mean ${near}?`;
  return wrong(`${said} option ${option}. ${hint}`);
}

/** Says in plainer words why commander refused the line. */
function wordsFor({code, message}: CommanderError, args: readonly string[]): LineEnd | undefined {
  const [, named = ''] = /'(.*?)'/.exec(message) ?? [];
  const entry = commandTable.find(({name}) => args.includes(name));
  const wanted = entry?.arguments.map(({name}) => name).join(' ');
  switch (code) {
    case 'commander.unknownOption':
      return wrongOption(named, entry);
    case 'commander.missingArgument': {
      const of = entry?.arguments.find(({name}) => name === named);
      return wrong(`${entry?.name} needs ${named}: ${of?.summary}.`);
    }
    case 'commander.optionMissingArgument':
      return wrong(`${named.replace(/ <([^<>]*)>/, ' needs $1')}.`);
    case 'commander.excessArguments':
      return wrong(`${entry?.name} takes ${wanted ? `only ${wanted}` : 'no argument'}.`);
    case 'commander.help':
      return args[0] === 'help' && args[1] !== undefined ? unknownCommand(args[1]) : undefined;
    default:
      return undefined;
  }
}

/** Paragraphs in 80 columns; indented lines stay. */
function wrapped(text: string): string {
  return text
    .replace(/(?<=\n\n|^)(\S.*(?:\n\S.*)*)/g, paragraph => paragraph.replaceAll('\n', ' '))
    .replace(/^(?! ).{81,}/gm, line => line.replace(/(.{1,80})(?: |$)/g, '$1\n').trimEnd());
}

export function textFlag(given: Flags[string]): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

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
  if (flags.json === true && (flags.csv === true || flags.csvSafe === true)) {
    const source = flags.csv === true ? '--csv' : '--csv-safe';
    throw wrongIn(source, '--json is given too; leave out one of the two.');
  }
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
