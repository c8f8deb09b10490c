import type {TradingClient} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import {isInt64} from '../api/wire/records.ts';
import type {Config} from '../config/config.ts';
import {alsoFields, fieldOf, fieldsOf} from '../desk/model/rows.ts';
import type {FeedPane} from '../desk/model/vocabulary.ts';
import {headingOf, resources} from '../desk/resources/resources.ts';
import type {Row} from '../desk/state.ts';
import {withClient} from './connect.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {aligned, printed, printJson, safeLines} from './output.ts';
import {findInList, paneOf} from './records.ts';
import {loadConfig} from './settings.ts';

export async function runShow(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(line.flags, host.env);
  const pane = paneOf(line.arguments[0]);
  const id = line.arguments[1] ?? '';
  const record = await withClient(config, host, client => find(client, config, pane, id));
  if (record === undefined) {
    const missing = `there is no ${resources[pane].singular} with the id ${JSON.stringify(id)}.${elsewhere(pane)}`;
    throw new Unable(missing, 'not-found');
  }
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
      const {value} = await client.searchEasyOptions({id});
      const found = value.rows.find(each => each.id === id);
      // Only an empty answer proves absence: other rows mean that the service ignores the id.
      const isObeyed = value.rows.length === 0 && value.unreadable.length === 0;
      return found ?? (isObeyed ? undefined : findInList(client, dialect, pane, id));
    }
    case 'cards':
    case 'orders':
      return findInList(client, dialect, pane, id);
    default:
      return pane satisfies never;
  }
}

async function trade(client: TradingClient, id: string): Promise<Row | undefined> {
  try {
    return (await client.getTrade(id)).value;
  } catch (error) {
    // A proxy may answer 404 too; only the service's own 404 proves absence.
    if (error instanceof ApiError && error.status === 404 && error.recognised) return undefined;
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
