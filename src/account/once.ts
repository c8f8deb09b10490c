/** Caches the result for each object, for as long as the object lives. */
export function onceFor<Of extends object, Made extends object>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, Made>();
  return of => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const fresh = make(of);
    made.set(of, fresh);
    return fresh;
  };
}

/** Keeps the identity of a list whose items did not change. */
export function unlessSameItems<Item>(before: readonly Item[] = [], after: readonly Item[]): readonly Item[] {
  return after.length === before.length && after.every((item, at) => item === before[at]) ? before : after;
}

/** Keeps the identity of each item that did not change, and of a list of such. */
export function unlessSameEach<Item>(
  before: readonly Item[] = [],
  after: readonly Item[],
  isSame: (before: Item, after: Item) => boolean,
): readonly Item[] {
  const kept = after.map((item, at) => {
    const last = before[at];
    return last !== undefined && isSame(last, item) ? last : item;
  });
  return unlessSameItems(before, kept);
}

/** Keeps the identity of an object whose fields did not change. */
export function unlessSame<Value extends object>(before: Value, after: Value): Value {
  for (const name in after) if (before[name] !== after[name]) return after;
  return before;
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
