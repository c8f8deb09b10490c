/** Every example of the help, README.md and docs/ is run as it is printed, beside a paper service. */
import {existsSync, readFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, type TestContext} from 'vitest';
import {commandTable, dashboardOptions} from '../../src/commands/line/table.ts';
import {blocks, mentions, shellExamples} from '../helpers/examples.ts';
import {rest} from '../helpers/holdings.ts';
import type {TestPaper} from '../helpers/paper.ts';
import {eventually} from '../helpers/patience.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {scripts} from '../scripts.ts';
import {startBusyPaper} from './busy-paper.ts';
import {compileCache, type Home, home, program, runScript} from './optty.ts';

/** Those that no test can run, each with its reason; all the others are run. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'it installs the packages that run this test',
  'npm ci && npm test': 'it installs the packages that run this test, and would run it again',
  'optty halt --close': 'it ends with what the others look at, on a clock that stands still',
};

/** What is not left as printed: a port that may be taken, an id of another service, another shell's folder. */
const rewrites: readonly (readonly [RegExp, (paper: TestPaper, ids: Ids) => string])[] = [
  [/http:\/\/127\.0\.0\.1:8787/g, ({origin}) => origin],
  [/--port 8787/, () => '--port 0'],
  [/^optty paper(?!.*--port)/, () => 'optty paper --port 0'],
  [/ &$/, () => ''],
  [/(?<=^optty show easy-options )\d+/, (_, ids) => ids.easyOption],
  [/\$\{fpath\[1\]\}/, () => '$HOME'],
];

type Ids = {readonly easyOption: string};

let paper: TestPaper;
let ids: Ids;

beforeAll(async () => {
  paper = await startBusyPaper({token: {test: 'test-token', play: 'play', mine: 'my-token'}});
  const options = await paper.call('GET', '/v1/easy-options/search');
  ids = {easyOption: String(options.json.content[0].id)};
});

afterAll(() => paper.close());

const asTyped = (text: string) =>
  rewrites.reduce((typed, [printed, instead]) => typed.replace(printed, () => instead(paper, ids)), text);

/** Not every machine has jq: this one knows the one program that the examples have for it. */
const idsAsJq = `
if (process.argv.slice(2).join(' ') !== '-r .id') process.exit(3);
let text = '';
process.stdin.on('data', chunk => (text += chunk)).on('end', () => {
  for (const line of text.split('\\n').filter(Boolean)) console.log(JSON.parse(line).id);
});
`;

