import * as z from 'zod/mini';
import {jsonIn} from '../../../api/wire/given.ts';
import type {Msg} from '../../messages.ts';
import type {Moment} from '../../model/moment.ts';
import {feedPanes} from '../../model/vocabulary.ts';
import type {State} from '../../state.ts';
import type {Began, Entry, TableMemory} from '../entries.ts';
import {RecordingError} from '../error.ts';
import {
  createLineMemory,
  fieldsWeight,
  isFields,
  isMoment,
  type LineMemory,
  lineWeight,
  mapWeight,
  momentAt,
  mostDepth,
  mostWeight,
  ownWeight,
  type PlainFields,
  streamOf,
} from './grammar.ts';

/** Reads lines in the order of writing, from the first one or from a snapshot. */
export type Decoder = {
  /** @throws {RecordingError} the line is invalid, or does not continue the previous one */
  decode(line: string): Entry;
  readonly weight: number;
};

const mostValuesOfLine = 2_000_000;

export function createDecoder(): Decoder {
  const memory = createLineMemory();
  let at: Moment = {mono: 0, wall: 0};

  const message = (line: readonly unknown[]): Msg => {
    const [mono, wall, first, differs] = line;
    const now = timeOf(at, mono, wall);
    at = now;
    const reader = new LineReader(memory, now, false);
    if (Array.isArray(first)) {
      const told = reader.whole(first[0]);
      if (!isFields(told)) return refuseLine('holds no message');
      const msg = provedMsg({...told, now});
      const name = streamOf(msg);
      if (name !== undefined) memory.streams.set(name, {number: memory.streams.size, last: told});
      return msg;
    }
    for (const [name, {number, last}] of memory.streams) {
      if (number !== first) continue;
      const told = line.length === 3 ? last : reader.difference(last, differs);
      if (!isFields(told)) return refuseLine('holds no message');
      memory.streams.set(name, {number, last: told});
      return provedMsg({...told, now});
    }
    return refuseLine('goes on with what nothing began');
  };

  const snapshot = (written: unknown, time: unknown): Entry => {
    const [mono, wall]: readonly unknown[] = Array.isArray(time) ? time : [];
    at = timeOf(at, [mono], [wall]);
    memory.restart();
    memory.streams.clear();
    const read = new LineReader(memory, at, true).whole(written);
    const {streams, ...entry} = isFields(read) ? read : refuseLine('holds no snapshot');
    for (const each of Array.isArray(streams) ? streams : refuseLine('holds no streams')) {
      const [name, last]: readonly unknown[] = Array.isArray(each) ? each : [];
      if (typeof name !== 'string' || !isFields(last)) return refuseLine('holds a stream that is none');
      memory.streams.set(name, {number: memory.streams.size, last});
    }
    return provedSnapshot(entry);
  };

  return {
    decode(line) {
      const written = writtenIn(line, memory);
      try {
        if (Array.isArray(written)) return {type: 'msg', msg: message(written)};
        if (!isFields(written)) return refuseLine('is no JSON');
        if ('began' in written) return {type: 'began', began: provedBegan(written.began)};
        return snapshot(written.snapshot, written.now);
      } catch (error) {
        throw inWords(error);
      }
    },
    get weight() {
      return memory.weight;
    },
  };
}

function inWords(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError)
    return new RecordingError('A line of the recording holds what cannot be.', {cause: error});
  return error;
}

function writtenIn(line: string, memory: LineMemory): unknown {
  memory.weight += lineWeight;
  const isLarge = line.length > mostValuesOfLine && valuesIn(line) > mostValuesOfLine;
  return isLarge || memory.weight > mostWeight ? refuseLine('holds too much') : jsonIn(line);
}

function valuesIn(json: string): number {
  let count = 1;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '\\') at++;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === ',' || sign === '[' || sign === '{')) count++;
  }
  return count;
}

