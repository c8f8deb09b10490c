import {type ChildProcess, fork, spawn} from 'node:child_process';
import {closeSync, existsSync, mkdirSync, openSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {onTestFinished, type TestContext} from 'vitest';
import type {Journal} from '../../src/core/journal/journal.ts';
import {journalPath, type Owner, type Places} from '../../src/core/journal/place.ts';
import {openTested} from '../core/journal/machines.ts';
import {compileCache, program} from '../helpers/built.ts';
import {temporaryFolder} from '../helpers/folder.ts';
import {openTerminal, type TerminalOptions, type TestTerminal} from '../helpers/terminal.ts';
import type {Asked, Given} from './again.ts';

export {compileCache, program};

/** Where the journal is of a profile without a label, on a paper service. */
export function journalOf({folder}: Pick<Home, 'folder'>, {ledgerId: ledger}: {ledgerId: string}): string {
  return journalPath(placesIn(folder), {origin: '', path: '', ledger}, 'default');
}

export function placesIn(folder: string): Places {
  const state = join(folder, '.local/state/optty');
  return {accounts: join(state, 'accounts'), oldJournal: join(state, 'journal.db')};
}

/** The variables that name a paper service of tests. */
export const at = ({origin}: {readonly origin: string}, token = 'test-token') => ({
  ...{OPTTY_BASE_URL: origin, OPTTY_TOKEN: token},
});

/** The JSON that a command prints of a service. */
export async function printed(args: string, service: {readonly origin: string}) {
  const {stdout} = await home().asked([...args.split(' '), '--json'], at(service));
  return JSON.parse(stdout);
}

export type Ended = {readonly code: number | null; readonly stdout: string; readonly stderr: string};

export type Home = {
  readonly folder: string;
  /** Where the configuration file is looked for. */
  readonly config: string;
  /** Writes a file in it and returns its path. */
  write(name: string, text: string, mode?: number): string;
  /** The journal of an account in it, as a program has it open until the end of the test. */
  journal(service: Owner['service'], label?: string, path?: string): Promise<Journal>;
  /** Runs optty in a real process with this home and nothing else in its environment. */
  optty(args: readonly string[], env?: Readonly<Record<string, string>>, input?: string): Promise<Ended>;
  /**
   * The output and exit code of optty, where nothing depends on a new process: a process that ran others
   * before runs it.
   * @param given what is typed, and the time where the output depends on it
   */
  asked(args: readonly string[], env?: Readonly<Record<string, string>>, given?: Given): Promise<Ended>;
  /** As `optty`, with standard output on a disk without space. Linux only. */
  unread(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  /** As `optty`, while it runs; it is killed at the end of the test. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Running;
  /** As `optty`, on a terminal that is closed at the end of the test. */
  onTerminal(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    size?: Pick<TerminalOptions, 'columns' | 'rows'>,
  ): TestTerminal;
};

export type Running = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has printed so far. */
  readonly said: {readonly stdout: string; readonly stderr: string};
  /** Resolves once its standard output holds it; rejects if it ends before. */
  prints(text: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
};

/**
 * A home folder of its own, removed at the end of the test; `toml` becomes its configuration.
 * @param finished of a test that runs beside others
 */
export function home(toml?: string, finished: TestContext['onTestFinished'] = onTestFinished): Home {
  const folder = temporaryFolder(finished);
  const config = join(folder, '.config/optty/config.toml');
  const write = (name: string, text: string, mode = 0o600) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text, {mode});
    return path;
  };
  if (toml !== undefined) write('.config/optty/config.toml', toml);
  const own = {HOME: folder, NODE_COMPILE_CACHE: compileCache};
  return {
    folder,
    config,
    write,
    journal(service, label = 'default', path = journalPath(placesIn(folder), service, label)) {
      return openTested({path, owner: {places: placesIn(folder), service, label}}, finished);
    },
    optty: (args, env = {}, input = '') => run([program, ...args], {...own, ...env}, {input}).ended,
    asked: (args, env = {}, given = {}) =>
      runAgain({args, env: {PATH: process.env.PATH ?? '', ...own, ...env}, ...given}),
    unread: (args, env = {}) => {
      const full = openSync('/dev/full', 'w');
      return run([program, ...args], {...own, ...env}, {output: full}).ended.finally(() => closeSync(full));
    },
    start(args, env = {}) {
      return killedAfter(run([program, ...args], {...own, ...env}), finished);
    },
    onTerminal(args, env = {}, size = {}) {
      const terminal = openTerminal({
        ...{command: process.execPath, args: [program, ...args], ...size},
        env: {...own, LANG: 'C.UTF-8', ...env},
      });
      finished(() => terminal.close());
      return terminal;
    },
  };
}

/** Those of this worker that wait for something to run. */
const idle: ChildProcess[] = [];

async function runAgain(asked: Asked): Promise<Ended> {
  const child = idle.pop() ?? startAgain();
  const {promise, resolve, reject} = Promise.withResolvers<Ended>();
  const onExit = () => reject(new Error(`optty ${asked.args.join(' ')} ended the process of others too.`));
  child.once('message', resolve).once('exit', onExit).send(asked);
  const ended = await promise;
  child.off('exit', onExit);
  idle.push(child);
  return ended;
}

function startAgain(): ChildProcess {
  if (!existsSync(program)) throw new Error('dist/ is missing: run npm run build first');
  const env = {NODE_COMPILE_CACHE: compileCache};
  const child = fork(new URL('again.ts', import.meta.url), [program], {env, execArgv: [], stdio: 'inherit'});
  child.unref();
  child.channel?.unref();
  return child;
}

/** A shell's, with the variables of the test alone; killed at its end. */
export const runScript = (
  script: string,
  {env, cwd, input}: {readonly env: Record<string, string>; readonly cwd: string; readonly input: string},
  finished: TestContext['onTestFinished'],
): Running => killedAfter(run(['-c', script], env, {command: 'bash', cwd, input}), finished);

function killedAfter(running: Running, finished: TestContext['onTestFinished']): Running {
  finished(() => void running.child.kill('SIGKILL'));
  return running;
}

type Launch = {
  readonly command?: string;
  readonly cwd?: string;
  readonly input?: string;
  readonly output?: 'pipe' | number;
};

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  {command = process.execPath, cwd, input = '', output = 'pipe'}: Launch = {},
): Running {
  const child = spawn(command, args, {
    cwd,
    env: {PATH: process.env.PATH ?? '', ...env},
    stdio: ['pipe', output, 'pipe'],
  });
  const said = {stdout: '', stderr: ''};
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  child.stdin?.on('error', () => undefined).end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({code, ...said}));
  });
  return {
    ...{child, ended, said},
    prints: text =>
      new Promise((resolve, reject) => {
        const look = () => void (text.test(said.stdout) && resolve());
        child.stdout?.on('data', look);
        child.on('close', () => reject(new Error(`It ended, and had printed: ${said.stdout}${said.stderr}`)));
        look();
      }),
    kill: signal => void child.kill(signal),
  };
}
