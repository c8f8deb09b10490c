/** Sums of one field over records: exact, and without what a record does not tell. */
import {
  emptySum,
  isDecimal,
  joinedSums,
  type RunningSum,
  sumOf,
  withDecimals,
} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';

/** How many of the records do not tell the field stands beside the sum: they are not counted as 0. */
export type Amount = {readonly sum: Decimal; readonly without: number};

/** An Amount that records come to and go from. */
export type Tally = {readonly sum: RunningSum; readonly without: number};

export const emptyTally: Tally = {sum: emptySum, without: 0};

/** Whether a record tells it: some amounts are texts by the interface, which need not be decimals. */
export function isTold(value: string | undefined): value is Decimal {
  return value !== undefined && isDecimal(value);
}

/** What records tell that come. @param sign whether they go instead */
export function tallied(tally: Tally, values: readonly (string | undefined)[], sign: 1 | -1 = 1): Tally {
  if (values.length === 0) return tally;
  const told = values.filter(isTold);
  return {
    sum: withDecimals(tally.sum, told, sign),
    without: tally.without + sign * (values.length - told.length),
  };
}

/** All of them together. */
export function joinedTallies(tallies: readonly Tally[]): Tally {
  let {sum, without} = emptyTally;
  for (const tally of tallies) {
    if (tally === emptyTally) continue;
    sum = joinedSums(sum, tally.sum);
    without += tally.without;
  }
  return {sum, without};
}

export const amountOf = ({sum, without}: Tally): Amount => ({sum: sumOf(sum), without});
