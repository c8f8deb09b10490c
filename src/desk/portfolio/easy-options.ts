/**
 * The Easy Options of an account, folded into cells per currency: held ones by status, asset and expiry, ended
 * ones by the day of their end.
 *
 * A cell is never changed in place. An Easy Option that came, left or changed is added to its cell or
 * subtracted from its old one, in one step per cell; unchanged ones cost nothing.
 */
import {compare} from '../../api/wire/decimal.ts';
import type {EasyOption} from '../../api/wire/records.ts';
import {isCounted} from '../resources/arithmetic.ts';
import {isFinal, isSold} from '../resources/easy-options.ts';
import {type DayPlace, type Days, dayPlaceOf, utcDay} from './days.ts';
import {
  areTermsKept,
  changesBetween,
  emptyTally,
  type OptionTerms,
  type Tally,
  type TermsBy,
  tallied,
  termsOf,
} from './terms.ts';

export type HeldSums = {
  readonly count: number;
  readonly invested: Tally;
  readonly pl: Tally;
  /** Records that have only one of the two: a P/L in percent counts records that have both. */
  readonly investedAlone: Tally;
  readonly plAlone: Tally;
  /** Sold, although their status is not a final one. */
  readonly sold: number;
};

export type HeldCell = HeldSums & {
  readonly currency: string;
  readonly status: string;
  readonly terms: OptionTerms;
  readonly day: string | undefined;
};

export type ClosedSums = {
  readonly count: number;
  readonly wins: number;
  readonly pl: Tally;
};

export type ClosedCell = ClosedSums & {
  readonly currency: string;
  readonly place: DayPlace;
};

type FeeCell = {readonly currency: string; readonly count: number; readonly fees: Tally};

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
    held: changed.every(hasEnded)
      ? base.held
      : refolded(base.held, [gone, heldKind(base.by)], [come, heldKind(by)]),
    closed: changed.some(hasEnded)
      ? refolded(base.closed, [changes.gone, closed], [changes.come, closed])
      : base.closed,
    fees: refolded(base.fees, [changes.gone, feeKind], [changes.come, feeKind]),
    rows,
    days,
    by,
  };
}

const hasEnded = ({status}: EasyOption) => isFinal(status);
const noCells = (): Cells => ({held: new Map(), closed: new Map(), fees: new Map()});

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

const hasWon = ({plClosed}: EasyOption) => isCounted(plClosed) && compare(plClosed, '0') > 0;

type CellKind<Cell> = {
  readonly keyOf: (row: EasyOption) => string | undefined;
  readonly empty: (row: EasyOption) => Cell;
  readonly counted: (cell: Cell, rows: readonly EasyOption[], sign: 1 | -1) => Cell;
};

type RowsOf<Cell> = readonly [rows: readonly EasyOption[], kind: CellKind<Cell>];

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
  keyOf: row => (hasEnded(row) ? `${dayPlaceOf(days, row.closeTime)}\n${currencyOf(row)}` : undefined),
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
    if (hasEnded(row)) return undefined;
    const {asset = '', assetFrom, expiry, expiryFrom} = termsOf(row, by);
    return `${expiry}\n${expiryFrom}\n${assetFrom}\n${statusOf(row)}\n${currencyOf(row)}\n${asset}`;
  },
  empty(row) {
    const terms = termsOf(row, by);
    const day = terms.expiry === undefined ? undefined : utcDay(terms.expiry);
    return {...noHeld, currency: currencyOf(row), status: statusOf(row), terms, day};
  },
  counted(cell, rows, sign) {
    const alone = rows.filter(row => isCounted(row.investmentAmount) !== isCounted(row.pl));
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
