/**
 * What the wire must look like to become a record. Required fields are required; all else may be absent
 * or null; unknown fields and unknown enum values pass.
 *
 * A record is one zod type that reads its fields itself, and so is a list of records: zod's own object spends
 * more on a row than JSON.parse does, and each of ten thousand calls of zod leaves some garbage.
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
  type Unreadable,
} from './records.ts';

type Fields<Row> = Readonly<Record<Documented<Row>, Field<unknown>>>;

/** Where the rows of a list come from while they are read. Each is asked for once, in their order. */
export type RowSource = {
  readonly length: number;
  /** The row as it was read before from the same bytes; it is not read again. Undefined where there is none. */
  known(place: number): unknown;
  /** The JSON of a row that is not known. */
  json(place: number): unknown;
};

/** The rows that could be read; one bad row is counted and told, the rest stay. */
export type RowsRead<Row> = {
  readonly rows: Row[];
  readonly unreadable: Unreadable[];
};
export type ListSchema<Row> = z.ZodMiniType<RowsRead<Row>, RowSource>;

const order = reader<Order>(orderTable);
const trade = reader<Trade>(tradeTable);
/** An item of the list of trades: documented nowhere, so even its id may be missing, and is empty then. */
const tradeItem = reader<Trade>(
  {...tradeTable, tradeId: {...tradeTable.tradeId, isRequired: false}},
  {tradeId: ''},
);

export const orderSchema = record(order);
export const tradeSchema = record(trade);
export const cardsSchema = list(reader<EasyOptionCard>(cardTable));
export const easyOptionsSchema = list(reader<EasyOption>(easyOptionTable));
export const ordersSchema = list(order);
export const tradesSchema = list(tradeItem);

type FieldIssue = {readonly path: PropertyKey[]; readonly message: string};

/** Reads an object field by field; a field that cannot be read is an issue at its name. */
type RowReader<Row> = (source: unknown, issues: FieldIssue[]) => Row;

function record<Row>(read: RowReader<Row>): z.ZodMiniType<Row> {
  return z.transform((source: unknown, payload) => {
    const issues: FieldIssue[] = [];
    const row = read(source, issues);
    for (const issue of issues) payload.issues.push({code: 'custom', input: source, ...issue});
    return row;
  });
}

function list<Row>(read: RowReader<Row>): ListSchema<Row> {
  return z.transform((source: RowSource) => {
    const rows: Row[] = [];
    const unreadable: Unreadable[] = [];
    const issues: FieldIssue[] = [];
    // Of a poll most rows are known: ten thousand of them are passed without an iterator's pairs.
    for (let index = 0; index < source.length; index++) {
      const row = (source.known(index) ?? read(source.json(index), issues)) as Row;
      if (issues.length === 0) rows.push(row);
      else unreadable.push({index, reason: reasonOf(issues.splice(0))});
    }
    return {rows, unreadable};
  });
}

function reader<Row extends object>(fields: Fields<Row>, missing?: Partial<Row>): RowReader<Row> {
  const named = Object.entries<Field<unknown>>(fields).map(([name, field]) => ({name, ...field}));
  const isKnown = (name: string) => Object.hasOwn(fields, name);
  return (source, issues) => {
    const row: Record<string, unknown> = {...missing};
    if (typeof source !== 'object' || source === null || Array.isArray(source)) {
      issues.push({path: [], message: `must be an object, not ${nameOf(source)}`});
      return row as Row;
    }
    let found = 0;
    for (const field of named) {
      const value = (source as Record<string, unknown>)[field.name];
      if (value !== undefined) found++;
      const isThere = value !== undefined && value !== null;
      const read = isThere ? field.read(value) : undefined;
      if (read !== undefined) row[field.name] = read;
      else if (isThere || field.isRequired) issues.push(issueWith(field, value));
    }
    const also = Object.keys(source).length === found ? undefined : alsoOf(source, isKnown);
    if (also !== undefined) row.also = also;
    return row as Row;
  };
}

/** All of them are in a list already, and none is known. */
export function inList(items: readonly unknown[]): RowSource {
  return {length: items.length, known: () => undefined, json: place => items[place]};
}

/** The first three issues in words: `targetPrice must be a number, not "12"`. */
export function reasonOf(issues: readonly FieldIssue[]): string {
  const reasons = issues.slice(0, 3).map(({path, message}) => [...path.map(String), message].join(' '));
  return issues.length > 3 ? `${reasons.join('; ')}; and ${issues.length - 3} more` : reasons.join('; ');
}

function issueWith({name, expects}: {name: string; expects: string}, value: unknown): FieldIssue {
  const isThere = value !== undefined && value !== null;
  const message = isThere ? `must be ${expects}, not ${nameOf(value)}` : 'is missing';
  return {path: [name], message};
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
