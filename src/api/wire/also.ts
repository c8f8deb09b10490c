/**
 * What a record bears beside its documented fields: kept, for a newer service may tell more than its interface
 * does, and bounded, for nobody has promised how much that is.
 */
import {unmark} from './json.ts';
import type {JsonObject, JsonValue} from './values.ts';
import {capped, longestText} from './values.ts';

const mostFields = 64;

/**
 * The fields of a record that are not among those known, with exact numbers and capped texts; the first 64, and
 * a value that is larger than a text may be as the beginning of its JSON. Undefined where there is none.
 */
export function alsoOf(source: object, isKnown: (name: string) => boolean): JsonObject | undefined {
  const names = Object.keys(source).filter(name => !isKnown(name));
  if (names.length === 0) return undefined;
  // A field may be called `__proto__`: so it is made an own one.
  return Object.fromEntries(
    names.slice(0, mostFields).map(name => [capped(name), bounded((source as JsonObject)[name] ?? null)]),
  );
}

function bounded(value: JsonValue): JsonValue {
  const holder = {value};
  if (!unmark(holder)) return '(nests deeper than 100 levels)';
  if (typeof value !== 'object' || value === null) return holder.value;
  const text = JSON.stringify(holder.value);
  return text.length <= longestText ? holder.value : capped(text);
}
