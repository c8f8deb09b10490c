/** `optty show RESOURCE ID`: one record with all of its fields. */
import type {TradingClient} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import {isInt64} from '../api/wire/records.ts';
import type {Config} from '../config/config.ts';
import {alsoFields, fieldOf, fieldsOf} from '../desk/model/rows.ts';
import type {Row} from '../desk/model/state.ts';
import type {FeedPane} from '../desk/model/vocabulary.ts';
import {wrap} from '../ui/format.ts';
import {withClient} from './connect.ts';
import {exitDone, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {jsonText, safeLines} from './output/output.ts';
import {findInList, paneOf} from './records.ts';
import {loadConfig} from './settings.ts';

export async function runShow(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const pane = paneOf(line.arguments[0]);
  const id = line.arguments[1] ?? '';
  const record = await withClient(config, host, client => find(client, config, pane, id));
  if (record === undefined) {
    const missing = `there is no ${singular[pane]} with the id ${JSON.stringify(id)}.${elsewhere(pane)}`;
    throw new Unable(missing, 'not-found');
  }
  const isForPeople = line.flags.json !== true && host.stdout.isTTY;
  host.stdout.write(
    isForPeople ? lines(record, pane, config, host.stdout.columns) : `${jsonText(record, 2)}\n`,
  );
  return exitDone;
}

const singular: Readonly<Record<FeedPane, string>> = {
  cards: 'card',
  easyOptions: 'Easy Option',
  orders: 'order',
  trades: 'trade',
};

function elsewhere(pane: FeedPane): string {
  if (pane !== 'orders') return '';
  return ` The list holds open and partially filled orders only; optty list trades --filter orderId:ID shows what was filled.`;
}

async function find(
  client: TradingClient,
  {dialect}: Config,
  pane: FeedPane,
  id: string,
): Promise<Row | undefined> {
  switch (pane) {
    case 'trades':
      return trade(client, id);
    case 'easyOptions': {
      // The search takes an int64, yet the id is a string: one that is no number can only be looked for.
      if (!isInt64(id)) return findInList(client, dialect, pane, id);
      const {value} = await client.searchEasyOptions({id});
      const found = value.rows.find(each => each.id === id);
      // Only an empty answer proves that there is none: other rows are those of a service that does not obey.
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
    // Anything on the way can say 404; that there is no such trade is the service's own to say.
    if (error instanceof ApiError && error.status === 404 && error.recognised) return undefined;
    throw error;
  }
}

/** A line a field, long values wrapped beside their names: nothing is cut. Undocumented fields stand last. */
function lines(record: Row, pane: FeedPane, {ascii}: Config, columns = 80): string {
  const fields = [
    ...fieldsOf[pane].map(name => [name, shown(name, fieldOf(record, name))] as const),
    ...alsoFields(record).map(([name, value]) => [`also ${safeLines(name, ascii)}`, value] as const),
  ];
  const indent = Math.max(...fields.map(([name]) => name.length)) + 2;
  const room = Math.max(columns - indent, 20);
  return fields
    .flatMap(([name, value]) =>
      wrap(safeLines(value, ascii), room).map(
        (text, index) => `${(index === 0 ? name : '').padEnd(indent)}${text}\n`,
      ),
    )
    .join('');
}

/** A time bears its date beside the number that came. */
function shown(name: string, value: unknown): string {
  if (value === undefined) return '-';
  const isTime =
    typeof value === 'number' && /(Time|Date|timestamp)$/.test(name) && Math.abs(value) <= 8.64e15;
  return isTime ? `${new Date(value).toISOString()}  ${value}` : String(value);
}