function timeOf(before: Moment, mono: unknown, wall: unknown): Moment {
  const now =
    Array.isArray(mono) && Array.isArray(wall)
      ? {mono: Number(mono[0]), wall: Number(wall[0])}
      : momentAt(before, [Number(mono), Number(wall)]);
  return Number.isFinite(now.mono) && Number.isFinite(now.wall) ? now : refuseLine('has no time');
}

/**
 * Validation of frames: that a message type is known, and that a state has all its parts. The contents are
 * trusted to match the format, whose number is at the beginning.
 */

const beganSchema: z.ZodMiniType<Began> = z.object({
  format: z.number(),
  version: z.string(),
  at: z.number(),
  profile: z.string(),
  host: z.string(),
  pid: z.number(),
  zone: z.string(),
  isCapsule: z.optional(z.literal(true)),
  facts: z.optional(z.record(z.string(), z.string())),
});

function provedBegan(value: unknown): Began {
  const began = z.safeParse(beganSchema, value).data;
  if (began === undefined) throw new RecordingError('It does not begin as a recording does.');
  return began;
}

const types: {readonly [Type in Msg['type']]: true} = {
  started: true,
  pressed: true,
  typed: true,
  ran: true,
  resized: true,
  lookTold: true,
  columnsShown: true,
  scrollTold: true,
  tick: true,
  pollDue: true,
  book: true,
  arrived: true,
  failed: true,
  reread: true,
  listRead: true,
  questionShown: true,
  questionSaid: true,
  questionUnproved: true,
  positionRead: true,
  tradeRead: true,
  fillsRead: true,
  easyOptionRead: true,
  journalRead: true,
  journalOpened: true,
  journalFailed: true,
  told: true,
  resumed: true,
  focused: true,
  lookedBack: true,
  glass: true,
  way: true,
  intent: true,
  stop: true,
};

const isMsg = (value: PlainFields & {readonly now: unknown}): value is PlainFields & Msg =>
  typeof value.type === 'string' && Object.hasOwn(types, value.type);

function provedMsg(value: PlainFields & {readonly now: unknown}): Msg {
  if (isMsg(value)) {
    if (value.type === 'resized' && !isSize(value)) return refuseSize();
    return value;
  }
  return refuseLine(`tells of what this program does not know, ${JSON.stringify(value.type)?.slice(0, 40)}`);
}

type Snapshot = Extract<Entry, {type: 'snapshot'}>;

function provedSnapshot({state, table, hash, isAfterGap}: PlainFields): Snapshot {
  if (isFields(state) && isFields(state.viewport) && !isSize(state.viewport)) return refuseSize();
  if (!isState(state) || !isTable(table) || typeof hash !== 'string') return refuseLine('holds no snapshot');
  return {type: 'snapshot', state, table, hash, ...(isAfterGap === true && {isAfterGap})};
}

const mostCells = 1_000;

const refuseSize = () => refuseLine(`has a screen of no or more than ${mostCells} rows or columns`);

function isSize({columns, rows}: PlainFields): boolean {
  return [columns, rows].every(
    each => Number.isInteger(each) && Number(each) >= 1 && Number(each) <= mostCells,
  );
}

const rooms = [
  'settings',
  'viewport',
  'look',
  'book',
  'rounds',
  'intents',
  'link',
  'stop',
  'keys',
  'overlay',
];
const lists = ['activity', 'alerts', 'notices', 'messages'];

function isState(value: unknown): value is State {
  if (!isFields(value) || !isFields(value.now) || !isMoment(value.now)) return false;
  const {feeds} = value;
  return (
    isFields(feeds) &&
    feedPanes.every(pane => isFields(feeds[pane])) &&
    rooms.every(name => isFields(value[name])) &&
    lists.every(name => Array.isArray(value[name]))
  );
}

function isTable(value: unknown): value is TableMemory {
  if (!isFields(value)) return false;
  const {rows, figures} = value;
  return isFields(rows) && isFields(figures) && rows.needs instanceof Map && figures.needs instanceof Map;
}

type RefuseLine = (what: string) => never;

const refuseLine: RefuseLine = what => {
  throw new RecordingError(`A line of the recording ${what}.`);
};

