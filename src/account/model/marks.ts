import {compare, isDecimal} from '../../api/wire/decimal.ts';

type Way = 'up' | 'down' | 'changed';
/** `at`: monotonic ms of the poll that showed it. */
type Mark = {readonly is: Way; readonly at: number};
export type RowMarks = ReadonlyMap<string, Mark>;

export type Change = {readonly field: string; readonly before: unknown; readonly after: unknown};

export function withChanges(marks: RowMarks | undefined, changes: readonly Change[], at: number): RowMarks {
  const next = new Map(marks);
  for (const {field, before, after} of changes) next.set(field, {is: wayOf(before, after), at});
  return next;
}

const markMs = 10_000;

/** The same object if no mark is old. */
export function fadedMarks(marks: ReadonlyMap<string, RowMarks>, now: number): ReadonlyMap<string, RowMarks> {
  const isOld = ({at}: Mark) => now - at >= markMs;
  const fading = [...marks].filter(([, row]) => [...row.values()].some(isOld));
  if (fading.length === 0) return marks;
  const kept = new Map(marks);
  for (const [id, row] of fading) {
    const young = [...row].filter(([, mark]) => !isOld(mark));
    if (young.length === 0) kept.delete(id);
    else kept.set(id, new Map(young));
  }
  return kept;
}

function wayOf(before: unknown, after: unknown): Way {
  const [one, other] = [decimalOf(before), decimalOf(after)];
  if (one === undefined || other === undefined) return 'changed';
  const order = compare(one, other);
  // The same amount with other digits is no movement.
  return order === 0 ? 'changed' : order < 0 ? 'up' : 'down';
}

const decimalOf = (value: unknown) => (typeof value === 'string' && isDecimal(value) ? value : undefined);
