import {compare, isDecimal} from '../../api/wire/decimal.ts';

type Mark = 'up' | 'down' | 'changed';
export type RowMarks = ReadonlyMap<string, Mark>;

export type Change = {readonly field: string; readonly before: unknown; readonly after: unknown};

export function withChanges(marks: RowMarks | undefined, changes: readonly Change[]): RowMarks {
  let next = marks ?? none;
  for (const {field, before, after} of changes) next = withMark(next, field, markOf(before, after));
  return next;
}

const none: RowMarks = new Map();
/** Most changed rows differ in one field, so they share one object per field and direction. */
const alone = new Map<string, RowMarks>();

function withMark(marks: RowMarks, field: string, mark: Mark): RowMarks {
  if (marks.get(field) === mark) return marks;
  if (marks.size > (marks.has(field) ? 1 : 0)) return new Map(marks).set(field, mark);
  const name = `${field} ${mark}`;
  const known = alone.get(name) ?? new Map([[field, mark]]);
  alone.set(name, known);
  return known;
}

function markOf(before: unknown, after: unknown): Mark {
  const [one, other] = [decimalOf(before), decimalOf(after)];
  if (one === undefined || other === undefined) return 'changed';
  const order = compare(one, other);
  // The same amount with other digits is no movement.
  return order === 0 ? 'changed' : order < 0 ? 'up' : 'down';
}

const decimalOf = (value: unknown) => (typeof value === 'string' && isDecimal(value) ? value : undefined);
