import type {Millis} from '../../../api/wire/records.ts';
import type {Msg} from '../../messages.ts';
import type {State} from '../../state.ts';
import {createEncoder, mostValues} from '../codec.ts';
import type {Began, Entry, TableMemory} from '../entries.ts';
import {hashOf} from '../hash.ts';
import type {Framed} from './frames.ts';

export type Noted =
  | {readonly type: 'began'; readonly began: Began}
  | {readonly type: 'snapshot'; readonly state: State; readonly table: TableMemory; readonly at: Millis}
  | {readonly type: 'msg'; readonly msg: Msg};

const stillLength = 100;

const ofPerson: ReadonlySet<Msg['type']> = new Set(['pressed', 'typed', 'resized']);

export type NotesEncoder = {
  take(noted: readonly Noted[]): boolean;
  frames(): readonly Framed[];
  cut(): void;
  readonly isCut: boolean;
  readonly isFull: boolean;
};

const fullBytes = 2 * 1024 * 1024;
const mostBytes = 24 * 1024 * 1024;

export function createNotesEncoder(secrets: readonly string[]): NotesEncoder {
  const encoder = createEncoder();
  const mask = createMask(secrets);
  let framed: Framed[] = [];
  let lines: string[] = [];
  let at: Millis = 0;
  let segmentBytes = 0;
  let snapshotBytes = 0;
  let isCut = false;

  const frame = () => {
    if (lines.length > 0) framed.push({kind: 'messages', at, text: textOf(lines)});
    lines = [];
  };
  const encode = (noted: Noted): boolean => {
    if (isCut && noted.type === 'msg') return false;
    const entry = entryOf(noted, mask);
    const line = encoder.encode(entry.type === 'snapshot' && isCut ? {...entry, isAfterGap: true} : entry);
    const bytes = Buffer.byteLength(line);
    if (noted.type !== 'began') {
      segmentBytes = noted.type === 'snapshot' ? bytes : segmentBytes + bytes;
      isCut = segmentBytes > mostBytes || encoder.values > mostValues;
      // A line that continues from an omitted one could not be read.
      if (isCut) return false;
    }
    at = timeOf(noted);
    if (noted.type === 'msg') {
      lines.push(line);
      return line.length > stillLength || ofPerson.has(noted.msg.type);
    }
    frame();
    framed.push({kind: noted.type, at, text: textOf([line])});
    snapshotBytes = bytes;
    return true;
  };
  return {
    take: noted => noted.map(encode).includes(true),
    frames() {
      frame();
      const all = framed;
      framed = [];
      return all;
    },
    cut() {
      isCut = true;
    },
    get isCut() {
      return isCut;
    },
    get isFull() {
      return segmentBytes - snapshotBytes > fullBytes || encoder.values > mostValues / 2;
    },
  };
}

function entryOf(noted: Noted, mask: ReturnType<typeof createMask>): Entry {
  switch (noted.type) {
    case 'msg':
      return {type: 'msg', msg: mask.hideIn(noted.msg)};
    case 'snapshot': {
      const state = mask.hide(noted.state);
      return {type: 'snapshot', state, table: noted.table, hash: hashOf(state)};
    }
    case 'began':
      return noted;
    default:
      return noted satisfies never;
  }
}

function timeOf(noted: Noted): Millis {
  switch (noted.type) {
    case 'msg':
      return noted.msg.now.wall;
    case 'snapshot':
      return noted.at;
    case 'began':
      return noted.began.at;
    default:
      return noted satisfies never;
  }
}

const textOf = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');

// Removes secrets from recorded values, keeping the length: a token that is pasted or typed into a field must
// not be written, neither whole nor letter by letter.

/** This many consecutive characters of a secret are hidden; shorter pieces appear in ordinary words. */
const telling = 8;
const shortestSecret = 6;
const rowFields = 6;
const instead = '*';
const typedLength = 64;

type Mask = {
  /** Returns the same object if it holds no secret. For plain, immutable data. */
  hide<Value>(value: Value): Value;
  /** As `hide`, and also the keys of a secret that is typed outside a field. */
  hideIn(msg: Msg): Msg;
};

