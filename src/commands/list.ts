/** `optty list RESOURCE`: rows for scripts and, on a terminal, for people. */
import type {TradingClient} from '../api/client.ts';
import type {Unreadable} from '../api/resources.ts';
import type {Config} from '../config/config.ts';
import {ConfigError} from '../config/error.ts';
import {type FilterError, parseFilter} from '../desk/filter/index.ts';
import {nearest} from '../desk/nearest.ts';
import type {Row, Sort} from '../desk/state.ts';
import {type FeedPane, paneSlugs} from '../desk/vocabulary.ts';
import {connected} from './connected.ts';
import {csvText} from './csv.ts';
import {done, failed} from './ending.ts';
import type {Line} from './line.ts';
import {jsonRows, safeLines, say} from './output.ts';
import {startProgress} from './progress.ts';
import {
  fieldsOf,
  isSortedByService,
  largestPageSize,
  paneOf,
  readAll,
  readPage,
  usualPageSize,
  type Wanted,
} from './records.ts';
import {loadConfig} from './settings.ts';

type Found = {
  readonly rows: readonly Row[];
  readonly unreadable: readonly Unreadable[];
  readonly rest: string;
};

export async function runList(line: Line, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const pane = paneOf(line.arguments[0]);
  const {wanted, doubts} = askedBy(line.flags, pane, config, Date.now());
  for (const {message} of doubts) say(host.stderr, `optty: --filter: ${message} It is sent all the same.\n`);
  const isAll = line.flags.all === true;
  const found = await connected(config, host, client =>
    isAll ? everyPage(client, config, wanted, host) : onePage(client, config, wanted),
  );
  host.stdout.write(await textOf(found.rows, wanted, line.flags, config, host));
  tellOfTheRest(found, pane, config, host);
  return found.unreadable.length === 0 ? done : failed;
}

async function onePage(client: TradingClient, {dialect}: Config, wanted: Wanted): Promise<Found> {
  const {rows, unreadable, isLast, total} = await readPage(client, dialect, wanted);
  const {page, pageSize} = wanted;
  const first = page * pageSize + 1;
  const of = total === undefined ? '' : ` of ${total}`;
  const sorted =
    wanted.sort === undefined || isSortedByService(dialect, wanted) ? '' : ', sorted within this page alone';
  return {
    rows,
    unreadable,
    rest: isLast
      ? ''
      : `rows ${first} to ${first + rows.length + unreadable.length - 1}${of}${sorted}; --page ${page + 2} or --all shows more`,
  };
}

async function everyPage(
  client: TradingClient,
  {dialect}: Config,
  wanted: Wanted,
  host: NodeJS.Process,
): Promise<Found> {
  const progress = startProgress(host.stderr);
  try {
    const found = await readAll(client, dialect, wanted, (pages, rows) =>
      progress.tell(`${pages} pages, ${rows} rows`),
    );
    return {...found, rest: ''};
  } finally {
    progress.end();
  }
}

async function textOf(
  rows: readonly Row[],
  wanted: Wanted,
  flags: Line['flags'],
  config: Config,
  host: NodeJS.Process,
): Promise<string> {
  if (flags.json === true) return jsonRows(rows);
  if (flags.csv === true || flags.csvSafe === true || !host.stdout.isTTY)
    return csvText(fieldsOf[wanted.pane], rows, {
      newline: '\n',
      isTerminal: host.stdout.isTTY,
      isForSpreadsheets: flags.csvSafe === true,
    });
  // What draws is loaded only where there is a person to draw for.
  const {rowsTable} = await import('./rows-table.ts');
  return rows.length === 0 ? 'No rows.\n' : rowsTable(wanted, rows, config, host.stdout, Date.now());
}

