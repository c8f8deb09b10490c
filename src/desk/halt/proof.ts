import {add, isZero, negate} from '../../api/wire/decimal.ts';
import type {EasyOption, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import {isFinal} from '../resources/easy-options.ts';
import {type HaltEnd, haltEnds} from './record.ts';

export type ProofFacts = {
  readonly intents: number;
  readonly unproved: number;
  readonly quietSince: number;
  readonly empty: {readonly first: number; readonly last: number} | undefined;
  readonly read: AccountRead | undefined;
  readonly listLagMs: number;
  readonly tradesLagMs: number;
  /** By the service's clock: expired contracts are no longer held. */
  readonly serviceTime: Millis;
};

type Proviso = readonly [isMet: boolean, lacks: string];

/** The conditions of each word, top to bottom; each word includes the ones before it. */
const proofs: Readonly<Record<HaltEnd, (facts: ProofFacts) => readonly Proviso[]>> = {
  'NO ORDERS': ({intents, unproved, quietSince, empty, listLagMs}) => [
    [intents === 0, 'writes have not ended'],
    [unproved === 0, 'orders are not confirmed final'],
    [empty !== undefined, 'orders are still listed'],
    [empty !== undefined && empty.first >= quietSince, 'waiting for an empty read after the last write'],
    [empty !== undefined && empty.last > empty.first, 'waiting for a second check'],
    [
      empty !== undefined && empty.last - empty.first >= listLagMs,
      `empty reads ${seconds(listLagMs)} apart, for lists may lag by that`,
    ],
  ],
  'NO ORDERS, NO EASY OPTIONS': ({quietSince, read}) => [
    ...provisosOn(read?.easyOptions, 'Easy Options', quietSince),
    [read?.easyOptions !== undefined && isInOrder(read.easyOptions), 'Easy Options by rising ids'],
    [read?.easyOptions?.rows.every(each => isFinal(each.status)) === true, 'Easy Options are not over'],
  ],
  FLAT: ({quietSince, read, tradesLagMs, serviceTime}) => [
    ...provisosOn(read?.trades, 'trades', quietSince + tradesLagMs),
    [read?.trades !== undefined && held(read.trades, serviceTime) === 0, 'contracts are held'],
  ],
};

function provisosOn(read: ListRead<unknown> | undefined, what: string, from: number): readonly Proviso[] {
  return [
    [read !== undefined, `a read of the ${what}`],
    [read !== undefined && read.began.mono >= from, `a later read of the ${what}`],
    [read !== undefined && isAllOf(read), `a read of all ${what}, with one total on its first and last page`],
  ];
}

const held = ({rows}: ListRead<Trade>, serviceTime: Millis) => heldContracts(rows, serviceTime).length;
const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

export function provedEnd(facts: ProofFacts): HaltEnd | undefined {
  const unproved = haltEnds.findIndex(word => lackOf(word, facts) !== undefined);
  return unproved < 0 ? haltEnds.at(-1) : haltEnds[unproved - 1];
}

function lackOf(word: HaltEnd, facts: ProofFacts): string | undefined {
  return proofs[word](facts).find(([isMet]) => !isMet)?.[1];
}

export function lacking(word: HaltEnd, facts: ProofFacts): string | undefined {
  const upTo = haltEnds.slice(0, haltEnds.indexOf(word) + 1);
  return upTo.map(each => lackOf(each, facts)).find(lack => lack !== undefined);
}

export function heldContracts(trades: readonly Trade[], serviceTime: Millis): string[] {
  const open = trades.filter(({expiryDate}) => expiryDate === undefined || expiryDate > serviceTime);
  const groups = Map.groupBy(open, contractOf);
  return [...groups].flatMap(([contract, each]) => {
    const sizes = each.map(signedSize);
    const sum = sizes.reduce<string | undefined>(
      (all, size) => (all === undefined || size === undefined ? undefined : add(all, size)),
      '0',
    );
    if (sum === undefined) return [`an unknown number of ${contract}`];
    return isZero(sum) ? [] : [`${sum} ${contract}`];
  });
}

const contractOf = ({asset, strikePrice, type, expiryDate}: Trade) =>
  [
    asset ?? 'an unknown asset',
    strikePrice ?? '',
    type ?? '',
    expiryDate === undefined ? '' : day(expiryDate),
  ]
    .filter(Boolean)
    .join(' ');

const day = (at: Millis) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

function signedSize({filledSizeContracts: size, tradeSide}: Trade): string | undefined {
  if (size === undefined) return undefined;
  switch (tradeSide?.toUpperCase()) {
    case 'BUY':
      return size;
    case 'SELL':
      return negate(size);
    default:
      return undefined;
  }
}

export type ListRead<Row> = {
  readonly began: Moment;
  readonly rows: readonly Row[];
  readonly unreadable: number;
  readonly pages: number;
  readonly totals: readonly [number | undefined, number | undefined];
  readonly isWhole: boolean;
  readonly areUnique: boolean;
  readonly isAscending: boolean;
  readonly fault: {readonly text: string; readonly retryAfterMs?: number | undefined} | undefined;
};

/** The reads of one round; a list that was not needed is undefined. */
export type AccountRead = {
  readonly orders: ListRead<Order>;
  readonly easyOptions: ListRead<EasyOption> | undefined;
  readonly trades: ListRead<Trade> | undefined;
  readonly offsetMs: Millis | undefined;
  readonly isPaper: boolean;
};

/** Page 1 without a row and a total of 0. One such read is no proof. */
export function isEmptyList(read: ListRead<unknown>): boolean {
  return (
    read.fault === undefined &&
    read.isWhole &&
    read.rows.length + read.unreadable === 0 &&
    read.totals[0] === 0
  );
}

/**
 * True if no row can have been missed: the first and last totals agree with each other and with the rows, and
 * each row came once.
 */
export function isAllOf({rows, unreadable, totals, isWhole, areUnique, fault}: ListRead<unknown>): boolean {
  const [first, last] = totals;
  const isCounted = first !== undefined && first === last && first === rows.length;
  return fault === undefined && isWhole && unreadable === 0 && isCounted && areUnique;
}

/** Over several pages, changing rows can move between pages unseen, unless ids ascend. */
export function isInOrder({pages, isAscending}: ListRead<unknown>): boolean {
  return pages === 1 || isAscending;
}
