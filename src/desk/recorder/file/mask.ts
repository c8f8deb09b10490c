/**
 * Removes secrets from recorded values, keeping the length: a token that is pasted or typed into a field must
 * not be written, neither whole nor letter by letter.
 */
import type {Msg} from '../../messages.ts';

/** This many consecutive characters of a secret are hidden; shorter pieces appear in ordinary words. */
const telling = 8;
const shortestSecret = 6;
const rowFields = 6;
const instead = '*';
const typedLength = 64;

export type Mask = {
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
