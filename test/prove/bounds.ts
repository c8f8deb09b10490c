import {type Limits, noLimits} from '../../src/account/model/vocabulary.ts';
import type {Draft, DraftKind} from '../../src/core/intents/kinds/kinds.ts';
import {hasLimits} from '../../src/core/limits/decide.ts';

/**
 * What is let happen in one search, beside what always may: any order of steps, lags, late and lost
 * requests.
 */
export type Bound = {
  readonly name: string;
  /** What is asked for, each once, by either dashboard. */
  readonly writes: readonly DraftKind[];
  readonly dashboards: 1 | 2;
  /** So many deaths, each between any two steps or right after any commit within one. */
  readonly deaths: number;
  /** So many writes of another client that are like ours. */
  readonly twins: number;
  /** So many fills and expiries that nobody asked for. */
  readonly events: number;
  /** The first attempts of each write, up to this number, meet any fault; later ones are answered. */
  readonly faultyAttempts: number;
  /** So many faults among all of them; they are not counted where this is `uncounted`. */
  readonly mostFaults: number;
  /** Every class of faults, or those alone that leave a doubt, and a refusal; then reads do not fail either. */
  readonly faults: 'all' | 'doubts';
  /** So many keys of the person on what is UNKNOWN or NOT REPLACED: `R`, `H`, `f`. */
  readonly keys: number;
  /** So many requests are delivered a second time on the way. */
  readonly doubles: number;
  /** So many commits fail, as on a full disk. */
  readonly journalFaults: number;
  readonly halt: boolean;
  /** The halt closes Easy Options too. */
  readonly closes: boolean;
  /** So many times a viewer takes the controls. */
  readonly takes: number;
  /** So many times the machine sleeps while a connection is being made. */
  readonly sleeps: number;
  /** What may be open at most; both dashboards hold to it. */
  readonly limits: Limits;
  /** How late lists may show what is (ms); where that is 0 an amend overfills nothing. */
  readonly lagMs: 0 | 120_000;
  /** An amend does not wait for trades that lag. */
  readonly mayOverfill: boolean;
};

export const uncounted = 9;

const least: Omit<Bound, 'name' | 'writes'> = {
  dashboards: 1,
  deaths: 0,
  twins: 0,
  events: 0,
  faultyAttempts: 1,
  mostFaults: uncounted,
  faults: 'all',
  keys: 0,
  doubles: 0,
  journalFaults: 0,
  halt: false,
  closes: false,
  takes: 0,
  sleeps: 0,
  limits: noLimits,
  lagMs: 120_000,
  mayOverfill: false,
};

export function bound(name: string, writes: readonly DraftKind[], more: Partial<Bound> = {}): Bound {
  return {...least, takes: more.dashboards === 2 ? 1 : 0, ...more, name, writes};
}

/** What a profile says of it. Limits are compared with the longest. */
export const lagOf = ({limits, lagMs}: Pick<Bound, 'limits' | 'lagMs'>): number =>
  hasLimits(limits) ? 120_000 : lagMs;

/** One Easy Option, and one order of those that are placed here. */
export const oneOfEach: Limits = {maxOpenCount: 1, maxOpenNotional: '10', underlyings: {}};

/** The records that the drafts are about. */
export const symbol = 'BTC-C';
export const card = '7';
const otherCard = '8';
export const workingOrder = '10';
export const activeOption = '20';
export const contract = {
  asset: 'BTC',
  type: 'CALL',
  strikePrice: '75500',
  expiryDate: 9_000_000_000_000,
} as const;

type Asked = {
  /** Later kinds that may want the same target. */
  readonly sharing: readonly DraftKind[];
  /** The record that it acts on stands at the service from the start. */
  readonly needs?: 'order' | 'Easy Option';
  draft(bound: Bound, slot: number): Draft;
};

const atOrder = {orderId: workingOrder, symbol, side: 'BUY', price: '4', size: '2'} as const;

export const asked: Readonly<Record<DraftKind, Asked>> = {
  open: {
    sharing: [],
    draft: ({limits}, slot) => ({
      kind: 'open',
      cardId: slot > 0 && hasLimits(limits) ? otherCard : card,
      investmentAmount: '100',
    }),
  },
  close: {sharing: [], needs: 'Easy Option', draft: () => ({kind: 'close', easyOptionId: activeOption})},
  place: {
    sharing: ['amend'],
    draft: () => ({kind: 'place', symbol, side: 'BUY', price: '5', size: '2', contract}),
  },
  cancel: {sharing: ['amend'], needs: 'order', draft: () => ({kind: 'cancel', ...atOrder})},
  amend: {
    sharing: [],
    needs: 'order',
    draft: ({lagMs: tradesLagMs, mayOverfill}) => ({
      ...{kind: 'amend', ...atOrder},
      ...{newPrice: '5', newSize: '2', tradesLagMs, contract},
      ...(mayOverfill && {waitMs: 0}),
    }),
  },
};

export const needs = ({writes}: Bound, record: Asked['needs']): boolean =>
  writes.some(each => asked[each].needs === record);

/** @param slot where limits alone are to keep two openings apart, each is of a card of its own */
export function draftOf(kind: DraftKind, of: Bound = bound('', []), slot = 0): Draft {
  return asked[kind].draft(of, slot);
}

/** The write of a slot: its intent bears the slot's name. */
export const slotName = (index: number): string => 'ab'[index] ?? `${index}`;

/** So many slots have not been asked for; a place that follows a cancel has none. */
export const unaskedIn = (rows: ReadonlyMap<string, unknown>, {writes}: Pick<Bound, 'writes'>): number =>
  writes.filter((_, slot) => !rows.has(slotName(slot))).length;

/** How a place follows its cancel. */
export const byItself = 'by itself';
export const byPerson = 'by the person';
