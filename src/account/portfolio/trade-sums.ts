import {multiply, negate} from '../../api/wire/decimal.ts';
import type {Decimal, Millis, Trade} from '../../api/wire/records.ts';
import {onceFor} from '../once.ts';
import {type Amount, amountOf, isCounted, signedSize} from '../resources/arithmetic.ts';

export type FeeRole = 'maker' | 'taker' | 'unknown';

export type Fees = {readonly count: number; readonly fees: Amount};

/** Trades have no symbol, so a contract is known by its fields. Unknown fields are missing. */
export type ContractTerms = {
  readonly asset: string | undefined;
  readonly type: string | undefined;
  readonly strike: Decimal | undefined;
  readonly expiry: Millis | undefined;
};

export const tradeFees = onceFor((trades: readonly Trade[]): Readonly<Record<FeeRole | 'total', Fees>> => {
  const byRole = Map.groupBy(trades, roleOf);
  return {
    maker: feesOf(byRole.get('maker')),
    taker: feesOf(byRole.get('taker')),
    unknown: feesOf(byRole.get('unknown')),
    total: feesOf(trades),
  };
});

export function feesOf(records: readonly Pick<Trade, 'fee'>[] = []): Fees {
  return {count: records.length, fees: amountOf(records.map(({fee}) => fee))};
}

/** Sales less purchases, without fees. */
export function cashOf(trades: readonly Trade[]): Amount {
  return amountOf(
    trades.map(trade => {
      const [size, price] = [signedSize(trade), trade.openPrice];
      return size !== undefined && isCounted(price) ? negate(multiply(price, size)) : undefined;
    }),
  );
}

export function roleOf({maker}: Trade): FeeRole {
  return maker === undefined ? 'unknown' : maker ? 'maker' : 'taker';
}

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
