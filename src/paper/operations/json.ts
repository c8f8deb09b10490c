/** JSON as the wire wants it: 64-bit ids and decimals written as numbers with every digit that they have. */

/** A number by its digits. `text` is always canonical decimal notation. */
export class Exact {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Wire =
  | null
  | undefined
  | boolean
  | number
  | string
  | Exact
  | readonly Wire[]
  | {readonly [member: string]: Wire};

export const exact = (text: string): Exact => new Exact(text);

/** Writes JSON; members that are undefined are left out. */
export function writeJson(value: Wire): string {
  if (value instanceof Exact) return value.text;
  if (isArray(value)) return `[${value.map(each => writeJson(each)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    let text = '';
    for (const name in value) {
      const member = value[name];
      if (member !== undefined) text += `${text === '' ? '' : ','}"${name}":${writeJson(member)}`;
    }
    return `{${text}}`;
  }
  return JSON.stringify(value ?? null);
}

const isArray = (value: Wire): value is readonly Wire[] => Array.isArray(value);

/**
 * Reads a body with every number as its digits, so that an id beyond 2^53 stays itself.
 * @throws {SyntaxError} it is no JSON
 * @throws {RangeError} it is nested beyond what the stack holds
 */
export function readJson(text: string): unknown {
  const keepDigits = (_name: string, value: unknown, context?: {source?: string}): unknown =>
    typeof value === 'number' ? new Exact(context?.source ?? String(value)) : value;
  return JSON.parse(text, keepDigits);
}

/** The body as text; null when it is not UTF-8. */
export function bodyText(body: unknown): string | undefined | null {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
