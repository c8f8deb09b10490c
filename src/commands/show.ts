import {alsoFields, fieldOf, fieldsOf, ownId} from '../account/model/rows.ts';
import {type FeedPane, paneNames} from '../account/model/vocabulary.ts';
import {whyOld} from '../account/reading/ledger.ts';
import {headingOf, resources} from '../account/resources/resources.ts';
import type {TradingClient} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import {isInt64} from '../api/wire/records.ts';
import type {Config} from '../config/config.ts';
import type {ProfileDialect} from '../config/profile-dialect.ts';
import type {Row} from '../desk/state.ts';
import {withClient} from './connect.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {aligned, formOf, printed, printJson, safeLines, say} from './output.ts';
import {paneOf, walkList} from './walk-list.ts';

export async function runShow(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(line.flags, host.env);
  const pane = paneOf(line.arguments[0]);
  const id = line.arguments[1] ?? '';
  const found = await withClient(config, host, client =>
    pane === 'trades' ? trade(client, id) : findInList(client, config.dialect, pane, id),
  );
  if (found === undefined) {
    const missing = `there is no ${resources[pane].singular} with the id ${JSON.stringify(id)}.`;
    throw new Unable(pane === 'orders' ? `${missing} ${endedOrders}` : missing, 'not-found');
  }
  const {record, old} = found;
  if (old !== undefined) say(host.stderr, `optty: ${old}\n`);
  if (formOf(line.flags, host, 'json') === 'json') printJson(host.stdout, record);
  else host.stdout.write(lines(record, pane, config, host.stdout.columns));
}

const endedOrders =
  'The list has open and partially filled orders only; see optty list trades --filter orderId:ID.';

/** A record, and why it may have changed since. */
type Found = {readonly record: Row; readonly old: string | undefined};

/** The search for an Easy Option needs an int64; a service that ignores it is read to the end. */
async function findInList(
  client: TradingClient,
  dialect: ProfileDialect,
  pane: FeedPane,
  id: string,
): Promise<Found | undefined> {
  const query = pane === 'easyOptions' && isInt64(id) ? {id} : {};
  const {rows, walked} = walkList(client, dialect, {pane, query, page: 0, pageSize: 100});
  for await (const row of rows) if (ownId(pane, row) === id) return {record: row, old: walked.old};
  const unread = walked.unread + Math.max(0, (walked.total ?? 0) - walked.given);
  if (unread === 0) return absent(id, walked.old);
  const among = `it may be one of the ${unread} rows of ${paneNames[pane].slug} that could not be read or were not returned`;
  throw new Unable(`the id ${JSON.stringify(id)} was not found; ${among}.`, 'partial');
}

/** @throws {Unable} an old answer does not prove it */
function absent(id: string, old: string | undefined): undefined {
  if (old === undefined) return;
  throw new Unable(`the id ${JSON.stringify(id)} was not found, but it may exist: ${old}`, 'partial');
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
