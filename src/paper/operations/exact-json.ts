import {decodeJson} from '../../api/wire/json.ts';

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

/** Reads JSON like the client: long numbers stay exact. Undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return decodeJson(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
