import {isZero} from '../../api/wire/decimal.ts';
import type {EasyOption, Millis, Order, Trade} from '../../api/wire/records.ts';
import {isAscending, type ListRead, lackOf} from '../model/whole.ts';
import {contractKey, netOf} from '../resources/arithmetic.ts';
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
      `empty reads ${seconds(listLagMs)} apart (lists may lag by that)`,
    ],
  ],
  'NO ORDERS, NO EASY OPTIONS': ({quietSince, read}) => [
    ...provisosOn(read?.easyOptions, 'Easy Options', quietSince),
    [isStable(read?.easyOptions), 'Easy Options in order of their ids'],
    [read?.easyOptions?.rows.every(each => isFinal(each.status)) === true, 'Easy Options are not ended'],
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
    [
      read?.totals[0] !== undefined && lackOf(read, 'tallied') === undefined,
      `a read of all ${what}, with one total on its first and last page`,
    ],
  ];
}

/** Easy Options are never removed: over several pages none moves if their ids rise. */
const isStable = (read: ListRead<unknown> | undefined) =>
  read !== undefined && lackOf(read, 'stable', isAscending(read)) === undefined;

const held = ({rows}: ListRead<Trade>, serviceTime: Millis) => heldContracts(rows, serviceTime).length;
const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

export function provedEnd(facts: ProofFacts): HaltEnd | undefined {
  const unproved = haltEnds.findIndex(word => lackAt(word, facts) !== undefined);
  return unproved < 0 ? haltEnds.at(-1) : haltEnds[unproved - 1];
}

function lackAt(word: HaltEnd, facts: ProofFacts): string | undefined {
  return proofs[word](facts).find(([isMet]) => !isMet)?.[1];
}

export function lacking(word: HaltEnd, facts: ProofFacts): string | undefined {
  const upTo = haltEnds.slice(0, haltEnds.indexOf(word) + 1);
  return upTo.map(each => lackAt(each, facts)).find(lack => lack !== undefined);
}

export function heldContracts(trades: readonly Trade[], serviceTime: Millis): string[] {
  const open = trades.filter(({expiryDate}) => expiryDate === undefined || expiryDate > serviceTime);
  return [...Map.groupBy(open, contractKey).values()].flatMap(each => {
    const net = netOf(each);
    if (net !== undefined && isZero(net)) return [];
    return each.slice(0, 1).map(trade => `${net ?? 'an unknown number of'} ${contractOf(trade)}`);
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

/** The reads of one round; a list that was not needed is undefined. */
export type AccountRead = {
  readonly orders: ListRead<Order>;
  readonly easyOptions: ListRead<EasyOption> | undefined;
  readonly trades: ListRead<Trade> | undefined;
  readonly offsetMs: Millis | undefined;
  readonly venue: 'PAPER' | 'LIVE' | undefined;
  readonly tradesLagMs?: Millis | undefined;
};

/** A total of 0, and no row. One such read is no proof. */
export function isEmptyList(read: ListRead<unknown>): boolean {
  return read.totals[0] === 0 && lackOf(read, 'tallied') === undefined;
}
