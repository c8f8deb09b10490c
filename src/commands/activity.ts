import {zoneOf} from '../account/words/times.ts';
import type {Config} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import {activityOf} from '../core/events/writes.ts';
import type {Intent} from '../core/intents/intent.ts';
import {readWrites} from '../core/journal/glimpse.ts';
import {nearest} from '../desk/filter/nearest.ts';
import {chosenColumns} from '../ui/table/columns.ts';
import {drawTable} from '../ui/table/draw-rows.ts';
import {journalOfProfile} from './connect.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {csvRows, drawnText, jsonRows, printParts} from './output.ts';

/** A paper service names its ledger. One that is away counts as the last of its address. */
const answerMs = 2_000;

/** The writes of the journal, newest first. No list is asked of the service. */
export async function runListActivity({flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  for (const [flag, name] of Object.entries({
    all: '--all',
    sort: '--sort',
    page: '--page',
    pageSize: '--page-size',
  }))
    if (flags[flag] !== undefined) throw wrongIn(name, 'activity is one list, newest first.');
  const isWanted = wantedBy(typeof flags.filter === 'string' ? flags.filter : '');
  const config = await loadConfig(flags, host.env);
  const file = await journalOfProfile(config, answerMs);
  const read = file === undefined ? [] : readWrites(file).writes;
  const writes = read.filter(each => isWanted(rowOf(each)));
  const {json, csv, csvSafe} = flags;
  if (json === true) return printParts(host.stdout, jsonRows(writes.map(rowOf)));
  if (csv !== true && csvSafe !== true && host.stdout.isTTY)
    return printParts(host.stdout, [tableOf(writes, config, host)]);
  const style = {newline: '\n', isTerminal: host.stdout.isTTY, isForSpreadsheets: csvSafe === true} as const;
  const flat = writes.map(rowOf).map(row => ({...row, attempts: row.attempts.length}));
  return printParts(host.stdout, csvRows([...fields, 'request'], flat, style));
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

function tableOf(writes: readonly Intent[], config: Config, {stdout, env}: NodeJS.Process): string {
  if (writes.length === 0) return 'No rows.\n';
  const now = Date.now();
  const zone = zoneOf(config.times, now);
  const chosen = chosenColumns('activity', config.columns.activity, zone);
  const cells = writes
    .map(activityOf)
    .map(line => chosen.map(column => column.cell(line as never, {now, zone}, line.id)));
  return drawnText(drawTable(chosen, cells, {width: stdout.columns ?? 80}).lines, config, env);
}
