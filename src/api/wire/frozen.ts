/**
 * An answer is remembered and handed out again while the service sends the same bytes, so nobody may change it:
 * neither its page, nor a row, nor what lies in an object whose fields are not documented.
 */
import type {Page, Undocumented} from './records.ts';

/** The documented fields are texts, numbers and flags: freezing a row takes 2 % of the time of reading it. */
export function frozenPage<Whole extends Page<Undocumented>>(page: Whole): Whole {
  for (const row of page.rows) {
    if (row.also !== undefined) frozenDeeply(row.also);
    Object.freeze(row);
  }
  for (const each of page.unreadable) Object.freeze(each);
  Object.freeze(page.rows);
  Object.freeze(page.unreadable);
  return Object.freeze(page);
}

/** Freezes all that lies in it; the decoder has bounded how deep that is. */
export function frozenDeeply<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozenDeeply(member);
  return Object.freeze(value);
}
