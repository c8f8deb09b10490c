/** A number by its digits, in canonical decimal notation. */
export class Exact {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
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

/** Numbers become Exact. Undefined if the text is not JSON, or nested too deeply. */
export const readExactJson = (text: string): unknown =>
  readJson(text, (_name, value, context) =>
    typeof value === 'number' ? new Exact(context?.source ?? String(value)) : value,
  );

export function readJson(
  text: string,
  reviver?: (name: string, value: unknown, context?: {source?: string}) => unknown,
): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Exact);

/** Null if the body is not UTF-8. */
export function bodyText(body: Buffer | undefined): string | undefined | null {
  try {
    return body && new TextDecoder('utf-8', {fatal: true}).decode(body);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
