import type {AmountByCurrency, Limits} from '../../account/model/vocabulary.ts';
import {compare, subtract, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Millis} from '../../api/wire/records.ts';

/** The weight of an open or pending record against the account's limits. */
export type Load = {
  readonly investment: Decimal;
  readonly notional: Decimal;
  readonly count: number;
  /** Currency of the investment. If undefined, the load counts in every currency. */
  readonly currency: string | undefined;
  /** If undefined, the load counts for every underlying. */
  readonly underlying: string | undefined;
  /** The time until which a load may still be none; undefined while a write is in doubt. */
  readonly until?: Millis | undefined;
};

/**
 * Exposure by where it is known from. `open`: the reads. The rest may be none: orders that left the list, whose
 * fills may not be listed yet, and writes whose result no read shows yet.
 */
type Parts<Part> = {readonly [P in 'open' | 'left' | 'pending']: Part};

export type Measure = Parts<Decimal> & {
  readonly what: 'investment' | 'notional' | 'count';
  readonly currency: string | undefined;
  /** undefined for the whole account. */
  readonly underlying: string | undefined;
  readonly limit: Decimal;
  /** When the reads show all of it; undefined while a write is in doubt, or if all is known. */
  readonly until: Millis | undefined;
};

/**
 * Every limit on open risk, with its use. A load without a currency or an underlying counts against
 * all of them.
 * @param added the new load; limits for every currency apply to its currency
 */
export function measuresOf(
  limits: Limits,
  loads: Parts<readonly Load[]>,
  added: Load | undefined,
): readonly Measure[] {
  const all = [...Object.values(loads).flat(), ...(added === undefined ? [] : [added])];
  const currencies = [...new Set(all.flatMap(({currency}) => currency ?? []))];
  return [{underlying: undefined, bounds: limits}, ...scopesOf(limits)].flatMap(({underlying, bounds}) => {
    const of = (what: Measure['what'], limit: Decimal, currency?: string): Measure => {
      const scope = {what, currency, underlying};
      const amount = (part: keyof typeof loads) => amountIn(loads[part], scope);
      return {
        ...{...scope, limit, open: amount('open'), left: amount('left'), pending: amount('pending')},
        until: untilOf([...loads.left, ...loads.pending].filter(load => isPartOf(load, scope))),
      };
    };
    const {maxOpenInvestment, maxOpenNotional, maxOpenCount} = bounds;
    return [
      ...investmentLimits(maxOpenInvestment, currencies).map(([currency, limit]) =>
        of('investment', limit, currency),
      ),
      ...(maxOpenNotional === undefined ? [] : [of('notional', maxOpenNotional)]),
      ...(maxOpenCount === undefined ? [] : [of('count', String(maxOpenCount))]),
    ];
  });
}

const scopesOf = ({underlyings}: Limits) =>
  Object.entries(underlyings).map(([underlying, bounds]) => ({underlying, bounds}));

/** If the table names neither the currency nor `each`, its limit is 0. */
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

const amountIn = (loads: readonly Load[], scope: Scope) =>
  sum(loads.filter(load => weighsOn(load, scope)).map(load => amountOf(load, scope.what)));

function weighsOn(load: Load, {what, currency, underlying}: Scope): boolean {
  const isCurrency = what !== 'investment' || same(load.currency, currency);
  return isCurrency && same(load.underlying, underlying);
}

const same = (of: string | undefined, wanted: string | undefined) =>
  of === undefined || wanted === undefined || of === wanted;

const amountOf = (load: Load, what: Measure['what']) => String(load[what]);

export function addedTo(measure: Measure, load: Load): Decimal {
  return weighsOn(load, measure) ? amountOf(load, measure.what) : '0';
}

const isPartOf = (load: Load, scope: Scope) =>
  weighsOn(load, scope) && compare(amountOf(load, scope.what), '0') > 0;

/** One that is in doubt has no such time, so all have none. */
function untilOf(loads: readonly Load[]): Millis | undefined {
  const times = loads.flatMap(({until}) => until ?? []);
  return times.length < loads.length || times.length === 0 ? undefined : Math.max(...times);
}

export function used({open, left, pending}: Measure): Decimal {
  return sum([open, left, pending]);
}

/** Less than the worst case counts. */
export const isAllKnown = (measure: Measure): boolean => compare(used(measure), measure.open) === 0;

export function roomIn(measure: Measure): Decimal {
  const left = subtract(measure.limit, used(measure));
  return compare(left, '0') < 0 ? '0' : left;
}
