/** Sums of one field over records: exact, and without what a record does not tell. */
import {
  emptySum,
  isDecimal,
  joinedSums,
  type RunningSum,
  sumOf,
  withDecimal,
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

/** @param sign whether the record comes or goes */
export function tallied({sum, without}: Tally, value: string | undefined, sign: 1 | -1 = 1): Tally {
  return isTold(value) ? {sum: withDecimal(sum, value, sign), without} : {sum, without: without + sign};
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
