/**
 * A fast hash of a state. Unchanged records are the same objects, and are hashed once. The order of fields does
 * not matter; the order of lists, maps and sets does. Not cryptographic.
 */

/** Two 32-bit numbers in one float: the first whole, 21 bits of the second. */
type Mixed = number;

const known = new WeakMap<object, Mixed>();
/** Caching smaller objects costs more memory than it saves time. */
const recordFields = 6;

/** 14 hexadecimal digits. A value that is not plain data, such as a function, hashes as nothing. */
export function hashOf(value: unknown): string {
  return mixOf(value).toString(16).padStart(14, '0');
}

function mixOf(value: unknown): Mixed {
  if (typeof value !== 'object' || value === null) return ofScalar(value);
  if (Array.isArray(value)) return inOrder(1, value);
  if (value instanceof Map) return inOrder(2, [...value].flat());
  if (value instanceof Set) return inOrder(3, [...value]);
  const before = known.get(value);
  if (before !== undefined) return before;
  const names = Object.keys(value);
  const mixed = ofFields(value, names);
  if (names.length >= recordFields) known.set(value, mixed);
  return mixed;
}

function ofFields(value: object, names: readonly string[]): Mixed {
  let [high, low] = [4, 5];
  for (const name of names) {
    const field = inOrder(6, [name, Reflect.get(value, name)]);
    high = (high + highOf(field)) | 0;
    low = (low + lowOf(field)) | 0;
  }
  return packed(stirred(high, low), stirred(low, high));
}

function inOrder(seed: number, values: readonly unknown[]): Mixed {
  let [high, low] = [seed, values.length];
  for (const value of values) {
    const each = mixOf(value);
    high = stirred(high, highOf(each));
    low = stirred(low, lowOf(each) + 1);
  }
  return packed(high, low);
}

const bits = new DataView(new ArrayBuffer(8));

function ofScalar(value: unknown): Mixed {
  switch (typeof value) {
    case 'string':
      return ofText(value);
    case 'number':
      bits.setFloat64(0, value);
      return packed(stirred(7, bits.getInt32(0)), stirred(bits.getInt32(4), 7));
    case 'boolean':
      return value ? 8 : 9;
    default:
      return value === null ? 10 : 11;
  }
}

function ofText(text: string): Mixed {
  let [high, low] = [12, text.length];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995) ^ (low >>> 15);
  }
  return packed(stirred(high, low), stirred(low, high));
}

const highOf = (mixed: Mixed) => Math.floor(mixed / 0x20_0000) | 0;
const lowOf = (mixed: Mixed) => mixed % 0x20_0000;
const packed = (high: number, low: number): Mixed => (high >>> 0) * 0x20_0000 + (low >>> 11);

function stirred(one: number, other: number): number {
  let mixed = one ^ Math.imul((other ^ (other >>> 16)) | 0, 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}
