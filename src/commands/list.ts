import {clockOffset} from '../account/model/moment.ts';
import {alsoFields, fieldOf, fieldsOf, rowId} from '../account/model/rows.ts';
import {isSortedByService, sortRows} from '../account/model/sorting.ts';
import {type FeedPane, paneNames} from '../account/model/vocabulary.ts';
import {whyOld} from '../account/reading/ledger.ts';
import {askPage} from '../account/reading/pages.ts';
import {headingOf, isField, needOf, resources} from '../account/resources/resources.ts';
import {zoneOf} from '../account/words/times.ts';
import type {TradingClient} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import {isInt64} from '../api/wire/records.ts';
import type {Config} from '../config/config.ts';
import {askFilteredPage, type FilteredRequest} from '../desk/feeds/filtered-page.ts';
import type {Row} from '../desk/state.ts';
import {chosenColumns} from '../ui/table/columns.ts';
import {drawTable} from '../ui/table/draw-rows.ts';
import {unreadWords} from '../ui/table/Table.tsx';
import {runListActivity} from './activity.ts';
import {withClient} from './connect.ts';
import {Unable} from './line/exit.ts';
import {askedBy, type CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {
  aligned,
  csvRows,
  drawnText,
  jsonRows,
  printed,
  printJson,
  printParts,
  type Rows,
  safeLines,
  say,
  startProgress,
} from './output.ts';
import {
  absent,
  type Found,
  findInList,
  mostNamed,
  paneOf,
  sortableBy,
  type WalkSummary,
  walkList,
} from './walk-list.ts';

type Given = {
  readonly client: TradingClient;
  readonly config: Config;
  readonly host: NodeJS.Process;
  readonly now: number;
  readonly wanted: FilteredRequest;
};
type Listing = {readonly rows: Rows<Row>; end(): Ending};
type Ending = Pick<WalkSummary, 'unreadable' | 'unread'> & {
  readonly note: string | undefined;
  readonly isPartial: boolean;
};

export async function runList(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const {flags} = line;
  if (line.arguments[0] === paneNames.activity.slug) return runListActivity(line, host);
  const config = await loadConfig(flags, host.env);
  const pane = paneOf(line.arguments[0]);
  const asked = (now: number) => askedBy(flags, pane, config, now);
  const {doubts, ...local} = asked(Date.now());
  for (const {message} of doubts) say(host.stderr, `optty: --filter: ${message}. Sent anyway.\n`);
  await withClient(config, host, async client => {
    const isTimed = hasTimes(local.wanted) || printsTable(flags, host);
    const now = isTimed ? await serviceTime(client, config, pane) : Date.now();
    const given = {client, config, host, now, ...asked(now)};
    const listing = flags.all === true ? await everyPage(given) : await onePage(given);
    await printParts(host.stdout, await textOf(listing, flags, given));
    const {unreadable, unread, note, isPartial} = listing.end();
    const missing = [...unreadableLines({unreadable, unread}, pane, config), ...(isPartial ? [note] : [])];
    if (note !== undefined && !isPartial) say(host.stderr, `optty: ${note}\n`);
    if (missing.length > 0) throw new Unable(missing.join('\n'), 'partial');
  });
}

/** A computed column may be one. */
const hasTimes = ({pane, sort, conditions = []}: FilteredRequest) =>
  (sort !== undefined && !isField(pane, sort.field)) ||
  conditions.some(({demand, kind}) => demand.is === 'between' && kind.is !== 'decimal');

/** By the Date header of an answer with one row. */
async function serviceTime(client: TradingClient, {dialect}: Config, pane: FeedPane): Promise<number> {
  const answer = await askPage(client, {pane, query: {}, page: 0, pageSize: 1}, sortableBy(dialect));
  const now = Date.now();
  return now + (clockOffset(answer, now) ?? 0);
}

async function onePage({client, config, host, now, wanted}: Given): Promise<Listing> {
  const sortable = sortableBy(config.dialect);
  const {answer, filtered} = await askFilteredPage(client, wanted, sortable);
  const {otherPage} = answer;
  const {unreadable, isLast, total} = answer.value;
  const {page, pageSize, sort, pane} = wanted;
  const isOther = otherPage !== undefined;
  const isAll = isLast && page === 0 && !isOther;
  const isHere = sort !== undefined && !isSortedByService(sortable, pane, sort.field);
  const rows = isHere ? sortRows(pane, answer.value.rows, sort, {now}) : answer.value.rows;
  const alone = isHere && !isAll ? ', sorted on this page only' : '';
  const before = isOther ? otherPage * answer.value.pageSize : page * pageSize;
  const first = before + 1;
  const from = filtered?.narrowedFrom;
  const shown =
    from === undefined
      ? `rows ${first} to ${first + rows.length + unreadable.length - 1}${total === undefined ? '' : ` of ${total}`}`
      : `${rows.length} of the ${from} rows of this page`;
  const disobeyed = filtered?.disobeyed;
  const other = isOther
    ? `the service gave page ${otherPage + 1}, not page ${page + 1} (run optty doctor). `
    : '';
  const old = whyOld(answer);
  const refused =
    (old === undefined ? '' : `${old} `) +
    other +
    (disobeyed === undefined ? '' : `${disobeyedNote(disobeyed)} `);
  // A script knows that there may be more pages; it gets only facts that the rows do not show.
  const isNoted = host.stderr.isTTY ? !isLast || from !== undefined : alone !== '' || from !== undefined;
  const more = isLast || isOther ? '.' : `; --page ${page + 2} or --all shows more.`;
  const note = isNoted || refused !== '' ? `${refused}${shown}${alone}${more}` : undefined;
  const unread = unreadable.length;
  return {rows, end: () => ({unreadable: [...unreadable], unread, note, isPartial: isOther})};
}

const disobeyedNote = (condition: string) => `the service did not obey ${condition} (run optty doctor).`;

/** A program gets rows as they come; a person, and local sorting, wait for the last row. */
async function everyPage({client, config: {dialect}, host, now, wanted}: Given): Promise<Listing> {
  const progress = startProgress(host.stderr);
  const {rows, walked} = walkList(client, dialect, wanted, (pages, count) =>
    progress.tell(`${pages} pages, ${count} rows`),
  );
  const {pane, sort} = wanted;
  const sortable = sortableBy(dialect);
  const isSorted = sort !== undefined && !isSortedByService(sortable, pane, sort.field);
  const watched = endingWith(rows, progress.end);
  const all = host.stdout.isTTY || isSorted ? await Array.fromAsync(watched) : watched;
  return {
    rows: isSorted && Array.isArray(all) ? sortRows(pane, all, sort, {now}) : all,
    end: () => endingOf(walked, wanted),
  };
}

/** A stated total is checked; without one, completeness is unknown. */
function endingOf(
  {unreadable, unread, given, total, isRepeated, pages, disobeyed, old}: WalkSummary,
  {pane}: FilteredRequest,
): Ending {
  const isPartial = total !== undefined && given < total;
  const short = `the service reports ${total} rows of ${paneNames[pane].slug}, but returned ${given}.`;
  const stuck = `page 2 of ${paneNames[pane].slug} repeats page 1: either the list has one page, or the service pages differently (run optty doctor).`;
  const refused =
    disobeyed === undefined ? undefined : `${disobeyedNote(disobeyed)} Filtered on this page only.`;
  const isStuck = isRepeated && pages === 2 && total === undefined;
  return {unreadable, unread, isPartial, note: isPartial ? short : isStuck ? stuck : (old ?? refused)};
}

const printsTable = ({json, csv, csvSafe}: CommandLine['flags'], {stdout}: NodeJS.Process) =>
  json !== true && csv !== true && csvSafe !== true && stdout.isTTY;

async function textOf(
  {rows, end}: Listing,
  flags: CommandLine['flags'],
  {config, host, now, wanted}: Given,
): Promise<Rows<string>> {
  if (flags.json === true) return jsonRows(rows);
  if (!printsTable(flags, host))
    return csvRows(fieldsOf[wanted.pane], rows, {
      newline: '\n',
      isTerminal: host.stdout.isTTY,
      isForSpreadsheets: flags.csvSafe === true,
    });
  const all = await Array.fromAsync(rows);
  const {unread} = end();
  if (all.length === 0) return [unread === 0 ? 'No rows.\n' : `${unreadWords(unread)}.\n`];
  const lines = rowLines(wanted, all, config, now, host.stdout.columns ?? usualColumns);
  return [drawnText(lines, config, host.env)];
}

const usualColumns = 80;

/** The id comes first and is dropped last: `optty show` needs it. */
function rowLines(
  {pane, sort}: FilteredRequest,
  rows: readonly Row[],
  config: Config,
  now: number,
  columns: number,
) {
  const zone = zoneOf(config.times, now);
  const {id} = resources[pane];
  const chosen = chosenColumns(pane, [id, ...config.columns[pane].filter(name => name !== id)], zone)
    .filter(column => needOf(pane, column.name) === undefined)
    .map(column => (column.name === id ? {...column, priority: 0} : column));
  const facts = {now, zone};
  const cells = rows.map((row, index) =>
    chosen.map(column => column.cell(row as never, facts, rowId(pane, row, index))),
  );
  return drawTable(chosen, cells, {width: columns, sort}).lines;
}

function unreadableLines(
  {unreadable, unread}: Pick<WalkSummary, 'unreadable' | 'unread'>,
  pane: FeedPane,
  {ascii}: Config,
): readonly string[] {
  const named = unreadable
    .slice(0, mostNamed)
    .map(
      ({index, reason}) =>
        `row ${index + 1} of ${paneNames[pane].slug} cannot be read: ${safeLines(reason, ascii)}`,
    );
  return unread > mostNamed ? [...named, `${unread - mostNamed} more cannot be read either.`] : named;
}

async function* endingWith<Item>(items: AsyncIterable<Item>, end: () => void): AsyncGenerator<Item> {
  try {
    yield* items;
  } finally {
    end();
  }
}

export async function runShow(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(line.flags, host.env);
  const pane = paneOf(line.arguments[0]);
  const id = line.arguments[1] ?? '';
  const found = await withClient(config, host, client => find(client, config, pane, id));
  if (found === undefined) {
    const missing = `there is no ${resources[pane].singular} with the id ${JSON.stringify(id)}.${elsewhere(pane)}`;
    throw new Unable(missing, 'not-found');
  }
  const {record, old} = found;
  if (old !== undefined) say(host.stderr, `optty: ${old}\n`);
  if (line.flags.json === true || !host.stdout.isTTY) printJson(host.stdout, record);
  else host.stdout.write(lines(record, pane, config, host.stdout.columns));
}

function elsewhere(pane: FeedPane): string {
  if (pane !== 'orders') return '';
  return ` The list has open and partially filled orders only; see optty list trades --filter orderId:ID.`;
}

async function find(client: TradingClient, {dialect}: Config, pane: FeedPane, id: string) {
  switch (pane) {
    case 'trades':
      return trade(client, id);
    case 'easyOptions': {
      // The search needs an int64; any other id is looked up in the list.
      if (!isInt64(id)) return findInList(client, dialect, pane, id);
      const answer = await client.searchEasyOptions({id});
      const {value} = answer;
      const [record, old] = [value.rows.find(each => each.id === id), whyOld(answer)];
      if (record !== undefined) return {record, old};
      // Only an empty answer proves absence: other rows mean that the service ignores the id.
      const isObeyed = value.rows.length === 0 && value.unreadable.length === 0;
      return isObeyed ? absent(id, old) : findInList(client, dialect, pane, id);
    }
    case 'cards':
    case 'orders':
      return findInList(client, dialect, pane, id);
    default:
      return pane satisfies never;
  }
}

async function trade(client: TradingClient, id: string): Promise<Found | undefined> {
  try {
    const answer = await client.getTrade(id);
    return {record: answer.value, old: whyOld(answer)};
  } catch (error) {
    // A proxy may answer 404 too; only the service's own 404 proves absence.
    if (error instanceof ApiError && error.status === 404 && error.recognised)
      return absent(id, whyOld(error));
    throw error;
  }
}

/** Long values wrap; nothing is cut. Undocumented fields come last. */
function lines(record: Row, pane: FeedPane, {ascii}: Config, columns = 80): string {
  const fields = [
    ...fieldsOf[pane].map(name => [headingOf(pane, name), shown(fieldOf(record, name))]),
    ...alsoFields(record).map(([name, value]) => [`also ${name}`, value]),
  ].map(cells => cells.map(each => safeLines(each, ascii)));
  const lines = aligned(fields, {columns}).flat();
  return printed(lines.map(text => [{text}]));
}

/** A number is a time: its date stands beside it. */
function shown(value: unknown): string {
  if (value === undefined) return '-';
  const isTime = typeof value === 'number' && Math.abs(value) <= 8.64e15;
  return isTime ? `${new Date(value).toISOString()}  ${value}` : String(value);
}
