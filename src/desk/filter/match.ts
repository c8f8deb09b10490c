import {compare, isDecimal} from '../../api/wire/decimal.ts';
import type {MemberKind} from '../../api/wire/records.ts';
import {fieldOf} from '../model/rows.ts';
import type {Row} from '../model/state.ts';
import type {Condition} from './conditions.ts';

/** A row that a service was asked for and gave all the same: it says nothing against it, or something. */
export function contradicts(row: Row, condition: Condition): boolean {
  const value = valueIn(row, condition);
  return value !== undefined && meets(value, condition) === condition.isNegated;
}

/** Whether a row may be shown: what was asked for and is not told is the service's business. */
export function fits(row: Row, condition: Condition): boolean {
  const value = valueIn(row, condition);
  if (value === undefined) return condition.isAsked || condition.isNegated;
  return meets(value, condition) !== condition.isNegated;
}

function valueIn(row: Row, {field}: Condition): string | undefined {
  const value = field === undefined ? undefined : fieldOf(row, field);
  return value === undefined || value === null ? undefined : String(value);
}

function meets(value: string, {demand, kind}: Condition): boolean {
  switch (demand.is) {
    case 'one of':
      return demand.values.some(each => isSame(value, each));
    case 'part':
      return demand.values.some(each => value.toLowerCase().includes(each.toLowerCase()));
    case 'between':
      return isBetween(value, demand.from, demand.to, kind);
    default:
      return demand satisfies never;
  }
}

function isSame(value: string, wanted: string): boolean {
  return value.toLowerCase() === wanted.toLowerCase();
}

function isBetween(
  value: string,
  from: string | number | undefined,
  to: string | number | undefined,
  kind: MemberKind,
): boolean {
  if (kind.is === 'decimal') {
    const isAbove = from === undefined || (isDecimal(value) && compare(value, String(from)) >= 0);
    return isAbove && (to === undefined || (isDecimal(value) && compare(value, String(to)) <= 0));
  }
  const at = millisOf(value);
  const [first, last] = [from, to].map(each => (each === undefined ? undefined : millisOf(String(each))));
  return (first === undefined || at >= first) && (last === undefined || at <= last);
}

/** A time as records bear it: epoch milliseconds, or ISO 8601. */
function millisOf(text: string): number {
  return /^-?\d+$/.test(text) ? Number(text) : Date.parse(text);
}
