import type {FeedPane} from '../../account/model/vocabulary.ts';
import {rememberLast} from '../../account/once.ts';
import {type DayFill, dayOf} from '../../account/portfolio/day-statement.ts';
import {type Span, utcDay} from '../../account/portfolio/days.ts';
import {type ExpiryPayoff, payoffsIn} from '../../account/portfolio/expiry-payoffs.ts';
import {
  type CurrencyTotals,
  currencyOf,
  type Expiry,
  type Held,
  nextExpiry,
  type UnderlyingTotals,
} from '../../account/portfolio/groups.ts';
import {type Net, netNotes} from '../../account/portfolio/made.ts';
import type {SideTotals} from '../../account/portfolio/order-totals.ts';
import type {AccountPortfolio} from '../../account/portfolio/portfolio.ts';
import {
  heldPositions,
  type Position,
  settlementUnknown,
  soleCurrency,
  unsettledSince,
} from '../../account/portfolio/positions.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import {roleOf} from '../../account/portfolio/trade-sums.ts';
import {amountOf, sideOf} from '../../account/resources/arithmetic.ts';
import {contractText} from '../../account/words/records.ts';
import {amountWords} from '../../account/words/text.ts';
import {expiryDay} from '../../account/words/times.ts';
import {isZero, sum} from '../../api/wire/decimal.ts';
import type {EasyOption, Trade} from '../../api/wire/records.ts';
import type {State} from '../state.ts';
import type {Behind, Figure, PortfolioLine, PortfolioSection, SectionName} from './lines.ts';
import {
  fillsLacking,
  fillsWords,
  isUnlistedIn,
  type UnlistedFill,
  unlistedSizes,
  unlistedWords,
} from './unlisted.ts';

/** The summary, the day, what is held and what works come first. Empty sections are left out. */
export function sectionsOf(
  portfolio: AccountPortfolio,
  rows: PortfolioRows,
  unlisted: readonly UnlistedFill[] = [],
): readonly PortfolioSection[] {
  const {currencies, expiries, underlyings, positions, orders, serviceTime} = portfolio;
  const section = sectionsOver(rows);
  const [today, fills] = daySections(portfolio, rows);
  const currency = currencyOfTrades(portfolio);
  const all = [
    section('glance', ofTerms, glance(portfolio, rows, unlisted)),
    today,
    section(
      'positions',
      ofTrades,
      heldPositions(positions, serviceTime).map(each => {
        const {symbol, positionId} = each;
        const fills = symbol === undefined ? [] : unlisted.filter(isUnlistedIn({symbol, positionId}));
        return {...positionLine(each, unlistedSizes(fills)), currency, isLacking: fills.length > 0};
      }),
    ),
    section('orders', ['orders', 'trades'], orders.filter(({count}) => count > 0).map(sideLine)),
    section('payoffs', ofTerms, payoffLines(rows, payoffsIn({rows, positions, at: serviceTime}), unlisted)),
    section('expires', ofTerms, expiries.flatMap(expiryLines)),
    section('open', ['easyOptions'], currencies.flatMap(stateLines)),
    section('underlyings', ofTerms, underlyings.flatMap(underlyingLines)),
    section('fees', ofTrades, feeLines(portfolio, rows)),
    // A busy day has many.
    fills,
  ];
  return all.filter(({lines}) => lines.length > 0);
}

/** Trades have none of their own. */
const currencyOfTrades = ({currencies}: Pick<AccountPortfolio, 'currencies'>) =>
  soleCurrency(currencies.map(each => each.currency)) || undefined;

/** Made when they are looked at. */
export function sectionsShown(state: State): readonly PortfolioSection[] {
  const {account, rows} = state.portfolio;
  return sectionsFor(account, rows, fillsLacking(state));
}

const sectionsFor = rememberLast(sectionsOf);

const ofOptions = (rows: readonly EasyOption[]): Behind => ({pane: 'easyOptions', rows});
const ofFills = (rows: readonly Trade[]): Behind => ({pane: 'trades', rows});

