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
  const [unknown = ''] = Object.keys(others);
  const isKnown = Object.keys(others).length === 0;
  must(isKnown, unknown, `there is no option ${JSON.stringify(unknown)}; see docs/paper.md.`);
  const isPath = /^(\/[\w.~-]+)*$/.test(prefix);
  must(isPath, 'prefix', `expected a path like /api, not ${JSON.stringify(prefix)}.`);
  must(isBetween(speed, fastest), 'speed', `expected a number from 0 to ${fastest}, not ${speed}.`);
  const isCount = Number.isInteger(cards) && cards >= defaultCards && cards <= mostCards;
  must(isCount, 'cards', `expected ${defaultCards} to ${mostCards}, not ${cards}.`);
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

function must(isSo: boolean, option: string, message: string): void {
  if (!isSo) throw new PaperOptionError(option, message);
}

const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2098, 0, 1);

function timeOf(start: number | Date | string): number {
  const time = new Date(start).getTime();
  const given = JSON.stringify(start);
  const isPossible = time >= earliest && time < latest;
  must(isPossible, 'start', `expected a time from 2000 to 2097 like 2026-11-19T12:00:00Z, not ${given}.`);
  return time;
}

function tokensOf(token: PaperOptions['token'] = ''): Record<string, string> {
  const list = typeof token === 'string' ? [token] : token;
  const given: [string, string][] =
    token.length === 0
      ? [['account1', randomBytes(24).toString('base64url')]]
      : Array.isArray(list)
        ? list.map((each: string, at) => [`account${at + 1}`, each])
        : Object.entries(list);
  const seen = new Map<string, string>();
  for (const [name, each] of given) {
    // Objects sort numeric names first, but the order assigns the accounts.
    const isName = /^[A-Za-z][\w-]*$/.test(name);
    must(isName, 'token', `expected a name of letters, digits, - and _, not ${JSON.stringify(name)}.`);
    const isToken = /^[\x21-\x7e]+$/.test(each);
    must(isToken, 'token', 'expected letters, digits and signs without a space.');
    const other = seen.get(each);
    const isOwn = other === undefined;
    must(isOwn, 'token', `accounts ${other} and ${name} have the same token; each needs its own.`);
    seen.set(each, name);
  }
  return Object.fromEntries(given);
}
