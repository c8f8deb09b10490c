/** The figures of the account for people: a table for each kind, and from which records it was made. */
import type {Amount} from '../../desk/book/amounts.ts';
import type {Figure} from '../../desk/book/behind.ts';
import type {AccountBook} from '../../desk/book/book.ts';
import {factsOf} from '../../desk/book/facts.ts';
import type {Closed, CurrencyBook, Held} from '../../desk/book/groups.ts';
import type {BookRows} from '../../desk/book/rows.ts';
import {percentShown, rounded} from '../../desk/model/figures.ts';
import type {Times} from '../../desk/model/vocabulary.ts';
import {feedPanes, paneSlugs} from '../../desk/model/vocabulary.ts';
import {nothing, number, padEnd, padStart, signed, width, words, wrap} from '../../ui/format.ts';
import {absolute, expiry, expiryDay, since, zoneName, zoneOf} from '../../ui/times.ts';

type Section = {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The figure that tells what all of it is made of. */
  readonly figure: Figure;
};

type Given = {readonly now: number; readonly times: Times; readonly columns: number};

export function bookText(book: AccountBook, rows: BookRows, given: Given): string {
  const {currencies} = book;
  const sections = [
    ...currencies.flatMap(each => [openSection(each), closedSection(each, given)]),
    ...(book.expiries.length === 0 ? [] : [expirySection(book, given), underlyingSection(book)]),
    ordersSection(book, given),
    feesSection(book),
    ...(book.contracts.length === 0 ? [] : [contractsSection(book)]),
  ];
  return [
    `As of ${absolute(book.asOf)}`,
    ...partialLines(rows),
    ...sections.flatMap(each => ['', ...sectionLines(each, book, rows, given.columns)]),
    '',
  ].join('\n');
}

/** `PARTIAL: 4000 of 9120 records of easy-options`; nothing where all of it is there. */
function partialLines(rows: BookRows): string[] {
  return feedPanes.flatMap(pane => {
    const {isWhole, unreadable, read, total} = rows[pane];
    const of = `records of ${paneSlugs[pane]}`;
    const lines = [];
    if (!isWhole) lines.push(`PARTIAL: ${count(read)} of ${total === undefined ? '?' : count(total)} ${of}`);
    if (unreadable > 0) lines.push(`PARTIAL: ${count(unreadable)} ${of} cannot be read`);
    return lines;
  });
}

function openSection({currency, open, states}: CurrencyBook): Section {
  const row = (name: string, held: Held) => [
    name,
    count(held.count),
    ...heldCells(held, currency),
    percent(held),
  ];
  return {
    title: `Easy Options not over, ${currencyName(currency)}`,
    headings: ['status', 'count', 'invested', 'P/L', 'P/L %'],
    rows: [
      ...[...states].map(([status, held]) => row(words(status), held)),
      row('all', open),
      ...(open.sold > 0 ? [['sold already', count(open.sold)]] : []),
    ],
    figure: {of: 'open', currency},
  };
}

const percent = (held: Held) => signed(percentShown(held.percent));

function closedSection({currency, closed, fees}: CurrencyBook, {now, times}: Given): Section {
  const row = (name: string, each: Closed) => [
    name,
    count(each.count),
    `${count(each.wins)} of ${count(each.count - each.pl.without)}`,
    each.range === undefined ? nothing : `${each.range.low} to ${each.range.high} %`,
    amount(each.pl, currency, signed),
  ];
  const others = [
    ['no closeTime', closed.unknown],
    ['after today', closed.later],
  ] as const;
  return {
    title: `Easy Options over, ${currencyName(currency)}; days by ${zoneName(zoneOf(times, now))}; fees ${amount(fees.fees, currency)}`,
    headings: ['closed', 'count', 'won', 'of 95 %', 'P/L'],
    rows: [
      row('today', closed.today),
      row('7 days', closed.days7),
      row('30 days', closed.days30),
      ...closed.byDay
        .filter(({closed: each}) => each.count > 0)
        .reverse()
        .map(({day, closed: each}) => row(day, each)),
      ...others.flatMap(([name, each]) => (each.count > 0 ? [row(name, each)] : [])),
    ],
    figure: {of: 'closed', currency, span: 'days30'},
  };
}

