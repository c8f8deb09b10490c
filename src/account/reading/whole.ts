import {tooManyPages} from '../../api/errors.ts';
import type {Page, Unreadable} from '../../api/wire/records.ts';
import type {PageRequest} from '../model/feed.ts';
import type {Moment} from '../model/moment.ts';
import {ownId} from '../model/rows.ts';
import type {FeedPane, QueryOf, RowOf, Sort} from '../model/vocabulary.ts';
import type {Whole} from '../portfolio/rows.ts';

export type PageCame<Row> = {
  readonly asked: Moment;
  readonly page: Pick<Page<Row>, 'rows' | 'unreadable' | 'total'>;
};

/** A reading of a list, without the service: it says what to ask for, and takes what comes. */
export type Walk<P extends FeedPane, Result> = Generator<PageRequest<P>, Result, PageCame<RowOf[P]>>;

export type WantedList<P extends FeedPane> = {
  readonly pane: P;
  readonly query: QueryOf[P];
  readonly sort?: Sort | undefined;
  readonly pageSize?: number;
  /** Ends the reading before the list ends. */
  readonly isEnough?: ((ids: readonly string[], total: number | undefined) => boolean) | undefined;
};

/** One reading of a list. Without a fault it is whole, or came as far as was enough. */
export type ListRead<Row> = Whole<Row> & {
  readonly began: Moment;
  /** The ids of the first page. */
  readonly head?: string | undefined;
};

const mostPasses = 4;
export const mostPages = 1_000;

/**
 * Reads a list until that proves all of it. A page with the total shows all rows at one instant. Several do
 * not: a row that leaves moves later ones up, and one may slip between two pages while a new one keeps the
 * total equal. So they are read until two passes in a row are alike: those rows existed between the end of
 * the first and the start of the second. No row leaves the Easy Options and the trades: as many different
 * ones as their first and their last total say are all of them, in whatever order they come.
 */
export function* walkWhole<P extends FeedPane>(wanted: WantedList<P>): Walk<P, ListRead<RowOf[P]>> {
  const {pane} = wanted;
  const isAppended = pane === 'easyOptions' || pane === 'trades';
  const seen = new Map<string | number, RowOf[P]>();
  let before: Pass<RowOf[P]> | undefined;
  for (let left = mostPasses; ; left--) {
    const pass: Pass<RowOf[P]> = yield* walkOnce(wanted);
    const {ids, isEnough, total, head} = pass;
    for (const [at, row] of pass.rows.entries()) seen.set(ids[at] || at, row);
    // Rows without an id cannot be distinguished.
    const lost = [...pass.lost, ...ids.filter(id => id === '').map(() => ({reason: 'It has no id.'}))];
    const fault = pass.fault ?? (isEnough ? undefined : lostWords(lost));
    const isOneRead = ids.length === 0 || (total !== undefined && (pass.pages === 1 || isAppended));
    const isProved = isTallied(pass) && (isOneRead || (before !== undefined && isAlike(before, pass)));
    const isWhole = isProved && fault === undefined && !isEnough;
    if (isWhole || fault !== undefined || isEnough || left === 1) {
      const {asked: began} = isWhole && !isOneRead ? (before ?? pass) : pass;
      const rows = isWhole ? pass.rows : [...seen.values()];
      const moved = isWhole || isEnough ? undefined : changed;
      return {rows, began, isWhole, total, unreadable: lost.length, fault: fault ?? moved, head};
    }
    before = pass;
  }
}

/** In any order, if a total says that these are all. */
function isAlike(one: Pass<unknown>, other: Pass<unknown>): boolean {
  const [before, after] = [one, other].map(({ids, total}) =>
    (total === undefined ? ids : ids.toSorted()).join(),
  );
  return before === after;
}

const changed = 'The list changed while it was read.';

function lostWords([first, ...others]: readonly Lost[]): string | undefined {
  return first && `${1 + others.length} of the rows could not be read (${first.reason}).`;
}

/** Each row came once, and their number is the total, if the service tells one. */
function isTallied({ids, firstTotal, total = ids.length}: Pass<unknown>): boolean {
  return (firstTotal ?? total) === total && total === ids.length && new Set(ids).size === ids.length;
}

type Lost = Pick<Unreadable, 'reason'>;

type Pass<Row> = {
  readonly asked: Moment;
  readonly rows: Row[];
  readonly ids: string[];
  readonly lost: Lost[];
  pages: number;
  head: string;
  firstTotal?: number | undefined;
  total?: number | undefined;
  isEnough: boolean;
  fault?: string | undefined;
};

const fullPage = 100;

/**
 * From the first page to the last: it ends when as many rows came as there are in total. If the first is
 * smaller than asked for, so are the others asked for: the service may count them by that size. Without a
 * total, the list ends with an empty page, or with two that repeat the one before: new rows at the head of a
 * list can make one page repeat.
 */
export function* walkOnce<P extends FeedPane>(wanted: WantedList<P>): Walk<P, Pass<RowOf[P]>> {
  const {pane, query, sort, pageSize = fullPage, isEnough} = wanted;
  const request = {pane, query, sort};
  let size = pageSize;
  let came = yield {...request, pageSize, page: 0};
  const nothing = {pages: 0, head: '', isEnough: false};
  const pass: Pass<RowOf[P]> = {asked: came.asked, rows: [], ids: [], lost: [], ...nothing};
  let [last, repeats] = ['', 0];
  for (;;) {
    const {rows, unreadable, total} = came.page;
    const ids = rows.map(row => ownId(pane, row) ?? '');
    const isEmpty = rows.length + unreadable.length === 0;
    const isRepeated = ids.length > 0 && ids.join() === last;
    if (total === undefined && pass.pages > 0 && (isEmpty || isRepeated)) {
      repeats++;
      if (isEmpty || repeats > 1) return pass;
    } else {
      if (pass.pages === 0) {
        Object.assign(pass, {firstTotal: total, head: ids.join()});
        if (total !== undefined && !isEmpty) size = Math.min(size, rows.length + unreadable.length);
      }
      pass.pages += repeats + 1;
      [last, repeats] = [ids.join(), 0];
      pass.total = total;
      pass.rows.push(...rows);
      pass.ids.push(...ids);
      pass.lost.push(...unreadable);
      if (isEmpty || (total !== undefined && pass.rows.length + pass.lost.length >= total)) return pass;
    }
    pass.isEnough = isEnough?.(pass.ids, pass.total) === true;
    if (pass.isEnough) return pass;
    const page = pass.pages + repeats;
    if (pass.pages >= mostPages) return {...pass, fault: tooManyPages(mostPages)};
    came = yield {...request, pageSize: size, page};
  }
}