const ofTerms = ['easyOptions', 'cards', 'trades'] as const;
const ofTrades = ['easyOptions', 'trades'] as const;

const sectionsOver =
  (rows: PortfolioRows) =>
  (name: SectionName, of: readonly FeedPane[], lines: readonly PortfolioLine[]): PortfolioSection => ({
    name,
    isPartial: !of.every(pane => rows[pane].isWhole),
    lines,
  });

function positionLine(
  {id, trades, openPl, fees, isComplete, ...position}: Position,
  more = '',
): PortfolioLine {
  const {asset, type, strike, expiry, net, averageCost: average, last, ask, realizedPl, working} = position;
  return line({
    of: 'position',
    ...{id, behind: ofFills(trades), contract: {asset, type, strike, expiry}},
    name: [asset, strike, type].map(part => part ?? '?').join(' '),
    count: trades.length,
    ...{net, average, last, ask, realized: realizedPl, expiry},
    ...(!isZero(working) && {working}),
    pl: {sum: openPl ?? '0', without: openPl === undefined ? trades.length : 0},
    fees: {sum: fees, without: 0},
    note: [tradesNote([{isComplete}]), more].filter(Boolean).join(', '),
  });
}

/** Some are not read, or lack what the figures are made of. */
const tradesNote = (positions: readonly Pick<Position, 'isComplete'>[]) =>
  positions.every(each => each.isComplete) ? '' : 'trades incomplete';

function payoffLines(
  {trades}: PortfolioRows,
  all: readonly ExpiryPayoff[],
  unlisted: readonly UnlistedFill[],
): readonly PortfolioLine[] {
  const lineOf = (each: ExpiryPayoff) => {
    const {asset: of, expiry: at} = each;
    const mayBeOfIt = ({order: {asset = of, expiryDate = at}}: UnlistedFill) =>
      asset === of && expiryDate === at;
    const own = trades.rows.filter(({asset, expiryDate}) => asset === of && expiryDate === at);
    return payoffLine(each, own, fillsWords(unlisted.filter(mayBeOfIt)));
  };
  const {drawn = [], others = []} = Object.groupBy(all, ({payoff}) => (payoff ? 'drawn' : 'others'));
  const notDrawn = others.flatMap(each => each.notDrawn);
  const rest = {asset: undefined, expiry: undefined, legs: [], payoff: undefined, notDrawn};
  return [
    ...drawn.map(lineOf),
    ...(drawn.length === 0 || notDrawn.length === 0 ? [] : [{...lineOf(rest), name: 'others'}]),
  ];
}

function payoffLine(
  {asset, expiry, legs, payoff, notDrawn}: ExpiryPayoff,
  trades: readonly Trade[],
  lacking: string,
): PortfolioLine {
  const count = legs.length + notDrawn.length;
  const note = [without([notDrawn.length, 'not drawn']), lacking].filter(Boolean).join(', ');
  const name = [asset ?? 'unknown', expiry === undefined ? '' : expiryDay(expiry)].join(' ').trim();
  return line({of: 'payoff', id: `${asset} ${expiry}`, behind: ofFills(trades), name, count, payoff, note});
}

type DayGiven = Pick<AccountPortfolio, 'positions' | 'day' | 'currencies' | 'serviceTime'>;

/** The realized P/L of the last day of the Portfolio, or of another day, and its fills, newest first. */
export function daySections(
  {positions, day, currencies, serviceTime}: DayGiven,
  rows: PortfolioRows,
  span: Span = day,
): readonly [today: PortfolioSection, fills: PortfolioSection] {
  const {contracts, easyOptions, fills} = dayOf({rows, positions, serviceTime}, span);
  const section = sectionsOver(rows);
  const currency = currencyOfTrades({currencies});
  const lines = [
    ...contracts.map(({position, fills: count, realizedPl, fees, isUnsettled}) => ({
      ...positionLine(position, isUnsettled ? settlementUnknown : ''),
      ...{currency, count, fees: {sum: fees, without: 0}},
      // Its realized P/L is unknown, not 0.
      pl: count === 0 ? undefined : {sum: realizedPl, without: isUnsettled && isZero(realizedPl) ? count : 0},
    })),
    ...easyOptions.map(endedLine),
  ];
  const keyed = lines.map(each => ({...each, key: `day ${each.key}`}));
  return [
    section('today', ofTrades, keyed),
    section(
      'fills',
      ['trades'],
      fills.toReversed().map(each => ({...fillLine(each), currency})),
    ),
  ];
}

