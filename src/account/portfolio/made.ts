import {add, negate, subtract, sum} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Millis} from '../../api/wire/records.ts';
import {isCounted, isPositive} from '../resources/arithmetic.ts';
import {isOver} from '../resources/easy-options.ts';
import type {OpenGain} from './groups.ts';
import {type Position, premiumPaid, realizedIn, soleCurrency, unsettledSince} from './positions.ts';

/** The realized P/L of a day in one currency, after fees. An unknown part counts at its worst. */
export type Made = {
  readonly pl: Decimal;
  /** Positions that expired, and the premium paid for them: it counts as lost. */
  readonly unsettled: readonly Position[];
  /** Easy Options that ended without a P/L: their investment counts as lost. */
  readonly without: number;
};

export const madeNothing: Made = {pl: '0', unsettled: [], without: 0};

type Given = {
  readonly easyOptions: readonly EasyOption[];
  readonly positions: readonly Position[];
  readonly now: Millis;
};

/** @param to the end of a day that is over; without it, what has no time counts too */
export function madeIn(
  {easyOptions, positions, now}: Given,
  from: Millis,
  to = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, Made> {
  const isIn = (at = to === Number.POSITIVE_INFINITY ? from : to) => at >= from && at < to;
  const made = new Map<string, Made>();
  const count = (currency: string, {pl, unsettled = [], without = 0}: Partial<Made> & Pick<Made, 'pl'>) => {
    const before = made.get(currency) ?? madeNothing;
    made.set(currency, {
      pl: add(before.pl, pl),
      unsettled: [...before.unsettled, ...unsettled],
      without: before.without + without,
    });
  };
  for (const option of easyOptions) {
    const {closeTime, openTime, plClosed, investmentAmount: invested, investmentCurrency = ''} = option;
    if (!isOver(option) || !isIn(closeTime ?? openTime)) continue;
    if (isCounted(plClosed)) count(investmentCurrency, {pl: plClosed});
    else count(investmentCurrency, {pl: isPositive(invested) ? negate(invested) : '0', without: 1});
  }
  const traded = realizedIn(positions, isIn);
  const unsettled = unsettledSince(positions, from, Math.min(to - 1, now));
  if (traded === undefined && unsettled.length === 0) return made;
  // A position without a settlement is a loss of its premium at worst; a short one has no such bound.
  count(currencyOfAll(easyOptions), {pl: subtract(traded ?? '0', premiumsOf(unsettled)), unsettled});
  return made;
}

export const premiumsOf = (unsettled: readonly Position[]): Decimal =>
  sum(unsettled.flatMap(each => premiumPaid(each) ?? []));

const currencyOfAll = (easyOptions: readonly EasyOption[]) =>
  soleCurrency(easyOptions.flatMap(({investmentCurrency}) => investmentCurrency ?? []));

/** The result of today in one currency: what it realized after fees, and the P/L of what is open. */
export type Net = {
  readonly currency: string;
  readonly net: Decimal;
  readonly realized: Decimal;
  readonly open: Decimal;
  /** Some of it is not known, and counts at its worst. */
  readonly isAtWorst?: boolean | undefined;
  /** Open Easy Options without a P/L: they count as 0. */
  readonly unpriced?: number | undefined;
};

/** Says what the figure lacks: `at worst`, `2 unpriced` */
export const netNotes = ({isAtWorst, unpriced = 0}: Net): readonly string[] => [
  ...(isAtWorst ? ['at worst'] : []),
  ...(unpriced === 0 ? [] : [`${unpriced} unpriced`]),
];

export function netsOf(made: ReadonlyMap<string, Made>, open: readonly OpenGain[]): readonly Net[] {
  return [...made].map(([currency, {pl: realized, unsettled, without}]) => {
    const {sum: gain = '0', without: unpriced = 0} = open.find(each => each.currency === currency) ?? {};
    return {
      ...{currency, net: add(realized, gain), realized, open: gain},
      ...((unsettled.length > 0 || without > 0) && {isAtWorst: true}),
      ...(unpriced > 0 && {unpriced}),
    };
  });
}
