import type {Page} from '../../api/wire/records.ts';
import type {Moment} from '../model/moment.ts';
import type {ListRead} from '../model/whole.ts';
import {faultOf} from './reads.ts';

/** A page that must not count, with the reason. */
export class Discounted extends Error {}

/**
 * Without a total, a short page may come from a service that gives smaller pages than asked for: the list ends
 * with an empty page, or a repeated one.
 */
export async function readPages<Row>({
  began,
  ask,
  idOf,
  mostPages,
}: {
  began: Moment;
  ask: (page: number) => Promise<Page<Row>>;
  /** '' if rows without an id may pass. */
  idOf: (row: Row) => string | undefined;
  mostPages: number;
}): Promise<ListRead<Row>> {
  const pages: Page<Row>[] = [];
  const idsOf = (rows: readonly Row[]) => rows.map(idOf);
  const readAll = async (): Promise<string | undefined> => {
    while (pages.length < mostPages) {
      const page = await ask(pages.length);
      const {rows, unreadable, total, isLast} = page;
      const before = pages.at(-1);
      const isEmpty = rows.length + unreadable.length === 0;
      const isRepeated = before !== undefined && idsOf(rows).join() === idsOf(before.rows).join();
      if (total === undefined && before !== undefined && (isEmpty || isRepeated)) return undefined;
      pages.push(page);
      if (isLast && (total !== undefined || isEmpty)) return undefined;
      if (isEmpty) return 'The list ended before its last page.';
    }
    return `The list has more than ${mostPages} pages.`;
  };
  const fault = await readAll().then(
    text => (text === undefined ? undefined : {text}),
    (error: unknown) => (error instanceof Discounted ? {text: error.message} : faultOf(error)),
  );
  const rows = pages.flatMap(each => each.rows);
  const ids = idsOf(rows);
  const named = ids.filter(id => id !== '');
  return {
    began,
    rows,
    unreadable: pages.reduce((count, each) => count + each.unreadable.length, 0),
    pages: pages.length,
    totals: [pages[0]?.total, pages.at(-1)?.total],
    areUnique: new Set(named).size === named.length,
    isAscending: isAscending(ids),
    fault,
  };
}

function isAscending(ids: readonly (string | undefined)[]): boolean {
  return ids.every((id, index) => {
    const before = ids[index - 1];
    return index === 0 || (isNumber(before) && isNumber(id) && BigInt(before) < BigInt(id));
  });
}

function isNumber(id: string | undefined): id is string {
  return id !== undefined && /^\d+$/.test(id);
}
