/**
 * What a caller gives, checked when it comes: types do not bind plain JavaScript, and what is wrong must be
 * refused before a byte leaves. Everything refused here is a LinkError of kind `input`.
 */
import {LinkError} from '../errors.ts';
import {type Id, isInt64} from './values.ts';

/** @param sentence begins with what is wrong and says what it must be */
export function inputError(sentence: string): LinkError {
  return new LinkError('input', 'no', sentence);
}

/** The sentence that says what was expected and what came. */
export function mustBe(what: string, expected: string, value: unknown): LinkError {
  return inputError(`${what} must be ${expected}, not ${named(value)}.`);
}

/** An object with no other members than these; each of its values is still to be checked. */
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

/** Each member is read once. What a getter throws is told, like all else that cannot be sent. */
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

/** A list, a date, a map, Headers or an unawaited promise would show no members, and be taken for empty. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** The JSON that a text is, with whatever is in it still to be proved; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** An id for a path, a query or a body that takes an int64. */
export function int64(id: unknown, what: string): Id {
  if (!isInt64(id)) throw mustBe(what, 'an integer of 64 bits in a string', id);
  return id;
}

/** Text that can be sent: with a lone surrogate in it there is no UTF-8 for it. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}

/** The time zone may be missing; the day and the hour must exist. */
const dateTime = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|[+-]\d\d:\d\d)?$/;

/** Date.parse alone would make 2 March of 30 February. */
export function isDateTime(value: unknown): value is string {
  const [, year, month, day] = (typeof value === 'string' && dateTime.exec(value)) || [];
  if (day === undefined || Number.isNaN(Date.parse(String(value)))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

/** A value in a few words. */
function named(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return JSON.stringify(value.length <= 40 ? value : `${value.slice(0, 39)}…`);
  if (typeof value === 'number' || typeof value === 'bigint') return `the ${typeof value} ${value}`;
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
