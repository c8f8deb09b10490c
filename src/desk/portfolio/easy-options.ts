/**
 * The Easy Options of an account, folded into cells per currency: held ones by status, asset and expiry, ended
 * ones by the day of their end. Cells are only added to: if a row of theirs changes, all are counted anew.
 */
import {add, compare, isNegative} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption} from '../../api/wire/records.ts';
import {isCounted} from '../resources/arithmetic.ts';
import {isFinal, isSold} from '../resources/easy-options.ts';
import {type DayPlace, type Days, dayPlaceOf, utcDay} from './days.ts';
import {
  emptyTally,
  type OptionTerms,
  rowsAdded,
  type Tally,
  type TermsBy,
  tallied,
  termsOf,
} from './terms.ts';

export type HeldSums = {
  readonly count: number;
  readonly invested: Tally;
  readonly pl: Tally;
  /** Records that have both: a P/L in percent counts no others. */
  readonly both: {readonly invested: Tally; readonly pl: Tally};
  readonly atRisk: Tally;
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
  readonly heldRows: readonly EasyOption[];
  readonly endedRows: readonly EasyOption[];
  readonly endedFees: Cells['fees'];
  readonly days: Days;
  readonly by: TermsBy;
};

const noHeld: HeldSums = {
  count: 0,
  invested: emptyTally,
  pl: emptyTally,
  both: {invested: emptyTally, pl: emptyTally},
  atRisk: emptyTally,
  sold: 0,
};
export const noneClosed: ClosedSums = {count: 0, wins: 0, pl: emptyTally};

export function foldEasyOptions(
  before: EasyOptionsFold | undefined,
  rows: readonly EasyOption[],
  days: Days,
  by: TermsBy,
): EasyOptionsFold {
  if (before?.rows === rows && before.days === days && isSameBy(before.by, by)) return before;
  const {held: heldRows = [], ended: endedRows = []} = Object.groupBy(rows, ({status}) =>
    isFinal(status) ? 'ended' : 'held',
  );
  const held = before && isSameBy(before.by, by) ? rowsAdded(before.heldRows, heldRows) : undefined;
  const ended = before?.days === days ? rowsAdded(before.endedRows, endedRows) : undefined;
  const endedFees = counted(ended && before?.endedFees, ended ?? endedRows, feeKind);
  const areFeesKept = held?.length === 0 && ended?.length === 0;
  return {
    held: counted(held && before?.held, held ?? heldRows, heldKind(by)),
    closed: counted(ended && before?.closed, ended ?? endedRows, closedKind(days)),
    fees: areFeesKept && before !== undefined ? before.fees : counted(endedFees, heldRows, feeKind),
    rows,
    heldRows,
    endedRows,
    endedFees,
    days,
    by,
  };
}

const isSameBy = (one: TermsBy, other: TermsBy) =>
  one.cards === other.cards && one.positions === other.positions;

export const currencyOf = ({investmentCurrency}: EasyOption) => investmentCurrency ?? '';
export const statusOf = ({status}: EasyOption) => status ?? '';

const hasWon = ({plClosed}: EasyOption) => isCounted(plClosed) && compare(plClosed, '0') > 0;

type CellKind<Cell> = {
  readonly keyOf: (row: EasyOption) => string;
  readonly empty: (row: EasyOption) => Cell;
  readonly added: (cell: Cell, rows: readonly EasyOption[]) => Cell;
};

function counted<Cell>(
  before: ReadonlyMap<string, Cell> = new Map(),
  rows: readonly EasyOption[],
  {keyOf, empty, added}: CellKind<Cell>,
): ReadonlyMap<string, Cell> {
  if (rows.length === 0) return before;
  const cells = new Map(before);
  for (const [key, group] of Map.groupBy(rows, keyOf)) {
    const [first] = group;
    if (first !== undefined) cells.set(key, added(cells.get(key) ?? empty(first), group));
  }
  return cells;
}

const countOf = (rows: readonly EasyOption[], isMeant: (row: EasyOption) => boolean) =>
  rows.reduce((count, row) => count + Number(isMeant(row)), 0);

const feeKind: CellKind<FeeCell> = {
  keyOf: currencyOf,
  empty: row => ({currency: currencyOf(row), count: 0, fees: emptyTally}),
  added: (cell, rows) => ({
    ...cell,
    count: cell.count + rows.length,
    fees: tallied(
      cell.fees,
      rows.map(({fee}) => fee),
    ),
  }),
};

const closedKind = (days: Days): CellKind<ClosedCell> => ({
  keyOf: row => `${dayPlaceOf(days, row.closeTime)}\n${currencyOf(row)}`,
  empty: row => ({...noneClosed, currency: currencyOf(row), place: dayPlaceOf(days, row.closeTime)}),
  added: (cell, rows) => ({
    ...cell,
    count: cell.count + rows.length,
    wins: cell.wins + countOf(rows, hasWon),
    pl: tallied(
      cell.pl,
      rows.map(({plClosed}) => plClosed),
    ),
  }),
});

const heldKind = (by: TermsBy): CellKind<HeldCell> => ({
  keyOf(row) {
    const {asset = '', assetFrom, expiry, expiryFrom} = termsOf(row, by);
    return `${expiry}\n${expiryFrom}\n${assetFrom}\n${statusOf(row)}\n${currencyOf(row)}\n${asset}`;
  },
  empty(row) {
    const terms = termsOf(row, by);
    const day = terms.expiry === undefined ? undefined : utcDay(terms.expiry);
    return {...noHeld, currency: currencyOf(row), status: statusOf(row), terms, day};
  },
  added(cell, rows) {
    const both = rows.filter(row => isCounted(row.investmentAmount) && isCounted(row.pl));
    return {
      ...cell,
      ...addedAmounts(cell, rows),
      both: addedAmounts(cell.both, both),
      atRisk: tallied(cell.atRisk, rows.map(atRisk)),
      count: cell.count + rows.length,
      sold: cell.sold + countOf(rows, isSold),
    };
  },
});

/** The investment and its P/L: what can still be lost. */
function atRisk(row: EasyOption): Decimal | undefined {
  const {investmentAmount: invested, pl} = row;
  if (isSold(row)) return '0';
  if (!isCounted(invested)) return undefined;
  const left = isCounted(pl) ? add(invested, pl) : invested;
  return isNegative(left) ? '0' : left;
}

const addedAmounts = ({invested, pl}: HeldSums['both'], rows: readonly EasyOption[]): HeldSums['both'] => ({
  invested: tallied(
    invested,
    rows.map(({investmentAmount}) => investmentAmount),
  ),
  pl: tallied(
    pl,
    rows.map(row => row.pl),
  ),
});
