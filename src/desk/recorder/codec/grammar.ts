/**
 * The format of an entry: one line of JSON that says only what differs from the lines before it.
 *
 * A line is one of
 *   {"began": ...}                          the beginning of the recording
 *   {"snapshot": whole, "now": [mono, wall]} a snapshot; the memory of earlier lines starts again from it
 *   [mono, wall, [whole]]                   the first message of its stream: its type and its list
 *   [mono, wall, stream, difference]        a message, as a difference from the last one of its stream
 *
 * The two times are the monotonic time since the previous line, in tenths of a millisecond, and how many
 * milliseconds more the wall clock advanced. Other moments are relative to the time of their line.
 *
 * A whole value is plain JSON, except for
 *   {"~": "u" | "n" | "+" | "-" | "0"}      undefined, not a number, the infinities, minus zero
 *   {"~@": [mono, wall]}                    a moment
 *   {"~m": [[key, value], ...]}             a map
 *   {"~s": [value, ...]}                    a set
 *   {"~o": [[name, value], ...]}            an object whose names could be mistaken for one of these
 *   {"~k": [kind, id, difference]}          a known record, by its id, with its differences
 *   {"~r": number}                          in a snapshot, a repeated object, by the order in which objects end
 *
 * A difference changes the previous value:
 *   text, number, true, false, null         replaced by this
 *   {name: difference, ...}                 an object or a list: changes in these fields or places; for a
 *                                           record, relative to its last version in any line
 *   [whole]                                 replaced by this
 *   ["+", number]                           increased by this
 *   ["@", mono, wall]                       replaced by this moment
 *   ["-", [name, ...], {...}]               fields that are removed, then changes as above
 *   ["k", kind, id, difference]             replaced by a known record
 *   ["=", picks, {...}]                     a list: runs of its old values as start and count, and new values
 *                                           as [whole, ...]; then changes as above
 *
 * Records are objects whose first field is an id. Both ends number the kinds of records, and the streams, in
 * the order in which they first appear.
 */
import type {Msg} from '../../messages.ts';
import type {Moment} from '../../model/moment.ts';

export type LineJson =
  | string
  | number
  | boolean
  | null
  | readonly LineJson[]
  | {readonly [name: string]: LineJson};

/** Deeper than any state, and still safe for a recursive walk. */
export const mostDepth = 200;

/** The maximum of a segment: list places and object fields. A recorder starts a new segment at half of it. */
export const mostWeight = 16_000_000;
export const ownWeight = 8;
export const mapWeight = 8;
export const lineWeight = 64;

/** Large objects become hash tables in the engine; no record is that large. */
export const fieldsWeight = (count: number): number => (count < 200 ? count : 16 * count);

/** Messages written as a difference from the last one of their stream; others are written whole. */
const streaming: ReadonlySet<Msg['type']> = new Set([
  'tick',
  'pollDue',
  'arrived',
  'failed',
  'book',
  'pressed',
  'typed',
  'columnsShown',
  'scrollTold',
  'questionShown',
  'intent',
  'stop',
]);

export function streamOf(msg: Msg): string | undefined {
  if (!streaming.has(msg.type)) return undefined;
  switch (msg.type) {
    case 'pollDue':
    case 'arrived':
    case 'failed':
    case 'columnsShown':
      return `${msg.type} ${msg.pane}`;
    case 'book':
      return 'came' in msg ? bookStream(msg.came) : 'book due';
    case 'intent':
    case 'stop':
      return msg.msg.type === 'gathered' || msg.msg.type === 'read'
        ? undefined
        : `${msg.type} ${msg.msg.type}`;
    default:
      return msg.type;
  }
}

type BookCame = Extract<Msg, {came: unknown}>['came'];

const bookStream = (came: BookCame) =>
  `book ${came.pane} ${came.kind === 'read' ? `${came.page.page} ${came.page.pageSize}` : came.kind}`;

function tenthsOf(ms: number): number | undefined {
  const tenths = Math.round(ms * 10);
  return Number.isSafeInteger(tenths) && tenths / 10 === ms ? tenths : undefined;
}

