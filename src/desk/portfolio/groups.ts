import {sum, sumOf} from '../../api/wire/decimal.ts';
import {type Decimal, easyOptionStatuses, type Millis} from '../../api/wire/records.ts';
import {percentOf} from '../resources/figures.ts';
import {type Days, utcDay} from './days.ts';
import {
  type ClosedCell,
  type ClosedSums,
  type EasyOptionsFold,
  type HeldCell,
  type HeldSums,
  noneClosed,
} from './easy-options.ts';
import {heldPositions, type Position, soleCurrency} from './positions.ts';
import {type Amount, amountOf, joinedTallies, type Tally, type Teller} from './terms.ts';
import type {Fees} from './trades.ts';

export type Held = {
  readonly count: number;
  readonly invested: Amount;
  readonly pl: Amount;
  /** Of those without a P/L, the investment. */
  readonly atRisk: Amount;
  /** `pl` in percent of the investment, over records that have both. */
  readonly percent: Decimal | undefined;
  readonly sold: number;
};

export type Closed = {
  readonly count: number;
  readonly wins: number;
  readonly pl: Amount;
};

export type CurrencyTotals = {
  readonly currency: string;
  readonly open: Held;
  readonly states: ReadonlyMap<string, Held>;
  readonly closed: {
    readonly today: Closed;
    readonly days7: Closed;
    readonly days30: Closed;
    readonly byDay: readonly {readonly day: string; readonly closed: Closed}[];
    readonly unknown: Closed;
    readonly later: Closed;
  };
  readonly fees: Fees;
};

type CurrencyAmounts = ReadonlyMap<string, Held>;

export type Expiry = {
  readonly day: string | undefined;
  readonly at: Millis | undefined;
  readonly from: Teller | 'mixed';
  readonly count: number;
  readonly byCurrency: CurrencyAmounts;
};

export type UnderlyingTotals = {
  readonly asset: string | undefined;
  readonly from: Teller | 'mixed';
  readonly count: number;
  readonly byCurrency: CurrencyAmounts;
};

export function easyOptionTotals({held, closed, fees, days}: EasyOptionsFold) {
  const heldIn = Map.groupBy(held.values(), currencyOfCell);
  const endedIn = Map.groupBy(closed.values(), currencyOfCell);
  const currencies = [...fees.values()].sort(byText(({currency}) => currency));
  return {
    currencies: currencies.map(({currency, count, fees: paid}): CurrencyTotals => {
      const cells = heldIn.get(currency) ?? [];
      return {
        currency,
        open: heldOf(cells),
        states: statesOf(cells),
        closed: closedIn(endedIn.get(currency) ?? [], days),
        fees: {count, fees: amountOf(paid)},
      };
    }),
    expiries: expiriesOf(held),
    underlyings: underlyingsOf(held),
  };
}

const currencyOfCell = ({currency}: {readonly currency: string}) => currency;

function statesOf(cells: readonly HeldCell[]): ReadonlyMap<string, Held> {
  const groups = Map.groupBy(cells, ({status}) => status);
  const others = [...groups.keys()]
    .filter(status => !easyOptionStatuses.some(each => each === status))
    .sort();
  return new Map(
    [...easyOptionStatuses, ...others].flatMap(status => {
      const group = groups.get(status);
      return group === undefined ? [] : [[status, heldOf(group)] as const];
    }),
  );
}

function expiriesOf(held: EasyOptionsFold['held']): readonly Expiry[] {
  const groups = Map.groupBy(held.values(), ({day}) => day);
  return [...groups].sort(byText(([day]) => day)).map(([day, cells]) => {
    const times = cells.flatMap(({terms}) => terms.expiry ?? []);
    return {
      day,
      at: times.length === 0 ? undefined : Math.min(...times),
      from: sourceOf(cells.map(({terms}) => terms.expiryFrom)),
      count: countOf(cells),
      byCurrency: byCurrency(cells),
    };
  });
}

/** The next expiry of what is still held; days of which everything was sold do not count. */
export function nextExpiry(expiries: readonly Expiry[]): Expiry | undefined {
  const isSold = ({byCurrency}: Expiry) => [...byCurrency.values()].every(({count, sold}) => sold === count);
  return expiries.find(each => each.at !== undefined && !isSold(each));
}

type Holding = {
  readonly currencies: readonly CurrencyTotals[];
  readonly expiries: readonly Expiry[];
  readonly positions: readonly Position[];
  readonly asOf: Millis;
};

