import {Command, CommanderError, Option} from 'commander';
import type {Flags} from '../../config/settings.ts';
import {nearest} from '../../desk/filter/nearest.ts';
import {exitText, LineEnd} from './exit.ts';
import {type CommandEntry, commandTable, dashboardMore, dashboardOptions, type OptionEntry} from './table.ts';

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
    throw new LineEnd(printed.join('').replace(/^error: /, 'optty: '), error.exitCode !== 0);
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
    .addHelpText('after', `\n${dashboardMore}\n`)
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
    .addHelpText('after', `\n${entry.more}\n\nExit codes:\n  ${exitText(entry.ends)}\n`);
  const {arguments: expected, options}: CommandEntry = entry;
  for (const {name, summary, values, isOptional} of expected) {
    const argument = command.createArgument(isOptional ? `[${name}]` : `<${name}>`, summary);
    command.addArgument(Array.isArray(values) ? argument.choices(values) : argument);
  }
  for (const option of options) command.addOption(optionOf(option));
  return command.action(() => {
    found({command: entry.name, arguments: command.args, flags: flagsOf(command)});
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

function unknownCommand(word: string): LineEnd {
  const names = commandTable.map(each => each.name);
  const near = nearest(word, names);
  const hint = near === undefined ? `The commands are ${names.join(', ')}.` : `Did you mean ${near}?`;
  return new LineEnd(`optty: unknown command ${JSON.stringify(word)}. ${hint}\n`, true);
}
