/** A number by its digits, in canonical decimal notation. */
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

/** Keeps every digit. @throws {SyntaxError} @throws {RangeError} if nested too deeply */
export function readJson(text: string): unknown {
  const keepDigits = (_name: string, value: unknown, context?: {source?: string}): unknown =>
    typeof value === 'number' ? new Exact(context?.source ?? String(value)) : value;
  return JSON.parse(text, keepDigits);
}

/** Null if the body is not UTF-8. */
export function bodyText(body: unknown): string | undefined | null {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
