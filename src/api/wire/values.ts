/** Decimal digits of an int64, or the service's string if it documents a string. */
export type Id = string;

/** The methods of the service's operations. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Exact plain decimal notation: `12345678.123456789012`, `-0.5`, `0`. */
export type Decimal = string;

/** Epoch milliseconds. */
export type Millis = number;

/** The limit of Date. */
export const maxMillis = 8.64e15;

/** A documented enum with unknown values allowed. */
export type OpenEnum<Known extends string> = Known | (string & {});

export const easyOptionTypes = Object.freeze(['UP_DOWN', 'TOUCH'] as const);
export type EasyOptionType = OpenEnum<(typeof easyOptionTypes)[number]>;

export const directions = Object.freeze(['UP', 'DOWN'] as const);
export type Direction = OpenEnum<(typeof directions)[number]>;

export const easyOptionStatuses = Object.freeze([
  'PENDING',
  'ACTIVE',
  'TRIGGERED',
  'CLOSING',
  'CLOSED',
  'EXPIRED',
] as const);
export type EasyOptionStatus = OpenEnum<(typeof easyOptionStatuses)[number]>;

export const sides = Object.freeze(['BUY', 'SELL'] as const);
export type Side = OpenEnum<(typeof sides)[number]>;

export const orderTypes = Object.freeze(['LIMIT', 'MARKET'] as const);
export type OrderType = OpenEnum<(typeof orderTypes)[number]>;

export const orderStatuses = Object.freeze(['PENDING', 'FILLED', 'CANCELED'] as const);
export type OrderStatus = OpenEnum<(typeof orderStatuses)[number]>;

export const optionTypes = Object.freeze(['CALL', 'PUT'] as const);
export type OptionType = OpenEnum<(typeof optionTypes)[number]>;

export const fillTypes = Object.freeze(['FILL', 'PARTIAL_FILL'] as const);
export type FillType = OpenEnum<(typeof fillTypes)[number]>;

/** True for the digits of an int64. Only strings are exact. */
export function isInt64(value: unknown): value is Id {
  return (
    typeof value === 'string' &&
    /^-?\d{1,19}$/.test(value) &&
    BigInt.asIntN(64, BigInt(value)) === BigInt(value)
  );
}

/** @internal `YYYY-MM-DD` is in the calendar: `Date` reads 30 February as 2 March. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

const iso8601 =
  /^(\d{4}-\d\d-\d\d)(?:[Tt](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,3})\d*)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)?)?$/;

/** @internal A day without a time is its first moment. Without a zone it is UTC, not local time. */
export function fromIso(text: string | undefined): Millis | undefined {
  const [, day, time = '00:00', fraction, hours = '+00', minutes = '00'] = iso8601.exec(text ?? '') ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const clock = fraction === undefined ? time : `${time.length < 6 ? `${time}:00` : time}.${fraction}`;
  const at = Date.parse(`${day}T${clock}${hours}:${minutes}`);
  return Number.isNaN(at) ? undefined : at;
}

/** JSON in which numbers of 16 or more characters, or with an exponent, are exact decimal strings. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonObject = {[member: string]: JsonValue};

/** Bounds drawing, storage and comparison: forty times the longest documented text. */
export const longestText = 10_000;
/** A longer id is refused: if truncated, it could match another one. */
export const longestId = 256;
export const mostRows = 100_000;

export function capped(text: string): string {
  if (text.length <= longestText) return text;
  const isPairCut = /[\ud800-\udbff]/.test(text.charAt(longestText - 1));
  return `${text.slice(0, isPairCut ? longestText - 1 : longestText)}… (cut: ${text.length} characters)`;
}

/** @internal */
export function namesOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.freeze(Object.keys(table) as (keyof Table & string)[]);
}

/** A zod schema of JSON that the service sends, typed so that a program needs no zod for it. */
export type Schema<Value> = {
  /** @throws an error with `issues` */
  parse(json: unknown): Value;
  safeParse(
    json: unknown,
  ):
    | {success: true; data: Value; error?: never}
    | {success: false; data?: never; error: {issues: SchemaIssue[]}};
  /** For zod's `infer`. */
  readonly _zod: {readonly output: Value};
};

/** The field, and what is wrong with it: `must be a number, not "12"`. */
export type SchemaIssue = {readonly path: readonly PropertyKey[]; readonly message: string};

/** The type that a schema reads. */
export type Infer<Each> = Each extends Schema<infer Value> ? Value : never;
