import {type DayStatement, dayOf} from '../account/portfolio/day-statement.ts';
import {dayIn, daySpan, ownZone} from '../account/portfolio/days.ts';
import {madeIn, type Net, netNotes, netsOf} from '../account/portfolio/made.ts';
import {type Position, settlementUnknown, soleCurrency} from '../account/portfolio/positions.ts';
import {isCounted, sideOf} from '../account/resources/arithmetic.ts';
import {rounded} from '../account/resources/figures.ts';
import {number, signed} from '../account/words/text.ts';
import {zoneOf} from '../account/words/times.ts';
import {isZero, subtract, sum} from '../api/wire/decimal.ts';
import {wrongIn} from '../config/error.ts';
import {daySections} from '../desk/portfolio/sections.ts';
import {fillsWords} from '../desk/portfolio/unlisted.ts';
import {type Line, noLine} from '../ui/format.ts';
import {sectionBlock} from '../ui/table/portfolio-block.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {csvRows, drawnText, formOf, jsonTime, printJson, printParts} from './output.ts';
import {endOf, netsJson, readPortfolio, unsettledJson} from './portfolio.ts';

export async function runDay({arguments: [date], flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(flags, host.env);
  if (date !== undefined && daySpan(date, 'UTC') === undefined)
    throw wrongIn('date', `expected a day such as 2026-11-22, not ${JSON.stringify(date)}.`);
  const form = formOf(flags, host, 'json');
  const account = await readPortfolio(config, host);
  const {rows, portfolio, today, unlisted} = account;
  const zone = portfolio.day.zone ?? ownZone(today);
  const name = date ?? dayIn(zone, today);
  const span = daySpan(name, zone);
  if (span === undefined) throw wrongIn('date', `${name} is no day in ${zone}.`);
  const day = dayOf({...portfolio, rows}, span);
  const isToday = span.to === portfolio.day.to;
  const given = {easyOptions: rows.easyOptions.rows, positions: portfolio.positions, now: today};
  const missing = isToday ? unlisted : [];
  const nets = isToday ? portfolio.today : netsOf(madeIn(given, span.from, span.to), []);
  if (form === 'csv') {
    const done = [
      ...day.fills.map(fillJson),
      ...day.easyOptions.map(endedJson),
      ...day.contracts.filter(({isUnsettled}) => isUnsettled).map(({position}) => unsettledRow(position)),
    ];
    await printParts(host.stdout, csvRows(csvColumns, done, {isTerminal: host.stdout.isTTY}));
  } else if (form === 'json')
    printJson(host.stdout, {
      ...dayJson(day, nets, name, zone, portfolio.isPartial),
      unlistedFills: missing.length,
    });
  else {
    const facts = {now: today, zone: zoneOf(today)};
    const {columns} = host.stdout;
    const of = soleCurrency(portfolio.currencies.map(each => each.currency));
    const blocks = daySections(portfolio, rows, span)
      .filter(({lines}) => lines.length > 0)
      .map(section => sectionBlock(section, true, {columns, facts}).map(({line}) => line));
    const lines = [
      ...headOf(day, nets, name, zone, of).map(text => [{text}]),
      ...(missing.length === 0 ? [] : [[{text: `${fillsWords(missing)} not listed yet`}]]),
      ...blocks.flatMap((block): Line[] => [noLine, ...block]),
    ];
    host.stdout.write(drawnText(lines, config, host.env));
  }
  endOf(account, form, host);
}

/** Easy Options by their currency; contracts and fees have none. */
function sumsOf({easyOptions, contracts, fees, easyOptionFees}: DayStatement) {
  const closed = Map.groupBy(easyOptions, ({investmentCurrency = ''}) => investmentCurrency);
  const each = [...closed].map(([currency, options]) => [
    currency,
    sum(options.map(({plClosed}) => plClosed).filter(isCounted)),
  ]);
  const without = easyOptions.filter(({plClosed}) => !isCounted(plClosed)).length;
  const settlement = contracts.filter(({isUnsettled}) => isUnsettled).length;
  return {
    easyOptions: Object.fromEntries(each) as Readonly<Record<string, string>>,
    contracts: sum(contracts.map(({realizedPl}) => realizedPl)),
    fees: fees.sum,
    easyOptionFees: easyOptionFees.sum,
    ...(without + fees.without + settlement === 0
      ? {}
      : {without: {plClosed: without, fee: fees.without, ...(settlement > 0 && {settlement})}}),
  };
}

/** @param of the currency of what has none of its own */
function headOf(day: DayStatement, nets: readonly Net[], name: string, zone: string, of: string): string[] {
  const {easyOptions, contracts, fees, easyOptionFees, without} = sumsOf(day);
  const gain = (what: string, value: string, currency: string) =>
    `${what} ${signed(rounded(value, currency))} ${currency}`.trim();
  const net = subtract(contracts, subtract(fees, easyOptionFees));
  const cost = (value: string) => number(rounded(value, of));
  const part = isZero(easyOptionFees) ? [] : [`${cost(easyOptionFees)} of Easy Options`];
  return [
    `${name} (${zone})`,
    ...nets.map(each => netLine(each)),
    ...Object.entries(easyOptions).map(([currency, pl]) => gain('Easy Options', pl, currency)),
    ...(without === undefined || without.plClosed === 0 ? [] : [`${without.plClosed} unpriced`]),
    [gain('contracts', contracts, of), gain('after fees', net, of)].join(', '),
    ...(without?.settlement === undefined ? [] : [`${without.settlement} ${settlementUnknown}`]),
    [`fees ${cost(fees)} ${of}`.trim() + (without?.fee ? ` (${without.fee} without)` : ''), ...part].join(
      ', ',
    ),
  ];
}

/** The open P/L is of today alone: what was open at the end of another day is not known. */
function netLine(today: Net): string {
  const {currency, net, realized, open} = today;
  const shown = (value: string) => signed(rounded(value, currency));
  const parts = isZero(open) ? [] : [`realized net ${shown(realized)}`, `open ${shown(open)}`];
  const notes = [...netNotes(today), ...parts].join(', ');
  return `net ${shown(net)} ${currency}`.trim() + (notes === '' ? '' : ` (${notes})`);
}

function dayJson(
  day: DayStatement,
  nets: readonly Net[],
  name: string,
  zone: string,
  partial: boolean,
): object {
  const contracts = day.contracts.map(({position, fills, realizedPl, fees, isUnsettled}) => {
    const {asset, type, strike, expiry, positionId} = position;
    const terms = {asset, type, strike, expiry, positionId};
    const complete = position.isComplete && !isUnsettled;
    return {...terms, fills, realizedPl, fees, complete, ...(isUnsettled && unsettledJson)};
  });
  return {
    ...{day: name, zone, partial, net: netsJson(nets), realized: sumsOf(day), contracts},
    easyOptions: day.easyOptions.map(endedJson),
    fills: day.fills.map(fillJson),
  };
}

const csvColumns = [
  'time what id orderId positionId easyOptionId asset type strike expiry side',
  'size price fee realizedPl currency',
].flatMap(names => names.split(' '));

function fillJson({trade, easyOptionId, realizedPl}: DayStatement['fills'][number]) {
  const {tradeId: id, orderId, positionId, asset, type, strikePrice, expiryDate, openPrice, fee} = trade;
  return {
    ...{time: jsonTime(trade.openDate), what: 'fill', id, orderId, positionId, easyOptionId, asset, type},
    ...{strike: strikePrice, expiry: expiryDate, side: sideOf(trade), size: trade.filledSizeContracts},
    ...{price: openPrice, fee, realizedPl},
  };
}

/** Its realized P/L is empty: unknown. */
function unsettledRow({asset, type, strike, expiry, positionId, net, averageCost}: Position) {
  return {
    ...{time: jsonTime(expiry), what: settlementUnknown, positionId, asset, type, strike, expiry},
    ...{size: net, price: averageCost},
  };
}

/** Its fees are those of its fills: as `fee` they would count twice. */
function endedJson(option: DayStatement['easyOptions'][number]) {
  const {id, positionId, closeTime, qty, entryPrice, closePrice, fee, plClosed, status} = option;
  return {
    ...{time: jsonTime(closeTime), what: status ?? 'ended', id, positionId, easyOptionId: id},
    ...{size: qty, entryPrice, price: closePrice, fees: fee, realizedPl: plClosed},
    currency: option.investmentCurrency,
  };
}
