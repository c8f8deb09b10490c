import {mostLagMs} from '../account/model/lags.ts';
import {feedPanes, paneNames} from '../account/model/vocabulary.ts';
import type {CurrencyTotals, Held} from '../account/portfolio/groups.ts';
import type {Net} from '../account/portfolio/made.ts';
import {type AccountPortfolio, portfolioOf} from '../account/portfolio/portfolio.ts';
import {type Position, unexpired, unsettledSince} from '../account/portfolio/positions.ts';
import type {PortfolioRows} from '../account/portfolio/rows.ts';
import {readSymbols} from '../account/reading/symbols.ts';
import type {Amount} from '../account/resources/arithmetic.ts';
import {number} from '../account/words/text.ts';
import {absolute, zoneName, zoneOf} from '../account/words/times.ts';
import type {Config} from '../config/config.ts';
import {ordersPlaced} from '../core/intents/selectors.ts';
import {readWrites} from '../core/journal/glimpse.ts';
import {orRefused} from '../core/journal/problem.ts';
import {sectionsOf} from '../desk/portfolio/sections.ts';
import {type UnlistedFill, unlistedFills, withDoubted} from '../desk/portfolio/unlisted.ts';
import {type Line, noLine, wrap} from '../ui/format.ts';
import {sectionBlock} from '../ui/table/portfolio-block.ts';
import {boundService, journalOf, withClient} from './connect.ts';
import {readAccount} from './headless-desk.ts';
import {clock} from './host.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {drawnText, type Form, formOf, printJson, say} from './output.ts';
import {lagsIn} from './walk-list.ts';

export async function runPortfolio(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(line.flags, host.env);
  const account = await readPortfolio(config, host);
  const {portfolio, today, unlisted} = account;
  const form = formOf(line.flags, host, 'json');
  if (form === 'json') printJson(host.stdout, portfolioJson(portfolio, today, unlisted));
  else host.stdout.write(drawnText(portfolioLines(account, host.stdout.columns), config, host.env));
  endOf(account, form, host);
}

type Account = Awaited<ReturnType<typeof readPortfolio>>;

/** Reads the whole account, and the orders of this machine's journal. `today` is the service's time. */
export async function readPortfolio(config: Config, host: NodeJS.Process) {
  return withClient(config, host, async (client, connection) => {
    const {reading, serviceTime: today} = await readAccount(client, config);
    const {rows} = reading;
    const file = journalOf(config, await boundService(connection, config));
    const kept = orRefused<ReturnType<typeof readWrites> | undefined>(
      () => readWrites(file),
      reason => void say(host.stderr, `optty: ${reason}\n`),
    );
    const {writes = [], zone} = kept ?? {};
    const confirmed = writes.filter(({state}) => state === 'CONFIRMED');
    const given = {now: clock(), today, zone};
    const unnamed = portfolioOf(rows, given);
    const placed = [...ordersPlaced(confirmed)].map(([id, {symbol}]) => [id, symbol] as const);
    const read = await readSymbols(client, unnamed.positions, rows.cards.rows);
    const symbols = new Map([...read, ...placed]);
    const unlisted = withDoubted(
      writes,
      unlistedFills(confirmed, rows, [], mostLagMs({venue: undefined}, lagsIn(config))),
    );
    return {rows, today, unlisted, portfolio: portfolioOf(rows, {...given, symbols})};
  });
}

/** @throws {Unable} if the account was read in part */
export function endOf({rows, portfolio}: Account, form: Form, host: NodeJS.Process): void {
  const faults = feedPanes.flatMap(pane => {
    const {fault} = rows[pane];
    return fault === undefined ? [] : [`${paneNames[pane].slug}: ${fault}`];
  });
  if (!portfolio.isPartial) {
    for (const fault of faults) say(host.stderr, `optty: ${fault}\n`);
    return;
  }
  const parts = form === 'text' ? [] : partialLines(rows);
  throw new Unable([...parts, ...faults].join('\n') || 'some of the account could not be read.', 'partial');
}

/** Each section as on the screen. */
function portfolioLines({portfolio, rows, unlisted, today: now}: Account, columns: number) {
  const zone = zoneOf(now);
  const look = {columns, facts: {now, zone}};
  const plain = (text: string, room = columns) => wrap(text, room).map((text): Line => [{text}]);
  const blocks = sectionsOf(portfolio, rows, unlisted).map(section => {
    const drawn = sectionBlock(section, portfolio.currencies.length > 1, look);
    return drawn.map(({line}) => line);
  });
  const zones = `today in ${portfolio.day.zone ?? zoneName(zone)}, expiries in UTC`;
  const {since: from} = portfolio.tradeFees;
  const since = from === 0 ? 'all trades' : `trades since ${absolute(from)}`;
  const head = [
    ...plain(`As of ${absolute(portfolio.asOf)}; ${zones}; ${since}`),
    ...partialLines(rows).map((text): Line => [{text}]),
  ];
  return [head, ...blocks].flatMap((block, index) => (index === 0 ? block : [noLine, ...block]));
}

