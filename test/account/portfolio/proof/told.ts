/** The figures of a portfolio as plain values, so that two ways to them can be held side by side. */

import type {Closed, Held} from '../../../../src/account/portfolio/groups.ts';
import type {AccountPortfolio} from '../../../../src/account/portfolio/portfolio.ts';
import type {Amount} from '../../../../src/account/resources/arithmetic.ts';

/** A sum and how many records do not tell it. */
export type ToldAmount = readonly [sum: string, without: number];
export type ToldHeld = {
  readonly count: number;
  readonly invested: ToldAmount;
  readonly pl: ToldAmount;
  readonly percent: string | undefined;
};
export type ToldClosed = {readonly count: number; readonly wins: number; readonly pl: ToldAmount};
export type ToldGroup = {
  readonly name: string;
  readonly count: number;
  readonly by: Readonly<Record<string, ToldHeld>>;
};
export type ToldSide = {
  readonly count: number;
  readonly notional: ToldAmount;
  readonly partlyFilled: number;
  readonly nearest: string | undefined;
  readonly withAsk: number;
  readonly oldest: number | undefined;
};
export type Told = {
  readonly currencies: Readonly<
    Record<
      string,
      {
        readonly open: ToldHeld;
        readonly states: Readonly<Record<string, ToldHeld>>;
        /** By span, and by the days on which anything was closed. */
        readonly closed: Readonly<Record<string, ToldClosed>>;
        readonly fees: readonly [...ToldAmount, count: number];
      }
    >
  >;
  readonly expiries: readonly ToldGroup[];
  readonly underlyings: readonly ToldGroup[];
  readonly orders: Readonly<Record<string, ToldSide>>;
  readonly tradeFees: Readonly<Record<string, readonly [...ToldAmount, count: number]>>;
};

export function toldBy(portfolio: AccountPortfolio): Told {
  return {
    currencies: Object.fromEntries(
      portfolio.currencies.map(({currency, open, states, closed, fees}) => [
        currency,
        {
          open: held(open),
          states: Object.fromEntries([...states].map(([status, each]) => [status, held(each)])),
          closed: closedTold(closed),
          fees: [...amount(fees.fees), fees.count],
        },
      ]),
    ),
    expiries: portfolio.expiries.map(({day, count, byCurrency}) => group(day, count, byCurrency)),
    underlyings: portfolio.underlyings.map(({asset, count, byCurrency}) => group(asset, count, byCurrency)),
    orders: Object.fromEntries(
      portfolio.orders.map(({side, count, notional, partlyFilled, nearest, withAsk, oldest}) => [
        side,
        {count, notional: amount(notional), partlyFilled, nearest, withAsk, oldest},
      ]),
    ),
    tradeFees: Object.fromEntries(
      (['maker', 'taker', 'unknown'] as const).map(role => {
        const {count, fees} = portfolio.tradeFees[role];
        return [role, [...amount(fees), count]];
      }),
    ),
  };
}

const amount = ({sum, without}: Amount): ToldAmount => [sum, without];

const held = ({count, invested, pl, percent}: Held): ToldHeld => ({
  count,
  invested: amount(invested),
  pl: amount(pl),
  percent,
});

const closedOne = ({count, wins, pl}: Closed): ToldClosed => ({count, wins, pl: amount(pl)});

function closedTold({byDay, ...spans}: AccountPortfolio['currencies'][number]['closed']) {
  return Object.fromEntries([
    ...Object.entries(spans).map(([span, each]) => [span, closedOne(each)] as const),
    ...byDay.flatMap(({day, closed}) => (closed.count === 0 ? [] : [[day, closedOne(closed)] as const])),
  ]);
}

const group = (name: string | undefined, count: number, by: ReadonlyMap<string, Held>): ToldGroup => ({
  name: name ?? '?',
  count,
  by: Object.fromEntries([...by].map(([currency, each]) => [currency, held(each)])),
});
