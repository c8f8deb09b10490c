/**
 * What the wire must look like to become a record. Required fields are required; all else may be absent
 * or null; unknown fields and unknown enum values pass.
 *
 * A record is one zod type that reads its fields itself: zod's own object spends more on a row than JSON.parse
 * does.
 */
import * as z from 'zod/mini';
import {alsoOf} from './also.ts';
import type {Field} from './fields.ts';
import {numberText} from './json.ts';
import {
  cardTable,
  type Documented,
  type EasyOption,
  type EasyOptionCard,
  easyOptionTable,
  type Order,
  orderTable,
  type Trade,
  tradeTable,
} from './records.ts';

type Fields<Row> = Readonly<Record<Documented<Row>, Field<unknown>>>;

export const easyOptionCardSchema = record<EasyOptionCard>(cardTable);
export const easyOptionSchema = record<EasyOption>(easyOptionTable);
export const orderSchema = record<Order>(orderTable);
export const tradeSchema = record<Trade>(tradeTable);

/** An item of the list of trades: documented nowhere, so even its id may be missing, and is empty then. */
export const tradeItemSchema = record<Trade>(
  {...tradeTable, tradeId: {...tradeTable.tradeId, isRequired: false}},
  {tradeId: ''},
);

/** A zod type that reads an object field by field; a field that cannot be read is an issue at its name. */
function record<Row extends object>(fields: Fields<Row>, missing?: Partial<Row>): z.ZodMiniType<Row> {
  const named = Object.entries<Field<unknown>>(fields).map(([name, field]) => ({name, ...field}));
  const isKnown = (name: string) => Object.hasOwn(fields, name);
  return z.transform((source: unknown, payload) => {
    const row: Record<string, unknown> = {...missing};
    if (typeof source !== 'object' || source === null || Array.isArray(source)) {
      payload.issues.push({
        code: 'custom',
        message: `must be an object, not ${nameOf(source)}`,
        input: source,
      });
      return row as Row;
    }
    let found = 0;
    for (const field of named) {
      const value = (source as Record<string, unknown>)[field.name];
      if (value !== undefined) found++;
      const isThere = value !== undefined && value !== null;
      const read = isThere ? field.read(value) : undefined;
      if (read !== undefined) row[field.name] = read;
      else if (isThere || field.isRequired) payload.issues.push(issueWith(field, value));
    }
    const also = Object.keys(source).length === found ? undefined : alsoOf(source, isKnown);
    if (also !== undefined) row.also = also;
    return row as Row;
  });
}

function issueWith({name, expects}: {name: string; expects: string}, value: unknown) {
  const isThere = value !== undefined && value !== null;
  const message = isThere ? `must be ${expects}, not ${nameOf(value)}` : 'is missing';
  return {code: 'custom' as const, message, input: value, path: [name]};
}

/** A value in a few words, for the reason why a row is unreadable. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const shown =
    numberText(value) ?? (typeof value === 'string' ? JSON.stringify(value.slice(0, 24)) : String(value));
  return shown.length <= 24 ? shown : `${shown.slice(0, 23)}…`;
}
