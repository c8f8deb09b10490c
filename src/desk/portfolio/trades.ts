import type {Decimal, Id, Millis, Trade} from '../../api/wire/records.ts';
import {contractKey, signedSize} from '../resources/arithmetic.ts';
import {type Amount, type Changes, changesBetween, emptyTally, type Tally, tallied} from './terms.ts';

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
  const changes = changesBetween(before.rows, rows);
  if (changes.gone.length + changes.come.length === 0) return {...before, rows};
  const fees = new Map(before.fees);
  const contracts = new Map(before.contracts);
  const count = (trade: Trade, sign: 1 | -1) => {
    const role = roleOf(trade);
    put(fees, role, summed(fees.get(role) ?? noSums, trade.fee, sign));
    const contract = contractTerms(trade);
    const key = contractKey(trade);
    const sums = contracts.get(key) ?? {...noSums, contract};
    put(contracts, key, {contract: sums.contract, ...summed(sums, signedSize(trade), sign)});
  };
  for (const trade of changes.gone) count(trade, -1);
  for (const trade of changes.come) count(trade, 1);
  return {
    rows,
    byOrder: regrouped(before.byOrder, changes, ({orderId}) => orderId),
    byPosition: regrouped(before.byPosition, changes, ({positionId}) => positionId),
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

const summed = ({count, amount}: TradeSums, value: string | undefined, sign: 1 | -1): TradeSums => ({
  count: count + sign,
  amount: tallied(amount, [value], sign),
});

function put<Key, Sums extends TradeSums>(all: Map<Key, Sums>, key: Key, sums: Sums): void {
  if (sums.count === 0) all.delete(key);
  else all.set(key, sums);
}

function regrouped(before: ById, {gone, come}: Changes<Trade>, idOf: (trade: Trade) => Id | undefined): ById {
  const next = new Map(before);
  for (const [id, left] of grouped(gone, idOf)) {
    const without = new Set(left);
    const rest = (next.get(id) ?? []).filter(trade => !without.has(trade));
    if (rest.length === 0) next.delete(id);
    else next.set(id, rest);
  }
  for (const [id, entered] of grouped(come, idOf)) next.set(id, [...(next.get(id) ?? []), ...entered]);
  return next;
}

function grouped(trades: readonly Trade[], idOf: (trade: Trade) => Id | undefined): Map<Id, Trade[]> {
  const groups = Map.groupBy(trades, idOf);
  const named = new Map<Id, Trade[]>();
  for (const [id, each] of groups) if (id !== undefined) named.set(id, each);
  return named;
}
