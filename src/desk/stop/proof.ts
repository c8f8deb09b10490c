import {add, isZero, negate} from '../../api/wire/decimal.ts';
import type {Millis, Trade} from '../../api/wire/records.ts';
import {isFinal} from '../model/figures.ts';
import {type AccountRead, isAllOf, isInOrder, type ListRead} from './reading.ts';
import {type StopEnd, stopEnds} from './record.ts';

/** What the words that end a stop are proved by: what the journal holds, and reads of the service. */
export type ProofFacts = {
  /** Intents of any process that have not ended. */
  readonly intents: number;
  /** Orders that this journal has ever learned of and that no answer has proved final. */
  readonly unproved: number;
  /** Since when no process has begun or ended a write (monotonic ms). */
  readonly quietSince: number;
  /** When the first and the last of the reads in a row began that listed no order. */
  readonly empty: {readonly first: number; readonly last: number} | undefined;
  readonly read: AccountRead | undefined;
  readonly listLagMs: number;
  readonly tradesLagMs: number;
  /** By the service's clock: what has expired by then is held no more. */
  readonly serviceTime: Millis;
};

/** A demand on the facts, and what is said while it is not met. */
type Proviso = readonly [isMet: boolean, lacks: string];

/** Each word with what proves it, top to bottom; each includes the one before it. */
const proofs: Readonly<Record<StopEnd, (facts: ProofFacts) => readonly Proviso[]>> = {
  'NO ORDERS': ({intents, unproved, quietSince, empty, listLagMs}) => [
    [intents === 0, 'what was asked for has not ended'],
    [unproved === 0, 'orders are not proved final'],
    [empty !== undefined, 'orders are listed'],
    [empty !== undefined && empty.first >= quietSince, 'an empty read that began after the last write'],
    [empty !== undefined && empty.last > empty.first, 'a second empty read'],
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

/** One read of a whole list, from its first page to its last, that began late enough. */
function provisosOn(read: ListRead<unknown> | undefined, what: string, from: number): readonly Proviso[] {
  return [
    [read !== undefined, `a read of the ${what}`],
    [read !== undefined && read.began.mono >= from, `a later read of the ${what}`],
    [read !== undefined && isAllOf(read), `a read of all ${what}, with one total on its first and last page`],
  ];
}

const held = ({rows}: ListRead<Trade>, serviceTime: Millis) => heldContracts(rows, serviceTime).length;
const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

/** The furthest word that is proved, if one is. */
export function provedEnd(facts: ProofFacts): StopEnd | undefined {
  const unproved = stopEnds.findIndex(word => lackOf(word, facts) !== undefined);
  return unproved < 0 ? stopEnds.at(-1) : stopEnds[unproved - 1];
}

/** The first thing that a word lacks on top of those before it. */
function lackOf(word: StopEnd, facts: ProofFacts): string | undefined {
  return proofs[word](facts).find(([isMet]) => !isMet)?.[1];
}

/** What is missing on the way to a word; undefined once that is proved. */
export function lacking(word: StopEnd, facts: ProofFacts): string | undefined {
  const upTo = stopEnds.slice(0, stopEnds.indexOf(word) + 1);
  return upTo.map(each => lackOf(each, facts)).find(lack => lack !== undefined);
}

/** Contracts that are held after all trades, `0.5 BTC 75500 CALL` each; what cannot be summed is named so. */
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
