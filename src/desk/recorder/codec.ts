/**
 * The lines of a recording: each entry is one line of plain JSON.
 *
 *   {"began": ...}  {"snapshot": {"state", "table"}}  {"msg": {"type", ..., "now"}}
 *
 * A text that begins with ~ is a sign for something that JSON lacks. An ordinary text of that kind, and one
 * that is the first in a list, gets another ~ in front.
 *
 *   "~undefined" "~NaN" "~Infinity" "~-Infinity" "~-0"
 *   ["~map", [key, value], ...]  ["~set", value, ...]
 *   "~17"                        what has number 17 in this segment, unchanged
 *
 * Writer and reader number the records of a segment in the order of their ends. A record is an object whose
 * first field is an id; most records of an answer are the same as in the one before it. In the snapshot at the
 * beginning of a segment every object and list has a number: what is one object in a state must be one in what
 * is read, because the desk detects changes by identity. Compression does the rest.
 */
import * as z from 'zod/mini';
import {jsonIn} from '../../api/wire/given.ts';
import type {Msg} from '../messages.ts';
import {feedPanes} from '../model/vocabulary.ts';
import type {State} from '../state.ts';
import {type Began, type Entry, RecordingError, type TableMemory} from './entries.ts';

/** Deeper than any state, and still safe for a recursive walk. */
const mostDepth = 200;
/** Most values of a segment, as `valuesIn` counts them: they take more memory than their text. */
export const mostValues = 4_000_000;
/** Most values of a line, repeated records included: a walk through it visits all of them. */
const mostExpanded = 8_000_000;

const idNames: ReadonlySet<string> = new Set(['id', 'orderId', 'tradeId']);

const signs: ReadonlyMap<unknown, unknown> = new Map<string, unknown>([
  ['~undefined', undefined],
  ['~NaN', Number.NaN],
  ['~Infinity', Number.POSITIVE_INFINITY],
  ['~-Infinity', Number.NEGATIVE_INFINITY],
  ['~-0', -0],
]);

const undefinedSign = '"~undefined"';

export class Encoder {
  /** Values of the segment so far; at most `mostValues`. */
  values = 0;
  readonly #mask: (text: string) => string;
  #isSnapshot = false;
  /** Different records in the segment so far, with all that its snapshot holds. */
  #numbered = 0;
  #records = new Map<string, {readonly text: string; readonly number: number}>();
  /** Recorded values are never changed in place. */
  #byIdentity = new WeakMap<object, number>();

  constructor(mask: (text: string) => string = text => text) {
    this.#mask = mask;
  }

  encode(entry: Entry): string {
    const line = this.#line(entry);
    this.values += valuesIn(line);
    return line;
  }

  #line(entry: Entry): string {
    this.#isSnapshot = entry.type === 'snapshot';
    switch (entry.type) {
      case 'began':
        return JSON.stringify({began: entry.began});
      case 'snapshot': {
        const {type: _, ...snapshot} = entry;
        this.values = 0;
        this.#numbered = 0;
        this.#records = new Map();
        this.#byIdentity = new WeakMap();
        return `{"snapshot":${this.#text(snapshot, 0)}}`;
      }
      case 'msg':
        return `{"msg":${this.#text(entry.msg, 0)}}`;
      default:
        return entry satisfies never;
    }
  }

  #text(value: unknown, depth: number): string {
    if (this.#isPlain(value)) return JSON.stringify(value);
    switch (typeof value) {
      case 'string': {
        const text = this.#mask(value);
        return JSON.stringify(text.startsWith('~') ? `~${text}` : text);
      }
      case 'number':
        return Object.is(value, -0) ? '"~-0"' : `"~${value}"`;
      case 'object':
        return value === null ? 'null' : this.#container(value, depth + 1);
      default:
        return undefinedSign;
    }
  }

  #container(value: object, depth: number): string {
    if (depth > mostDepth) throw new RangeError('The state nests too deep to be recorded.');
    const same = this.#byIdentity.get(value);
    if (same !== undefined) return `"~${same}"`;
    const before = this.#numbered;
    const text = this.#whole(value, depth);
    const key = recordKey(value);
    const last = key === undefined ? undefined : this.#records.get(key);
    // A record numbered inside a text that is not written would have no number in the reader.
    if (last?.text === text && this.#numbered === before) {
      this.#byIdentity.set(value, last.number);
      return `"~${last.number}"`;
    }
    if (key !== undefined) this.#records.set(key, {text, number: this.#numbered});
    if (key !== undefined || (this.#isSnapshot && text !== undefinedSign))
      this.#byIdentity.set(value, this.#numbered++);
    return text;
  }

  #whole(value: object, depth: number): string {
    const text = (each: unknown) => this.#text(each, depth);
    // Also of places that were never filled.
    if (Array.isArray(value)) return `[${Array.from(value, text)}]`;
    if (value instanceof Map) return `[${['"~map"', ...Array.from(value, pair => `[${pair.map(text)}]`)]}]`;
    if (value instanceof Set) return `[${['"~set"', ...Array.from(value, text)]}]`;
    if (!isFields(value)) return undefinedSign;
    const names = Object.keys(value);
    // Most rows, and in half the time.
    if (names.every(name => this.#isPlain(value[name]))) return JSON.stringify(value);
    return `{${names.map(name => `${JSON.stringify(name)}:${text(value[name])}`)}}`;
  }

  #isPlain(value: unknown): boolean {
    if (typeof value === 'string') return !value.startsWith('~') && this.#mask(value) === value;
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
    return typeof value === 'boolean' || value === null;
  }
}

