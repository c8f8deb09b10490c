/** A list from page to page, whole, whatever the service says of its length. */
import type {Answer, WalkOptions} from './contract.ts';
import {ShapeError} from './errors.ts';
import type {Page, Unreadable} from './wire/records.ts';

const defaultMaxPages = 10_000;

export type List<Row> = {
  /** In its own counting. */
  firstPage: number;
  read(page: number): Promise<Answer<Page<Row>>>;
  /** Empty where the service sent none. */
  idOf(row: Row): string;
};

/** New rows at a list's head push old ones onto the next page: with few rows a page it brings nothing new. */
const mostRepeats = 3;

/** So many ids are kept at least of the first rows and of the last: a list without an end takes no more. */
const leastKnown = 10_000;

/**
 * Each row once, by its id; behind more than 10,000 others it may come again. The service's page sizes are not
 * believed: a page is the last when it is empty or brings nothing new, as from a service that does not know the
 * page it was asked for. Where a total says that there is more, a page that brings nothing new may be followed
 * by others, three of them at the most.
 */
export async function* walk<Row>(
  {firstPage, read, idOf}: List<Row>,
  {maxPages = defaultMaxPages, onUnreadable = refuse}: WalkOptions,
): AsyncGenerator<Row, void, undefined> {
  let [first, older, newer] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let before = '';
  let given = 0;
  let repeats = 0;
  for (let count = 0; count < maxPages; count++) {
    const {value} = await read(firstPage + count);
    // By whole pages, so that the page before is always known, however long it is.
    if (newer.size >= leastKnown) [older, newer] = [newer, new Set()];
    const isNew = (row: Row) => {
      const id = idOf(row);
      // A row without an id cannot be told from another one.
      if (id === '') return true;
      if (first.has(id) || older.has(id) || newer.has(id)) return false;
      newer.add(id);
      return true;
    };
    const fresh = value.rows.filter(isNew);
    if (first.size === 0 && newer.size >= leastKnown) first = newer;
    const unnamed = textOfUnnamed(value, idOf);
    const isRepeated = unnamed === before && fresh.every(row => idOf(row) === '');
    if (isEmpty(value)) return;
    if (isRepeated) {
      const isMore = value.total !== undefined && given < value.total;
      if (!isMore || ++repeats > mostRepeats) return;
      continue;
    }
    repeats = 0;
    before = unnamed;
    given += fresh.length + value.unreadable.length;
    yield* fresh;
    for (const row of value.unreadable) onUnreadable(row);
  }
  throw new ShapeError(`The list is longer than ${maxPages} pages: it was not read to its end.`, {
    status: 200,
  });
}

function isEmpty({rows, unreadable}: Page<unknown>): boolean {
  return rows.length + unreadable.length === 0;
}

/** What of a page no id tells apart: with the same on the page before, nothing new has come by it. */
function textOfUnnamed<Row>({rows, unreadable}: Page<Row>, idOf: List<Row>['idOf']): string {
  const unnamed = rows.filter(row => idOf(row) === '');
  return unnamed.length + unreadable.length === 0 ? '' : JSON.stringify([unnamed, unreadable]);
}

function refuse({index, reason}: Unreadable): never {
  throw new ShapeError(
    `Row ${index + 1} of a page cannot be read: ${reason}. Give onUnreadable to go on without such rows.`,
    {status: 200},
  );
}
