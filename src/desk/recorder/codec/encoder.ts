import type {Moment} from '../../model/moment.ts';
import type {Entry} from '../entries.ts';
import {
  createLineMemory,
  fieldsWeight,
  isAlike,
  isFields,
  isMoment,
  type LineJson,
  type LineMemory,
  lineWeight,
  mapWeight,
  mostDepth,
  ownWeight,
  type PlainFields,
  streamOf,
  type ToldRecord,
  timesBetween,
} from './grammar.ts';

type Encoder = {
  encode(entry: Entry): string;
  readonly weight: number;
};

export function createEncoder(): Encoder {
  const memory = createLineMemory();
  let at: Moment = {mono: 0, wall: 0};

  const messageLine = ({msg}: Extract<Entry, {type: 'msg'}>): LineJson => {
    const {now, ...told} = msg;
    memory.weight += lineWeight;
    const time = timesBetween(at, now) ?? [[now.mono], [now.wall]];
    at = now;
    const writer = new LineWriter(memory, now, false);
    const name = streamOf(msg);
    if (name === undefined) return [...time, [writer.whole(told)]];
    const stream = memory.streams.get(name);
    const number = stream?.number ?? memory.streams.size;
    memory.streams.set(name, {number, last: told});
    if (stream === undefined) return [...time, [writer.whole(told)]];
    const differs = writer.difference(stream.last, told);
    return differs === undefined ? [...time, number] : [...time, number, differs];
  };

  const snapshotLine = ({type: _, ...told}: Extract<Entry, {type: 'snapshot'}>): LineJson => {
    at = told.state.now;
    const streams = memory.restart();
    memory.weight = 0;
    const snapshot = new LineWriter(memory, at, true).whole({...told, streams});
    return {now: [at.mono, at.wall], snapshot};
  };

  return {
    encode(entry) {
      switch (entry.type) {
        case 'began':
          return JSON.stringify({began: entry.began});
        case 'snapshot':
          return JSON.stringify(snapshotLine(entry));
        case 'msg':
          return JSON.stringify(messageLine(entry));
        default:
          return entry satisfies never;
      }
    },
    get weight() {
      return memory.weight;
    },
  };
}

class LineWriter {
  readonly #memory: LineMemory;
  readonly #now: Moment;
  readonly #twins: Map<object, number> | undefined;
  #depth = 0;

  constructor(memory: LineMemory, now: Moment, hasTwins: boolean) {
    this.#memory = memory;
    this.#now = now;
    this.#twins = hasTwins ? new Map() : undefined;
  }

  whole(value: unknown): LineJson {
    if (!isContainer(value) || !isTold(value)) return scalar(value);
    const twin = this.#twins?.get(value);
    if (twin !== undefined) return {'~r': twin};
    if (++this.#depth > mostDepth) throw new RangeError('What the desk holds nests too deep to be written.');
    const written = this.#container(value);
    this.#depth--;
    this.#twins?.set(value, this.#twins.size);
    return written;
  }

  difference(before: unknown, after: unknown): LineJson | undefined {
    if (Object.is(before, after)) return undefined;
    if (!isContainer(after)) return scalarChange(before, after);
    if (Array.isArray(after))
      return Array.isArray(before) ? this.#listChange(before, after) : [this.whole(after)];
    if (!isFields(after) || !isFields(before)) return [this.whole(after)];
    if (isMoment(after)) return this.#momentChange(before, after);
    const told = this.#memory.tellOf(after);
    if (told !== undefined) return this.#recordChange(before, after, told);
    const patch = this.#memory.tellOf(before) === undefined ? this.#fieldsChanged(before, after) : null;
    return patch === null ? [this.whole(after)] : patch;
  }

  #container(value: object): LineJson {
    this.#memory.weight += ownWeight + sizeOf(value);
    // Unlike `map`, this visits holes.
    if (Array.isArray(value)) return Array.from(value, each => this.whole(each));
    if (value instanceof Map)
      return {'~m': [...value].map(([key, held]) => [this.whole(key), this.whole(held)])};
    if (value instanceof Set) return {'~s': [...value].map(each => this.whole(each))};
    if (!isFields(value)) return scalar(undefined);
    const time = isMoment(value) ? timesBetween(this.#now, value) : undefined;
    if (time !== undefined) return {'~@': time};
    const told = this.#memory.tellOf(value);
    return told === undefined ? this.#fieldsOf(value) : this.#recordOf(told, value);
  }

  #recordOf(told: ToldRecord, record: PlainFields): LineJson {
    const {kind, id} = told;
    const before = kind.records.get(id);
    const patch = before === undefined ? null : this.#fieldsChanged(before, record);
    const written: LineJson =
      patch === null ? this.#fieldsOf(record) : {'~k': [kind.number ?? 0, id, patch ?? {}]};
    this.#memory.keep(told, record);
    return written;
  }