/** Reads the lines of one segment, or of several that follow each other. They may come from a stranger. */
export function createDecoder() {
  let values = 0;
  let expanded = 0;
  let isSnapshot = false;
  let numbered: {readonly value: object; readonly size: number}[] = [];

  const count = (more: number) => {
    expanded += more;
    if (expanded > mostExpanded) refuse('holds too much');
  };
  const read = (value: unknown, depth: number): unknown => {
    count(1);
    if (typeof value === 'string') return value.startsWith('~') ? signed(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    const before = expanded;
    const held = Array.isArray(value) ? list(value, deeper(depth)) : fields(value, deeper(depth));
    if (isSnapshot || recordKey(held) !== undefined) numbered.push({value: held, size: expanded - before});
    return held;
  };
  const deeper = (depth: number) => (depth === mostDepth ? refuse('nests too deep') : depth + 1);
  const signed = (text: string): unknown => {
    if (text.startsWith('~~')) return text.slice(1);
    if (signs.has(text)) return signs.get(text);
    const known = /^~\d+$/.test(text) ? numbered[Number(text.slice(1))] : undefined;
    if (known === undefined) return refuse(`holds a sign without meaning, ${text.slice(0, 40)}`);
    count(known.size);
    return known.value;
  };
  const list = (written: readonly unknown[], depth: number): object => {
    if (written[0] === '~map')
      return new Map(written.slice(1).map(each => pairIn(each, part => read(part, depth))));
    if (written[0] === '~set') return new Set(written.slice(1).map(each => read(each, depth)));
    return written.map(each => read(each, depth));
  };
  const fields = (value: object, depth: number): object => {
    for (const name of Object.keys(value)) {
      const written: unknown = Reflect.get(value, name);
      const held = read(written, depth);
      if (held !== written) Reflect.set(value, name, held);
    }
    return value;
  };

  return {
    decode(line: string): Entry {
      values += valuesIn(line);
      if (values > mostValues) return refuse('holds too much');
      const written = jsonIn(line);
      expanded = 0;
      if (!isFields(written)) return refuse('is no JSON');
      if ('began' in written) return {type: 'began', began: provedBegan(written.began)};
      isSnapshot = !('msg' in written);
      if (!isSnapshot) return {type: 'msg', msg: provedMsg(read(written.msg, 0))};
      numbered = [];
      return provedSnapshot(read(written.snapshot, 0));
    },
  };
}

function pairIn(written: unknown, read: (part: unknown) => unknown): [unknown, unknown] {
  if (!Array.isArray(written) || written.length !== 2) return refuse('has no pair where one is expected');
  return [read(written[0]), read(written[1])];
}

/** At least as many as the line has. They are counted before any of them is made. */
function valuesIn(json: string): number {
  let count = 1;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '\\') at++;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === ',' || sign === ':' || sign === '[' || sign === '{')) count++;
  }
  return count;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Undefined if it is no record. Two kinds of records may have one id. */
function recordKey(value: object): string | undefined {
  if (!isFields(value)) return undefined;
  const [first = '', second] = Object.keys(value);
  const id = idNames.has(first) ? value[first] : undefined;
  return typeof id === 'string' ? `${first} ${second} ${id}` : undefined;
}

function refuse(what: string): never {
  throw new RecordingError(`A line of the recording ${what}.`);
}

// A state must have all its parts. The rest is trusted to match the version.

const beganSchema: z.ZodMiniType<Began> = z.object({
  format: z.number(),
  version: z.string(),
  at: z.number(),
  profile: z.string(),
  host: z.string(),
  pid: z.number(),
  zone: z.string(),
  isRedacted: z.optional(z.literal(true)),
});

function provedBegan(value: unknown): Began {
  const began = z.safeParse(beganSchema, value).data;
  if (began === undefined) throw new RecordingError('It does not start like a recording.');
  return began;
}

function provedMsg(value: unknown): Msg {
  if (!isMsg(value)) return refuse('holds no message');
  return value.type === 'resized' && !isSize(value) ? refuseSize() : value;
}

/** A type that is none ends the replay there, as a message does that made the program end. */
const isMsg = (value: unknown): value is Fields & Msg =>
  isFields(value) && typeof value.type === 'string' && isMoment(value.now);

const isMoment = (at: unknown) => isFields(at) && Number.isFinite(at.mono) && Number.isFinite(at.wall);

function provedSnapshot(value: unknown): Entry {
  const {state, table}: Fields = isFields(value) ? value : {};
  if (isFields(state) && isFields(state.viewport) && !isSize(state.viewport)) return refuseSize();
  if (!isState(state) || !isTable(table)) return refuse('holds no snapshot');
  return {type: 'snapshot', state, table};
}

const mostCells = 1_000;

const refuseSize = () => refuse(`has a screen of no or more than ${mostCells} rows or columns`);

const isSize = ({columns, rows}: Fields) =>
  [columns, rows].every(each => Number.isInteger(each) && Number(each) >= 1 && Number(each) <= mostCells);

const objects = 'settings viewport look portfolio rounds intents link halt keys overlay'.split(' ');
const lists = ['activity', 'alerts', 'notices', 'messages'];

function isState(value: unknown): value is State {
  if (!isFields(value) || !isMoment(value.now)) return false;
  const {feeds} = value;
  return (
    isFields(feeds) &&
    feedPanes.every(pane => isFields(feeds[pane])) &&
    objects.every(name => isFields(value[name])) &&
    lists.every(name => Array.isArray(value[name]))
  );
}

function isTable(value: unknown): value is TableMemory {
  if (!isFields(value)) return false;
  const {rows, figures} = value;
  return isFields(rows) && isFields(figures) && rows.needs instanceof Map && figures.needs instanceof Map;
}