/** Per line, counting each repeated object again: nested repetitions would never end. */
const mostRead = 8_000_000;

/** Reads the values of one line, which may come from any source: invalid input throws a RecordingError. */
class LineReader {
  readonly #memory: LineMemory;
  readonly #now: Moment;
  readonly #twins: {readonly value: object; readonly weight: number}[] | undefined;
  #depth = 0;
  #weight = 0;

  constructor(memory: LineMemory, now: Moment, hasTwins: boolean) {
    this.#memory = memory;
    this.#now = now;
    this.#twins = hasTwins ? [] : undefined;
  }

  whole(written: unknown): unknown {
    if (!isContainer(written)) return written;
    if (isFields(written) && Object.hasOwn(written, '~r')) return this.#twinOf(written['~r']);
    const before = this.#weight;
    const value = this.#deeper(() => this.#container(written));
    if (isContainer(value)) this.#twins?.push({value, weight: this.#weight - before});
    return value;
  }

  difference(before: unknown, written: unknown): unknown {
    return isContainer(written) ? this.#deeper(() => this.#change(before, written)) : written;
  }

  #weigh(more: number): void {
    this.#weight += more;
    if (this.#weight > mostRead) refuseLine('holds too much');
  }

  #hold(places: number): void {
    this.#memory.weight += places + ownWeight;
    if (this.#memory.weight > mostWeight) refuseLine('holds too much');
  }

  #deeper<Value>(read: () => Value): Value {
    if (++this.#depth > mostDepth) refuseLine('nests too deep');
    this.#weigh(1);
    const value = read();
    this.#depth--;
    return value;
  }