function endedLine(option: EasyOption): PortfolioLine {
  const {id, optionSymbol, plClosed, fee, investmentCurrency: currency = ''} = option;
  return line({
    of: 'record',
    ...{id, behind: ofOptions([option])},
    name: `Easy Option ${optionSymbol ?? id}`,
    currency,
    count: 1,
    pl: amountOf([plClosed]),
    fees: amountOf([fee]),
    note: '',
  });
}

function fillLine({trade, easyOptionId}: DayFill): PortfolioLine {
  const {tradeId, openDate: at, filledSizeContracts: size, openPrice, fee} = trade;
  const named = [sideOf(trade), size && amountWords(size), contractText(trade)].filter(Boolean).join(' ');
  return line({
    of: 'record',
    ...{id: tradeId, behind: ofFills([trade])},
    ...{name: named, count: 1, at, average: openPrice},
    fees: amountOf([fee]),
    note: easyOptionId === undefined ? '' : 'Easy Option',
  });
}

type Told = Omit<PortfolioLine, 'key' | 'currency'> & {readonly currency?: string | undefined};

function line(told: Told): PortfolioLine {
  return {currency: undefined, ...told, key: JSON.stringify([told.currency, told.of, told.id])};
}

/**
 * The summary: the net result of today, then one currency after another, the one with the most open first.
 */
function glance(
  portfolio: AccountPortfolio,
  rows: PortfolioRows,
  unlisted: readonly UnlistedFill[],
): readonly PortfolioLine[] {
  const {expiries, currencies} = portfolio;
  const next = nextExpiry(expiries);
  const soon = next === undefined ? [] : expiryLines(next);
  const byWeight = currencies.toSorted((one, other) => other.open.count - one.open.count);
  const ofCurrencies = byWeight.flatMap(({currency, open}, index) => [
    ...soon.filter(each => each.currency === currency).map(each => ({...each, name: 'Easy expiry'})),
    ...(index > 0 && open.count === 0 ? [] : [riskLine(currency, open)]),
  ]);
  const order = byWeight.map(({currency}) => currency).reverse();
  const weightOf = ({currency}: Net) => order.indexOf(currency);
  const {from} = portfolio.day;
  const fills = rows.trades.rows.filter(({openDate = from}) => openDate >= from);
  const nets = portfolio.today
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .map(each => netLine(each, fills, unlisted));
  return [...nets, ...ofCurrencies, ...positionsLines(portfolio, unlisted)].map(each => ({
    ...each,
    key: `glance ${each.key}`,
  }));
}

function netLine(today: Net, fills: readonly Trade[], unlisted: readonly UnlistedFill[]) {
  const {currency, net, realized, open} = today;
  const note = [...netNotes(today), fillsWords(unlisted)].filter(Boolean).join(', ');
  const pl = {sum: net, without: 0};
  const behind = ofFills(fills);
  return line({of: 'today', behind, name: 'today', currency, count: fills.length, pl, realized, open, note});
}

