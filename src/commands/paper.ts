/** `optty paper`: the paper service alone, until it is told to stop. */

import {rmSync, writeFileSync} from 'node:fs';
import {isLoopbackHost} from '../api/base-url.ts';
import {ConfigError} from '../config/error.ts';
import {expandHome, statePaths} from '../config/paths.ts';
import {PaperOptionError} from '../paper/errors.ts';
import type {Paper, PaperOptions} from '../paper/options.ts';
import {startPaper} from '../paper/server.ts';
import {exitDone, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {paperOptions, usualPort} from './line/paper-flags.ts';
import {signalled} from './line/signalled.ts';
import {say} from './output/output.ts';

export async function runPaper(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const given = typeof line.flags.db === 'string' ? line.flags.db : statePaths(host.env).paperDb;
  const ledger = given === ':memory:' ? given : expandHome(given, host.env);
  const stopped = signalled(host);
  const options = optionsOf(line, ledger);
  const address = options.host ?? '';
  const paper = await start(options);
  if (!isLoopbackHost(address.includes(':') ? `[${address}]` : address)) {
    say(
      host.stderr,
      `optty: ${address} may be reached from other machines, and the token crosses the network in the clear.\n`,
    );
  }
  const tokenFile = ledger === ':memory:' ? undefined : `${ledger}.token`;
  if (tokenFile !== undefined) {
    // One that a killed program left may have another mode.
    rmSync(tokenFile, {force: true});
    writeFileSync(tokenFile, `${paper.token}\n`, {mode: 0o600});
  }
  host.stdout.write(variables(paper));
  if (host.stdout.isTTY) say(host.stderr, howToConnect(tokenFile));
  await stopped;
  if (tokenFile !== undefined) rmSync(tokenFile, {force: true});
  await paper.close();
  return exitDone;
}

/** The first account's token, and with several accounts each by its name. */
function variables({baseUrl, token, tokens}: Paper): string {
  const all = Object.entries(tokens);
  const named = all.map(([name, each]) => [`OPTTY_TOKEN_${name.toUpperCase().replaceAll('-', '_')}`, each]);
  const lines = [['OPTTY_BASE_URL', baseUrl], ['OPTTY_TOKEN', token], ...(all.length > 1 ? named : [])];
  return lines.map(([name, value]) => `${name}=${value}\n`).join('');
}

function howToConnect(tokenFile: string | undefined): string {
  const profile =
    tokenFile === undefined ? '' : ` A profile can name token_file = ${JSON.stringify(tokenFile)}.`;
  return `Serving play money until Ctrl-C. Set both variables elsewhere and run optty there.${profile}\n`;
}

function optionsOf(line: CommandLine, ledger: string): PaperOptions {
  try {
    return paperOptions(line, ledger);
  } catch (error) {
    throw refusedFlag(error) ?? error;
  }
}

/** A flag that the service itself finds wrong. */
function refusedFlag(error: unknown): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'FaultSpecError')
    return new ConfigError({source: '--faults', expectation: error.message});
  if (!(error instanceof PaperOptionError)) return undefined;
  return new ConfigError({source: `--${error.option}`, expectation: error.message});
}

/** What the machine or another optty has against it is said in a line; the rest is a wrong flag. */
async function start(options: PaperOptions): Promise<Paper> {
  try {
    return await startPaper(options);
  } catch (error) {
    const {code, name, message} = error as NodeJS.ErrnoException;
    const flag = refusedFlag(error);
    if (flag !== undefined) throw flag;
    const said = code === undefined ? undefined : troubles[code]?.(options);
    if (said === undefined && name !== 'LedgerInUse') throw error;
    throw new Unable(said ?? message);
  }
}

function unusable({db}: PaperOptions): string {
  return `The ledger ${db} cannot be opened; --db takes a file of a paper service, or a new one in a folder of yours.`;
}

const troubles: Readonly<Record<string, (options: PaperOptions) => string>> = {
  EADDRINUSE: ({port}) => `Port ${port} is taken by another program; --port 0 takes a free one.`,
  EADDRNOTAVAIL: ({host}) => `${host} is no address of this machine; --host 127.0.0.1 always is.`,
  ENOTFOUND: ({host}) => `There is no host ${JSON.stringify(host)}; --host takes an address of this machine.`,
  EACCES: ({port, db}) =>
    `Port ${port} or the ledger ${db} may not be used by you; try --port ${usualPort} or another --db.`,
  EEXIST: unusable,
  EISDIR: unusable,
  ENOENT: unusable,
  EPERM: unusable,
  EROFS: unusable,
  ENOTDIR: unusable,
  ERR_SQLITE_ERROR: unusable,
};
