import {randomBytes} from 'node:crypto';
import {fastest, isBetween} from './clock.ts';
import {PaperOptionError} from './errors.ts';
import {type FaultRule, parseFaults} from './http/faults.ts';
import {defaultCards, mostCards} from './market/cards.ts';
import type {PaperOptions} from './options.ts';

export type CheckedOptions = Omit<PaperOptions, 'now' | 'start' | 'token'> & {
  db: string;
  host: string;
  port: number;
  prefix: string;
  seed: number;
  speed: number;
  cards: number;
  /** Epoch milliseconds of service time; undefined means now. */
  start: number | undefined;
  /** By account name, in the order of the accounts. */
  tokens: Readonly<Record<string, string>>;
  firstFaults(): FaultRule[];
  wall(): number;
};

export function checkOptions(options: PaperOptions): CheckedOptions {
  const {db = ':memory:', host = '127.0.0.1', port = 0, prefix = '', seed = 1, speed = 1, ...more} = options;
  const {cards = defaultCards, now: wall = Date.now, faults = '', start, token, ...rest} = more;
  const {dialect, limits, logger, ...others} = rest;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new PaperOptionError(unknown, `there is no option ${JSON.stringify(unknown)}; see docs/paper.md.`);
  }
  if (!/^(\/[\w.~-]+)*$/.test(prefix)) {
    throw new PaperOptionError('prefix', `expected a path like /api, not ${JSON.stringify(prefix)}.`);
  }
  if (!isBetween(speed, fastest)) {
    throw new PaperOptionError('speed', `expected a number from 0 to ${fastest}, not ${speed}.`);
  }
  if (!Number.isInteger(cards) || cards < defaultCards || cards > mostCards) {
    throw new PaperOptionError('cards', `expected ${defaultCards} to ${mostCards}, not ${cards}.`);
  }
  parseFaults(faults);
  return {
    dialect,
    limits,
    logger,
    db,
    host,
    port,
    prefix,
    seed,
    speed,
    cards,
    start: start === undefined ? undefined : timeOf(start),
    tokens: tokensOf(token),
    firstFaults: () => parseFaults(faults),
    wall,
  };
}

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2098, 0, 1);

function timeOf(start: number | Date | string): number {
  const time = new Date(start).getTime();
  if (time >= earliest && time < latest) return time;
  throw new PaperOptionError(
    'start',
    `expected a time from 2000 to 2097 like 2026-11-19T12:00:00Z, not ${JSON.stringify(start)}.`,
  );
}

function tokensOf(token: PaperOptions['token']): Record<string, string> {
  const given: [string, string][] =
    token === undefined || token.length === 0
      ? [['account1', randomBytes(24).toString('base64url')]]
      : typeof token === 'string'
        ? [['account1', token]]
        : Array.isArray(token)
          ? token.map((each: string, at) => [`account${at + 1}`, each])
          : Object.entries(token);
  const seen = new Map<string, string>();
  for (const [name, each] of given) {
    // Objects sort numeric names first, but the order assigns the accounts.
    if (!/^[A-Za-z][\w-]*$/.test(name)) {
      throw new PaperOptionError(
        'token',
        `expected a name of letters, digits, - and _, not ${JSON.stringify(name)}.`,
      );
    }
    if (!/^[\x21-\x7e]+$/.test(each)) {
      throw new PaperOptionError('token', 'expected letters, digits and signs without a space.');
    }
    const other = seen.get(each);
    if (other !== undefined) {
      throw new PaperOptionError(
        'token',
        `accounts ${other} and ${name} have the same token; each needs its own.`,
      );
    }
    seen.set(each, name);
  }
  return Object.fromEntries(given);
}
