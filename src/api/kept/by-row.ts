/**
 * Parses only those rows of a list that did not stand in its last answer with the same bytes. What comes of it
 * is exactly what parsing the whole body gives; where that is not certain, nothing comes of it.
 */
import {decodeJson} from '../wire/json.ts';
import type {Page} from '../wire/records.ts';
import {isNew, type ListIn, type RowSlices, type SlicedBody, sliceRows} from './slices.ts';

/** The last answer: its bytes, and the rows that they were read as. */
export type LastList = SlicedBody & {
  readonly page: Pick<Page<unknown>, 'rows' | 'unreadable'>;
};

export type ListJson = {
  /** The JSON of the body. In its list, undefined stands at the places of the rows that are known. */
  readonly answer: unknown;
  /** By place, the rows that are known, as they were read. */
  readonly known: readonly unknown[];
  readonly slices: RowSlices;
};

/** What stands around the list is short; where it is not, nothing is gained. */
const longestAround = 64 * 1024;

/**
 * @param clean takes the credential out of what was parsed
 * @returns undefined where the body is no JSON, or not of the shape that this is certain for
 */
export function parseByRow(
  body: Buffer,
  list: ListIn,
  before: LastList,
  clean: (value: unknown) => unknown,
): ListJson | undefined {
  const slices = sliceRows(body, list, before);
  if (slices === undefined) return undefined;
  const rows = rowsByPlace(before.page);
  const known = slices.from.map(place => (place === isNew ? undefined : rows[place]));
  try {
    const items = parseItems(body, slices, known, clean);
    const answer = list === 'body' ? items : items && parseAround(body, list, slices, items, clean);
    return answer === undefined ? undefined : {answer, known, slices};
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

/** All rows that are not known, in one go: rows that stand beside each other are one piece of the body. */
function parseItems(
  body: Buffer,
  {starts, ends}: RowSlices,
  known: readonly unknown[],
  clean: (value: unknown) => unknown,
): unknown[] | undefined {
  const pieces: string[] = [];
  const places: number[] = [];
  for (let place = 0; place < known.length; place++) {
    if (known[place] !== undefined) continue;
    const first = place;
    while (place < known.length && known[place] === undefined) places.push(place++);
    pieces.push(body.toString('utf8', starts[first], ends[place - 1]));
  }
  const parsed = clean(decodeJson(`[${pieces.join(',')}]`));
  if (!Array.isArray(parsed) || parsed.length !== places.length) return undefined;
  const items = new Array<unknown>(known.length).fill(undefined);
  for (const [index, place] of places.entries()) items[place] = parsed[index];
  return items;
}

/** The object that holds the list: it is parsed with an empty one, which is filled then. */
function parseAround(
  body: Buffer,
  list: string,
  {start, end}: RowSlices,
  items: readonly unknown[],
  clean: (value: unknown) => unknown,
): unknown {
  if (start + body.length - end > longestAround) return undefined;
  const around = body.toString('utf8', 0, start) + body.toString('utf8', end);
  const answer = clean(decodeJson(around.charCodeAt(0) === 0xfeff ? around.slice(1) : around));
  const held = answer instanceof Object && Object.getOwnPropertyDescriptor(answer, list)?.value;
  if (!Array.isArray(held) || held.length > 0) return undefined;
  return Object.assign(answer as object, {[list]: items});
}
