import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {commandTable} from '../../src/commands/line/table.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {home, program} from './optty.ts';

const toml = '[profiles.live]\nlabel = "Main"\n[profiles.live.guardrails]\n[profiles.demo]\n';

const isInstalled = (shell: string) =>
  (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, shell)));

async function script(shell: string) {
  const at = home(toml);
  const {code, stdout} = await at.asked(['completion', shell]);
  expect(code).toBe(0);
  at.write('optty', `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, 0o700);
  const env = {PATH: `${at.folder}:${process.env.PATH}`, HOME: at.folder};
  return {env, path: at.write(`optty.${shell}`, stdout)};
}

/** What stands on the line, and what the shell offers for it. */
const offers: readonly (readonly [string, readonly string[]])[] = [
  ['optty li', ['list']],
  ['optty list ', ['activity', 'cards', 'easy-options', 'orders', 'trades']],
  ['optty list --pro', ['--profile']],
  ['optty list cards --profile ', ['demo', 'live', 'paper']],
  ['optty --theme light ', commandTable.map(({name}) => name).sort()],
  ['optty list cards --filter active:true --page-', ['--page-size']],
];

/** One shell completes all lines: a start of one costs more than what it tells. */
describe.runIf(isInstalled('bash'))('completion in bash', () => {
  it('completes each line', async () => {
    const {env, path} = await script('bash');
    const complete = `source "$1"; shift; for line; do COMP_WORDS=($line); [[ $line == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); COMPREPLY=(); _optty; printf '%s\n' "\${COMPREPLY[@]}" ==; done`;
    const args = ['--norc', '-c', complete, 'bash', path, ...offers.map(([line]) => line)];
    const {stdout, stderr} = spawnSync('bash', args, {env, encoding: 'utf8'});
    expect(stderr).toBe('');
    expect(answersIn(stdout).map(each => each.sort())).toEqual(offers.map(([, expected]) => expected));
  });
});

describe.runIf(isInstalled('fish'))('completion in fish', () => {
  it('completes each line', async () => {
    const {env, path} = await script('fish');
    const lines = offers.map(([line]) => `complete -C '${line}'; echo ==`).join('; ');
    const {stdout} = spawnSync('fish', ['--no-config', '-c', `source ${path}; ${lines}`], {
      env,
      encoding: 'utf8',
    });
    const answers = answersIn(stdout).map(each => each.map(offer => offer.split('\t')[0]));
    expect(answers).toEqual(offers.map(([, expected]) => expected));
  });
});

describe.runIf(isInstalled('zsh'))('completion in zsh', () => {
  it('completes each line', async () => {
    const {env, path} = await script('zsh');
    const shell = openTerminal({command: 'zsh', args: ['-f', '-i'], env});
    onTestFinished(() => shell.close());
    await shell.waitFor(/[#%] *$/);
    shell.press(`PS1='ready> '; autoload -U compinit && compinit -u -D && source ${path} && clear\r`);
    for (const [line, expected] of offers) {
      await shell.waitFor(screen => /^ready>$/.test(screen.trim()));
      shell.press(`${line}\t`);
      await shell.waitFor(screen => expected.every(each => screen.includes(each)));
      // Ctrl-U takes the line away, and Ctrl-L the list below it.
      shell.press('\x15\x0c');
    }
  });
});

/** What was offered for each line. */
const answersIn = (stdout: string) =>
  stdout
    .split(/^==\n/m)
    .slice(0, -1)
    .map(each => each.split('\n').filter(Boolean));
