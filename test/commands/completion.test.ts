import {spawnSync} from 'node:child_process';
import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {commandTable} from '../../src/commands/line/table.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {home, program} from './optty.ts';

const toml = '[profiles.live]\nlabel = "Main"\n[profiles.live.guardrails]\n[profiles.demo]\n';

function isInstalled(shell: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      accessSync(join(folder, shell), constants.X_OK);
      return true;
    } catch (error) {
      if (
        (error as NodeJS.ErrnoException).code === 'ENOENT' ||
        (error as NodeJS.ErrnoException).code === 'EACCES'
      )
        return false;
      throw error;
    }
  });
}

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
  ['optty list ', ['cards', 'easy-options', 'orders', 'trades']],
  ['optty list --pro', ['--profile']],
  ['optty list cards --profile ', ['demo', 'live', 'paper']],
  ['optty --theme light ', commandTable.map(({name}) => name).sort()],
  ['optty list cards --filter active:true --page-', ['--page-size']],
];

describe.runIf(isInstalled('bash'))('completion in bash', () => {
  it.each(offers)('completes %j', async (line, expected) => {
    const {env, path} = await script('bash');
    const complete = `source "$1"; COMP_WORDS=($2); [[ $2 == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _optty; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const {stdout, stderr} = spawnSync('bash', ['--norc', '-c', complete, 'bash', path, line], {
      env,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(expected);
  });
});

describe.runIf(isInstalled('fish'))('completion in fish', () => {
  it.each(offers)('completes %j', async (line, expected) => {
    const {env, path} = await script('fish');
    const {stdout} = spawnSync('fish', ['--no-config', '-c', `source ${path}; complete -C '${line}'`], {
      env,
      encoding: 'utf8',
    });
    expect(
      stdout
        .split('\n')
        .filter(Boolean)
        .map(each => each.split('\t')[0]),
    ).toEqual(expected);
  });
});

describe.runIf(isInstalled('zsh'))('completion in zsh', () => {
  it.each(offers)('completes %j', async (line, expected) => {
    const {env, path} = await script('zsh');
    const shell = openTerminal({command: 'zsh', args: ['-f', '-i'], env});
    onTestFinished(() => shell.close());
    await shell.waitFor(/[#%] *$/);
    shell.press(`PS1='ready> '; autoload -U compinit && compinit -u -D && source ${path} && clear\r`);
    await shell.waitFor(screen => /^ready>$/.test(screen.trim()));
    shell.press(`${line}\t`);
    await shell.waitFor(screen => expected.every(each => screen.includes(each)));
  });
});
