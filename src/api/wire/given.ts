/** Checks at run time what a request is made of. Errors have the kind `input`. */
import {LinkError} from '../errors.ts';
import {fromIso, type Id, isInt64} from './values.ts';

export function inputError(sentence: string): LinkError {
  return new LinkError('input', 'no', sentence);
}

export function mustBe(what: string, expected: string, value: unknown): LinkError {
  return inputError(`${what} must be ${expected}, not ${named(value)}.`);
}

export function membersIn<Name extends string>(
  value: unknown,
  what: string,
  names: readonly Name[],
): {readonly [Each in Name]?: unknown} {
  if (!isPlainObject(value)) throw mustBe(what, 'an object', value);
  const other = Object.keys(value).find(name => !names.includes(name as Name));
  if (other !== undefined)
    throw inputError(`${what} has no member called ${named(other)}: choose from ${names.join(', ')}.`);
  return valuesOf(value, what, names);
}

/** Each getter is called once. Its errors become input errors. */
function valuesOf<Name extends string>(
  value: Readonly<Record<string, unknown>>,
  what: string,
  names: readonly Name[],
) {
  try {
    return Object.fromEntries(names.map(name => [name, value[name]])) as {readonly [Each in Name]?: unknown};
  } catch (error) {
    throw new LinkError('input', 'no', `${what} has a member that cannot be read.`, undefined, error);
  }
}

/** A list, date, map, Headers or unawaited promise has no members and would count as empty. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function int64(id: unknown, what: string): Id {
  if (!isInt64(id)) throw mustBe(what, 'an integer of 64 bits in a string', id);
  return id;
}

/** A lone surrogate has no UTF-8 form. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

/** The time zone may be missing; the date and time must exist. */
export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && value.includes('T') && fromIso(value) !== undefined;
}

function named(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return JSON.stringify(value.length <= 40 ? value : `${value.slice(0, 39)}…`);
  if (typeof value === 'number' || typeof value === 'bigint') return `the ${typeof value} ${value}`;
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Answers are cached and shared between callers, so they are frozen. */
export function frozenDeeply<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozenDeeply(member);
  return Object.freeze(value);
}
