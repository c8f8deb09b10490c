/**
 * The Easy Options of an account, folded into cells: those that are held by status, asset and expiry, those
 * that are over by the day on which they ended, each currency by itself. A cell is never changed in place. An
 * Easy Option that came, went or is another object now is added to its cell and taken from the one it was in,
 * together with all others that come to that cell or leave it; what stayed as it is costs nothing.
 */
import {compare} from '../../api/wire/decimal.ts';
import type {EasyOption} from '../../api/wire/records.ts';
import {isFinal} from '../model/figures.ts';
import {emptyTally, isTold, type Tally, tallied} from './amounts.ts';
import {changesBetween} from './changes.ts';
import {type DayPlace, type Days, dayPlaceOf, utcDay} from './days.ts';
import {areTermsKept, type OptionTerms, type TermsBy, termsOf} from './terms.ts';

/** Sums over Easy Options that are held. */
export type HeldSums = {
  readonly count: number;
  readonly invested: Tally;
  readonly pl: Tally;
  /** Of those that tell only one of the two: a P/L in percent is of what tells both. */
  readonly investedAlone: Tally;
  readonly plAlone: Tally;
  /** Those that tell when they were closed and with what P/L, though their status is none to end in. */
  readonly sold: number;
};

export type HeldCell = HeldSums & {
  readonly currency: string;
  readonly status: string;
  readonly terms: OptionTerms;
  /** The date of its expiry in UTC. */
  readonly day: string | undefined;
};

/** Sums over Easy Options that are over. */
export type ClosedSums = {
  readonly count: number;
  readonly wins: number;
  readonly pl: Tally;
};

export type ClosedCell = ClosedSums & {
  readonly currency: string;
  readonly place: DayPlace;
};

/** What Easy Options cost in fees, over or not. */
export type FeeCell = {readonly currency: string; readonly count: number; readonly fees: Tally};

type Cells = {
  readonly held: ReadonlyMap<string, HeldCell>;
  readonly closed: ReadonlyMap<string, ClosedCell>;
  readonly fees: ReadonlyMap<string, FeeCell>;
};

export type EasyOptionsFold = Cells & {
  readonly rows: readonly EasyOption[];
  readonly days: Days;
  readonly by: TermsBy;
};

const noHeld: HeldSums = {
  count: 0,
  invested: emptyTally,
  pl: emptyTally,
  investedAlone: emptyTally,
  plAlone: emptyTally,
  sold: 0,
};
export const noneClosed: ClosedSums = {count: 0, wins: 0, pl: emptyTally};

/** Another day begins anew: what is over lies on other days then. */
export function foldEasyOptions(
  before: EasyOptionsFold | undefined,
  rows: readonly EasyOption[],
  days: Days,
  by: TermsBy,
): EasyOptionsFold {
  const base = before?.days === days ? before : {...noCells(), rows: [], days, by};
  const changes = changesBetween(base.rows, rows);
  const moved = movedBetween(base, rows, changes.come, by);
  if (changes.gone.length + changes.come.length + moved.length === 0) return {...base, rows, by};
  const gone = [...changes.gone, ...moved];
  const come = [...changes.come, ...moved];
  const changed = [...gone, ...come];
  const closed = closedKind(days);
  return {
    held: changed.every(isOver)
      ? base.held
      : refolded(base.held, [gone, heldKind(base.by)], [come, heldKind(by)]),
    closed: changed.some(isOver)
      ? refolded(base.closed, [changes.gone, closed], [changes.come, closed])
      : base.closed,
    fees: refolded(base.fees, [changes.gone, feeKind], [changes.come, feeKind]),
    rows,
    days,
    by,
  };
}

const noCells = (): Cells => ({held: new Map(), closed: new Map(), fees: new Map()});
const isOver = ({status}: EasyOption) => isFinal(status);

/** Those that stayed as they are while another card or trade tells of them. */
function movedBetween(
  {by: was}: EasyOptionsFold,
  rows: readonly EasyOption[],
  come: readonly EasyOption[],
  is: TermsBy,
): readonly EasyOption[] {
  if (was.cards === is.cards && was.positions === is.positions) return [];
  const fresh = new Set(come);
  return rows.filter(row => !isFinal(row.status) && !fresh.has(row) && !areTermsKept(row, was, is));
}

export const currencyOf = ({investmentCurrency}: EasyOption) => investmentCurrency ?? '';
export const statusOf = ({status}: EasyOption) => status ?? '';

