import {canonicalDecimal, isDecimal} from './decimal.ts';
import {isMarked, numberText} from './json.ts';
import {capped, type Decimal, type Id, longestId, type Millis, maxMillis, type OpenEnum} from './values.ts';

export type Field<Value, IsRequired extends boolean = boolean> = {
  readonly expects: string;
  readonly isRequired: IsRequired;
  read(value: unknown): Value | undefined;
};

export type RecordOf<Table> = {
  readonly [Name in keyof Table as Table[Name] extends Field<unknown, true> ? Name : never]: ValueOf<
    Table[Name]
  >;
} & {
  readonly [Name in keyof Table as Table[Name] extends Field<unknown, true> ? never : Name]?:
    | ValueOf<Table[Name]>
    | undefined;
};

type ValueOf<Each> = Each extends Field<infer Value> ? Value : never;

const optional = <Value>(
  expects: string,
  read: (value: unknown) => Value | undefined,
): Field<Value, false> => ({expects, isRequired: false, read});

export const required = <Value>(field: Field<Value>): Field<Value, true> => ({...field, isRequired: true});

/** A number is accepted as its digits: nothing is lost. */
export const text = optional('a text', (value): string | undefined =>
  typeof value === 'string' && !isMarked(value) ? capped(value) : readDecimal(value),
);
/** Used for lookups and comparison, so a longer text makes the row unreadable instead of being truncated. */
export const textId = optional(`a text of at most ${longestId} characters`, (value): string | undefined => {
  const read = text.read(value);
  return read !== undefined && read.length <= longestId ? read : undefined;
});
/** A number that the interface documents as text: other spellings than `-0.5` become that; a word stays. */
export const amountText = optional('a text', (value): string | undefined => {
  const read = text.read(value);
  return read === undefined || isDecimal(read) ? read : (spelledOut(read) ?? read);
});
export const flag = optional('true or false', (value): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined,
);
export const decimal = optional('a number', readDecimal);
export const integer = optional('an integer', readInteger);
export const millis = optional('a time in epoch milliseconds', readMillis);
/** The documented words form the type; other values are kept unchanged. */
export const word = <const Words extends readonly string[]>(
  _documented: Words,
): Field<OpenEnum<Words[number]>, false> => text;

export function namesOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.freeze(Object.keys(table) as (keyof Table & string)[]);
}

function readDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return canonicalDecimal(value);
  return isMarked(value) ? canonicalDecimal(value.slice(1)) : undefined;
}

/** `.5`, `5.`, `+5`, `-1E+2`, also between blanks. */
function spelledOut(text: string): Decimal | undefined {
  const [, sign = '', digits = '', exponent = ''] = amount.exec(text) ?? [];
  if (digits === '') return undefined;
  const whole = digits.startsWith('.') ? `0${digits}` : digits;
  return canonicalDecimal(sign.replace('+', '') + whole.replace(/\.$/, '') + exponent);
}

const amount = /^\s{0,9}([+-]?)(\d{1,100}\.?\d{0,100}|\.\d{1,100})([eE][+-]?\d{1,9})?\s{0,9}$/;

function readInteger(value: unknown): Id | undefined {
  const canonical = readDecimal(value);
  return canonical === undefined || canonical.includes('.') ? undefined : canonical;
}

function readMillis(value: unknown): Millis | undefined {
  const time = typeof value === 'number' ? value : Number(numberText(value));
  return Number.isInteger(time) && Math.abs(time) <= maxMillis ? time : undefined;
}
