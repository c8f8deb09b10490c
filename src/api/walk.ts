import type {Answer, WalkOptions} from './contract.ts';
import {ShapeError} from './errors.ts';
import type {Page, Unreadable} from './wire/records.ts';

const defaultMaxPages = 10_000;

type List<Row> = {
  firstPage: number;
  read(page: number): Promise<Answer<Page<Row>>>;
  /** Empty if the service sent no id. */
  idOf(row: Row): string;
};

/** New rows at the head of a list push old rows to the next page, so a small page can contain nothing new. */
const mostRepeats = 3;

/** Keeps at least this many first and latest ids, which bounds memory for an endless list. */
const leastKnown = 10_000;

/** Each row once by its id. Page sizes are not trusted: a page without anything new is the last. */
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
    if (newer.size >= leastKnown) [older, newer] = [newer, new Set()];
    const isNew = (row: Row) => {
      const id = idOf(row);
      // Rows without an id cannot be compared.
      if (id === '') return true;
      if (first.has(id) || older.has(id) || newer.has(id)) return false;
      newer.add(id);
      return true;
    };
    const fresh = value.rows.filter(isNew);
    if (first.size === 0 && newer.size >= leastKnown) first = newer;
    const unnamed = textOfUnnamed(value, idOf);
    const isRepeated = unnamed === before && fresh.every(row => idOf(row) === '');
    if (value.rows.length + value.unreadable.length === 0) return;
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

function textOfUnnamed<Row>({rows, unreadable}: Page<Row>, idOf: List<Row>['idOf']): string {
  const unnamed = rows.filter(row => idOf(row) === '');
  return unnamed.length + unreadable.length === 0 ? '' : JSON.stringify([unnamed, unreadable]);
}

function refuse({index, reason}: Unreadable): never {
  throw new ShapeError(
    `Row ${index + 1} of a page cannot be read: ${reason}. Set onUnreadable to skip such rows.`,
    {status: 200},
  );
}
