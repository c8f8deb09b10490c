import {add, isNegative, sum} from '../../api/wire/decimal.ts';
import {
  type Decimal,
  type EasyOption,
  type EasyOptionCard,
  easyOptionStatuses,
  fromIso,
  type Millis,
  type Trade,
} from '../../api/wire/records.ts';
import {dayMs} from '../model/vocabulary.ts';
import {onceFor, rememberLast} from '../once.ts';
import {type Amount, amountOf, isCounted, tradesByPosition} from '../resources/arithmetic.ts';
import {isOver} from '../resources/easy-options.ts';
import {cardsById, percentOf} from '../resources/figures.ts';
import {utcDay} from './days.ts';
import {heldPositions, type Position, soleCurrency} from './positions.ts';
import {feesOf, inOrder, plainly} from './trade-sums.ts';

export type Held = ReturnType<typeof heldOf>;
export type CurrencyTotals = ReturnType<typeof currencyTotals>;
export type Expiry = ReturnType<typeof expiryOf>;
export type UnderlyingTotals = ReturnType<typeof underlyingTotals>;

/** Cards and trades name the underlying and the expiry of an Easy Option. */
export function easyOptionTotals(
  rows: readonly EasyOption[],
  cards: readonly EasyOptionCard[],
  trades: readonly Trade[],
) {
  const open = rows.filter(row => !isOver(row));
  const options = open.map((row): HeldOption => ({row, terms: termsOf(row, {cards, trades})}));
  return {
    currencies: groupsOf(rows, currencyOf).map(([currency = '', all]) => currencyTotals(currency, all)),
    expiries: groupsOf(options, dayNumber).map(([, group]) => expiryOf(group)),
    underlyings: groupsOf(options, ({terms}) => terms.asset).map(([asset, group]) =>
      underlyingTotals(asset, group),
    ),
  };
}

function currencyTotals(currency: string, all: readonly EasyOption[]) {
  const open = all.filter(row => !isOver(row));
  return {currency, open: heldOf(open), states: statesOf(open), fees: feesOf(all)};
}

function expiryOf(group: readonly HeldOption[]) {
  const times = group.flatMap(({terms}) => terms.expiry ?? []);
  const at = times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other));
  const day = at === undefined ? undefined : utcDay(at);
  return {day, at, count: group.length, byCurrency: byCurrency(group)};
}

function underlyingTotals(asset: string | undefined, group: readonly HeldOption[]) {
  return {asset, count: group.length, byCurrency: byCurrency(group)};
}

type HeldOption = {readonly row: EasyOption; readonly terms: OptionTerms};

const dayNumber = ({terms: {expiry}}: HeldOption) =>
  expiry === undefined ? undefined : Math.floor(expiry / dayMs);

export const currencyOf = ({investmentCurrency}: EasyOption) => investmentCurrency ?? '';

/** In the order of their names; those without one come last. */
function groupsOf<Item, Name extends string | number>(
  items: readonly Item[],
  nameOf: (item: Item) => Name | undefined,
): readonly [Name | undefined, Item[]][] {
  return [...Map.groupBy(items, nameOf)].sort(([one], [other]) => inOrder(one, other, plainly));
}

function byCurrency(options: readonly HeldOption[]): ReadonlyMap<string, Held> {
  const groups = groupsOf(
    options.map(({row}) => row),
    currencyOf,
  );
  return new Map(groups.map(([currency = '', group]) => [currency, heldOf(group)]));
}

function statesOf(rows: readonly EasyOption[]): ReadonlyMap<string, Held> {
  const groups = Map.groupBy(rows, ({status = ''}) => status);
  const names = new Set<string>([...easyOptionStatuses, ...[...groups.keys()].sort()]);
  return new Map(
    [...names].flatMap(status => {
      const group = groups.get(status);
      return group === undefined ? [] : [[status, heldOf(group)] as const];
    }),
  );
}

function heldOf(rows: readonly EasyOption[]) {
  const sums = (of: readonly EasyOption[]) => ({
    invested: amountOf(of.map(({investmentAmount}) => investmentAmount)),
    pl: amountOf(of.map(({pl}) => pl)),
  });
  const known = sums(rows.filter(row => isCounted(row.investmentAmount) && isCounted(row.pl)));
  return {
    rows,
    count: rows.length,
    ...sums(rows),
    atRisk: amountOf(rows.map(atRisk)),
    percent: percentOf(known.pl.sum, known.invested.sum),
  };
}

