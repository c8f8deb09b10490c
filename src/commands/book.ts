/** `optty book`: what the whole account holds. */
import type {TradingClient} from '../api/client.ts';
import type {Config} from '../config/config.ts';
import {type AccountBook, bookOf} from '../desk/book/book.ts';
import {bookRows} from '../desk/book/reading/reading.ts';
import type {BookRows} from '../desk/book/rows.ts';
import {readAccount} from '../desk/effects/account.ts';
import type {Moment} from '../desk/model/moment.ts';
import {feedPanes, paneSlugs} from '../desk/model/vocabulary.ts';
import {toAscii} from '../term/text/sanitize.ts';
import {withClient} from './connect.ts';
import {exitDone, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {lookOf} from './look.ts';
import {bookJson} from './output/book-json.ts';
import {jsonText, say} from './output/output.ts';
import {partialLines, unsortedLines} from './output/partial.ts';
import {startProgress} from './output/progress.ts';
import {sortableBy} from './records.ts';
import {loadConfig} from './settings.ts';

export async function runBook(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const rows = await withClient(config, host, client => readAll(client, config, host));
  const now = moment();
  const book = bookOf(rows, {now, times: config.times});
  const isForPrograms = line.flags.json === true || !host.stdout.isTTY;
  if (isForPrograms) host.stdout.write(`${jsonText(bookJson(book), 2)}\n`);
  else await printForPeople(book, rows, config, now, host);
  // A person has read these in the tables.
  const unsorted = isForPrograms ? unsortedLines(sortableBy(config.dialect)) : [];
  for (const each of unsorted) say(host.stderr, `optty: ${each}\n`);
  const faults = feedPanes.flatMap(pane => {
    const {fault} = rows[pane];
    return fault === undefined ? [] : [`${paneSlugs[pane]}: ${fault}`];
  });
  if (!book.isPartial) {
    for (const fault of faults) say(host.stderr, `optty: ${fault}\n`);
    return exitDone;
  }
  // A person has read the parts in the tables.
  const parts = isForPrograms ? partialLines(rows) : [];
  throw new Unable([...parts, ...faults].join('\n') || 'some of the account could not be read.', 'partial');
}

/** What draws is loaded only where there is a person to draw for. */
async function printForPeople(
  book: AccountBook,
  rows: BookRows,
  config: Config,
  {wall}: Moment,
  {stdout, env}: NodeJS.Process,
): Promise<void> {
  const [{bookText}, {createPaint}] = await Promise.all([
    import('./output/book-text.ts'),
    import('../ui/theme.ts'),
  ]);
  const look = lookOf(config, env);
  const text = bookText(book, rows, {
    now: wall,
    times: config.times,
    columns: stdout.columns,
    paint: createPaint(config.theme, look),
    sortable: sortableBy(config.dialect),
  });
  stdout.write(look.ascii ? toAscii(text) : text);
}

const moment = (): Moment => ({mono: performance.now(), wall: Date.now()});

/** Page by page, telling how far it is. */
async function readAll(client: TradingClient, {dialect}: Config, host: NodeJS.Process): Promise<BookRows> {
  const progress = startProgress(host.stderr);
  try {
    const reading = await readAccount(client, {
      sortable: sortableBy(dialect),
      clock: moment,
      random: Math.random,
      tradesLagMs: dialect.trades_lag * 1_000,
      onProgress: told => progress.tell(wordsOfReading(bookRows(told))),
    });
    return bookRows(reading);
  } finally {
    progress.end();
  }
}

function wordsOfReading(rows: BookRows): string {
  return feedPanes
    .map(pane => {
      const {read, total} = rows[pane];
      const of = total === undefined || total === read ? '' : ` of ${total}`;
      return `${read}${of} ${paneSlugs[pane]}`;
    })
    .join(', ');
}
