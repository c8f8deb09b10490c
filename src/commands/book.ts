/** `optty book`: what the whole account holds. */
import type {TradingClient} from '../api/client.ts';
import type {Config} from '../config/config.ts';
import {type AccountBook, bookOf} from '../desk/book/book.ts';
import type {BookRows, Whole} from '../desk/book/rows.ts';
import {faultOf} from '../desk/effects/faults.ts';
import type {PageRequest} from '../desk/feeds/lists.ts';
import type {Moment} from '../desk/model/moment.ts';
import type {RowOf} from '../desk/model/state.ts';
import {type FeedPane, paneSlugs} from '../desk/model/vocabulary.ts';
import {withClient} from './connect.ts';
import {exitDone, exitPartial} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {lookOf} from './look.ts';
import {bookJson} from './output/book-json.ts';
import {jsonText, safeLines, say} from './output/output.ts';
import {startProgress} from './output/progress.ts';
import {walkList} from './records.ts';
import {loadConfig} from './settings.ts';

export async function runBook(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const rows = await withClient(config, host, client => readAll(client, config, host));
  const now = moment();
  const book = bookOf(rows, {now, times: config.times});
  if (line.flags.json === true || !host.stdout.isTTY) host.stdout.write(`${jsonText(bookJson(book), 2)}\n`);
  else await printForPeople(book, rows, config, now, host);
  const faults = [rows.easyOptions, rows.orders, rows.cards, rows.trades].flatMap(({fault}) => fault ?? []);
  for (const fault of faults) say(host.stderr, `optty: ${fault}\n`);
  return book.isPartial ? exitPartial : exitDone;
}

/** What draws is loaded only where there is a person to draw for. */
async function printForPeople(
  book: AccountBook,
  rows: BookRows,
  config: Config,
  {wall}: Moment,
  {stdout, env}: NodeJS.Process,
): Promise<void> {
  const {bookText} = await import('./output/book-text.ts');
  const text = bookText(book, rows, {now: wall, times: config.times, columns: stdout.columns});
  stdout.write(safeLines(text, lookOf(config, env).ascii));
}

const moment = (): Moment => ({mono: performance.now(), wall: Date.now()});

const day = 86_400_000;
const daysOfTrades = 30;

/** List after list; the trades come last, for they reach back to the oldest order that works. */
async function readAll(client: TradingClient, config: Config, host: NodeJS.Process): Promise<BookRows> {
  const progress = startProgress(host.stderr);
  const read = <P extends FeedPane>(pane: P, wanted: Partial<PageRequest<P>> = {}) =>
    readWhole(client, config, {pane, query: {}, page: 0, pageSize: 100, ...wanted}, progress.tell);
  try {
    const easyOptions = await read('easyOptions', {sort: {field: 'id', descending: false}});
    const orders = await read('orders');
    const cards = await read('cards');
    const oldest = orders.rows.flatMap(({timestamp}) => timestamp ?? []);
    const since = Math.max(0, Math.min(Date.now() - daysOfTrades * day, ...oldest));
    const trades = await read('trades', {query: {start: since}});
    return {easyOptions, orders, cards, trades: {...trades, since}};
  } finally {
    progress.end();
  }
}

/**
 * @throws the error of its first page: later ones leave what came before
 */
async function readWhole<P extends FeedPane>(
  client: TradingClient,
  {dialect}: Config,
  wanted: PageRequest<P>,
  tell: (text: string) => void,
): Promise<Whole<RowOf[P]>> {
  const began = moment();
  const rows: RowOf[P][] = [];
  const {rows: coming, walked} = walkList(client, dialect, wanted, (pages, count) =>
    tell(`${pages} pages, ${count} rows of ${paneSlugs[wanted.pane]}`),
  );
  let fault: string | undefined;
  try {
    for await (const row of coming) rows.push(row);
  } catch (error) {
    if (walked.pages === 0) throw error;
    fault = faultOf(error).text;
  }
  const {given, total, unreadable} = walked;
  return {
    rows,
    began,
    isWhole: fault === undefined && (total === undefined || given >= total),
    read: given,
    total,
    unreadable: unreadable.length,
    fault,
  };
}
