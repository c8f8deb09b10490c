import type {TradingClient} from '../api/client.ts';
import type {Config} from '../config/config.ts';
import {readAccount} from '../desk/effects/account.ts';
import type {Moment} from '../desk/model/moment.ts';
import {feedPanes, paneSlugs} from '../desk/model/vocabulary.ts';
import type {Closed, CurrencyTotals, Held} from '../desk/portfolio/groups.ts';
import type {SideTotals} from '../desk/portfolio/orders.ts';
import {type AccountPortfolio, type ContractTotals, portfolioOf} from '../desk/portfolio/portfolio.ts';
import {portfolioRows} from '../desk/portfolio/reading/reading.ts';
import type {PortfolioRows} from '../desk/portfolio/rows.ts';
import type {Amount} from '../desk/portfolio/terms.ts';
import {toAscii} from '../term/text/sanitize.ts';
import {withClient} from './connect.ts';
import {exitDone, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {lookOf} from './look.ts';
import {printJson, say, startProgress} from './output/output.ts';
import {partialLines, unsortedLines} from './output/partial.ts';
import {sortableBy} from './records.ts';
import {loadConfig} from './settings.ts';

export async function runPortfolio(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const rows = await withClient(config, host, client => readAll(client, config, host));
  const now = moment();
  const portfolio = portfolioOf(rows, {now, times: config.times});
  const isForPrograms = line.flags.json === true || !host.stdout.isTTY;
  if (isForPrograms) printJson(host.stdout, portfolioJson(portfolio));
  else await printForPeople(portfolio, rows, config, now, host);
  // Without --json or --csv the tables already say so.
  const unsorted = isForPrograms ? unsortedLines(sortableBy(config.dialect)) : [];
  for (const each of unsorted) say(host.stderr, `optty: ${each}\n`);
  const faults = feedPanes.flatMap(pane => {
    const {fault} = rows[pane];
    return fault === undefined ? [] : [`${paneSlugs[pane]}: ${fault}`];
  });
  if (!portfolio.isPartial) {
    for (const fault of faults) say(host.stderr, `optty: ${fault}\n`);
    return exitDone;
  }
  const parts = isForPrograms ? partialLines(rows) : [];
  throw new Unable([...parts, ...faults].join('\n') || 'some of the account could not be read.', 'partial');
}

/** The drawing code is loaded only to print for a person. */
async function printForPeople(
  portfolio: AccountPortfolio,
  rows: PortfolioRows,
  config: Config,
  {wall}: Moment,
  {stdout, env}: NodeJS.Process,
): Promise<void> {
  const [{portfolioText}, {createStyles}] = await Promise.all([
    import('./output/portfolio-text.ts'),
    import('../ui/theme.ts'),
  ]);
  const look = lookOf(config, env);
  const text = portfolioText(portfolio, rows, {
    now: wall,
    times: config.times,
    columns: stdout.columns,
    styled: createStyles(config.theme, look),
    sortable: sortableBy(config.dialect),
  });
  stdout.write(look.ascii ? toAscii(text) : text);
}

const moment = (): Moment => ({mono: performance.now(), wall: Date.now()});

async function readAll(
  client: TradingClient,
  {dialect}: Config,
  host: NodeJS.Process,
): Promise<PortfolioRows> {
  const progress = startProgress(host.stderr);
  try {
    const reading = await readAccount(client, {
      sortable: sortableBy(dialect),
      clock: moment,
      random: Math.random,
      tradesLagMs: dialect.trades_lag * 1_000,
      onProgress: told => progress.tell(wordsOfReading(portfolioRows(told))),
    });
    return portfolioRows(reading);
  } finally {
    progress.end();
  }
}

function wordsOfReading(rows: PortfolioRows): string {
  return feedPanes
    .map(pane => {
      const {read, total} = rows[pane];
      const of = total === undefined || total === read ? '' : ` of ${total}`;
      return `${read}${of} ${paneSlugs[pane]}`;
    })
    .join(', ');
}

// Documented names, every amount a decimal string.

function portfolioJson(portfolio: AccountPortfolio): object {
  const {asOf, isPartial, currencies, expiries, underlyings, orders, tradeFees, contracts} = portfolio;
  const {maker, taker, unknown, since} = tradeFees;
  return {
    asOf: new Date(asOf).toISOString(),
    partial: isPartial,
    currencies: Object.fromEntries(currencies.map(each => [each.currency, currencyJson(each)])),
    expiries: expiries.map(({day, count, byCurrency}) => ({
      day: day ?? null,
      count,
      ...sumsJson(byCurrency),
    })),
    underlyings: underlyings.map(({asset, count, byCurrency}) => ({
      asset: asset ?? null,
      count,
      ...sumsJson(byCurrency),
    })),
    orders: Object.fromEntries(orders.map(each => [each.side, sideJson(each)])),
    tradeFees: {
      maker: maker.fees.sum,
      taker: taker.fees.sum,
      ...(unknown.count > 0 ? {unknown: unknown.fees.sum} : {}),
      ...withoutJson({maker: maker.fees, taker: taker.fees, unknown: unknown.fees}),
    },
    contracts: contracts.map(contractJson),
    tradesSince: new Date(since).toISOString(),
    ...soldJson(currencies),
  };
}

function currencyJson({open, states, closed, fees}: CurrencyTotals): object {
  return {
    open: heldJson(open),
    states: Object.fromEntries([...states].map(([status, held]) => [status, heldJson(held)])),
    closed: {
      today: closedJson(closed.today),
      days7: closedJson(closed.days7),
      days30: closedJson(closed.days30),
      ...(closed.unknown.count > 0 ? {unknown: closedJson(closed.unknown)} : {}),
    },
    fees: fees.fees.sum,
    ...withoutJson({fees: fees.fees}),
  };
}

function soldJson(currencies: readonly CurrencyTotals[]): object {
  const sold = currencies.filter(({open}) => open.sold > 0);
  if (sold.length === 0) return {};
  return {sold: Object.fromEntries(sold.map(({currency, open}) => [currency, open.sold]))};
}

const heldJson = ({count, invested, pl}: Held): object => ({
  count,
  invested: invested.sum,
  pl: pl.sum,
  ...withoutJson({invested, pl}),
});

const closedJson = ({count, wins, pl}: Closed): object => ({count, wins, pl: pl.sum, ...withoutJson({pl})});

function sumsJson(byCurrency: ReadonlyMap<string, Held>): object {
  const each = (of: (held: Held) => object | string) =>
    Object.fromEntries([...byCurrency].map(([currency, held]) => [currency, of(held)]));
  const isMissing = [...byCurrency.values()].some(({invested, pl}) => invested.without + pl.without > 0);
  return {
    invested: each(({invested}) => invested.sum),
    pl: each(({pl}) => pl.sum),
    ...(isMissing ? {without: each(({invested, pl}) => ({invested: invested.without, pl: pl.without}))} : {}),
  };
}

const sideJson = ({count, notional}: SideTotals): object => ({
  count,
  notional: notional.sum,
  ...withoutJson({notional}),
});

const contractJson = ({asset, type, strike, day, net}: ContractTotals): object => ({
  asset: asset ?? null,
  type: type ?? null,
  strike: strike ?? null,
  expiry: day ?? null,
  net: net.sum,
  ...withoutJson({net}),
});

function withoutJson(amounts: Readonly<Record<string, Amount>>): object {
  const missing = Object.entries(amounts).filter(([, {without}]) => without > 0);
  return missing.length === 0
    ? {}
    : {without: Object.fromEntries(missing.map(([name, {without}]) => [name, without]))};
}
