/** What the trades come to by contract: bought less sold. */
import {compare} from '../../api/wire/decimal.ts';
import {type Amount, amountOf} from './amounts.ts';
import {utcDay} from './days.ts';
import type {ContractTerms, TradesFold} from './trades.ts';

/** Of the trades listed: what was bought before them is not in it. */
export type ContractBook = ContractTerms & {
  /** The date of its expiry in UTC. */
  readonly day: string | undefined;
  readonly trades: number;
  readonly net: Amount;
};

/** By asset, expiry, strike and type; what is missing stands last. */
export function contractsOf({contracts}: TradesFold): readonly ContractBook[] {
  return [...contracts.values()]
    .map(({contract, count, amount}) => ({
      ...contract,
      day: contract.expiry === undefined ? undefined : utcDay(contract.expiry),
      trades: count,
      net: amountOf(amount),
    }))
    .sort(
      (a, b) =>
        inOrder(a.asset, b.asset, plainly) ||
        inOrder(a.expiry, b.expiry, plainly) ||
        inOrder(a.strike, b.strike, compare) ||
        inOrder(a.type, b.type, plainly),
    );
}

const plainly = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0);

function inOrder<Value>(
  a: Value | undefined,
  b: Value | undefined,
  compared: (a: Value, b: Value) => number,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compared(a, b);
}
