import type {Page} from '../../api/wire/records.ts';
import type {Moment} from './moment.ts';

/** One reading of a list, from its first page to its last. */
export type ListRead<Row> = Progress & {
  readonly rows: readonly Row[];
  /** One for each row. Rows with '' count as different; `undefined` is a missing id. */
  readonly ids: readonly (string | undefined)[];
};

/** A reading under way: a page does not copy those before it. */
export type PagesRead<Row> = Progress & {
  readonly parts: readonly Pick<ListRead<Row>, 'rows' | 'ids'>[];
  /** Rows on all pages. */
  readonly count: number;
  /** How often the last page came again since. */
  readonly repeats: number;
};

type Progress = {
  readonly began: Moment;
  readonly unreadable: number;
  readonly pages: number;
  readonly totals: readonly [first: number | undefined, last: number | undefined];
  readonly isEnded: boolean;
  /** Why it did not come to the last page. */
  readonly fault: {readonly text: string} | undefined;
};

export function nothingRead(began: Moment): PagesRead<never> {
  const nothing = {
    parts: [],
    count: 0,
    unreadable: 0,
    pages: 0,
    repeats: 0,
    isEnded: false,
    fault: undefined,
  };
  return {began, totals: [undefined, undefined], ...nothing};
}

export function listOf<Row>({parts, count, repeats, ...read}: PagesRead<Row>): ListRead<Row> {
  return {...read, rows: parts.flatMap(each => each.rows), ids: parts.flatMap(each => each.ids)};
}

/**
 * The reading with its next page. It ends when as many rows came as there are in total. Without a total, a
 * short page may come from a service that gives smaller pages than asked for: the list ends with an empty page,
 * or with two that repeat the one before: new rows at the head of a list can make one page repeat.
 */
export function withPage<Row>(
  read: PagesRead<Row>,
  page: Pick<Page<Row>, 'rows' | 'unreadable' | 'total'>,
  idOf: (row: Row) => string | undefined,
): PagesRead<Row> {
  const {total} = page;
  const last = read.parts.at(-1);
  const ids = page.rows.map(idOf);
  const isEmpty = ids.length + page.unreadable.length === 0;
  const isRepeated = ids.length > 0 && ids.join() === last?.ids.join();
  if (total === undefined && last !== undefined && (isEmpty || isRepeated))
    return {...read, repeats: read.repeats + 1, isEnded: isEmpty || read.repeats > 0};
  const count = read.count + ids.length;
  const unreadable = read.unreadable + page.unreadable.length;
  return {
    ...read,
    ...{count, unreadable, pages: nextPage(read) + 1, repeats: 0},
    parts: [...read.parts, {rows: page.rows, ids}],
    totals: [last === undefined ? total : read.totals[0], total],
    isEnded: isEmpty || (total !== undefined && count + unreadable >= total),
  };
}

/** The page to ask for, counted from 0. */
export const nextPage = ({pages, repeats}: PagesRead<unknown>) => pages + repeats;

/** `tallied`: each row came once, and their number is the total, if the service tells one. */
type Need = 'ended' | 'tallied' | 'stable';

/**
 * Why a reading is less complete than it must be, in a sentence. Each need includes the one before.
 * @param isFixed no row can have moved between pages
 */
export function lackOf(read: ListRead<unknown>, need: Need, isFixed = false): string | undefined {
  const {unreadable, isEnded, fault} = read;
  if (fault !== undefined) return fault.text;
  if (!isEnded) return 'The list was not read to its end.';
  if (need === 'ended') return undefined;
  if (unreadable > 0) return `${unreadable} of the rows could not be read.`;
  return isTallied(read) && (need === 'tallied' || read.pages === 1 || isFixed) ? undefined : changed;
}

/** Rows that could not be read are counted. */
export function isTallied({ids, unreadable, totals: [first, last]}: ListRead<unknown>): boolean {
  const named = ids.filter(id => id !== '');
  const count = ids.length + unreadable;
  return first === last && (last ?? count) === count && new Set(named).size === named.length;
}

const changed = 'The list changed while it was read.';

/** Rows whose ids rise cannot have moved between pages, if none is ever removed. */
export function isAscending({ids}: ListRead<unknown>): boolean {
  return ids.every((id, index) => {
    const before = ids[index - 1];
    return index === 0 || (isNumber(before) && isNumber(id) && BigInt(before) < BigInt(id));
  });
}

function isNumber(id: string | undefined): id is string {
  return id !== undefined && /^\d+$/.test(id);
}
