import {isZero} from '../../../api/wire/decimal.ts';
import type {ClosedSpan, Figure} from '../behind.ts';
import type {AccountBook} from '../book.ts';
import {utcDay} from '../days.ts';
import {type Closed, type CurrencyBook, type Expiry, type Held, nextExpiry} from '../groups.ts';
import type {SideBook} from '../orders.ts';
import {type BookRows, isPartial} from '../rows.ts';
import type {FeeRole} from '../trades.ts';
import type {BookLine, BookSection} from './lines.ts';

/**
 * The lines of the Book: first the next expiry, the risk and today's result, then the rest by importance. Empty
 * sections are left out.
 */
export function sectionsOf(book: AccountBook, rows: BookRows): readonly BookSection[] {
  const ofOptions = isPartial(rows.easyOptions);
  const ofTerms = ofOptions || isPartial(rows.cards) || isPartial(rows.trades);
  const {currencies, expiries, underlyings} = book;
  const all: readonly BookSection[] = [
    {name: 'glance', isPartial: ofTerms, lines: glance(book)},
    {name: 'expires', isPartial: ofTerms, lines: expiries.flatMap(expiryLines)},
    {name: 'open', isPartial: ofOptions, lines: currencies.flatMap(stateLines)},
    {name: 'closed', isPartial: ofOptions, lines: currencies.flatMap(closedLines)},
    {
      name: 'underlyings',
      isPartial: ofTerms,
      lines: underlyings.flatMap(({asset, byCurrency}) =>
        [...byCurrency].map(([currency, held]) =>
          heldLine({of: 'underlying', asset}, asset ?? 'unknown', currency, held),
        ),
      ),
    },
    {
      name: 'orders',
      isPartial: isPartial(rows.orders) || isPartial(rows.trades),
      lines: book.orders.filter(({count}) => count > 0).map(sideLine),
    },
    {name: 'days', isPartial: ofOptions, lines: currencies.flatMap(dayLines)},
    {name: 'fees', isPartial: ofOptions || isPartial(rows.trades), lines: feeLines(book)},
    {
      name: 'contracts',
      isPartial: isPartial(rows.trades),
      lines: book.contracts.filter(isHeld).map(({asset, type, strike, expiry, day, trades, net}) =>
        line({
          figure: {of: 'contract', contract: {asset, type, strike, expiry}},
          name: [asset, strike, type, day].map(part => part ?? '?').join(' '),
          count: trades,
          net,
          expiry,
          note: without([net.without, 'size']),
        }),
      ),
    },
  ];
  return all.filter(({lines}) => lines.length > 0);
}

const isHeld = ({net}: AccountBook['contracts'][number]) => !isZero(net.sum) || net.without > 0;

type Told = Omit<BookLine, 'key' | 'currency'> & {readonly currency?: string};

function line(told: Told): BookLine {
  return {currency: undefined, ...told, key: JSON.stringify([told.currency, told.figure])};
}

/**
 * The summary, one currency after another; the currency with the most open goes first, so that three lines
 * answer what a trader asks first.
 */
function glance({expiries, currencies}: AccountBook): readonly BookLine[] {
  const next = nextExpiry(expiries);
  const soon = next === undefined ? [] : expiryLines(next);
  const byWeight = currencies.toSorted((one, other) => other.open.count - one.open.count);
  return byWeight
    .flatMap(({currency, open, closed}, index) => [
      ...soon.filter(each => each.currency === currency).map(each => ({...each, name: 'expires next'})),
      ...(index > 0 && open.count === 0 ? [] : [heldLine({of: 'open', currency}, 'at risk', currency, open)]),
      ...(index > 0 && closed.today.count === 0
        ? []
        : [closedLine(currency, 'today', 'made today', closed.today)]),
    ])
    .map(line => ({...line, key: `glance ${line.key}`}));
}

function heldLine(
  figure: Figure,
  name: string,
  currency: string,
  {count, invested, pl, percent, sold}: Held,
): BookLine {
  const note = without([invested.without, 'amount'], [pl.without, 'P/L']);
  return line({figure, name, currency, count, invested, pl, percent, sold, note});
}

function expiryLines({day, at, from, byCurrency}: Expiry): readonly BookLine[] {
  return [...byCurrency].map(([currency, held]) => ({
    ...heldLine({of: 'expiry', day}, day ?? 'day unknown', currency, held),
    expiry: at,
    from: {card: 'card', trades: 'trades', mixed: 'card, trades', nothing: 'nothing'}[from],
  }));
}

function stateLines({currency, states}: CurrencyBook): readonly BookLine[] {
  return [...states].map(([status, held]) =>
    heldLine({of: 'state', status, currency}, status === '' ? 'no status' : status, currency, held),
  );
}

function closedLine(currency: string, span: ClosedSpan, name: string, closed: Closed): BookLine {
  const {count, wins, pl} = closed;
  return line({
    figure: {of: 'closed', span, currency},
    name,
    currency,
    count,
    pl,
    wins: {won: wins, of: count - pl.without},
    note: without([pl.without, 'P/L']),
  });
}

function closedLines({currency, closed}: CurrencyBook): readonly BookLine[] {
  const others = [
    closedLine(currency, 'unknown', 'day unknown', closed.unknown),
    closedLine(currency, 'later', 'after today', closed.later),
  ];
  const spans = [
    closedLine(currency, 'today', 'today', closed.today),
    closedLine(currency, 'days7', '7 days', closed.days7),
    closedLine(currency, 'days30', '30 days', closed.days30),
  ];
  return [...(closed.days30.count > 0 ? spans : []), ...others.filter(({count}) => count > 0)];
}

function dayLines({currency, closed: {byDay}}: CurrencyBook): readonly BookLine[] {
  return byDay.toReversed().flatMap(({day, closed: {count, pl}}) =>
    count === 0
      ? []
      : [
          line({
            figure: {of: 'closedOn', day, currency},
            name: day,
            currency,
            count,
            pl,
            note: without([pl.without, 'P/L']),
          }),
        ],
  );
}

function sideLine({side, count, notional, nearest, oldest, partlyFilled, withAsk}: SideBook): BookLine {
  const noAsk = count - withAsk;
  return line({
    figure: {of: 'orders', side},
    name: side === '' ? 'no side' : side,
    count,
    notional,
    nearest,
    oldest,
    partlyFilled,
    note: without([notional.without, 'notional'], [noAsk, 'ask']),
  });
}

const roles: Readonly<Record<FeeRole, string>> = {
  maker: 'maker',
  taker: 'taker',
  unknown: 'not told',
};

function feeLines({currencies, tradeFees}: AccountBook): readonly BookLine[] {
  const ofOptions = currencies.map(({currency, fees: {count, fees}}) =>
    line({
      figure: {of: 'fees', currency},
      name: 'Easy Options',
      currency,
      count,
      fees,
      note: without([fees.without, 'fee']),
    }),
  );
  const ofTrades = (['maker', 'taker', 'unknown'] as const).flatMap(role => {
    const {count, fees} = tradeFees[role];
    if (count === 0) return [];
    return [
      line({
        figure: {of: 'tradeFees', role},
        name: `${roles[role]} since ${utcDay(tradeFees.since)}`,
        count,
        fees,
        note: without([fees.without, 'fee']),
      }),
    ];
  });
  return [...ofOptions, ...ofTrades];
}

function without(...missing: readonly (readonly [count: number, what: string])[]): string {
  return missing
    .filter(([count]) => count > 0)
    .map(([count, what], index) => `${count} ${index === 0 ? 'without ' : ''}${what}`)
    .join(', ');
}
