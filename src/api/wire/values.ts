/** What the values of records and queries are, the words documented for them, and how long a text may be. */

/** Decimal digits of an int64; or, where the service documents a string, the string as it came. */
export type Id = string;

/** Plain decimal notation without an exponent, exact as on the wire: `12345678.123456789012`, `-0.5`, `0`. */
export type Decimal = string;

/** Epoch milliseconds. */
export type Millis = number;

/** The furthest from 1970 that a Date can be. */
export const maxMillis = 8.64e15;

/** A documented enum that stays open: an unknown value is shown as it came. */
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

/** Whether it is an id as paths, queries and bodies take it: the digits of an int64. Only text keeps all. */
export function isInt64(value: unknown): value is Id {
  return (
    typeof value === 'string' &&
    /^-?\d{1,19}$/.test(value) &&
    BigInt.asIntN(64, BigInt(value)) === BigInt(value)
  );
}

/** JSON whose numbers of 16 characters or more, or with an exponent, are decimal strings: none is rounded. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export type JsonObject = {
  [member: string]: JsonValue;
};

/** What is drawn, stored or compared on each frame and poll is bounded: forty times the longest documented. */
export const longestText = 10_000;
/** An id that is longer cannot be kept whole; and cut, it could be taken for another. */
export const longestId = 256;
/** Ten times the largest page that is asked for. */
export const mostRows = 100_000;

/** The text; a longer one only as far as that, saying how long it was. */
export function capped(text: string): string {
  if (text.length <= longestText) return text;
  const isPairCut = /[\ud800-\udbff]/.test(text.charAt(longestText - 1));
  return `${text.slice(0, isPairCut ? longestText - 1 : longestText)}… (cut: ${text.length} characters)`;
}