  #fieldsOf(value: PlainFields): LineJson {
    const names = Object.keys(value);
    const fields = names.map((name): [string, LineJson] => [name, this.whole(value[name])]);
    return names.some(name => name.startsWith('~')) ? {'~o': fields} : Object.fromEntries(fields);
  }

  #momentChange(before: PlainFields, after: Moment): LineJson | undefined {
    if (isMoment(before) && before.mono === after.mono && before.wall === after.wall) return undefined;
    const time = timesBetween(this.#now, after);
    return time === undefined ? [this.whole(after)] : ['@', ...time];
  }

  /** The old record may be an earlier version than the last one written: both ends use the last one. */
  #recordChange(before: PlainFields, after: PlainFields, told: ToldRecord): LineJson | undefined {
    const stood = this.#memory.tellOf(before);
    const isSame = stood?.kind === told.kind && stood.id === told.id;
    if (isSame && isAlike(before, after)) return undefined;
    const {kind, id} = told;
    const last = kind.records.get(id);
    const patch = last === undefined ? null : this.#fieldsChanged(last, after);
    const written: LineJson =
      patch === null
        ? [this.#fieldsOf(after)]
        : isSame
          ? (patch ?? {})
          : ['k', kind.number ?? 0, id, patch ?? {}];
    this.#memory.keep(told, after);
    return written;
  }

  /** Null if the object must be written whole, to keep the order of its fields. */
  #fieldsChanged(before: PlainFields, after: PlainFields): LineJson | undefined | null {
    const [old, fresh] = [Object.keys(before), Object.keys(after)];
    const gone = old.filter(name => !Object.hasOwn(after, name));
    const kept = gone.length === 0 ? old : old.filter(name => Object.hasOwn(after, name));
    if (!kept.every((name, place) => name === fresh[place])) return null;
    const patch: [string, LineJson][] = [];
    for (const name of fresh) {
      const isNew = !Object.hasOwn(before, name);
      const written = isNew ? boxed(this.whole(after[name])) : this.difference(before[name], after[name]);
      if (written !== undefined) patch.push([name, written]);
    }
    if (patch.length === 0 && gone.length === 0) return undefined;
    this.#memory.weight += ownWeight + fieldsWeight(old.length + patch.length);
    const fields = Object.fromEntries(patch);
    return gone.length === 0 ? fields : ['-', gone, fields];
  }

  #listChange(before: readonly unknown[], after: readonly unknown[]): LineJson | undefined {
    const {picks, origin} = listChange(before, after, this.#memory);
    const runs = picks?.map(each => (typeof each === 'number' ? each : each.map(value => this.whole(value))));
    const patch: [string, LineJson][] = [];
    for (let place = 0; place < after.length; place++) {
      const from = origin === undefined ? place : (origin[place] ?? -1);
      const written = from < 0 ? undefined : this.difference(before[from], after[place]);
      if (written !== undefined) patch.push([String(place), written]);
    }
    if (runs !== undefined || patch.length > 0) this.#memory.weight += ownWeight + 2 * after.length;
    const places = Object.fromEntries(patch);
    if (runs !== undefined) return ['=', runs, places];
    return patch.length === 0 ? undefined : places;
  }
}

