/**
 * Parses only those rows of a list that did not stand in its last answer with the same bytes. What comes of it
 * is exactly what parsing the whole body gives; where that is not certain, nothing comes of it.
 */
import {decodeJson} from '../wire/json.ts';
import type {Page} from '../wire/records.ts';
import type {RowSource} from '../wire/schemas.ts';
import {isNew, type ListIn, type RowSlices, type SlicedBody, sliceRows} from './slices.ts';

/** The last answer: its bytes, and the rows that they were read as. */
export type LastList = SlicedBody & {
  readonly page: Pick<Page<unknown>, 'rows' | 'unreadable'>;
};

export type ListJson = {
  /** The JSON of the body, with an empty list: its rows stand in the source. */
  readonly answer: unknown;
  readonly source: RowSource;
  readonly slices: RowSlices;
};

/** What stands around the list is short; where it is not, nothing is gained. */
const longestAround = 64 * 1024;

/**
 * @param clean takes the credential out of what was parsed
 * @returns undefined where the body is no JSON, or not of the shape that this is certain for. Rows are parsed
 *   when the source is asked for them, which throws a SyntaxError where they are no JSON.
 */
export function parseByRow(
  body: Buffer,
  list: ListIn,
  before: LastList,
  clean: (value: unknown) => unknown,
): ListJson | undefined {
  const slices = sliceRows(body, list, before);
  if (slices === undefined) return undefined;
  const source = new RowsInPieces(body, slices, rowsByPlace(before.page), clean);
  if (list === 'body') return {answer: [], source, slices};
  try {
    const answer = parseAround(body, list, slices, clean);
    return answer === undefined ? undefined : {answer, source, slices};
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The rows of a page where they stood in its list, with a gap for each that could not be read. */
function rowsByPlace({rows, unreadable}: LastList['page']): readonly unknown[] {
  if (unreadable.length === 0) return rows;
  const gaps = new Set(unreadable.map(({index}) => index));
  let next = 0;
  return Array.from({length: rows.length + gaps.size}, (_, place) =>
    gaps.has(place) ? undefined : rows[next++],
  );
}

/** So many rows are parsed at once: what was parsed of them is garbage before the next ones come, and cheap. */
const rowsAtOnce = 128;

/** The rows of a list one after the other; those that are not known are parsed some at a time. */
class RowsInPieces implements RowSource {
  readonly #body: Buffer;
  readonly #slices: RowSlices;
  readonly #before: readonly unknown[];
  readonly #clean: (value: unknown) => unknown;
  /** Rows that are parsed, of which the next is to be asked for. */
  #parsed: readonly unknown[] = [];
  #next = 0;

  constructor(
    body: Buffer,
    slices: RowSlices,
    before: readonly unknown[],
    clean: (value: unknown) => unknown,
  ) {
    this.#body = body;
    this.#slices = slices;
    this.#before = before;
    this.#clean = clean;
  }

  get length(): number {
    return this.#slices.from.length;
  }

  known(place: number): unknown {
    const from = this.#slices.from[place] ?? isNew;
    return from === isNew ? undefined : this.#before[from];
  }

  json(place: number): unknown {
    if (this.#next === this.#parsed.length) {
      this.#parsed = this.#parseFrom(place);
      this.#next = 0;
    }
    return this.#parsed[this.#next++];
  }

  /** Rows that stand beside each other are one piece of the body. */
  #parseFrom(from: number): readonly unknown[] {
    const {starts, ends} = this.#slices;
    const pieces: string[] = [];
    let rows = 0;
    for (let place = from; place < this.length && rows < rowsAtOnce; place++) {
      if (this.known(place) !== undefined) continue;
      const first = place;
      while (place < this.length && rows < rowsAtOnce && this.known(place) === undefined) {
        place++;
        rows++;
      }
      pieces.push(this.#body.toString('utf8', starts[first], ends[place - 1]));
    }
    const parsed = this.#clean(decodeJson(`[${pieces.join(',')}]`));
    if (Array.isArray(parsed) && parsed.length === rows) return parsed;
    throw new SyntaxError('the rows are not where they seemed to be');
  }
}

/** The object that holds the list, parsed with an empty one. */
function parseAround(
  body: Buffer,
  list: string,
  {start, end}: RowSlices,
  clean: (value: unknown) => unknown,
): unknown {
  if (start + body.length - end > longestAround) return undefined;
  const around = body.toString('utf8', 0, start) + body.toString('utf8', end);
  const answer = clean(decodeJson(around.charCodeAt(0) === 0xfeff ? around.slice(1) : around));
  const held = answer instanceof Object && Object.getOwnPropertyDescriptor(answer, list)?.value;
  return Array.isArray(held) && held.length === 0 ? answer : undefined;
}
