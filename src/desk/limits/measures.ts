import {add, compare, subtract} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {AmountByCurrency, Limits} from '../model/vocabulary.ts';
import type {Load} from './load.ts';

/** One limit, and what weighs against it. */
export type Measure = {
  readonly what: 'investment' | 'notional' | 'count';
  /** Of an investment; undefined where no record has told one yet. */
  readonly currency: string | undefined;
  /** undefined for the whole account. */
  readonly underlying: string | undefined;
  readonly limit: Decimal;
  /** The dashboard whose limit it is, where that is another one. */
  readonly holder: string | undefined;
  readonly open: Decimal;
  /** Asked for and not seen yet, by this dashboard and by others. */
  readonly here: Decimal;
  readonly elsewhere: Decimal;
};

/** What weighs on the account, by where it is known from. */
export type Weights = {
  readonly open: readonly Load[];
  readonly here: readonly Load[];
  readonly elsewhere: readonly Load[];
};

export type InForce = {readonly limits: Limits; readonly holder: string | undefined};

/**
 * Every limit in force on what is open, each with what weighs against it. What does not tell its currency or
 * underlying weighs on all of them.
 * @param added what comes on top: its currency is one that limits of every currency hold for
 */
export function measuresOf(
  inForce: readonly InForce[],
  weights: Weights,
  added: Load | undefined,
): readonly Measure[] {
  const all = [
    ...weights.open,
    ...weights.here,
    ...weights.elsewhere,
    ...(added === undefined ? [] : [added]),
  ];
  const currencies = [...new Set(all.flatMap(({currency}) => currency ?? []))];
  return inForce.flatMap(({limits, holder}) =>
    [{underlying: undefined, bounds: limits}, ...scopesOf(limits)].flatMap(({underlying, bounds}) => {
      const of = (what: Measure['what'], limit: Decimal, currency?: string): Measure => {
        const amount = (loads: readonly Load[]) => amountIn(loads, {what, currency, underlying});
        const {open, here, elsewhere} = weights;
        const weighs = {open: amount(open), here: amount(here), elsewhere: amount(elsewhere)};
        return {what, currency, underlying, limit, holder, ...weighs};
      };
      const {maxOpenInvestment, maxOpenNotional, maxOpenCount} = bounds;
      return [
        ...investmentLimits(maxOpenInvestment, currencies).map(([currency, limit]) =>
          of('investment', limit, currency),
        ),
        ...(maxOpenNotional === undefined ? [] : [of('notional', maxOpenNotional)]),
        ...(maxOpenCount === undefined ? [] : [of('count', String(maxOpenCount))]),
      ];
    }),
  );
}

const scopesOf = ({underlyings}: Limits) =>
  Object.entries(underlyings).map(([underlying, bounds]) => ({underlying, bounds}));

/** A limit of each currency; of one that a table does not name nothing may be invested. */
function investmentLimits(
  limits: AmountByCurrency | undefined,
  currencies: readonly string[],
): readonly (readonly [string | undefined, Decimal])[] {
  if (limits === undefined) return [];
  const {each, ...named} = limits;
  const unnamed = currencies.filter(currency => named[currency] === undefined);
  const all = [...Object.entries(named), ...unnamed.map(currency => [currency, each ?? '0'] as const)];
  return all.length === 0 && each !== undefined ? [[undefined, each]] : all;
}

type Scope = Pick<Measure, 'what' | 'currency' | 'underlying'>;

function amountIn(loads: readonly Load[], scope: Scope): Decimal {
  let total: Decimal = '0';
  for (const load of loads) if (weighsOn(load, scope)) total = add(total, amountOf(load, scope.what));
  return total;
}

/** Whether it weighs on a limit: where a fact is missing, it weighs on all. */
function weighsOn(load: Load, {what, currency, underlying}: Scope): boolean {
  const isCurrency = what !== 'investment' || same(load.currency, currency);
  return isCurrency && same(load.underlying, underlying);
}

const same = (of: string | undefined, wanted: string | undefined) =>
  of === undefined || wanted === undefined || of === wanted;

function amountOf({investment, notional, count}: Load, what: Measure['what']): Decimal {
  switch (what) {
    case 'investment':
      return investment;
    case 'notional':
      return notional;
    case 'count':
      return String(count);
    default:
      return what satisfies never;
  }
}

/** What a load adds to a measure; 0 where it does not weigh on it. */
export function addedTo(measure: Measure, load: Load): Decimal {
  return weighsOn(load, measure) ? amountOf(load, measure.what) : '0';
}

/** What is used of it. */
export function used({open, here, elsewhere}: Measure): Decimal {
  return add(open, add(here, elsewhere));
}

/** What is left of it, never below 0. */
export function roomIn(measure: Measure): Decimal {
  const left = subtract(measure.limit, used(measure));
  return compare(left, '0') < 0 ? '0' : left;
}
