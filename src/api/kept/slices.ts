/**
 * Where the rows of a list stand in the bytes of a body, without parsing them.
 *
 * A row is the bytes from a brace to the one that closes it; strings are stepped over, other brackets counted.
 * Nothing else is checked here: whoever parses such slices and the rest of the body finds out whether they are
 * JSON. It is enough for that: a slice that is JSON is exactly one object, for its braces are even at its end
 * and nowhere before, and an object of the same bytes at a place where a value may stand is the same object
 * again. So a row that stood in the last body need not be walked through, nor parsed.
 *
 * A row is looked for where it should stand behind the one before it. If the row there begins alike, it is
 * the same record with other values, and stands nowhere else; any other row is looked for by a hash of its
 * bytes, so that rows that shifted or changed places are found again as well.
 */
import {mostRows} from '../wire/values.ts';

/** What holds the rows: the body itself, or the member of this name of the object that it is. */
export type ListIn = 'body' | 'content' | 'items';

export type RowSlices = {
  /** Behind the bracket that opens the list. */
  readonly start: number;
  /** Where the bracket stands that closes it. */
  readonly end: number;
  /** Of each row: where it begins, behind its last brace, its place in the last body. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly from: Int32Array;
};

export type SlicedBody = {
  readonly body: Buffer;
  readonly slices: RowSlices;
};

/** In `from`, a row that did not stand in the last body. */
export const isNew = -1;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Undefined where the body is not a list of objects as far as the eye reaches, or holds too many of them. */
export function sliceRows(body: Buffer, list: ListIn, before?: SlicedBody): RowSlices | undefined {
  const start = listStart(body, list);
  if (start === undefined) return undefined;
  const rows = new SliceList(before?.slices.starts.length ?? 0);
  const placeOf = rememberPlaces(before);
  let at = afterSpace(body, start);
  for (let next = 0; body[at] === openBrace && rows.length < mostRows; next++) {
    let place = next;
    let end = endWhereSame(before, place, body, at);
    if (end === undefined) {
      end = containerEnd(body, at);
      place = beginsAlike(before, next, body, at) ? isNew : placeOf(body, at, end);
      if (place !== isNew) next = place;
    }
    rows.add(at, end, place);
    at = afterSpace(body, end);
    if (body[at] === closeBracket) {
      return isAllThereIs(body, at, list) ? {start, end: at, ...rows.all()} : undefined;
    }
    if (body[at] !== comma) return undefined;
    at = afterSpace(body, at + 1);
  }
  return undefined;
}

/** Outside of the heap: numbers of ten thousand rows would be garbage of each poll there. */
class SliceList {
  length = 0;
  #starts: Int32Array;
  #ends: Int32Array;
  #from: Int32Array;

  /** @param expected how many rows there probably are */
  constructor(expected: number) {
    const room = Math.max(expected, leastRoom);
    [this.#starts, this.#ends, this.#from] = [
      new Int32Array(room),
      new Int32Array(room),
      new Int32Array(room),
    ];
  }

  add(start: number, end: number, from: number): void {
    if (this.length === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#ends = grown(this.#ends);
      this.#from = grown(this.#from);
    }
    this.#starts[this.length] = start;
    this.#ends[this.length] = end;
    this.#from[this.length++] = from;
  }

  all(): Pick<RowSlices, 'starts' | 'ends' | 'from'> {
    const {length} = this;
    return {
      starts: this.#starts.subarray(0, length),
      ends: this.#ends.subarray(0, length),
      from: this.#from.subarray(0, length),
    };
  }
}

const leastRoom = 64;

function grown(numbers: Int32Array): Int32Array {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

/** Behind the bracket that opens the list. Only the names and values before it are looked at. */
function listStart(body: Buffer, list: ListIn): number | undefined {
  const hasMark = byteOrderMark.every((byte, index) => body[index] === byte);
  let at = afterSpace(body, hasMark ? byteOrderMark.length : 0);
  if (list === 'body') return body[at] === openBracket ? at + 1 : undefined;
  if (body[at] !== openBrace) return undefined;
  do {
    at = afterSpace(body, at + 1);
    if (body[at] !== quote) return undefined;
    const end = stringEnd(body, at);
    const isOurs = body.toString('latin1', at + 1, end - 1) === list;
    at = afterSpace(body, end);
    if (body[at] !== colon) return undefined;
    at = afterSpace(body, at + 1);
    if (isOurs) return body[at] === openBracket ? at + 1 : undefined;
    at = afterSpace(body, valueEnd(body, at));
  } while (body[at] === comma);
  return undefined;
}

/**
 * Behind a list that is the body, nothing may follow; behind the member of an object, no second one of that
 * name, however it is written, for that would be the one that counts.
 */
function isAllThereIs(body: Buffer, end: number, list: ListIn): boolean {
  if (list === 'body') return afterSpace(body, end + 1) === body.length;
  const behind = body.subarray(end);
  return !(behind.includes('\\') || behind.includes(`"${list}"`));
}

/** Where the row ends if it is byte for byte the one at this place of the last body. */
function endWhereSame(
  before: SlicedBody | undefined,
  place: number,
  body: Buffer,
  at: number,
): number | undefined {
  const start = before?.slices.starts[place];
  const stop = before?.slices.ends[place];
  if (before === undefined || start === undefined || stop === undefined) return undefined;
  const end = at + stop - start;
  const isSame = end <= body.length && body.compare(before.body, start, stop, at, end) === 0;
  return isSame ? end : undefined;
}

/** So many bytes hold the id of a record, which stands at its beginning. */
const headLength = 32;

/** Whether the row at this place of the last body is this one with other values. */
function beginsAlike(before: SlicedBody | undefined, place: number, body: Buffer, at: number): boolean {
  const start = before?.slices.starts[place];
  if (before === undefined || start === undefined) return false;
  const [stop, end] = [start + headLength, at + headLength];
  const isThere = stop <= before.body.length && end <= body.length;
  return isThere && body.compare(before.body, start, stop, at, end) === 0;
}

/** Where the same row stands in the last body; of several, the last. The first one asked for takes longer. */
function rememberPlaces(
  before: SlicedBody | undefined,
): (body: Buffer, start: number, end: number) => number {
  let places: Map<number, number> | undefined;
  return (body, start, end) => {
    if (before === undefined) return isNew;
    places ??= placesByHash(before);
    const place = places.get(hashOf(body, start, end)) ?? isNew;
    return endWhereSame(before, place, body, start) === end ? place : isNew;
  };
}

function placesByHash({body, slices: {starts, ends}}: SlicedBody): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = 0; place < starts.length; place++) {
    places.set(hashOf(body, starts[place] ?? 0, ends[place] ?? 0), place);
  }
  return places;
}

/** Behind whatever value stands there; where none does, or it does not end, anywhere. */
function valueEnd(body: Buffer, at: number): number {
  const first = body[at];
  if (first === quote) return stringEnd(body, at);
  if (first === openBrace || first === openBracket) return containerEnd(body, at);
  let end = at;
  while (end < body.length && body[end] !== comma && body[end] !== closeBrace) end++;
  return end;
}

/** Behind the bracket that closes the one at `from`; the end of the body where none does. */
function containerEnd(body: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) {
      at = stringEnd(body, at) - 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth++;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return body.length;
}

/** Behind the quote that closes the string which the one at `from` opens. */
function stringEnd(body: Buffer, from: number): number {
  for (let at = from + 1; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at++;
  }
  return body.length;
}

/** Behind the white space of JSON. */
function afterSpace(body: Buffer, from: number): number {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at++;
  return at;
}

/** FNV-1a over 32 bits: what has the same bytes has the same hash, and what has the same hash is compared. */
function hashOf(body: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (body[at] ?? 0), 0x01000193);
  return hash;
}
