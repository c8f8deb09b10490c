/** A number by its digits. */
export type Exact = {readonly rawJSON: string};

/** TypeScript does not declare them yet. */
const {rawJSON, isRawJSON} = JSON as unknown as {
  rawJSON(text: string): Exact;
  isRawJSON(value: unknown): value is Exact;
};
export const [exact, isExact] = [rawJSON, isRawJSON];

export type Wire =
  | null
  | undefined
  | boolean
  | number
  | string
  | Exact
  | readonly Wire[]
  | {readonly [member: string]: Wire};

/** Numbers become Exact. Undefined if the text is not JSON, or nested too deeply. */
export const readExactJson = (text: string): unknown =>
  readJson(text, (_name, value, context) =>
    typeof value === 'number' ? exact(context?.source ?? String(value)) : value,
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
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);