/** The investment and its P/L: what can still be lost. */
function atRisk({investmentAmount: invested, pl}: EasyOption): Decimal | undefined {
  if (!isCounted(invested)) return undefined;
  const left = isCounted(pl) ? add(invested, pl) : invested;
  return isNegative(left) ? '0' : left;
}

export type OptionTotals = ReturnType<typeof optionTotals>[number];

/** Of the visible rows, or of several that are closed, by currency. */
export const optionTotals = onceFor((rows: readonly EasyOption[]) =>
  [...Map.groupBy(rows, currencyOf)]
    .sort(([a], [b]) => plainly(a, b))
    .map(([currency, all]) => {
      const open = all.filter(row => !isOver(row));
      const states = Map.groupBy(open, ({status = 'no status'}) => status);
      const over = all.filter(isOver);
      const closed = {count: over.length, pl: amountOf(over.map(({plClosed}) => plClosed))};
      return {currency, states, open: heldOf(open), closed};
    }),
);

export function nextExpiry(expiries: readonly Expiry[]): Expiry | undefined {
  return expiries.find(each => each.at !== undefined);
}

type Holding = {
  readonly currencies: readonly CurrencyTotals[];
  readonly expiries: readonly Expiry[];
  readonly positions: readonly Position[];
  readonly serviceTime: Millis;
};

/** The first expiry of an Easy Option or a position, and what expires on its day. */
export const expiresNext = rememberLast(({expiries, positions, serviceTime}: Holding) => {
  const option = nextExpiry(expiries);
  const held = heldPositions(positions, serviceTime).flatMap(({expiry}) => expiry ?? []);
  const at = Math.min(option?.at ?? Number.POSITIVE_INFINITY, ...held);
  if (!Number.isFinite(at)) return undefined;
  const day = utcDay(at);
  const count = held.filter(each => utcDay(each) === day).length;
  return {at, count: count + (option?.day === day ? option.count : 0)};
});

/** Open P/L of one currency; `without` counts what has no P/L. */
export type OpenGain = Amount & {
  readonly currency: string;
  readonly count: number;
  /** Positions are valued at the ask; Easy Options have the P/L that the service states. */
  readonly isAtAsk?: boolean | undefined;
};

/** The P/L of a position whose trades are not all known does not count. */
export const openGains = onceFor(({currencies, positions, serviceTime}: Holding): readonly OpenGain[] => {
  const gains = new Map<string, OpenGain>();
  const add = (currency: string, count: number, pl: Amount, isAtAsk = false) => {
    const {count: before, ...sums} = gains.get(currency) ?? {count: 0, sum: '0', without: 0};
    const without = sums.without + pl.without;
    gains.set(currency, {
      ...{currency, sum: sum([sums.sum, pl.sum]), without, count: before + count},
      ...(isAtAsk && {isAtAsk}),
    });
  };
  for (const {currency, open} of currencies) if (open.count > 0) add(currency, open.count, open.pl);
  const held = heldPositions(positions, serviceTime);
  const known = held.flatMap(({isComplete, openPl}) => (isComplete ? (openPl ?? []) : []));
  const only = soleCurrency(currencies.map(({currency}) => currency));
  if (held.length > 0)
    add(only, held.length, {sum: sum(known), without: held.length - known.length}, known.length > 0);
  return [...gains.values()];
});

export type OptionTerms = ReturnType<typeof termsOf>;

type TermsFrom = {readonly cards: readonly EasyOptionCard[]; readonly trades: readonly Trade[]};

/** Its own record lacks the underlying and the expiry: its card or its trades have them. */
export function termsOf({cardId = '', positionId = ''}: EasyOption, from: TermsFrom) {
  const card = cardsById(from.cards).get(cardId);
  const trades = tradesByPosition(from.trades).get(positionId) ?? [];
  return {
    asset: card?.underlying ?? agreed(trades, trade => trade.asset),
    expiry: fromIso(card?.expiryDate) ?? agreed(trades, trade => trade.expiryDate),
  };
}

/** A position has one contract, so trades that disagree tell nothing. */
function agreed<Value>(trades: readonly Trade[], of: (trade: Trade) => Value | undefined): Value | undefined {
  const told = new Set(trades.flatMap(each => of(each) ?? []));
  return told.size === 1 ? [...told][0] : undefined;
}
