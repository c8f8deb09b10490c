import type {Moment} from '../../model/moment.ts';
import {RecordingError} from '../error.ts';
import {isFields} from './alike.ts';
import {fieldsWeight, mapWeight, momentAt, mostDepth, mostWeight, ownWeight} from './grammar.ts';
import type {LineMemory, PlainFields} from './memory.ts';

/** @throws {RecordingError} */
export type RefuseLine = (what: string) => never;

export const refuseLine: RefuseLine = what => {
  throw new RecordingError(`A line of the recording ${what}.`);
};

/** Of a line, each twin counted again: twins of twins would never end for who walks them. */
const mostValues = 8_000_000;

/** Reads the values of one line, which may come from anywhere: what is not as it should be ends it in words. */
export class LineReader {
  readonly #memory: LineMemory;
  readonly #now: Moment;
  readonly #twins: {readonly value: object; readonly weight: number}[] | undefined;
  #depth = 0;
  #weight = 0;

  /** As of the writer. */
  constructor(memory: LineMemory, now: Moment, hasTwins: boolean) {
    this.#memory = memory;
    this.#now = now;
    this.#twins = hasTwins ? [] : undefined;
  }

  /** @throws {RecordingError} */
  whole(written: unknown): unknown {
    if (!isContainer(written)) return written;
    if (isFields(written) && Object.hasOwn(written, '~r')) return this.#twinOf(written['~r']);
    const before = this.#weight;
    const value = this.#deeper(() => this.#container(written));
    if (isContainer(value)) this.#twins?.push({value, weight: this.#weight - before});
    return value;
  }

  /** @throws {RecordingError} */
  difference(before: unknown, written: unknown): unknown {
    return isContainer(written) ? this.#deeper(() => this.#change(before, written)) : written;
  }

  #weigh(more: number): void {
    this.#weight += more;
    if (this.#weight > mostValues) refuseLine('holds too much');
  }

  /** Counts what is new in memory, before it is made. */
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

  /** PlainFields that are other ones, and before them, if any are, those that are gone. */
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

/** A name may be `__proto__`: so it is made an own field. */
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
