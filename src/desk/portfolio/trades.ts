import type {Decimal, Id, Millis, Trade} from '../../api/wire/records.ts';
import {contractKey, signedSize} from '../resources/arithmetic.ts';
import {type Amount, emptyTally, rowsAdded, type Tally, tallied} from './terms.ts';

export type FeeRole = 'maker' | 'taker' | 'unknown';

export type Fees = {readonly count: number; readonly fees: Amount};

/** Trades have no symbol, so a contract is known by its fields. Unknown fields are missing. */
export type ContractTerms = {
  readonly asset: string | undefined;
  readonly type: string | undefined;
  readonly strike: Decimal | undefined;
  readonly expiry: Millis | undefined;
};

type TradeSums = {
  readonly count: number;
  readonly amount: Tally;
};

type ContractSums = TradeSums & {readonly contract: ContractTerms};

type ById = ReadonlyMap<Id, readonly Trade[]>;

export type TradesFold = {
  readonly rows: readonly Trade[];
  readonly byOrder: ById;
  readonly byPosition: ById;
  readonly fees: ReadonlyMap<FeeRole, TradeSums>;
  readonly contracts: ReadonlyMap<string, ContractSums>;
};

export const noTrades: TradesFold = {
  rows: [],
  byOrder: new Map(),
  byPosition: new Map(),
  fees: new Map(),
  contracts: new Map(),
};

export function foldTrades(before: TradesFold, rows: readonly Trade[]): TradesFold {
  if (rows === before.rows) return before;
  const added = rowsAdded(before.rows, rows);
  const base = added === undefined ? noTrades : before;
  const fees = new Map(base.fees);
  const contracts = new Map(base.contracts);
  for (const trade of added ?? rows) {
    const role = roleOf(trade);
    fees.set(role, summed(fees.get(role) ?? noSums, trade.fee));
    const key = contractKey(trade);
    const {contract, ...sums} = contracts.get(key) ?? {...noSums, contract: contractTerms(trade)};
    contracts.set(key, {contract, ...summed(sums, signedSize(trade))});
  }
  return {
    rows,
    byOrder: grouped(base.byOrder, added ?? rows, ({orderId}) => orderId),
    byPosition: grouped(base.byPosition, added ?? rows, ({positionId}) => positionId),
    fees,
    contracts,
  };
}

export function roleOf({maker}: Trade): FeeRole {
  return maker === undefined ? 'unknown' : maker ? 'maker' : 'taker';
}

const contractTerms = ({asset, type, strikePrice, expiryDate}: Trade): ContractTerms => ({
  asset,
  type,
  strike: strikePrice,
  expiry: expiryDate,
});

const noSums: TradeSums = {count: 0, amount: emptyTally};

const summed = ({count, amount}: TradeSums, value: string | undefined): TradeSums => ({
  count: count + 1,
  amount: tallied(amount, [value]),
});

function grouped(before: ById, trades: readonly Trade[], idOf: (trade: Trade) => Id | undefined): ById {
  const groups = new Map(before);
  for (const [id, added] of Map.groupBy(trades, idOf))
    if (id !== undefined) groups.set(id, [...(groups.get(id) ?? []), ...added]);
  return groups;
}