/** Whether it won; false where it does not tell. */
const hasWon = ({plClosed}: EasyOption) => isTold(plClosed) && compare(plClosed, '0') > 0;

/** The book takes statuses at their word. Of a TRIGGERED one that has been sold it says how many there are. */
export const isSold = ({plClosed, closeTime}: EasyOption) => closeTime !== undefined && isTold(plClosed);

/** One kind of cells: which of them a row is counted in, if any, and what is counted. */
type CellKind<Cell> = {
  readonly keyOf: (row: EasyOption) => string | undefined;
  /** That of this row, before anything is counted in it. */
  readonly empty: (row: EasyOption) => Cell;
  /** @param sign whether the rows come or go */
  readonly counted: (cell: Cell, rows: readonly EasyOption[], sign: 1 | -1) => Cell;
};

type RowsOf<Cell> = readonly [rows: readonly EasyOption[], kind: CellKind<Cell>];

/** Each cell is counted once, with all rows that leave it and all that come to it. */
function refolded<Cell extends {readonly count: number}>(
  before: ReadonlyMap<string, Cell>,
  gone: RowsOf<Cell>,
  come: RowsOf<Cell>,
): ReadonlyMap<string, Cell> {
  const cells = new Map(before);
  for (const [[rows, kind], sign] of [[gone, -1] as const, [come, 1] as const])
    for (const [key, seated] of Map.groupBy(rows, kind.keyOf)) {
      const [first] = seated;
      if (key === undefined || first === undefined) continue;
      cells.set(key, kind.counted(cells.get(key) ?? kind.empty(first), seated, sign));
    }
  for (const [key, {count}] of cells) if (count === 0) cells.delete(key);
  return cells;
}

const countOf = (rows: readonly EasyOption[], isMeant: (row: EasyOption) => boolean) =>
  rows.reduce((count, row) => count + Number(isMeant(row)), 0);

const feeKind: CellKind<FeeCell> = {
  keyOf: currencyOf,
  empty: row => ({currency: currencyOf(row), count: 0, fees: emptyTally}),
  counted: (cell, rows, sign) => ({
    currency: cell.currency,
    count: cell.count + sign * rows.length,
    fees: tallied(
      cell.fees,
      rows.map(({fee}) => fee),
      sign,
    ),
  }),
};

const closedKind = (days: Days): CellKind<ClosedCell> => ({
  keyOf: row => (isOver(row) ? `${dayPlaceOf(days, row.closeTime)}\n${currencyOf(row)}` : undefined),
  empty: row => ({...noneClosed, currency: currencyOf(row), place: dayPlaceOf(days, row.closeTime)}),
  counted: (cell, rows, sign) => ({
    currency: cell.currency,
    place: cell.place,
    count: cell.count + sign * rows.length,
    wins: cell.wins + sign * countOf(rows, hasWon),
    pl: tallied(
      cell.pl,
      rows.map(({plClosed}) => plClosed),
      sign,
    ),
  }),
});

const heldKind = (by: TermsBy): CellKind<HeldCell> => ({
  keyOf(row) {
    if (isOver(row)) return undefined;
    const {asset = '', assetFrom, expiry, expiryFrom} = termsOf(row, by);
    return `${expiry}\n${expiryFrom}\n${assetFrom}\n${statusOf(row)}\n${currencyOf(row)}\n${asset}`;
  },
  empty(row) {
    const terms = termsOf(row, by);
    const day = terms.expiry === undefined ? undefined : utcDay(terms.expiry);
    return {...noHeld, currency: currencyOf(row), status: statusOf(row), terms, day};
  },
  counted(cell, rows, sign) {
    const alone = rows.filter(row => isTold(row.investmentAmount) !== isTold(row.pl));
    return {
      currency: cell.currency,
      status: cell.status,
      terms: cell.terms,
      day: cell.day,
      count: cell.count + sign * rows.length,
      invested: tallied(cell.invested, rows.map(amountInvested), sign),
      pl: tallied(cell.pl, rows.map(profit), sign),
      investedAlone: tallied(cell.investedAlone, alone.map(amountInvested), sign),
      plAlone: tallied(cell.plAlone, alone.map(profit), sign),
      sold: cell.sold + sign * countOf(rows, isSold),
    };
  },
});

const amountInvested = ({investmentAmount}: EasyOption) => investmentAmount;
const profit = ({pl}: EasyOption) => pl;