/** A home in which `optty` is on the PATH; where the example names a profile, that is the paper service. */
function shellFor(
  text: string,
  test: TestContext,
): Pick<Home, 'folder' | 'asked'> & {env: Record<string, string>} {
  const profile = text.includes('--all-profiles') ? 'live' : /--profile (\w+)/.exec(text)?.[1];
  const {folder, asked, write} = home(
    profile && `[profiles.${profile}]\nbase_url = "${paper.origin}"\ntoken_file = "~/token"\n`,
    test.onTestFinished,
  );
  write('token', 'test-token\n');
  write('bin/optty', `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, 0o700);
  write('bin/jq', `#!${process.execPath}\n${idsAsJq}`, 0o700);
  const service =
    profile !== undefined || text.includes('OPTTY_')
      ? undefined
      : {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'test-token'};
  const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`;
  return {
    folder,
    asked,
    env: {HOME: folder, PATH, LANG: 'C.UTF-8', NODE_COMPILE_CACHE: compileCache, ...service},
  };
}

/** Runs it in the home of an example. */
function inShell(script: string, test: TestContext, example: string, input = '') {
  const {folder, env} = shellFor(example, test);
  return {folder, running: runScript(script, {env, cwd: folder, input}, test.onTestFinished)};
}

/** A command and its arguments, with nothing that only a shell reads, and no standard input. */
const plain = /^optty(?! mcp\b)( [\w./:=-]+)+$/;

async function runCommand(text: string, test: TestContext): Promise<void> {
  if (plain.test(text)) {
    const [, ...args] = asTyped(text).split(' ');
    const {asked, env} = shellFor(text, test);
    const {code, stdout, stderr} = await asked(args, env);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).not.toBe('');
    return;
  }
  const target = / > (\S+)$/.exec(text)?.[1];
  const script = `set -e -o pipefail\n${asTyped(text)}\n${target === undefined ? '' : `test -s ${asTyped(target)}`}`;
  const ended = await inShell(script, test, text, 'a-token\n').running.ended;
  expect({...ended, stdout: ''}).toEqual({code: 0, stdout: '', stderr: ''});
  // A server of agents says nothing unasked.
  if (target === undefined && /\boptty\b(?! mcp\b)/.test(text)) expect(ended.stdout).not.toBe('');
}

async function runService(text: string, test: TestContext): Promise<void> {
  const {running} = inShell(`exec ${asTyped(text)}`, test, 'OPTTY_');
  const address = /^OPTTY_BASE_URL=(\S+)\n/m;
  await running.prints(address);
  const [, url] = address.exec(running.said.stdout) ?? [];
  expect((await fetch(`${url}/_paper/health`)).status).toBe(200);
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({code: 0, stderr: ''});
}

/** Something happens on the account again and again, until the watch has told of it; then it is stopped. */
async function runWatch(text: string, test: TestContext): Promise<void> {
  const {folder, running} = inShell(`exec ${asTyped(text)}`, test, text);
  const target = />> (\S+)$/.exec(text)?.[1];
  await eventually(async () => {
    await rest(paper, '0.1', '5');
    const printed = target === undefined ? running.said.stdout : readFileSync(join(folder, target), 'utf8');
    expect(printed).toMatch(/"kind":"placed".*\n$/);
  });
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({code: 0, stderr: ''});
}

async function runDashboard(text: string, test: TestContext): Promise<void> {
  const {folder, env} = shellFor(text, test);
  const none = {XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined, TMUX: undefined, STY: undefined};
  const terminal = openTerminal({
    command: 'bash',
    args: ['-c', asTyped(text)],
    cwd: folder,
    env: {...none, ...env},
  });
  test.onTestFinished(() => terminal.close());
  await terminal.waitFor(screen => screen.includes('PAPER') && /\bBTC\b/.test(screen));
  // The second one answers the question about working orders, if there is one.
  terminal.press('\x03');
  terminal.press('\x03');
  expect((await terminal.exit).code).toBe(0);
}

/** Without the name of a command it is the dashboard's. */
const isDashboard = (text: string) => /(?:^|\s)optty(?: --[a-z-]+(?: [A-Za-z0-9]\S*)?)*$/.test(text);

/** Most of an example is waiting for a process, so several run at once. */
describe.concurrent('a shell example', () => {
  it.for(shellExamples.filter(({text}) => notRun[text] === undefined))(
    'runs as printed in $where: $text',
    async ({text}, test) => {
      if (/^optty paper\b/.test(text)) await runService(text, test);
      else if (/^optty watch\b/.test(text)) await runWatch(text, test);
      else await (isDashboard(text) ? runDashboard(text, test) : runCommand(text, test));
    },
  );

  it('exists in the help of every command and on every page', () => {
    const wheres = new Set(shellExamples.map(({where}) => where));
    for (const {name} of commandTable) expect(wheres).toContain(`optty ${name} --help`);
    for (const page of ['README.md', 'docs/client.md', 'docs/paper.md']) expect(wheres).toContain(page);
  });

  it('is on the list of exceptions only if it is still printed', () => {
    const texts = shellExamples.map(({text}) => text);
    expect(Object.keys(notRun).filter(text => !texts.includes(text))).toEqual([]);
  });
});

describe('an example program', () => {
  it('is on a page whose programs are run against the package', () => {
    const isProgram = ({language}: (typeof blocks)[number]) => ['js', 'mjs', 'ts'].includes(language);
    const pages = new Set(blocks.filter(isProgram).map(({where}) => where));
    expect([...pages].sort()).toEqual(['docs/client.md', 'docs/paper.md']);
  });

  it('is in a block whose language says how to run it', () => {
    // What a program said is text.
    const known = ['', 'sh', 'bash', 'console', 'js', 'mjs', 'ts', 'text', 'toml'];
    expect(blocks.filter(({language}) => !known.includes(language))).toEqual([]);
  });
});

/** What optty says of itself, and no command. */
const said = /^optty needs /;

describe('a command line in a sentence', () => {
  it.each(mentions.filter(({text}) => text.startsWith('optty ') && !said.test(text)))(
    'names an existing command and existing flags in $where: $text',
    ({text}) => {
      const [first = '', second = ''] = text.split(' ').slice(1);
      const entry = commandTable.find(({name}) => name === first);
      const known = [...(entry?.options ?? dashboardOptions).map(({long}) => long), 'version', 'help'];
      for (const [, flag] of text.matchAll(/--([\w-]+)/g)) expect(known).toContain(flag);
      if (entry === undefined) expect(first).toMatch(/^--/);
      const [argument] = entry?.arguments ?? [];
      const isChosen = Array.isArray(argument?.values) || argument === undefined;
      if (/^[a-z]/.test(second) && isChosen) expect(argument?.values).toContain(second);
    },
  );

  it('names only existing scripts, proofs and trials', () => {
    const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const known = (JSON.parse(file) as {scripts: object}).scripts;
    const named = mentions.flatMap(({text}) => {
      const [, script, name] = /^npm run (\S+)(?: -- ([a-z][a-z-]*))?/.exec(text) ?? [];
      return script === undefined ? [] : [{text, script, name}];
    });
    expect(named.filter(({name}) => name !== undefined)).not.toEqual([]);
    const unknown = named.filter(({script, name}) => {
      const names = scripts[script];
      return !Object.hasOwn(known, script) || (names && name !== undefined && !Object.hasOwn(names, name));
    });
    expect(unknown.map(({text}) => text)).toEqual([]);
  });
});

it('every named proof, trial and generator runs an existing file', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const files = Object.values(scripts).flatMap(names =>
    Object.values(names)
      .flat()
      .map(([file]) => file),
  );
  expect(files.filter(file => !existsSync(join(root, file)))).toEqual([]);
});