/** `PARTIAL: 4,000 of 9,120 records of easy-options`; empty if the list is complete. */
function partialLines(rows: PortfolioRows): string[] {
  return feedPanes.flatMap(pane => {
    const {isWhole, unreadable, total} = rows[pane];
    const of = (records: number) => `${records === 1 ? 'record' : 'records'} of ${paneNames[pane].slug}`;
    const lost = unreadable > 0 ? [`PARTIAL: ${count(unreadable)} ${of(unreadable)} cannot be read`] : [];
    const all = total === undefined ? '?' : count(total);
    return isWhole || unreadable > 0
      ? lost
      : [`PARTIAL: ${count(rows[pane].rows.length)} of ${all} ${of(total ?? 0)}`];
  });
}

const count = (of: number) => number(String(of));

// Documented names, every amount a decimal string.

export function portfolioJson(
  portfolio: AccountPortfolio,
  now: number,
  unlisted: readonly UnlistedFill[],
): object {
  const {asOf, isPartial, currencies, expiries, underlyings, orders, tradeFees, positions} = portfolio;
  const {maker, taker, unknown, total, since} = tradeFees;
  const others = unknown.count > 0 && {unknown: unknown.fees};
  return {
    asOf: new Date(asOf).toISOString(),
    partial: isPartial,
    unlistedFills: unlisted.length,
    today: netsJson(portfolio.today),
    currencies: Object.fromEntries(currencies.map(each => [each.currency, currencyJson(each)])),
    expiries: expiries.map(({day, count, byCurrency}) => withNulls({day, count, ...sumsJson(byCurrency)})),
    underlyings: underlyings.map(({asset, count, byCurrency}) =>
      withNulls({asset, count, ...sumsJson(byCurrency)}),
    ),
    orders: Object.fromEntries(
      orders.map(({side, count, notional}) => [side, {count, ...amountsJson({notional})}]),
    ),
    tradeFees: amountsJson({maker: maker.fees, taker: taker.fees, ...others, total: total.fees}),
    positions: [...unexpired(positions, now).map(positionJson), ...unsettledJsonOf(portfolio, now)],
    tradesSince: new Date(since).toISOString(),
  };
}

export const netsJson = (nets: readonly Net[]): object =>
  Object.fromEntries(nets.map(({currency, ...each}) => [currency, each]));

function currencyJson({open, states, fees}: CurrencyTotals): object {
  return {
    open: heldJson(open),
    states: mapped(states, heldJson),
    ...amountsJson({fees: fees.fees}),
  };
}

const heldJson = ({count, invested, pl, atRisk}: Held) => ({count, ...amountsJson({invested, pl, atRisk})});

function sumsJson(byCurrency: ReadonlyMap<string, Held>): object {
  const each = (of: (held: Held) => object | string) => mapped(byCurrency, of);
  const isMissing = [...byCurrency.values()].some(({invested, pl}) => invested.without + pl.without > 0);
  return {
    invested: each(({invested}) => invested.sum),
    pl: each(({pl}) => pl.sum),
    ...(isMissing && {without: each(({invested, pl}) => ({invested: invested.without, pl: pl.without}))}),
  };
}

const mapped = <Value>(values: ReadonlyMap<string, Value>, of: (value: Value) => object | string) =>
  Object.fromEntries([...values].map(([name, value]) => [name, of(value)]));

/** The sums, and behind them how many records lack a value, if any does. */
function amountsJson(amounts: Readonly<Record<string, Amount>>): object {
  const all = Object.entries(amounts);
  const missing = all.filter(([, {without}]) => without > 0).map(([name, {without}]) => [name, without]);
  return {
    ...Object.fromEntries(all.map(([name, {sum}]) => [name, sum])),
    ...(missing.length > 0 && {without: Object.fromEntries(missing)}),
  };
}

/** `expiry` in ms. */
export const positionJson = ({isComplete: complete, ...position}: Position): object => {
  const {asset, type, strike, expiry, positionId, net, averageCost, ask, openPl, realizedPl, fees, working} =
    position;
  return withNulls({
    ...{asset, type, strike, expiry, positionId, net, averageCost, ask},
    ...{openPl, realizedPl, fees, working, complete},
  });
};

export const unsettledJson = {settlement: 'unknown'} as const;

/** Those that expired today. */
function unsettledJsonOf({positions, day}: AccountPortfolio, now: number): object[] {
  return unsettledSince(positions, day.from, now).map(each => ({
    ...positionJson({...each, isComplete: false}),
    ...unsettledJson,
  }));
}

const withNulls = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]: [string, unknown]) => [name, value ?? null]));
