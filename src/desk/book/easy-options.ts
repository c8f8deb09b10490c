/**
 * The Easy Options of an account, folded into cells: those that are held by status, asset and expiry, those
 * that are over by the day on which they ended, each currency by itself. A cell is never changed in place. An
 * Easy Option that came, went or is another object now is added to its cell and taken from the one it was in;
 * all others cost nothing.
 */
import {compare} from '../../api/wire/decimal.ts';
import type {EasyOption} from '../../api/wire/records.ts';
import {isFinal} from '../model/figures.ts';
import {emptyTally, isTold, type Tally, tallied} from './amounts.ts';
import {changesBetween} from './changes.ts';
import {type DayPlace, type Days, dayPlaceOf} from './days.ts';
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

export const noHeld: HeldSums = {
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
  const base = before?.days === days ? before : {...noCells, rows: [], days, by};
  const {gone, come} = changesBetween(base.rows, rows);
  const moved = movedBetween(base, rows, new Set(come), by);
  if (gone.length + come.length + moved.length === 0) return {...base, rows, by};
  const draft = {held: new Map(base.held), closed: new Map(base.closed), fees: new Map(base.fees)};
  for (const row of gone) count(draft, row, base, -1);
  for (const row of moved) countHeld(draft.held, row, base.by, -1);
  for (const row of come) count(draft, row, {days, by}, 1);
  for (const row of moved) countHeld(draft.held, row, by, 1);
  return {...draft, rows, days, by};
}

const noCells: Cells = {held: new Map(), closed: new Map(), fees: new Map()};

/** Those that stayed as they are while another card or trade tells of them. */
function movedBetween(
  {by: was}: EasyOptionsFold,
  rows: readonly EasyOption[],
  come: ReadonlySet<EasyOption>,
  is: TermsBy,
): readonly EasyOption[] {
  if (was.cards === is.cards && was.positions === is.positions) return [];
  return rows.filter(row => !isFinal(row.status) && !come.has(row) && !areTermsKept(row, was, is));
}

type CellsDraft = {
  readonly held: Map<string, HeldCell>;
  readonly closed: Map<string, ClosedCell>;
  readonly fees: Map<string, FeeCell>;
};

export const currencyOf = ({investmentCurrency}: EasyOption) => investmentCurrency ?? '';
export const statusOf = ({status}: EasyOption) => status ?? '';

/** Whether it won; undefined where it does not tell. */
function hasWon({plClosed}: EasyOption): boolean | undefined {
  return isTold(plClosed) ? compare(plClosed, '0') > 0 : undefined;
}

/** The book takes statuses at their word. Of a TRIGGERED one that has been sold it says how many there are. */
export const isSold = ({plClosed, closeTime}: EasyOption) => closeTime !== undefined && isTold(plClosed);

function count(
  draft: CellsDraft,
  row: EasyOption,
  {days, by}: Pick<EasyOptionsFold, 'days' | 'by'>,
  sign: 1 | -1,
): void {
  const currency = currencyOf(row);
  const cell = draft.fees.get(currency) ?? {currency, count: 0, fees: emptyTally};
  const fees = tallied(cell.fees, row.fee, sign);
  put(draft.fees, currency, {currency, count: cell.count + sign, fees});
  if (isFinal(row.status)) countClosed(draft.closed, row, days, sign);
  else countHeld(draft.held, row, by, sign);
}

function countClosed(closed: CellsDraft['closed'], row: EasyOption, days: Days, sign: 1 | -1): void {
  const currency = currencyOf(row);
  const place = dayPlaceOf(days, row.closeTime);
  const key = `${place}\n${currency}`;
  const cell = closed.get(key) ?? noneClosed;
  put(closed, key, {
    currency,
    place,
    count: cell.count + sign,
    wins: cell.wins + (hasWon(row) === true ? sign : 0),
    pl: tallied(cell.pl, row.plClosed, sign),
  });
}

function countHeld(held: CellsDraft['held'], row: EasyOption, by: TermsBy, sign: 1 | -1): void {
  const currency = currencyOf(row);
  const status = statusOf(row);
  const terms = termsOf(row, by);
  const {asset = '', assetFrom, expiry = '', expiryFrom} = terms;
  const key = `${expiry}\n${expiryFrom}\n${assetFrom}\n${status}\n${currency}\n${asset}`;
  const cell = held.get(key) ?? noHeld;
  const {investmentAmount, pl} = row;
  const isOne = isTold(investmentAmount) !== isTold(pl);
  put(held, key, {
    currency,
    status,
    terms,
    count: cell.count + sign,
    invested: tallied(cell.invested, investmentAmount, sign),
    pl: tallied(cell.pl, pl, sign),
    investedAlone: isOne ? tallied(cell.investedAlone, investmentAmount, sign) : cell.investedAlone,
    plAlone: isOne ? tallied(cell.plAlone, pl, sign) : cell.plAlone,
    sold: cell.sold + (isSold(row) ? sign : 0),
  });
}

function put<Cell extends {readonly count: number}>(cells: Map<string, Cell>, key: string, cell: Cell): void {
  if (cell.count === 0) cells.delete(key);
  else cells.set(key, cell);
}