  #twinOf(number: unknown): object {
    const twin = typeof number === 'number' ? this.#twins?.[number] : undefined;
    if (twin === undefined) return refuseLine('repeats what it has not told');
    this.#weigh(twin.weight);
    return twin.value;
  }

  #container(written: object): unknown {
    if (Array.isArray(written)) {
      this.#hold(written.length);
      return written.map(each => this.whole(each));
    }
    if (!isFields(written)) return refuseLine('is no JSON');
    const names = Object.keys(written);
    const [name] = names;
    if (name?.startsWith('~') === true) return this.#special(name, written[name]);
    this.#hold(fieldsWeight(names.length));
    return this.#kept(fieldsFrom(names.map(each => [each, this.whole(written[each])])));
  }

  #special(name: string, held: unknown): unknown {
    if (Array.isArray(held)) this.#hold(mapWeight * held.length);
    switch (name) {
      case '~':
        return word(held);
      case '~@':
        return this.#momentOf(listOf(held));
      case '~m':
        return new Map(pairsOf(held).map(([key, value]) => [this.whole(key), this.whole(value)]));
      case '~s':
        return new Set(listOf(held).map(each => this.whole(each)));
      case '~o':
        return this.#kept(fieldsFrom(pairsOf(held).map(([key, value]) => [nameOf(key), this.whole(value)])));
      case '~k':
        return this.#toldBefore(listOf(held));
      default:
        return refuseLine(`holds a sign that this program does not know, ${name}`);
    }
  }

  #kept(value: PlainFields): PlainFields {
    const told = this.#memory.tellOf(value);
    if (told !== undefined) this.#memory.keep(told, value);
    return value;
  }

  #momentOf([mono, wall]: readonly unknown[]): Moment {
    if (typeof mono !== 'number' || typeof wall !== 'number')
      return refuseLine('has no time where one should be');
    return momentAt(this.#now, [mono, wall]);
  }

  #toldBefore([kind, id, written]: readonly unknown[]): PlainFields {
    const known = typeof kind === 'number' ? this.#memory.kind(kind) : undefined;
    const last = typeof id === 'string' ? known?.records.get(id) : undefined;
    if (last === undefined) return refuseLine('speaks of a record that nothing told');
    return this.#kept(this.#fields(last, written));
  }

  #change(before: unknown, written: object): unknown {
    if (Array.isArray(written))
      return written.length === 1 ? this.whole(written[0]) : this.#marked(before, written);
    return Array.isArray(before) ? this.#places(before, written) : this.#fieldsChanged(before, written);
  }

  #marked(before: unknown, written: readonly unknown[]): unknown {
    const [mark, ...rest] = written;
    switch (mark) {
      case '+':
        return sumOf(before, rest[0]);
      case '@':
        return this.#momentOf(rest);
      case '-':
        return this.#fieldsChanged(before, written);
      case 'k':
        return this.#toldBefore(rest);
      case '=':
        return this.#places(this.#picked(listOf(before), listOf(rest[0])), rest[1]);
      default:
        return refuseLine('holds a difference that this program does not know');
    }
  }

  #fieldsChanged(before: unknown, written: unknown): PlainFields {
    if (!isFields(before)) return refuseLine('changes fields of what has none');
    const told = this.#memory.tellOf(before);
    if (told === undefined) return this.#fields(before, written);
    const last = told.kind.records.get(told.id) ?? refuseLine('changes a record that nothing told');
    return this.#kept(this.#fields(last, written));
  }

  #fields(before: PlainFields, written: unknown): PlainFields {
    const [mark, gone, patch]: readonly unknown[] = Array.isArray(written) ? written : ['-', [], written];
    if (mark !== '-' || !isFields(patch)) return refuseLine('changes fields in an unknown way');
    const names = Object.keys(patch);
    const left = listOf(gone).map(nameOf);
    if (names.length === 0 && left.length === 0) return before;
    const fields = Object.entries(before);
    this.#hold(fieldsWeight(fields.length + names.length));
    const next = new Map(fields);
    for (const name of left) next.delete(name);
    for (const name of names) next.set(name, this.difference(next.get(name), patch[name]));
    return fieldsFrom([...next]);
  }

  #places(before: readonly unknown[], written: unknown): readonly unknown[] {
    if (!isFields(written)) return refuseLine('changes a list in an unknown way');
    const names = Object.keys(written);
    if (names.length === 0) return before;
    this.#hold(before.length);
    const next = [...before];
    for (const name of names) {
      const place = Number(name);
      if (!isPlace(place) || place >= before.length)
        refuseLine('changes a place that the list does not have');
      next[place] = this.difference(before[place], written[name]);
    }
    return next;
  }

  #picked(before: readonly unknown[], picks: readonly unknown[]): readonly unknown[] {
    const next: unknown[] = [];
    for (let at = 0; at < picks.length; at++) {
      const pick = picks[at];
      if (Array.isArray(pick)) {
        this.#hold(pick.length);
        for (const each of pick) next.push(this.whole(each));
        continue;
      }
      const count = picks[++at];
      const isRun = isPlace(pick) && isPlace(count) && pick + count <= before.length;
      if (!isRun) return refuseLine('takes places that the list does not have');
      this.#hold(count);
      for (let place = pick; place < pick + count; place++) next.push(before[place]);
    }
    return next;
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const listOf = (held: unknown): readonly unknown[] =>
  Array.isArray(held) ? held : refuseLine('has no list where one should be');

const pairsOf = (held: unknown): readonly (readonly unknown[])[] =>
  listOf(held).map(each =>
    listOf(each).length === 2 ? listOf(each) : refuseLine('has no pair where one should be'),
  );

const fieldsFrom = (fields: readonly (readonly [string, unknown])[]): PlainFields =>
  Object.fromEntries(fields);

function sumOf(before: unknown, more: unknown): number {
  if (typeof before !== 'number' || typeof more !== 'number') return refuseLine('adds to what is no number');
  return before + more;
}

const nameOf = (held: unknown): string =>
  typeof held === 'string' ? held : refuseLine('has no name where one should be');

function word(held: unknown): unknown {
  switch (held) {
    case 'u':
      return undefined;
    case 'n':
      return Number.NaN;
    case '+':
      return Number.POSITIVE_INFINITY;
    case '-':
      return Number.NEGATIVE_INFINITY;
    case '0':
      return -0;
    default:
      return refuseLine('holds a word that this program does not know');
  }
}
