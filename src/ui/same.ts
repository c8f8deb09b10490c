// Caches: most of the screen stays the same after a key or a poll.
/** Most lines are the same object. */
export function sameLines(a: readonly unknown[], b: readonly unknown[]): boolean {
  return (
    a.length === b.length &&
    a.every((line, index) => line === b[index] || JSON.stringify(line) === JSON.stringify(b[index]))
  );
}

export function sameValues<T extends object>(a: T, b: T): boolean {
  const names = Object.keys(a) as (keyof T)[];
  return names.length === Object.keys(b).length && names.every(name => Object.is(a[name], b[name]));
}

/** Caches the last call: React asks several times for the same state, and a key changes little. */
export function rememberLast<Of extends readonly unknown[], Made>(
  make: (...of: Of) => Made,
): (...of: Of) => Made {
  let last: {readonly of: Of; readonly made: Made} | undefined;
  return (...of) => {
    if (last === undefined || !of.every((each, index) => each === last?.of[index]))
      last = {of, made: make(...of)};
    return last.made;
  };
}