/** The first expiry of an Easy Option or a position, and what expires on its day. */
export function expiresNext({expiries, positions, asOf}: Holding) {
  const option = nextExpiry(expiries);
  const held = heldPositions(positions, asOf).flatMap(({expiry}) => expiry ?? []);
  const at = Math.min(option?.at ?? Number.POSITIVE_INFINITY, ...held);
  if (!Number.isFinite(at)) return undefined;
  const day = utcDay(at);
  const count = held.filter(each => utcDay(each) === day).length;
  return {at, count: count + (option?.day === day ? option.count : 0)};
}

/** Open P/L of one currency; `without` counts what has no P/L. */
export type OpenGain = Amount & {readonly currency: string; readonly count: number};

/** Of Easy Options and positions. The P/L of a position whose trades are not all known does not count. */
export function openGains({currencies, positions, asOf}: Holding): readonly OpenGain[] {
  const gains = new Map<string, OpenGain>();
  const add = (currency: string, count: number, pl: Amount) => {
    const {count: before, ...sums} = gains.get(currency) ?? {count: 0, sum: '0', without: 0};
    const without = sums.without + pl.without;
    gains.set(currency, {currency, sum: sum([sums.sum, pl.sum]), without, count: before + count});
  };
  for (const {currency, open} of currencies) if (open.count > 0) add(currency, open.count, open.pl);
  const held = heldPositions(positions, asOf);
  const known = held.flatMap(({isComplete, openPl}) => (isComplete ? (openPl ?? []) : []));
  const only = soleCurrency(currencies.map(currencyOfCell));
  if (held.length > 0) add(only, held.length, {sum: sum(known), without: held.length - known.length});
  return [...gains.values()];
}

function underlyingsOf(held: EasyOptionsFold['held']): readonly UnderlyingTotals[] {
  const groups = Map.groupBy(held.values(), ({terms}) => terms.asset);
  return [...groups].sort(byText(([asset]) => asset)).map(([asset, cells]) => ({
    asset,
    from: sourceOf(cells.map(({terms}) => terms.assetFrom)),
    count: countOf(cells),
    byCurrency: byCurrency(cells),
  }));
}

function byCurrency(cells: readonly HeldCell[]): CurrencyAmounts {
  const groups = [...Map.groupBy(cells, currencyOfCell)].sort(byText(([currency]) => currency));
  return new Map(groups.map(([currency, each]) => [currency, heldOf(each)]));
}

function sourceOf(sources: readonly Teller[]): Teller | 'mixed' {
  const [first = 'nothing', ...others] = new Set(sources);
  return others.length === 0 ? first : 'mixed';
}

const countOf = (cells: readonly {readonly count: number}[]) =>
  cells.reduce((sum, {count}) => sum + count, 0);

function heldOf(cells: readonly HeldSums[]): Held {
  const all = (of: (cell: HeldSums) => Tally) => joinedTallies(cells.map(of));
  return {
    count: countOf(cells),
    invested: amountOf(all(({invested}) => invested)),
    pl: amountOf(all(({pl}) => pl)),
    atRisk: amountOf(all(({atRisk}) => atRisk)),
    percent: percentOf(sumOf(all(({both}) => both.pl).sum), sumOf(all(({both}) => both.invested).sum)),
    sold: cells.reduce((sum, {sold}) => sum + sold, 0),
  };
}

function closedIn(cells: readonly ClosedCell[], {all}: Days): CurrencyTotals['closed'] {
  const at = new Map(cells.map(cell => [cell.place, cell]));
  const last = (days: number) =>
    closedOf(Array.from({length: days}, (_, ago) => at.get(all.length - 1 - ago) ?? noneClosed));
  return {
    today: last(1),
    days7: last(7),
    days30: last(30),
    byDay: all.map(({name}, place) => ({day: name, closed: closedOf([at.get(place) ?? noneClosed])})),
    unknown: closedOf([at.get('unknown') ?? noneClosed]),
    later: closedOf([at.get('later') ?? noneClosed]),
  };
}

function closedOf(cells: readonly ClosedSums[]): Closed {
  const count = countOf(cells);
  const wins = cells.reduce((sum, each) => sum + each.wins, 0);
  const pl = amountOf(joinedTallies(cells.map(cell => cell.pl)));
  return {count, wins, pl};
}

const byText =
  <Item>(of: (item: Item) => string | undefined) =>
  (one: Item, other: Item) =>
    inOrder(of(one), of(other), plainly);

export const plainly = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0);

/** Without a value comes last. */
export function inOrder<Value>(
  a: Value | undefined,
  b: Value | undefined,
  compared: (a: Value, b: Value) => number,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compared(a, b);
}
