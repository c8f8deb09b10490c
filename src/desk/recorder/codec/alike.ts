import type {PlainFields} from './memory.ts';

/** An object of fields alone, as a literal makes it. */
export function isFields(value: unknown): value is PlainFields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether two values are the same to the last field, in the same order. Maps and sets are not looked into. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((each, at) => isAlike(each, other[at]))
    );
  if (!isFields(one) || !isFields(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && isAlike(one[name], other[name]))
  );
}
