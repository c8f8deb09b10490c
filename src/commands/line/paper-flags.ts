/** The flags of `optty paper` as the options of the service. */
import {readFileSync} from 'node:fs';
import {parse} from 'smol-toml';
import {ConfigError} from '../../config/error.ts';
import {parseDialect} from '../../paper/operations/dialect.ts';
import type {PaperOptions} from '../../paper/options.ts';
import type {CommandLine} from './line.ts';

export const usualPort = 8787;

/**
 * @param db where the ledger is
 * @throws {ConfigError} a flag cannot be used
 */
export function paperOptions({flags, lists}: Pick<CommandLine, 'flags' | 'lists'>, db: string): PaperOptions {
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined);
  return {
    host: text('host') ?? '127.0.0.1',
    port: whole('--port', text('port'), 65_535) ?? usualPort,
    prefix: text('prefix'),
    db,
    seed: whole('--seed', text('seed'), 2 ** 32 - 1),
    start: text('start'),
    speed: speed(text('speed')),
    cards: whole('--cards', text('cards'), 64),
    token: tokens(text('tokenFile'), lists?.token ?? []),
    faults: text('faults'),
    dialect: dialect(lists?.dialect ?? []),
    limits: limits(text('limit')),
  };
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
  if (/^\d{1,7}(\.\d+)?$/.test(text)) return Number(text);
  throw new ConfigError({
    source: '--speed',
    expectation: `expected a number from 0 up, not ${JSON.stringify(text)}.`,
  });
}

/** Those of the file first; each line of it is what `--token` takes. */
function tokens(file: string | undefined, given: readonly string[]): PaperOptions['token'] {
  const lines = file === undefined ? [] : read('--token-file', file).split('\n');
  const all = [
    ...lines.map(line => line.trim()).filter(line => line !== '' && !line.startsWith('#')),
    ...given,
  ];
  if (all.length === 0) return undefined;
  const named = new Map<string, string>();
  for (const [place, each] of all.entries()) {
    const [, name = `account${place + 1}`, token = each] = /^([A-Za-z][\w-]*)=(.*[^=].*)$/.exec(each) ?? [];
    if (named.has(name)) {
      throw new ConfigError({
        source: '--token',
        expectation: `there are two tokens for the account ${name}.`,
      });
    }
    named.set(name, token);
  }
  return Object.fromEntries(named);
}

/** Four times as many requests as come in a second may come at once. */
const burst = 4;

function limits(text: string | undefined): PaperOptions['limits'] {
  if (text === undefined || text === 'none') return text;
  const [, reads, writes = reads] = /^(\d{1,6}(?:\.\d+)?)(?:\/(\d{1,6}(?:\.\d+)?))?$/.exec(text) ?? [];
  const rate = (perSecond: number) => ({perSecond, burst: Math.max(1, perSecond * burst)});
  if (Number(reads) > 0 && Number(writes) > 0)
    return {reads: rate(Number(reads)), writes: rate(Number(writes))};
  throw new ConfigError({
    source: '--limit',
    expectation: `expected requests a second, READS or READS/WRITES, or none, not ${JSON.stringify(text)}.`,
  });
}

/** A file in TOML, or settings like `search_dto=json,orders.page=p`; later ones win. */
function dialect(given: readonly string[]): PaperOptions['dialect'] {
  if (given.length === 0) return undefined;
  const settings: Record<string, unknown> = {};
  for (const each of given) {
    if (each.includes('=')) for (const setting of each.split(',')) put(settings, setting.trim());
    else Object.assign(settings, fileSettings(each));
  }
  return parseDialect(settings);
}

function put(settings: Record<string, unknown>, setting: string): void {
  const [, table, name = '', value] =
    /^(?:(orders|trades|sort|auth)\.)?([a-z][a-z_]*)=(.+)$/.exec(setting) ?? [];
  if (value === undefined) {
    throw new ConfigError({
      source: '--dialect',
      expectation: `expected a file, or NAME=VALUE like orders.page=p, not ${JSON.stringify(setting)}.`,
    });
  }
  const read = table === 'sort' ? value.split('+') : /^(true|false)$/.test(value) ? value === 'true' : value;
  if (table === undefined) settings[name] = read;
  else settings[table] = {...(settings[table] as object | undefined), [name]: read};
}

/** The settings of a dialect alone, or a table `dialect` of them, as a profile has it. */
function fileSettings(file: string): object {
  try {
    const parsed = parse(read('--dialect', file));
    return typeof parsed.dialect === 'object' ? parsed.dialect : parsed;
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof Error)) throw error;
    throw new ConfigError({
      source: '--dialect',
      expectation: `${file} is no TOML: ${error.message.split('\n', 1)[0]}.`,
    });
  }
}

function read(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ConfigError({source: flag, expectation: `${file} cannot be read (${code}).`});
  }
}
