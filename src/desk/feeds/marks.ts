import {compare, parseDecimal} from '../../api/wire/decimal.ts';

/** How a field last changed; a number went up or down. */
export type Mark = 'up' | 'down' | 'changed';
/** By field, the last change since the row is known. */
export type RowMarks = ReadonlyMap<string, Mark>;

type Change = {readonly field: string; readonly before: unknown; readonly after: unknown};

/** The marks of a row of which these fields changed; a mark stays until its field changes again. */
export function withChanges(marks: RowMarks | undefined, changes: readonly Change[]): RowMarks {
  const next = new Map(marks);
  for (const {field, before, after} of changes) next.set(field, markOf(before, after));
  return next;
}

function markOf(before: unknown, after: unknown): Mark {
  const [one, other] = [decimalOf(before), decimalOf(after)];
  if (one === undefined || other === undefined) return 'changed';
  const order = compare(one, other);
  // The same amount in other digits went nowhere.
  return order === 0 ? 'changed' : order < 0 ? 'up' : 'down';
}

const decimalOf = (value: unknown) => (typeof value === 'string' ? parseDecimal(value) : undefined);
