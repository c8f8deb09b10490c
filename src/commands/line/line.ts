import {Command, CommanderError, Option} from 'commander';
import type {Flags, OptionEntry} from '../../config/settings.ts';
import {nearest} from '../../desk/filter/nearest.ts';
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
