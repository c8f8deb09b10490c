import {isLoopbackHost} from '../api/base-url.ts';
import {wrongIn} from '../config/error.ts';
import {expandHome, statePaths} from '../config/paths.ts';
import {type Flags, put} from '../config/settings.ts';
import {readSource} from '../config/source.ts';
import {fastest} from '../paper/clock.ts';
import {PaperOptionError} from '../paper/errors.ts';
import type {Paper, PaperOptions} from '../paper/options.ts';
import {longestLag, startPaper} from '../paper/server.ts';
import {signalled, Unable} from './line/exit.ts';
import {type CommandLine, listFlag, numberFlag, textFlag} from './line/parse-line.ts';
import {say} from './output.ts';

export async function runPaper(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const given = textFlag(line.flags.db) ?? statePaths(host.env).paperDb;
  const ledger = given === ':memory:' ? given : expandHome(given, host.env);
  const stopped = signalled(host);
  const address = textFlag(line.flags.host) ?? '127.0.0.1';
  const paper = await start(line.flags, address, ledger);
  if (!isLoopbackHost(address.includes(':') ? `[${address}]` : address))
    say(
      host.stderr,
      `optty: ${address} can be reached from other machines, and the token is sent unencrypted.\n`,
    );
  host.stdout.write(variables(paper));
  if (host.stdout.isTTY)
    say(host.stderr, 'Serving play money until Ctrl-C. Set both variables elsewhere and run optty there.\n');
  await stopped;
  await paper.close();
}

function variables({baseUrl, token, tokens}: Paper): string {
  const all = Object.entries(tokens);
  const named = all.map(([name, each]) => [`OPTTY_TOKEN_${name.toUpperCase().replaceAll('-', '_')}`, each]);
  const lines = [['OPTTY_BASE_URL', baseUrl], ['OPTTY_TOKEN', token], ...(all.length > 1 ? named : [])];
  return lines.map(([name, value]) => `${name}=${value}\n`).join('');
}

/** A fault of the machine or a conflict with another optty is no usage error. */
async function start(flags: Flags, host: string, db: string): Promise<Paper> {
  const port = numberFlag('--port', flags.port, 'a whole number', 0, 65_535) ?? usualPort;
  const place = {host, port, db};
  try {
    return await startPaper({...place, ...paperOptions(flags)});
  } catch (error) {
    const {code, name, message} = error as NodeJS.ErrnoException;
    if (name === 'FaultSpecError') throw wrongIn('--faults', message);
    if (error instanceof PaperOptionError) throw wrongIn(`--${error.option}`, message);
    if (name === 'LedgerInUse') throw new Unable(message);
    if (code === undefined) throw error;
    throw new Unable((troubles[code] ?? unusable)(place));
  }
}

type Place = {readonly host: string; readonly port: number; readonly db: string};

const unusable = ({db}: Place) =>
  `The ledger ${db} cannot be opened; --db needs a paper service's file, or a new file in your own folder.`;

const troubles: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({port}) => `Port ${port} is taken by another program; --port 0 takes a free one.`,
  EADDRNOTAVAIL: ({host}) => `${host} is not an address of this machine; use --host 127.0.0.1.`,
  ENOTFOUND: ({host}) => `There is no host ${JSON.stringify(host)}; --host needs an address of this machine.`,
  EACCES: ({port, db}) =>
    `Port ${port} or the ledger ${db} cannot be used without permission; try --port ${usualPort} or another --db.`,
};

const usualPort = 8787;

function paperOptions(flags: Flags): PaperOptions {
  return {
    prefix: textFlag(flags.prefix),
    seed: numberFlag('--seed', flags.seed, 'a whole number', 0, 2 ** 32 - 1),
    start: textFlag(flags.start),
    speed: numberFlag('--speed', flags.speed, 'a number', 0, fastest),
    token: tokens(textFlag(flags.tokenFile), listFlag(flags.token)),
    faults: textFlag(flags.faults),
    dialect: dialect(listFlag(flags.dialect)),
    lag: numberFlag('--lag', flags.lag, 'a number', 0, longestLag),
    limits: limits(textFlag(flags.limit)),
  };
}

function tokens(file: string | undefined, given: readonly string[]): PaperOptions['token'] {
  const lines = file === undefined ? [] : linesOf(file);
  const all = [...lines.filter(line => line !== '' && !line.startsWith('#')), ...given];
  if (all.length === 0) return undefined;
  const named = new Map<string, string>();
  for (const [place, each] of all.entries()) {
    const [, name = `account${place + 1}`, token = each] = /^([A-Za-z][\w-]*)=(=*[^=].*)$/.exec(each) ?? [];
    if (named.has(name)) throw wrongIn('--token', `there are two tokens for the account ${name}.`);
    named.set(name, token);
  }
  return Object.fromEntries(named);
}

/** The bucket holds four seconds of requests. */
const burst = 4;

function limits(text: string | undefined): PaperOptions['limits'] {
  if (text === undefined || text === 'none') return text;
  const [, reads, writes = reads] = /^(\d{1,6}(?:\.\d+)?)(?:\/(\d{1,6}(?:\.\d+)?))?$/.exec(text) ?? [];
  const rate = (perSecond: number) => ({perSecond, burst: Math.max(1, perSecond * burst)});
  if (Number(reads) > 0 && Number(writes) > 0)
    return {reads: rate(Number(reads)), writes: rate(Number(writes))};
  throw wrongIn(
    '--limit',
    `expected requests a second, READS or READS/WRITES, or none, not ${JSON.stringify(text)}.`,
  );
}

/** Settings such as `search_dto=json,orders.page=p`; later ones win. */
function dialect(given: readonly string[]): PaperOptions['dialect'] {
  if (given.length === 0) return undefined;
  const settings = given.flatMap(each => each.split(',')).map(each => settingIn(each.trim()));
  return settings.reduce(put, {});
}

function settingIn(setting: string) {
  const [, table, name = '', value] =
    /^(?:(orders|trades|sort|auth)\.)?([a-z][a-z_]*)=(.+)$/.exec(setting) ?? [];
  if (value === undefined)
    throw wrongIn('--dialect', `expected NAME=VALUE like orders.page=p, not ${JSON.stringify(setting)}.`);
  const read = table === 'sort' ? value.split('+') : /^(true|false)$/.test(value) ? value === 'true' : value;
  return {key: table === undefined ? [name] : [table, name], value: read};
}

function linesOf(file: string): readonly string[] {
  const wrong = (expectation: string) => wrongIn('--token-file', `${file}: ${expectation}`);
  const {text} = readSource(file, wrong);
  return text.split('\n').map(line => line.trim());
}
