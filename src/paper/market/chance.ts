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

/** Acklam's inverse normal (relative error below 1.2e-9): one hash per deviate; Box-Muller needs two. */
export function normal(bits: number): number {
  const p = uniform(bits);
  if (p < 0.02425) return tail(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - 0.02425) return -tail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  return (
    ((((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
      q) /
    (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
      1)
  );
}

function tail(q: number): number {
  return (
    (((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) *
      q +
      4.374664141464968) *
      q +
      2.938163982698783) /
    ((((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q +
      1)
  );
}

function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
