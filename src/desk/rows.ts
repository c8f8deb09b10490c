import type {Row, RowOf} from './state.ts';
import type {FeedPane} from './vocabulary.ts';

/** What a row is known by across polls: its id. A row that came without one is known by its place. */
export function rowId(pane: FeedPane, row: Row, index: number): string {
  const id = ownId(pane, row);
  return id === undefined || id === '' ? `#${index}` : id;
}

/** The field that tells one record of a list from another. */
export const idField = {
  cards: 'id',
  easyOptions: 'id',
  orders: 'orderId',
  trades: 'tradeId',
} as const satisfies {[P in FeedPane]: keyof RowOf[P]};

/** The id that a record came with, if it came with one. */
export function ownId(pane: FeedPane, row: Row): string | undefined {
  return (row as unknown as Readonly<Record<string, string | undefined>>)[idField[pane]];
}

/** What a record bears beside its documented fields, as texts. */
export function alsoFields({also = {}}: Row): readonly (readonly [name: string, value: string])[] {
  return Object.entries(also).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

export function indexOfId(pane: FeedPane, rows: readonly Row[], id: string | undefined): number {
  return id === undefined ? -1 : rows.findIndex((row, index) => rowId(pane, row, index) === id);
}

type Merged<R> = {readonly rows: readonly R[]; readonly changed: ReadonlyMap<string, ReadonlySet<string>>};

/**
 * Puts the rows of a new answer beside those shown. A row of which nothing changed stays the same object, and a list of
 * which nothing changed stays the same list, so that an unchanged poll draws nothing.
 */
export function mergeRows<P extends FeedPane>(
  pane: P,
  old: readonly RowOf[P][],
  fresh: readonly RowOf[P][],
): Merged<RowOf[P]> {
  if (old === fresh) return {rows: old, changed: nothingChanged};
  const oldById = new Map(old.map((row, index) => [rowId(pane, row, index), row]));
  const changed = new Map<string, ReadonlySet<string>>();
  const rows = fresh.map((row, index) => {
    const id = rowId(pane, row, index);
    const before = oldById.get(id);
    if (before === undefined) return row;
    const fields = changedFields(before, row);
    if (fields.size === 0) return before;
    changed.set(id, fields);
    return row;
  });
  const isSame = rows.length === old.length && rows.every((row, index) => row === old[index]);
  return {rows: isSame ? old : rows, changed: changed.size === 0 ? nothingChanged : changed};
}

const nothingChanged: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const noFields: ReadonlySet<string> = new Set();

function changedFields(before: Row, after: Row): ReadonlySet<string> {
  const a = before as unknown as Record<string, unknown>;
  const b = after as unknown as Record<string, unknown>;
  let fields: Set<string> | undefined;
  for (const name of Object.keys({...a, ...b})) {
    if (a[name] === b[name] || (name === 'also' && JSON.stringify(a.also) === JSON.stringify(b.also)))
      continue;
    fields ??= new Set();
    fields.add(name);
  }
  return fields ?? noFields;
}

/** How many polls a spark looks back. */
export const seenLimit = 60;

/**
 * Adds a poll's numbers to those seen of each row: the ask of a card, the P/L of an Easy Option. Only a change is kept:
 * a quiet market draws no spark anew. Rows that are gone are forgotten.
 */
export function addSeen(
  pane: FeedPane,
  seen: ReadonlyMap<string, readonly number[]>,
  rows: readonly Row[],
): ReadonlyMap<string, readonly number[]> {
  if (pane !== 'cards' && pane !== 'easyOptions') return seen;
  let isChanged = seen.size !== rows.length;
  const next = new Map<string, readonly number[]>();
  rows.forEach((row, index) => {
    const id = rowId(pane, row, index);
    const numbers = seen.get(id) ?? [];
    const number = watchedNumber(pane, row);
    if (number === undefined || numbers.at(-1) === number) {
      next.set(id, numbers);
      return;
    }
    isChanged = true;
    next.set(id, [...numbers, number].slice(-seenLimit));
  });
  return isChanged ? next : seen;
}

/** A number for charts only, never for money. */
function watchedNumber(pane: 'cards' | 'easyOptions', row: Row): number | undefined {
  const text = pane === 'cards' ? (row as RowOf['cards']).currentAskPrice : (row as RowOf['easyOptions']).pl;
  const number = Number(text);
  return text === undefined || text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}
