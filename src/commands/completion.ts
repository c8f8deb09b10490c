import type {OptionEntry, Values} from '../config/settings.ts';
import {exitDone} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {type CommandEntry, commandTable, dashboardOptions} from './line/table.ts';

export async function runCompletion(
  {arguments: [shell]}: CommandLine,
  {stdout}: Pick<NodeJS.Process, 'stdout'>,
): Promise<number> {
  stdout.write(shell === 'bash' ? bash() : shell === 'zsh' ? zsh() : fish());
  return exitDone;
}

type Entry = Pick<CommandEntry, 'name' | 'arguments' | 'options'>;

const version: OptionEntry = {long: 'version', short: 'v', summary: 'print the version'};
const help: OptionEntry = {long: 'help', short: 'h', summary: 'print the help'};
const root: Entry = {name: '', arguments: [], options: [...dashboardOptions, version]};
const entries: readonly CommandEntry[] = commandTable;
const commands = entries.map(each => each.name);

const optionsOf = (entry: Entry) => [...entry.options, help];
const wordsOf = (values: Values | undefined): readonly string[] => (Array.isArray(values) ? values : []);

/** Profile names of the configuration file at its usual place. */
const profiles = `{ sed -n 's/^[[:space:]]*\\[profiles\\.\\([A-Za-z0-9_-]*\\).*/\\1/p' "\${OPTTY_CONFIG:-\${XDG_CONFIG_HOME:-$HOME/.config}/optty/config.toml}" 2>/dev/null; echo paper; } | sort -u`;

function bash(): string {
  const valued = [root, ...entries].flatMap(optionsOf).filter(({value}) => value !== undefined);
  const alike = Map.groupBy(valued, ({values}) => JSON.stringify(values ?? []));
  const names = (options: readonly OptionEntry[]) =>
    [...new Set(options.map(option => `--${option.long}`))].join('|');
  const values = [...alike.values()].map(
    each => `    ${names(each)}) ${bashValues(each[0]?.values)}; return ;;`,
  );
  const cases = [root, ...entries].map(entry => {
    const first = entry === root ? commands : wordsOf(entry.arguments[0]?.values);
    const flags = optionsOf(entry).map(option => `--${option.long}`);
    return `    ${entry.name === '' ? "''" : entry.name}) flags='${flags.join(' ')}'; words='${first.join(' ')}' ;;`;
  });
  return `# bash completion of optty
_optty_profiles() { ${profiles}; }
_optty() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' given=0 index word flags words
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case $word in
      ${names(valued)}) ((index++)) ;;
      -*) ;;
      *) if [[ -z $command && ' ${commands.join(' ')} ' == *" $word "* ]]; then command=$word; else given=$((given + 1)); fi ;;
    esac
  done
  case $previous in
${values.join('\n')}
  esac
  case $command in
${cases.join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif ((given == 0)); then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _optty optty
`;
}

function bashValues(values: Values | undefined): string {
  if (values === 'file') return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))';
  if (values === 'profile') return 'COMPREPLY=($(compgen -W "$(_optty_profiles)" -- "$current"))';
  return `COMPREPLY=($(compgen -W '${wordsOf(values).join(' ')}' -- "$current"))`;
}

function zsh(): string {
  const cases = entries.map(
    entry =>
      `        ${entry.name}) _arguments -s -S ${[...optionsOf(entry).flatMap(zshOption), ...zshArguments(entry)].map(quoted).join(' ')} ;;`,
  );
  const described = entries.map(entry => quoted(`${entry.name}:${entry.summary.replaceAll(':', '\\:')}`));
  return `#compdef optty
# zsh completion of optty
_optty_profiles() { local -a names; names=(\${(f)"$(${profiles})"}); _describe profile names }
_optty() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  _arguments -C -s -S ${optionsOf(root).flatMap(zshOption).map(quoted).join(' ')} '1: :->command' '*:: :->rest'
  case $state in
    command) local -a commands; commands=(${described.join(' ')}); _describe command commands ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] == _optty ]]; then _optty "$@"; else compdef _optty optty; fi
`;
}

function zshOption({long, short, value, summary, values}: OptionEntry): string[] {
  const text = `[${summary.replace(/[[\]:]/g, '\\$&')}]`;
  const taken = value === undefined ? '' : `:${value.replace(/[[\]:]/g, '\\$&')}:${zshValues(values)}`;
  const names = [`--${long}`, ...(short === undefined ? [] : [`-${short}`])];
  return names.map(name => `${name}${text}${taken}`);
}

function zshArguments(entry: CommandEntry): string[] {
  return entry.arguments.map(({name, values}, index) => `${index + 1}:${name}:${zshValues(values)}`);
}

function zshValues(values: Values | undefined): string {
  if (values === 'file') return '_files';
  if (values === 'profile') return '_optty_profiles';
  return wordsOf(values).length === 0 ? ' ' : `(${wordsOf(values).join(' ')})`;
}

function fish(): string {
  const top = `not __fish_seen_subcommand_from ${commands.join(' ')}`;
  const lines = [
    '# fish completion of optty',
    `function __optty_profiles; sh -c ${quoted(profiles)}; end`,
    'complete -c optty -f',
    ...entries.map(
      entry => `complete -c optty -n ${quoted(top)} -a ${entry.name} -d ${fishQuoted(entry.summary)}`,
    ),
    ...optionsOf(root).map(option => fishOption(top, option)),
    ...entries.flatMap(entry => {
      const seen = `__fish_seen_subcommand_from ${entry.name}`;
      const words = wordsOf(entry.arguments[0]?.values);
      const first = `${seen}; and not __fish_seen_subcommand_from ${words.join(' ')}`;
      return [
        ...(words.length === 0
          ? []
          : [`complete -c optty -n ${quoted(first)} -a ${quoted(words.join(' '))}`]),
        ...optionsOf(entry).map(option => fishOption(seen, option)),
      ];
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function fishOption(condition: string, {long, short, value, summary, values}: OptionEntry): string {
  const name = `-l ${long}${short === undefined ? '' : ` -s ${short}`}`;
  return `complete -c optty -n ${quoted(condition)} ${name}${value === undefined ? '' : fishValues(values)} -d ${fishQuoted(summary)}`;
}

function fishValues(values: Values | undefined): string {
  if (values === 'file') return ' -r -F';
  if (values === 'profile') return " -x -a '(__optty_profiles)'";
  return wordsOf(values).length === 0 ? ' -x' : ` -x -a ${quoted(wordsOf(values).join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