const nothing: Mask = {hide: value => value, hideIn: msg => msg};

export function createMask(secrets: readonly string[]): Mask {
  const long = secrets.filter(({length}) => length >= shortestSecret);
  if (long.length === 0) return nothing;
  const pieces = piecesOf(long);
  const clean = new WeakSet<object>();
  let typed = '';

  const hideAny = (value: unknown): unknown => {
    if (typeof value === 'string') return hideText(value, pieces);
    if (typeof value !== 'object' || value === null || clean.has(value)) return value;
    const hidden = hideInside(value, hideAny);
    if (hidden === value && isRow(value)) clean.add(value);
    return hidden;
  };
  const hide = <Value>(value: Value): Value => {
    const hidden = hideAny(value);
    return isAlike(hidden, value) ? hidden : value;
  };
  return {
    hide,
    hideIn(msg) {
      if (msg.type !== 'pressed') return hide(msg);
      const {key} = msg;
      if (key.ctrl || key.alt || [...key.text].length !== 1) return hide(msg);
      typed = (typed + key.text).slice(-typedLength);
      if (!pieces.some(piece => piece.has(typed.slice(-lengthOf(piece))))) return hide(msg);
      return {...msg, key: {...key, name: instead, text: instead}};
    },
  };
}

/** Only rows are cached: they come with every answer, and smaller objects are not worth the memory. */
function isRow(value: object): boolean {
  let fields = 0;
  for (const _ in value) if (++fields === rowFields) return !Array.isArray(value);
  return false;
}

function piecesOf(secrets: readonly string[]): readonly ReadonlySet<string>[] {
  const byLength = Map.groupBy(
    secrets.flatMap(secret => {
      const length = Math.min(telling, secret.length);
      return Array.from({length: secret.length - length + 1}, (_, at) => secret.slice(at, at + length));
    }),
    ({length}) => length,
  );
  return [...byLength.values()].map(pieces => new Set(pieces));
}

function lengthOf(pieces: ReadonlySet<string>): number {
  for (const {length} of pieces) return length;
  return 0;
}

function hideText(text: string, all: readonly ReadonlySet<string>[]): string {
  let hidden = text;
  for (const pieces of all) {
    const length = lengthOf(pieces);
    let until = 0;
    for (let at = 0; at + length <= text.length; at++) {
      if (!pieces.has(text.slice(at, at + length))) continue;
      const from = Math.max(at, until);
      until = at + length;
      hidden = hidden.slice(0, from) + instead.repeat(until - from) + hidden.slice(until);
    }
  }
  return hidden;
}

function hideInside(value: object, hide: (value: unknown) => unknown): object {
  if (Array.isArray(value)) return hideEach(value, hide) ?? value;
  if (value instanceof Map) {
    const parts = hideEach([...value].flat(), hide);
    return parts === undefined ? value : new Map(pairsOf(parts));
  }
  if (value instanceof Set) {
    const parts = hideEach([...value], hide);
    return parts === undefined ? value : new Set(parts);
  }
  const names = Object.keys(value);
  const parts = hideEach(Object.values(value), hide);
  return parts === undefined ? value : Object.fromEntries(names.map((name, at) => [name, parts[at]]));
}

function hideEach(
  values: readonly unknown[],
  hide: (value: unknown) => unknown,
): readonly unknown[] | undefined {
  let hidden: unknown[] | undefined;
  for (let at = 0; at < values.length; at++) {
    const next = hide(values[at]);
    if (next === values[at]) continue;
    hidden ??= [...values];
    hidden[at] = next;
  }
  return hidden;
}

const pairsOf = (flat: readonly unknown[]) =>
  Array.from({length: flat.length / 2}, (_, pair): [unknown, unknown] => [
    flat[2 * pair],
    flat[2 * pair + 1],
  ]);

function isAlike<Value>(hidden: unknown, value: Value): hidden is Value {
  return typeof hidden === typeof value;
}
