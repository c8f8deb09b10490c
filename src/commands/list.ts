import {clockOffset} from '../account/model/moment.ts';
import {fieldsOf, rowId} from '../account/model/rows.ts';
import {isSortedByService, sortRows} from '../account/model/sorting.ts';
import {type FeedPane, paneNames, type TablePane} from '../account/model/vocabulary.ts';
import {askPage} from '../account/reading/pages.ts';
import {isField, needOf, resources} from '../account/resources/resources.ts';
import {zoneOf} from '../account/words/times.ts';
import type {TradingClient} from '../api/client.ts';
import type {Config} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import {flagName} from '../config/settings.ts';
import {activityOf} from '../core/events/writes.ts';
import type {Intent} from '../core/intents/intent.ts';
import {readWrites} from '../core/journal/glimpse.ts';
import {nearest} from '../desk/filter/nearest.ts';
import type {Row, Sort} from '../desk/state.ts';
import {chosenColumns} from '../ui/table/columns.ts';
import {drawTable} from '../ui/table/draw-rows.ts';
import {unreadWords} from '../ui/table/Table.tsx';
import {journalOfProfile, withClient} from './connect.ts';
import {Unable} from './line/exit.ts';
import {askedBy, type CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {csvRows, drawnText, formOf, jsonRows, printParts, type Rows, safeLines, say} from './output.ts';
import {type FilteredRequest, paneOf, sortableBy, type WalkSummary, walkList} from './walk-list.ts';

type Given = {
  readonly client: TradingClient;
  readonly config: Config;
  readonly host: NodeJS.Process;
  readonly now: number;
  readonly wanted: FilteredRequest;
};

export async function runList(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const {flags} = line;
  if (line.arguments[0] === paneNames.activity.slug) return listActivity(line, host);
  const config = await loadConfig(flags, host.env);
  const pane = paneOf(line.arguments[0]);
  const asked = (now: number) => askedBy(flags, pane, config, now);
  const isDrawn = formOf(flags, host, 'csv') === 'text';
  const {doubts, ...local} = asked(Date.now());
  for (const {message} of doubts) say(host.stderr, `optty: --filter: ${message}. Sent anyway.\n`);
  await withClient(config, host, async client => {
    const isTimed = hasTimes(local.wanted) || isDrawn;
    const now = isTimed ? await serviceTime(client, config, pane) : Date.now();
    const {wanted} = asked(now);
    const given = {client, config, host, now, wanted};
    const {rows, walked, isSorted} = await read(given, flags.all === true);
    await printRows(host, flags, {rows, columns: fieldsOf[pane], table: () => tableOf(rows, walked, given)});
    const {text, isPartial} =
      flags.all === true ? noteOnAll(walked, wanted) : noteOnPage(walked, given, isSorted);
    if (text !== undefined && !isPartial) say(host.stderr, `optty: ${text}\n`);
    const missing = [...unreadableLines(walked, pane, config), ...(isPartial ? [text] : [])];
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

/** A program gets all rows as they come; a person, and local sorting, wait for the last row. */
async function read({client, config: {dialect}, host, now, wanted}: Given, isAll: boolean) {
  const {pane, sort} = wanted;
  const isSorted = sort !== undefined && !isSortedByService(sortableBy(dialect), pane, sort.field);
  const {rows, walked} = walkList(client, dialect, wanted, isAll);
  if (isAll && !isSorted && !host.stdout.isTTY) return {rows, walked, isSorted};
  const all = await Array.fromAsync(rows);
  return {rows: isSorted ? sortRows(pane, all, sort, {now}) : all, walked, isSorted};
}

type Note = {readonly text: string | undefined; readonly isPartial: boolean};

function noteOnPage(
  {last, given, kept, unread, disobeyed, old}: WalkSummary,
  {host, wanted}: Given,
  isSorted: boolean,
): Note {
  const {page, pageSize, conditions = []} = wanted;
  const {isLast = true, total, pageSize: answered = pageSize} = last?.value ?? {};
  const otherPage = last?.otherPage;
  const isOther = otherPage !== undefined;
  const alone = isSorted && !(isLast && page === 0 && !isOther) ? ', sorted on this page only' : '';
  const isNarrowed = disobeyed !== undefined || conditions.some(each => !each.isAsked);
  const before = isOther ? otherPage * answered : page * pageSize;
  const shown = isNarrowed
    ? `${kept} of the ${given - unread} rows of this page`
    : `rows ${before + 1} to ${before + given}${total === undefined ? '' : ` of ${total}`}`;
  const refused = [
    ...(old === undefined ? [] : [old]),
    ...(isOther ? [`the service gave page ${otherPage + 1}, not page ${page + 1} (run optty doctor).`] : []),
    ...(disobeyed === undefined ? [] : [disobeyedNote(disobeyed)]),
  ];
  // A script knows that there may be more pages; it gets only facts that the rows do not show.
  const isNoted = isNarrowed || (host.stderr.isTTY ? !isLast : alone !== '');
  const more = isLast || isOther ? '.' : `; --page ${page + 2} or --all shows more.`;
  const text = isNoted || refused.length > 0 ? [...refused, `${shown}${alone}${more}`].join(' ') : undefined;
  return {text, isPartial: isOther};
}

const disobeyedNote = (condition: string) => `the service did not obey ${condition} (run optty doctor).`;

/** A stated total is checked; without one, completeness is unknown. */
function noteOnAll({given, total, last, pages, disobeyed, old}: WalkSummary, {pane}: FilteredRequest): Note {
  const {slug} = paneNames[pane];
  if (total !== undefined && given < total)
    return {text: `the service reports ${total} rows of ${slug}, but returned ${given}.`, isPartial: true};
  const stuck = `page 2 of ${slug} repeats page 1: either the list has one page, or the service pages differently (run optty doctor).`;
  const refused =
    disobeyed === undefined ? undefined : `${disobeyedNote(disobeyed)} Filtered on this page only.`;
  const {rows = [], unreadable = []} = last?.value ?? {};
  const isStuck = rows.length + unreadable.length > 0 && pages === 2 && total === undefined;
  return {text: isStuck ? stuck : (old ?? refused), isPartial: false};
}

/** The id comes first and is dropped last: `optty show` needs it. */
async function tableOf(
  listed: Rows<Row>,
  {unread}: WalkSummary,
  {config, host, now, wanted: {pane, sort}}: Given,
): Promise<string> {
  const rows = await Array.fromAsync(listed);
  if (rows.length === 0) return unread === 0 ? 'No rows.\n' : `${unreadWords(unread)}.\n`;
  const {id} = resources[pane];
  const names = [id, ...config.columns[pane].filter(name => name !== id && needOf(pane, name) === undefined)];
  const idOf = (row: Row, at: number) => rowId(pane, row, at);
  return drawn(pane, names, {rows, idOf, now, sort}, config, host);
}

function unreadableLines(
  {unreadable, unread}: WalkSummary,
  pane: FeedPane,
  {ascii}: Config,
): readonly string[] {
  const named = unreadable.map(
    ({index, reason}) =>
      `row ${index + 1} of ${paneNames[pane].slug} cannot be read: ${safeLines(reason, ascii)}`,
  );
  const others = unread - named.length;
  return others > 0 ? [...named, `${others} more cannot be read either.`] : named;
}

/** JSON or CSV as rows come, or a table for a person. */
async function printRows(
  host: NodeJS.Process,
  flags: CommandLine['flags'],
  {rows, flat = rows, columns, table}: Printed,
): Promise<void> {
  const form = formOf(flags, host, 'csv');
  const style = {isTerminal: host.stdout.isTTY, isForSpreadsheets: flags.csvSafe === true};
  if (form === 'text') host.stdout.write(await table());
  else await printParts(host.stdout, form === 'json' ? jsonRows(rows) : csvRows(columns, flat, style));
}

type Printed = {
  readonly rows: Rows;
  /** For CSV. */
  readonly flat?: Rows;
  readonly columns: readonly string[];
  readonly table: () => string | Promise<string>;
};

type Drawn<R> = {
  readonly rows: readonly R[];
  readonly idOf: (row: R, at: number) => string;
  readonly now: number;
  readonly sort?: Sort | undefined;
};

/** The first column is dropped last. */
function drawn<R>(
  pane: TablePane,
  names: readonly string[],
  {rows, idOf, now, sort}: Drawn<R>,
  config: Config,
  {stdout, env}: NodeJS.Process,
): string {
  const zone = zoneOf(now);
  const [first, ...others] = chosenColumns(pane, names, zone);
  const columns = first === undefined ? [] : [{...first, priority: 0}, ...others];
  const cells = rows.map((row, at) =>
    columns.map(column => column.cell(row as never, {now, zone}, idOf(row, at))),
  );
  return drawnText(drawTable(columns, cells, {width: stdout.columns ?? 80, sort}).lines, config, env);
}

/** The writes of the journal, newest first. No list is asked of the service. */
async function listActivity({flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  for (const long of ['sort', 'page', 'page-size'])
    if (flags[flagName(long)] !== undefined)
      throw wrongIn(`--${long}`, 'activity is one list, newest first.');
  const isWanted = wantedBy(typeof flags.filter === 'string' ? flags.filter : '');
  const config = await loadConfig(flags, host.env);
  const file = await journalOfProfile(config);
  const read = file === undefined ? [] : readWrites(file).writes;
  const writes = read.filter(each => isWanted(rowOf(each)));
  const rows = writes.map(activityOf);
  return printRows(host, flags, {
    rows: writes.map(rowOf),
    flat: writes.map(rowOf).map(row => ({...row, attempts: row.attempts.length})),
    columns: [...fields, 'request'],
    table: () =>
      writes.length === 0
        ? 'No rows.\n'
        : drawn(
            'activity',
            config.columns.activity,
            {rows, idOf: ({id}) => id, now: Date.now()},
            config,
            host,
          ),
  });
}

/** CSV has the number of attempts. */
function rowOf(intent: Intent) {
  const {id, draft, state, askedAt, changedAt, reason, attempts} = intent;
  return {
    ...{id, askedAt: askedAt.wall, changedAt, kind: draft.kind, state, target: activityOf(intent).target},
    ...{record: intent.state === 'CONFIRMED' ? intent.resolvedRecordId : undefined, reason},
    attempts: attempts.map(({number, by, startedAt, result}) => ({
      ...{number, by, startedAt: startedAt.wall, endedAt: result?.at.wall},
      ...{outcome: result?.outcome, requestId: result?.requestId},
    })),
    request: draft,
  };
}

const fields = [
  'id',
  'askedAt',
  'changedAt',
  'kind',
  'state',
  'target',
  'record',
  'reason',
  'attempts',
] as const;

/** `state:UNKNOWN btc`: each word is part of a field, or of the one that it names. */
function wantedBy(filter: string): (row: ReturnType<typeof rowOf>) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const saved = words.find(each => each.startsWith('@'));
  if (saved !== undefined) throw wrongIn('--filter', `${saved}: activity has no named filters.`);
  const named = words.map(word => {
    const [, name, text = word] = /^([a-z]+):(.*)$/.exec(word) ?? [];
    const field = fields.find(each => each.toLowerCase() === name);
    if (name !== undefined && field === undefined)
      throw wrongIn(
        '--filter',
        `there is no ${name}; there are ${fields.join(', ')}.`,
        nearest(name, fields),
      );
    return {among: field === undefined ? fields : [field], text};
  });
  return row =>
    named.every(({among, text}) =>
      among.some(each =>
        String(row[each] ?? '')
          .toLowerCase()
          .includes(text),
      ),
    );
}
