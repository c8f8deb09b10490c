import {existsSync, readFileSync} from 'node:fs';
import {configPath, type Environment} from '../config/paths.ts';
import type {OptionEntry, Values} from '../config/settings.ts';
import {type CommandLine, wordsIn} from './line/parse-line.ts';
import {commandTable, dashboardEntry, helpOption} from './line/table.ts';

type Host = Pick<NodeJS.Process, 'stdout' | 'env'>;

/** Prints a script, which asks here at each TAB: what is offered is what this version takes. */
export async function runCompletion(
  {arguments: [shell, ...words]}: CommandLine,
  {stdout, env}: Host,
): Promise<void> {
  const offers = offersFor(words, env).map(([word, about]) =>
    about === undefined ? word : `${word}\t${about}`,
  );
  const script = shell === 'bash' ? bash : shell === 'zsh' ? zsh : fish;
  stdout.write(words.length === 0 ? script : offers.map(each => `${each}\n`).join(''));
}

/** Asks for the files of the shell. */
const files = '/';

// An offer is a word and, behind a tab, what it is.
const bash = `# bash completion of optty
_optty() {
  local IFS=$'\\n'
  local offers=($(optty completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  COMPREPLY=("\${offers[@]%%$'\\t'*}")
  [[ $offers != ${files} ]] || { compopt -o filenames; COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); }
}
complete -F _optty optty
`;

const zsh = `#compdef optty
# zsh completion of optty
_optty() {
  local -a offers
  offers=("\${(@f)$(optty completion zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  [[ $offers == ${files} ]] && { _files; return }
  offers=("\${(@)offers//:/\\\\:}")
  offers=("\${(@)offers/$'\\t'/:}")
  [[ -n $offers ]] && _describe optty offers
}
if [[ $funcstack[1] == _optty ]]; then _optty "$@"; else compdef _optty optty; fi
`;

const fish = `# fish completion of optty
function __optty
  set -l words (commandline -opc) (commandline -ct)
  set -l offers (optty completion fish -- $words[2..] 2>/dev/null)
  if test "$offers" = ${files}; __fish_complete_path (commandline -ct); else; string join \\n -- $offers; end
end
complete -c optty -f -a '(__optty)'
`;

type Offer = readonly [word: string, about?: string];

const namesOf = ({long, short}: OptionEntry) => [`--${long}`, ...(short === undefined ? [] : [`-${short}`])];

/** @param words typed so far; the last one is to be completed */
function offersFor(words: readonly string[], env: Environment): readonly Offer[] {
  const current = words.at(-1) ?? '';
  // Bash takes `--theme=light` apart.
  const {typed, given, found} = wordsIn(words.slice(0, -1).filter(word => word !== '='));
  const entry = found ?? dashboardEntry;
  const optionOf = (name: string) => entry.options.find(({long, value}) => long === name && value);
  const last = typed.at(-1);
  const open = last?.value === undefined ? optionOf(last?.name ?? '') : undefined;
  const [, name] = /^--([\w-]+)=/.exec(current) ?? [];
  return offersIn().filter(([word]) => word === files || word.startsWith(current));

  function offersIn(): readonly Offer[] {
    if (name !== undefined)
      return valuesOf(optionOf(name)?.values, env).map(([word]) => [`--${name}=${word}`]);
    if (open !== undefined) return valuesOf(open.values, env);
    if (current.startsWith('-'))
      return [...entry.options, helpOption].flatMap(each =>
        namesOf(each).map((word): Offer => [word, each.summary]),
      );
    if (found === undefined) return commandTable.map(({name, summary}): Offer => [name, summary]);
    return valuesOf(entry.arguments[given.length]?.values, env);
  }
}

function valuesOf(values: Values | undefined, env: Environment): readonly Offer[] {
  if (values === 'file') return [[files]];
  const words = values === 'profile' ? profiles(env) : (values ?? []);
  return words.map((word): Offer => [word]);
}

/** Names in the configuration file at its usual place, which may be wrong elsewhere. */
function profiles(env: Environment): readonly string[] {
  const path = configPath({}, env);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const named = [...text.matchAll(/^[ \t]*\[profiles\.([\w-]+)/gm)].map(([, name = '']) => name);
  return [...new Set([...named, 'paper'])].sort();
}