/** Undefined if the numbers cannot restore the moment exactly. */
export function timesBetween(from: Moment, to: Moment): [mono: number, wall: number] | undefined {
  const [start, end] = [tenthsOf(from.mono), tenthsOf(to.mono)];
  if (start === undefined || end === undefined) return undefined;
  const [mono, wall] = [end - start, to.wall - from.wall];
  return Number.isSafeInteger(to.wall) && Number.isSafeInteger(wall)
    ? [mono, wall - Math.round(mono / 10)]
    : undefined;
}

export function momentAt(from: Moment, [mono, wall]: readonly [number, number]): Moment {
  return {
    mono: (Math.round(from.mono * 10) + mono) / 10,
    wall: from.wall + Math.round(mono / 10) + wall,
  };
}

export function isMoment(value: object): value is Moment {
  let count = 0;
  for (const name in value) {
    if (++count > 2 || name !== (count === 1 ? 'mono' : 'wall')) return false;
  }
  return count === 2;
}

/** The codec's memory of earlier lines. Writer and reader update it in the same way with every line. */

export type PlainFields = Readonly<Record<string, unknown>>;

type RecordKind = {
  number: number | undefined;
  readonly records: Map<string, PlainFields>;
};

export type ToldRecord = {readonly kind: RecordKind; readonly id: string};

export type LineMemory = {
  /** Undefined if the value is no record: a record's first field is an id. */
  tellOf(value: PlainFields): ToldRecord | undefined;
  kind(number: number): RecordKind | undefined;
  keep(told: ToldRecord, record: PlainFields): void;
  weight: number;
  readonly streams: Map<string, LineStream>;
  restart(): readonly (readonly [name: string, last: PlainFields])[];
};

type LineStream = {readonly number: number; readonly last: PlainFields};

/** About 24 MiB of rows; beyond it, records are written whole again from time to time. */
const mostRecords = 20_000;
const mostKinds = 64;
const idNames: readonly string[] = ['id', 'orderId', 'tradeId'];

export function createLineMemory(): LineMemory {
  const kinds: RecordKind[] = [];
  const byFields = new Map<string, Map<string, RecordKind>>();
  let count = 0;
  const streams: LineMemory['streams'] = new Map();

  const kindOf = (first: string, second: string): RecordKind => {
    const others = byFields.get(first) ?? new Map<string, RecordKind>();
    byFields.set(first, others);
    const kind = others.get(second) ?? {number: undefined, records: new Map<string, PlainFields>()};
    others.set(second, kind);
    return kind;
  };

  return {
    tellOf(value) {
      const [first, second] = firstNames(value);
      if (first === undefined || !idNames.includes(first)) return undefined;
      const id = value[first];
      return typeof id === 'string' && id !== '' ? {kind: kindOf(first, second ?? ''), id} : undefined;
    },
    kind: number => kinds[number],
    keep({kind, id}, record) {
      if (kind.number === undefined) {
        if (kinds.length === mostKinds) return;
        kind.number = kinds.push(kind) - 1;
      }
      if (!kind.records.has(id)) {
        if (count === mostRecords) {
          for (const each of kinds) each.records.clear();
          count = 0;
        }
        count++;
      }
      kind.records.set(id, record);
    },
    weight: 0,
    streams,
    restart() {
      const told = [...streams].map(([name, {last}]) => [name, last] as const);
      kinds.length = 0;
      byFields.clear();
      count = 0;
      streams.clear();
      for (const [name, last] of told) streams.set(name, {number: streams.size, last});
      return told;
    },
  };
}

function firstNames(value: PlainFields): [first?: string, second?: string] {
  let first: string | undefined;
  for (const name in value) {
    if (first !== undefined) return [first, name];
    first = name;
  }
  return first === undefined ? [] : [first];
}

export function isFields(value: unknown): value is PlainFields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) && one.length === other.length && one.every((each, at) => isAlike(each, other[at]))
    );
  if (!isFields(one) || !isFields(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && isAlike(one[name], other[name]))
  );
}
