import type {Keep, Whereabouts} from './kinds.ts';

/** What becomes of a value that is no list, map or record; `holder` is the record that it stands in. */
export type Leaf = (kind: Keep | undefined, value: unknown, holder: object, place: Whereabouts) => unknown;

/**
 * Makes anew what messages and states are made of, leaf by leaf, in the same order. What was made of an object
 * at a place is kept: states share most of theirs.
 */
export type Walk = <What>(value: What, place: Whereabouts) => What;

export function createWalk(leaf: Leaf): Walk {
  const made = new Map<Whereabouts, WeakMap<object, unknown>>();

  const walk = (value: unknown, place: Whereabouts, holder: object): unknown => {
    if (value === null || value === undefined) return value;
    if (isWhole(place.kind) || typeof value !== 'object') return leaf(place.kind, value, holder, place);
    if (isSmall(value)) return ofObject(value, place, holder);
    const known = made.get(place) ?? new WeakMap<object, unknown>();
    made.set(place, known);
    const before = known.get(value);
    if (before !== undefined) return before;
    const after = ofObject(value, place, holder);
    known.set(value, after);
    return after;
  };

  const ofObject = (value: object, place: Whereabouts, holder: object): unknown => {
    if (Array.isArray(value)) return value.map(each => walk(each, place, holder));
    if (value instanceof Set) return new Set([...value].map(each => walk(each, place, holder)));
    if (value instanceof Map)
      return new Map(
        [...value].map(([key, each]) => [
          leaf(place.keyKind, key, holder, place),
          walk(each, each instanceof Map ? place.child('each') : place, value),
        ]),
      );
    return place.nameKind === undefined ? ofRecord(value, place) : ofIndex(value, place, place.nameKind);
  };

  const ofRecord = (value: object, place: Whereabouts): object => {
    const after = {};
    for (const name of Object.keys(value))
      put(after, name, walk(Reflect.get(value, name), place.child(name), value));
    return after;
  };

  const ofIndex = (value: object, place: Whereabouts, kind: Keep): object =>
    Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        String(leaf(kind, name, value, place)),
        isRecord(each) ? ofRecord(each, place) : walk(each, place, value),
      ]),
    );

  return (value, place) => {
    const after = walk(value, place, nowhere);
    if (!isAlike(after, value)) throw new TypeError('Something else was made of it.');
    return after;
  };
}

/** What was made of a value leaf by leaf is of its type. */
const isAlike = <What>(made: unknown, value: What): made is What => typeof made === typeof value;

/** A field of a record that is made; one that JSON names after a prototype is a field as any other. */
function put(record: object, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(record, name, {value, enumerable: true});
  else Reflect.set(record, name, value);
}

/** It is made anew in less time than it is looked up. */
const isSmall = (value: object) =>
  Object.keys(value).length < 4 && !(value instanceof Map || value instanceof Set);

const nowhere = {};

const isRecord = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';

/** What is taken as one, whatever it is made of. */
const isWhole = (kind: Keep | undefined) => kind === 'sealed' || kind === 'dropped';