function positionsLines(
  portfolio: AccountPortfolio,
  unlisted: readonly UnlistedFill[],
): readonly PortfolioLine[] {
  const {positions, serviceTime, day} = portfolio;
  const unsettled = unsettledSince(positions, day.from, serviceTime).length;
  const held = heldPositions(positions, serviceTime);
  const priced = held.flatMap(({openPl}) => openPl ?? []);
  const fills = positions.flatMap(({trades}) => trades);
  const count = fills.length;
  const unpriced = held.length - priced.length;
  const soon = held.flatMap(({expiry}) => expiry ?? []);
  const ofAll = {
    of: 'positions',
    behind: ofFills(fills),
    currency: currencyOfTrades(portfolio),
    count,
  } as const;
  const open = line({
    ...{...ofAll, name: 'positions', held: held.length},
    ...(soon.length > 0 && {expiry: Math.min(...soon)}),
    pl: {sum: sum(priced), without: priced.length === 0 ? count : unpriced},
    note: [tradesNote(positions), without([unpriced, 'unpriced']), fillsWords(unlisted)]
      .filter(Boolean)
      .join(', '),
  });
  return [
    ...(held.length === 0 ? [] : [open]),
    ...unlisted.map((fill, at) => ({
      ...line({...ofAll, name: 'fill', note: unlistedWords(fill)}),
      key: `unlisted ${at}`,
    })),
    ...(unsettled === 0
      ? []
      : [
          {
            ...line({...ofAll, name: 'expired', note: without([unsettled, settlementUnknown])}),
            key: 'expired',
          },
        ]),
  ];
}

function riskLine(currency: string, open: Held): PortfolioLine {
  const {invested, ...told} = heldLine('open', undefined, 'Easy at risk', currency, open);
  return {...told, risk: open.atRisk};
}

function heldLine(
  of: Figure,
  id: string | undefined,
  name: string,
  currency: string,
  {rows, count, invested, pl, percent}: Held,
): PortfolioLine {
  const note = without([invested.without, 'without amount'], [pl.without, 'unpriced']);
  return line({of, id, behind: ofOptions(rows), name, currency, count, invested, pl, percent, note});
}

function expiryLines({day, at, byCurrency}: Expiry): readonly PortfolioLine[] {
  return [...byCurrency].map(([currency, held]) => ({
    ...heldLine('expiry', day, day ?? 'day unknown', currency, held),
    expiry: at,
  }));
}

function underlyingLines({asset, byCurrency}: UnderlyingTotals): readonly PortfolioLine[] {
  return [...byCurrency].map(([currency, held]) =>
    heldLine('underlying', asset, asset ?? 'unknown', currency, held),
  );
}

function stateLines({currency, states}: CurrencyTotals): readonly PortfolioLine[] {
  return [...states].map(([status, held]) =>
    heldLine('state', status, status === '' ? 'no status' : status, currency, held),
  );
}

function sideLine({side, withAsk, working, ...totals}: SideTotals): PortfolioLine {
  const {count, notional} = totals;
  const note = without([notional.without, 'without notional'], [count - withAsk, 'without ask']);
  const behind = {pane: 'orders', rows: working.map(({order}) => order)} as const;
  return line({of: 'orders', id: side, behind, name: side === '' ? 'no side' : side, ...totals, note});
}

function feeLines(
  portfolio: AccountPortfolio,
  {easyOptions, trades}: PortfolioRows,
): readonly PortfolioLine[] {
  const {currencies, tradeFees} = portfolio;
  const feesOfOptions = currencies.map(({currency, fees}) => {
    const note = without([fees.fees.without, 'without fee']);
    const behind = ofOptions(easyOptions.rows.filter(each => currencyOf(each) === currency));
    return line({of: 'fees', behind, name: 'incl. Easy Options', currency, ...fees, note});
  });
  const since = tradeFees.since === 0 ? '' : ` since ${utcDay(tradeFees.since)}`;
  const roles = (['total', 'maker', 'taker', 'unknown'] as const).filter(role => tradeFees[role].count > 0);
  const ofRoles = roles.map(role => {
    const note = without([tradeFees[role].fees.without, 'without fee']);
    const behind = ofFills(trades.rows.filter(each => role === 'total' || roleOf(each) === role));
    const currency = currencyOfTrades(portfolio);
    const name = `${role} fees${since}`;
    return line({of: 'tradeFees', id: role, behind, name, currency, ...tradeFees[role], note});
  });
  return [...ofRoles, ...feesOfOptions];
}

function without(...missing: readonly (readonly [count: number, what: string])[]): string {
  return missing
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}