/** What the rows alone would hide: others that could not be read, and that there are more. */
function tellOfTheRest(
  {unreadable, rest}: Found,
  pane: FeedPane,
  {ascii}: Config,
  host: NodeJS.Process,
): void {
  for (const {index, reason} of unreadable.slice(0, 20)) {
    say(
      host.stderr,
      `optty: row ${index + 1} of ${paneSlugs[pane]} cannot be read: ${safeLines(reason, ascii)}\n`,
    );
  }
  if (unreadable.length > 20) say(host.stderr, `optty: nor can ${unreadable.length - 20} more.\n`);
  if (rest !== '' && host.stderr.isTTY) say(host.stderr, `optty: ${rest}.\n`);
}

type Asked = {readonly wanted: Wanted; readonly doubts: readonly FilterError[]};

function askedBy(flags: Line['flags'], pane: FeedPane, config: Config, now: number): Asked {
  const filter = filterOf(text(flags.filter), pane, config, now);
  const pageSize = whole('--page-size', text(flags.pageSize), largestPageSize(pane)) ?? filter.pageSize;
  const page = whole('--page', text(flags.page), 2 ** 31 - 1);
  if (flags.all === true && page !== undefined) {
    throw new ConfigError({
      source: '--page',
      expectation: 'every page is asked for by --all; leave out one of the two.',
    });
  }
  if (flags.json === true && (flags.csv === true || flags.csvSafe === true)) {
    const source = flags.csv === true ? '--csv' : '--csv-safe';
    throw new ConfigError({source, expectation: '--json is given too; leave out one of the two.'});
  }
  const wanted = {
    pane,
    query: filter.query,
    sort: sortOf(text(flags.sort), pane),
    page: (page ?? 1) - 1,
    pageSize: pageSize ?? (flags.all === true ? 100 : usualPageSize(pane)),
  };
  return {wanted, doubts: filter.doubts};
}

function text(flag: string | boolean | undefined): string | undefined {
  return typeof flag === 'string' ? flag : undefined;
}

type Filter = Pick<Extract<ReturnType<typeof parseFilter>, {ok: true}>, 'query' | 'pageSize' | 'doubts'>;

function filterOf(given: string | undefined, pane: FeedPane, config: Config, now: number): Filter {
  if (given === undefined) return {query: {}, pageSize: undefined, doubts: []};
  const filter = given.startsWith('@') ? namedFilter(given.slice(1), pane, config) : given;
  const parsed = parseFilter(pane, filter, now);
  if (parsed.ok) return parsed;
  const {at, length, message, members} = parsed.error;
  const choice = members === undefined ? '' : `; there are ${members.join(', ')}`;
  throw new ConfigError({
    source: '--filter',
    expectation: `${message}${choice}\n  ${safeLines(filter)}\n  ${' '.repeat(at)}${'^'.repeat(Math.max(1, length))}`,
  });
}

function namedFilter(name: string, pane: FeedPane, {namedFilters}: Config): string {
  const named = namedFilters[pane];
  if (Object.hasOwn(named, name)) return named[name] ?? '';
  const names = Object.keys(named);
  throw new ConfigError({
    source: '--filter',
    expectation: `there is no filter ${JSON.stringify(name)} under [filters.${paneSlugs[pane]}]${names.length === 0 ? '' : `; there are ${names.join(', ')}`}.`,
    nearest: nearest(name, names),
  });
}

function sortOf(given: string | undefined, pane: FeedPane): Sort | undefined {
  if (given === undefined) return undefined;
  const [, field = '', direction] = /^(.*?)(?::(asc|desc))?$/i.exec(given) ?? [];
  if (fieldsOf[pane].includes(field)) return {field, descending: direction?.toLowerCase() === 'desc'};
  const near = nearest(field, fieldsOf[pane]);
  throw new ConfigError({
    source: '--sort',
    expectation: `there is no field ${JSON.stringify(field)}; write FIELD, FIELD:asc or FIELD:desc.${near === undefined ? ` Fields: ${fieldsOf[pane].join(', ')}.` : ''}`,
    nearest: near,
  });
}

function whole(flag: string, given: string | undefined, most: number): number | undefined {
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,9}$/.test(given) && Number(given) <= most) return Number(given);
  throw new ConfigError({
    source: flag,
    expectation: `expected a whole number from 1 to ${most}, not ${JSON.stringify(given)}.`,
  });
}
