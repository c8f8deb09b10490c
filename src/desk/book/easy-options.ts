/**
 * The Easy Options of an account, folded into cells: those that are held by status, asset and expiry, those
 * that are over by the day on which they ended, each currency by itself. A cell is never changed in place. An
 * Easy Option that came, went or is another object now is added to its cell and taken from the one it was in,
 * in one step where that is the same; all others cost nothing.
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
  const {gone, come} = changesBetween(base.rows, rows);
  const moved = movedBetween(base, rows, new Set(come), by);
  if (gone.length + come.length + moved.length === 0) return {...base, rows, by};
  const draft = {held: new Map(base.held), closed: new Map(base.closed), fees: new Map(base.fees)};
  const is = {days, by};
  for (let at = 0; at < Math.max(gone.length, come.length); at++) {
    const [row, successor] = [gone[at], come[at]];
    recount(draft, row && {row, ...base}, successor && {row: successor, ...is});
  }
  for (const row of moved) recount(draft, {row, ...base}, {row, ...is});
  const changed = [...gone, ...come];
  const isClosedKept = !changed.some(({status}) => isFinal(status));
  const isHeldKept = moved.length === 0 && changed.every(({status}) => isFinal(status));
  return {
    held: isHeldKept ? base.held : draft.held,
    closed: isClosedKept ? base.closed : draft.closed,
    fees: draft.fees,
    rows,
    days,
    by,
  };
}

const noCells = (): Cells => ({held: new Map(), closed: new Map(), fees: new Map()});

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

export const currencyOf = ({investmentCurrency}: EasyOption) => investmentCurrency ?? '';
export const statusOf = ({status}: EasyOption) => status ?? '';

/** Whether it won; false where it does not tell. */
const hasWon = ({plClosed}: EasyOption) => isTold(plClosed) && compare(plClosed, '0') > 0;

/** The book takes statuses at their word. Of a TRIGGERED one that has been sold it says how many there are. */
export const isSold = ({plClosed, closeTime}: EasyOption) => closeTime !== undefined && isTold(plClosed);

type CellsDraft = {
  readonly held: Map<string, HeldCell>;
  readonly closed: Map<string, ClosedCell>;
  readonly fees: Map<string, FeeCell>;
};

/** A row with what decides on its cell. */
type RowIn = {readonly row: EasyOption; readonly days: Days; readonly by: TermsBy};

/** Takes one from its cells, and adds another one, most often what it has become. */
function recount({held, closed, fees}: CellsDraft, was: RowIn | undefined, is: RowIn | undefined): void {
  recell(fees, feesOf, was && inFees(was), is && inFees(is));
  recell(held, heldWith, was && inHeld(was), is && inHeld(is));
  recell(closed, closedWith, was && inClosed(was), is && inClosed(is));
}

/** A row in its cell, which has a name and is empty before anything is counted in it. */
type Seat<Cell> = {readonly row: EasyOption; readonly key: string; readonly empty: () => Cell};

function recell<Cell extends {readonly count: number}>(
  cells: Map<string, Cell>,
  counted: (cell: Cell, was: EasyOption | undefined, is: EasyOption | undefined) => Cell,
  from: Seat<Cell> | undefined,
  to: Seat<Cell> | undefined,
): void {
  const put = ({key, empty}: Seat<Cell>, was: EasyOption | undefined, is: EasyOption | undefined) => {
    const cell = counted(cells.get(key) ?? empty(), was, is);
    if (cell.count === 0) cells.delete(key);
    else cells.set(key, cell);
  };
  if (from !== undefined && to !== undefined && from.key === to.key) {
    put(from, from.row, to.row);
    return;
  }
  if (from !== undefined) put(from, from.row, undefined);
  if (to !== undefined) put(to, undefined, to.row);
}

const countOf = (was: EasyOption | undefined, is: EasyOption | undefined) =>
  Number(is !== undefined) - Number(was !== undefined);

/** What both tell alike stays in the sum as it is. */
function retallied(
  tally: Tally,
  of: (row: EasyOption) => string | undefined,
  was: EasyOption | undefined,
  is: EasyOption | undefined,
): Tally {
  if (was !== undefined && is !== undefined && of(was) === of(is)) return tally;
  const left = was === undefined ? tally : tallied(tally, of(was), -1);
  return is === undefined ? left : tallied(left, of(is), 1);
}

function inFees({row}: RowIn): Seat<FeeCell> {
  const currency = currencyOf(row);
  return {row, key: currency, empty: () => ({currency, count: 0, fees: emptyTally})};
}

const feesOf = (cell: FeeCell, was: EasyOption | undefined, is: EasyOption | undefined): FeeCell => ({
  currency: cell.currency,
  count: cell.count + countOf(was, is),
  fees: retallied(cell.fees, ({fee}) => fee, was, is),
});

function inClosed({row, days}: RowIn): Seat<ClosedCell> | undefined {
  if (!isFinal(row.status)) return undefined;
  const currency = currencyOf(row);
  const place = dayPlaceOf(days, row.closeTime);
  return {row, key: `${place}\n${currency}`, empty: () => ({...noneClosed, currency, place})};
}

const closedWith = (
  cell: ClosedCell,
  was: EasyOption | undefined,
  is: EasyOption | undefined,
): ClosedCell => ({
  currency: cell.currency,
  place: cell.place,
  count: cell.count + countOf(was, is),
  wins: cell.wins + Number(is !== undefined && hasWon(is)) - Number(was !== undefined && hasWon(was)),
  pl: retallied(cell.pl, ({plClosed}) => plClosed, was, is),
});

function inHeld({row, by}: RowIn): Seat<HeldCell> | undefined {
  if (isFinal(row.status)) return undefined;
  const currency = currencyOf(row);
  const status = statusOf(row);
  const terms = termsOf(row, by);
  const {asset = '', assetFrom, expiry, expiryFrom} = terms;
  const key = `${expiry}\n${expiryFrom}\n${assetFrom}\n${status}\n${currency}\n${asset}`;
  const day = () => (expiry === undefined ? undefined : utcDay(expiry));
  return {row, key, empty: () => ({...noHeld, currency, status, terms, day: day()})};
}

const heldWith = (cell: HeldCell, was: EasyOption | undefined, is: EasyOption | undefined): HeldCell => ({
  currency: cell.currency,
  status: cell.status,
  terms: cell.terms,
  day: cell.day,
  count: cell.count + countOf(was, is),
  invested: retallied(cell.invested, amountInvested, was, is),
  pl: retallied(cell.pl, profit, was, is),
  investedAlone: retallied(cell.investedAlone, amountInvested, alone(was), alone(is)),
  plAlone: retallied(cell.plAlone, profit, alone(was), alone(is)),
  sold: cell.sold + Number(is !== undefined && isSold(is)) - Number(was !== undefined && isSold(was)),
});

const amountInvested = ({investmentAmount}: EasyOption) => investmentAmount;
const profit = ({pl}: EasyOption) => pl;

/** The row where it tells only one of amount and P/L. */
function alone(row: EasyOption | undefined): EasyOption | undefined {
  return row !== undefined && isTold(row.investmentAmount) !== isTold(row.pl) ? row : undefined;
}
