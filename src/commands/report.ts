/** Plain text for a bug report. What may be private is left out, so that it can be attached as it is. */
import {existsSync, readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {version} from '../api/version.ts';
import type {Config} from '../config/config.ts';
import type {Shown} from '../config/settings.ts';
import {readAccounts} from '../core/journal/glimpse.ts';
import {localeOf} from '../term/capabilities.ts';
import {readHost} from './host.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {say} from './output.ts';

const mostRequests = 200;
const mostMessages = 40;

export async function runReport({flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(flags, host.env);
  const {statePaths} = config;
  const {requests} = statePaths;
  const hide = hidingNames(config, host.env);
  say(
    host.stdout,
    [
      `optty ${version}, Node ${host.versions.node}, ${host.platform} ${host.arch}`,
      `Terminal: ${terminalOf(host)}`,
      ...section('Settings', settingsOf(config)),
      ...section('Unresolved writes', writesIn(readAccounts(statePaths, readHost(host.pid)))),
      ...section('Last requests of the dashboard', lastLines(requests, mostRequests)),
      ...section('Last messages', lastLines(config.logFile, mostMessages).map(hide)),
      '',
    ].join('\n'),
  );
}

function section(name: string, lines: readonly string[]): readonly string[] {
  return ['', `${name}:`, ...(lines.length === 0 ? ['none'] : lines).map(line => `  ${line}`)];
}

function terminalOf({env, stdout, stdin}: NodeJS.Process): string {
  const {TERM = '-', COLORTERM = '-', TERM_PROGRAM = '-', TMUX, STY} = env;
  return [
    `TERM ${TERM}, COLORTERM ${COLORTERM}, TERM_PROGRAM ${TERM_PROGRAM}`,
    `locale ${localeOf(env) || '-'}`,
    stdout.isTTY ? `${stdout.columns}x${stdout.rows}` : `input is ${stdin.isTTY ? 'a' : 'no'} terminal`,
    ...(TMUX ? ['in tmux'] : []),
    ...(STY ? ['in screen'] : []),
  ].join(', ');
}

/** The values of these hold no name, address, path or amount. */
const harmless = ['refresh', 'page_size', 'start_pane', 'theme', 'times', 'confirm', 'amend_wait'];

function settingsOf({shown}: Config): readonly string[] {
  return [...new Set(shown.filter(({origin}) => origin.from !== 'default').map(settingLine))];
}

/** The names of filters and underlyings are chosen by the user. */
function settingLine({name, value, origin}: Shown): string {
  const [table = '', ...path] = name.split('.');
  if (table === 'filters' || path.includes('underlyings')) return `${table} (${origin.from})`;
  const isHarmless =
    typeof value === 'boolean' || table === 'columns' || table === 'keys' || harmless.includes(name);
  return isHarmless ? `${name} = ${value} (${origin.from})` : `${name} (${origin.from})`;
}

/** Covers all accounts, without their names. */
function writesIn({seen, old, unread}: ReturnType<typeof readAccounts>): readonly string[] {
  const open = seen.flatMap(each => each.open.map(({kind, state}) => `${kind} ${state}`));
  return [
    ...[...Map.groupBy(open, each => each)].map(([what, same]) => `${same.length} ${what}`),
    ...(old === 0 ? [] : [`${old} of an older optty`]),
    ...unread.map(() => 'a journal cannot be read'),
  ];
}

const lastLines = (path: string, most: number): readonly string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(-1 - most, -1)
    : [];

/** Also hides symbols, amounts and ids: each word with a digit goes. Of a stack, places in the code stay. */
function hidingNames({profile, accountLabel, file, service}: Config, {USER, HOME}: NodeJS.ProcessEnv) {
  const {profiles = {}} = file?.settings ?? {};
  const own = service.kind === 'remote' ? [service.baseUrl] : [];
  const addresses = [...own, ...Object.values(profiles).map(each => each.base_url)];
  const labels = Object.values(profiles).map(each => each.label);
  const names = [profile.name, accountLabel, ...Object.keys(profiles), ...labels, hostname(), USER, HOME]
    .concat(addresses.map((each = '') => URL.parse(each)?.hostname))
    .filter(name => name !== undefined && !['', 'paper', 'default'].includes(name));
  return (line: string): string => {
    const known = names.reduce<string>((text, name = '') => text.replaceAll(name, '…'), line);
    const [, called, where] = codePlace.exec(known) ?? [];
    return called === undefined ? known.replace(hidden, '…') : `${called}${where}`;
  };
}

/** Words with a digit or a sign of an address, long words, and what is quoted; not the time of a line. */
const hidden = /(?<!\S)(?!\d{4}-\d\d-\d\dT)(?:\S*[\d/\\@=#]\S*|\S*\w\.\w\S*|\S{25,})|"[^"]*"|'[^']*'/g;

const codePlace = /^(\s*at (?:[\w.<> ]+ \()?)[^\s()]*\/([\w.-]+:\d+:\d+\)?)$/;
