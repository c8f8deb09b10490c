/** Stateless randomness: a number is a function of a seed and a purpose, so any moment can be repeated. */

export function hash(seed: number, a: number, b = 0, c = 0): number {
  let bits = mix(seed ^ 0x9e3779b9);
  bits = mix(bits ^ a);
  bits = mix(bits ^ Math.floor(a / 0x1_0000_0000) ^ 0x85ebca6b);
  bits = mix(bits ^ b);
  return mix(bits ^ Math.imul(c, 0x27d4eb2f)) >>> 0;
}

export function hashText(seed: number, text: string): number {
  let bits = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at++) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return mix(bits) >>> 0;
}

export const uniform = (bits: number): number => (bits + 0.5) / 0x1_0000_0000;

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
