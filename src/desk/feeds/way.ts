import type {EasyOption, Id} from '../../api/wire/records.ts';

export type Way = {
  /** The terminal is not on this machine: an unchanged screen may be a stuck one. */
  readonly isRemote: boolean;
  /** A remote terminal counts as slow until it is measured. */
  readonly isSlow: boolean;
};

export const localWay: Way = {isRemote: false, isSlow: false};

export type Latency = {readonly latencyMs: number | undefined; readonly latencies: readonly number[]};

export const noLatency: Latency = {latencyMs: undefined, latencies: []};

/** The median of five ignores a single slow answer. */
const judged = 5;
/** The displayed value changes when the median is this many times as long or as short. */
const longer = 1.5;
const shorter = 1 / 3;

export function withAnswer({latencyMs: shown, latencies}: Latency, ms: number): Latency {
  const last = [...latencies, ms].slice(-judged);
  const middle = [...last].sort((a, b) => a - b)[Math.floor((last.length - 1) / 2)] ?? ms;
  const isAbout = shown !== undefined && middle < shown * longer && middle > shown * shorter;
  return {latencyMs: isAbout ? shown : middle, latencies: last};
}

export type Owners = {
  readonly accountId: Id | undefined;
  readonly accounts: ReadonlySet<Id>;
  readonly currencies: ReadonlySet<string>;
};

/** A single account seen so far is that of the credential, a single currency that of the next investment. */
export function ownersIn(
  {accounts, currencies}: Pick<Owners, 'accounts' | 'currencies'>,
  options: readonly EasyOption[],
): Owners {
  const all = withSeen(accounts, options, 'accountId');
  return {
    accountId: all.size === 1 ? [...all][0] : undefined,
    accounts: all,
    currencies: withSeen(currencies, options, 'investmentCurrency'),
  };
}

function withSeen(
  known: ReadonlySet<string>,
  options: readonly EasyOption[],
  field: 'accountId' | 'investmentCurrency',
): ReadonlySet<string> {
  // Two are enough: then none of them is that of the credential.
  const seen = [...new Set([...known, ...options.flatMap(each => each[field] || [])])].slice(0, 2);
  return seen.length === known.size ? known : new Set(seen);
}