const isTold = (value: object) =>
  Array.isArray(value) || value instanceof Map || value instanceof Set || isFields(value);

function sizeOf(value: object): number {
  if (Array.isArray(value)) return value.length;
  return value instanceof Map || value instanceof Set
    ? mapWeight * value.size
    : fieldsWeight(Object.keys(value).length);
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function scalarChange(before: unknown, after: unknown): LineJson {
  if (typeof after !== 'number' || typeof before !== 'number') return boxed(scalar(after));
  const more = after - before;
  const isShort = Number.isSafeInteger(before) && Number.isSafeInteger(after) && Math.abs(more) < 100;
  return isShort && Math.abs(after) >= 1_000 ? ['+', more] : boxed(scalar(after));
}

const boxed = (written: LineJson): LineJson =>
  typeof written === 'object' && written !== null ? [written] : written;

function scalar(value: unknown): LineJson {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return numberOf(value);
    default:
      return value === null ? null : {'~': 'u'};
  }
}

function numberOf(value: number): LineJson {
  if (Object.is(value, -0)) return {'~': '0'};
  if (Number.isFinite(value)) return value;
  return {'~': Number.isNaN(value) ? 'n' : value > 0 ? '+' : '-'};
}

type ListChange = {
  readonly picks: readonly (number | readonly unknown[])[] | undefined;
  /** By place, the place in the list before; -1 for new values. */
  readonly origin: Int32Array | undefined;
};

const inPlace: ListChange = {picks: undefined, origin: undefined};

/** Records match by id, texts and numbers by value, all else by place. */
function listChange(
  before: readonly unknown[],
  after: readonly unknown[],
  memory: Pick<LineMemory, 'tellOf'>,
): ListChange {
  if (before.length === after.length && after.every((value, at) => isSameOne(before[at], value, memory)))
    return inPlace;
  const placeOf = placesOf(before, memory);
  const origin = Int32Array.from(after, (value, at) => placeOf(value, at));
  return {picks: runsOf(after, origin), origin};
}

function isSameOne(before: unknown, after: unknown, {tellOf}: Pick<LineMemory, 'tellOf'>): boolean {
  if (before === after) return true;
  if (!isFields(before) || !isFields(after)) return typeof after !== 'string' || typeof before !== 'string';
  const [stood, stands] = [tellOf(before), tellOf(after)];
  return stood?.kind === stands?.kind && stood?.id === stands?.id;
}

function placesOf(list: readonly unknown[], {tellOf}: Pick<LineMemory, 'tellOf'>) {
  const scalars = new Map<unknown, number>();
  const records = new Map<ToldRecord['kind'], Map<string, number>>();
  const told = (value: unknown) => (isFields(value) ? tellOf(value) : undefined);
  list.forEach((value, at) => {
    const known = told(value);
    if (known === undefined) scalars.set(value, at);
    else records.set(known.kind, (records.get(known.kind) ?? new Map()).set(known.id, at));
  });
  return (value: unknown, at: number): number => {
    const known = told(value);
    if (known !== undefined) return records.get(known.kind)?.get(known.id) ?? -1;
    const same = scalars.get(value);
    if (same !== undefined) return same;
    return isFields(value) && isOther(list[at], tellOf) ? at : -1;
  };
}

const isOther = (value: unknown, tellOf: LineMemory['tellOf']): value is PlainFields =>
  isFields(value) && tellOf(value) === undefined;

function runsOf(after: readonly unknown[], origin: Int32Array): (number | readonly unknown[])[] {
  const runs: (number | readonly unknown[])[] = [];
  for (let at = 0; at < after.length; ) {
    const from = at;
    const start = origin[at] ?? -1;
    if (start < 0) {
      while (at < after.length && (origin[at] ?? -1) < 0) at++;
      runs.push(after.slice(from, at));
    } else {
      while (at < after.length && origin[at] === start + at - from) at++;
      runs.push(start, at - from);
    }
  }
  return runs;
}