function expirySection({expiries}: AccountBook, {now}: Given): Section {
  return {
    title: 'Expiries of what is not over, days in UTC',
    headings: ['day', 'left', 'by', 'currency', 'count', 'invested', 'P/L'],
    rows: expiries.flatMap(({day, at, from, byCurrency}) =>
      [...byCurrency].map(([currency, held]) => [
        day ?? 'unknown',
        expiry(at, now),
        from,
        currencyName(currency),
        count(held.count),
        ...heldCells(held, currency),
      ]),
    ),
    figure: {of: 'expiry', day: undefined},
  };
}

function underlyingSection({underlyings}: AccountBook): Section {
  return {
    title: 'Underlyings of what is not over',
    headings: ['underlying', 'by', 'currency', 'count', 'invested', 'P/L'],
    rows: underlyings.flatMap(({asset, from, byCurrency}) =>
      [...byCurrency].map(([currency, held]) => [
        asset === undefined ? 'unknown' : words(asset),
        from,
        currencyName(currency),
        count(held.count),
        ...heldCells(held, currency),
      ]),
    ),
    figure: {of: 'underlying', asset: undefined},
  };
}

function ordersSection({orders}: AccountBook, {now}: Given): Section {
  return {
    title: 'Working orders; they bear no currency',
    headings: ['side', 'count', 'notional', 'partly filled', 'nearest its ask', 'oldest'],
    rows: orders.map(({side, count: all, notional, partlyFilled, nearest, oldest}) => [
      words(side),
      count(all),
      amount(notional, undefined),
      count(partlyFilled),
      nearest === undefined ? nothing : `${signed(percentShown(nearest))} %`,
      since(oldest, now),
    ]),
    figure: {of: 'orders', side: 'BUY'},
  };
}

function feesSection({tradeFees: {maker, taker, unknown, since: from}}: AccountBook): Section {
  const all = [
    ['maker', maker],
    ['taker', taker],
    ['not told', unknown],
  ] as const;
  return {
    title: `Fees of trades since ${absolute(from)}; they bear no currency`,
    headings: ['as', 'trades', 'fees'],
    rows: all.map(([name, {count: trades, fees}]) => [name, count(trades), amount(fees, undefined)]),
    figure: {of: 'tradeFees', role: 'maker'},
  };
}

function contractsSection({contracts, tradeFees}: AccountBook): Section {
  const held = contracts.filter(({net}) => net.sum !== '0' || net.without > 0);
  const flat = contracts.length - held.length;
  const aside = flat === 0 ? '' : `; not shown: ${count(flat)} at 0`;
  return {
    title: `Contracts bought less sold, of the trades listed since ${absolute(tradeFees.since)}${aside}`,
    headings: ['asset', 'strike', 'type', 'expiry', 'net', 'trades'],
    rows: held.map(({asset, strike, type, expiry: at, net, trades}) => [
      words(asset),
      number(strike),
      words(type),
      expiryDay(at),
      amount(net, undefined, signed),
      count(trades),
    ]),
    figure: {
      of: 'contract',
      contract: {asset: undefined, type: undefined, strike: undefined, expiry: undefined},
    },
  };
}

function sectionLines(
  {title, headings, rows: cells, figure}: Section,
  {days}: AccountBook,
  rows: BookRows,
  columns: number,
): string[] {
  const made = factsOf(rows, figure, days).lists.map(
    ({pane, fields, whole}) => `${fields.join(', ')} of ${count(whole.read)} ${paneSlugs[pane]}`,
  );
  return [
    ...wrap(title, columns),
    ...aligned([headings, ...cells]),
    ...wrap(`from ${made.join('; ')}`, Math.max(columns - 2, 20)).map(line => `  ${line}`),
  ];
}

/** Words to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => width(row[at] ?? ''))));
  const isNumber = widths.map((_, at) => rows.slice(1).every(row => /^(?:[-+]?\d.*)?$/.test(row[at] ?? '')));
  return rows.map(row =>
    `  ${widths
      .map((cells, at) => (isNumber[at] === true ? padStart : padEnd)(row[at] ?? '', cells))
      .join('  ')}`.trimEnd(),
  );
}

const heldCells = ({invested, pl}: Held, currency: string) => [
  amount(invested, currency),
  amount(pl, currency, signed),
];

/** `1,250.00 (3 without)` */
function amount({sum, without}: Amount, currency: string | undefined, written = number): string {
  const missing = without === 0 ? '' : ` (${count(without)} without)`;
  return `${written(rounded(sum, currency))}${missing}`;
}

const count = (of: number) => number(String(of));
const currencyName = (currency: string) => (currency === '' ? 'no currency' : words(currency));
