/** `optty paper`: the paper service alone, until it is told to stop. */

import {rmSync, writeFileSync} from 'node:fs';
import {isLoopbackHost} from '../api/base-url.ts';
import {ConfigError} from '../config/error.ts';
import {expandHome, statePaths} from '../config/paths.ts';
import type {Paper, PaperOptions} from '../paper/options.ts';
import {startPaper} from '../paper/server.ts';
import {done, failed} from './ending.ts';
import type {Line} from './line.ts';
import {say} from './output.ts';

const usualPort = 8787;

export async function runPaper({flags}: Line, host: NodeJS.Process): Promise<number> {
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined);
  const address = text('host') ?? '127.0.0.1';
  const db = text('db') ?? statePaths(host.env).paperDb;
  const stopped = signalled(host);
  const ledger = db === ':memory:' ? db : expandHome(db, host.env);
  const paper = await start(host, {
    host: address,
    port: whole('--port', text('port'), 65_535) ?? usualPort,
    db: ledger,
    seed: whole('--seed', text('seed'), 2 ** 32 - 1),
    speed: speed(text('speed')),
    token: token(text('token')),
    faults: text('faults'),
  });
  if (paper === undefined) return failed;
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
  host.stdout.write(`OPTTY_BASE_URL=${paper.origin}\nOPTTY_TOKEN=${paper.token}\n`);
  if (host.stdout.isTTY) say(host.stderr, howToConnect(tokenFile));
  await stopped;
  if (tokenFile !== undefined) rmSync(tokenFile, {force: true});
  await paper.close();
  return done;
}

function howToConnect(tokenFile: string | undefined): string {
  const profile =
    tokenFile === undefined ? '' : ` A profile can name token_file = ${JSON.stringify(tokenFile)}.`;
  return `Serving play money until Ctrl-C. Set both variables elsewhere and run optty there.${profile}\n`;
}

/** What the machine or another optty has against it is said in a line; the rest is a flag that cannot be used. */
async function start(host: NodeJS.Process, options: PaperOptions): Promise<Paper | undefined> {
  try {
    return await startPaper(options);
  } catch (error) {
    const {code, name, message} = error as NodeJS.ErrnoException;
    if (name === 'FaultSpecError') throw new ConfigError({source: '--faults', expectation: message});
    const said = code === undefined ? undefined : troubles[code]?.(options);
    if (said === undefined && name !== 'LedgerInUse') throw error;
    say(host.stderr, `optty: ${said ?? message}\n`);
    return undefined;
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
  EISDIR: unusable,
  ENOENT: unusable,
  EPERM: unusable,
  EROFS: unusable,
  ENOTDIR: unusable,
  ERR_SQLITE_ERROR: unusable,
};

/** Resolves at the first signal to stop; a second one is left to the system's own way. */
function signalled(host: NodeJS.Process): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.once(signal, () => resolve());
  });
}

function whole(flag: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text);
  throw new ConfigError({
    source: flag,
    expectation: `expected a whole number from 0 to ${most}, not ${JSON.stringify(text)}.`,
  });
}

function speed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const factor = /^\d{1,7}(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (factor > 0) return factor;
  throw new ConfigError({
    source: '--speed',
    expectation: `expected a number above 0, not ${JSON.stringify(text)}.`,
  });
}

function token(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new ConfigError({
    source: '--token',
    expectation: 'expected letters, digits and signs without a space.',
  });
}
