/** The states that were visited, each known by 64 bits of its key, and how each was come to. */
export type Visited = {
  /** @param code which of its parent's choices it is */
  add(key: string, parent: number, code: number): {readonly index: number; readonly isNew: boolean};
  size(): number;
  parentOf(index: number): number;
  codeOf(index: number): number;
  /** The state that the fair way goes on to, itself where it ends; and whether nothing is undecided in it. */
  leads(index: number, to: number, isDecided: boolean): void;
  /**
   * A state from which the fair way comes to no end, or to one where something is left undecided.
   * @param settles whether it does so all the same when it is gone from a state step by step: states that
   * count as one may go round where none of them does
   */
  neverSettled(settles: (index: number) => boolean): number | undefined;
};

export function createVisited(): Visited {
  let capacity = 1 << 16;
  let columns = columnsOf(capacity);
  let slots = new Uint32Array(capacity * 2);
  let size = 0;

  const grow = () => {
    capacity *= 2;
    const larger = columnsOf(capacity);
    for (const name of ['high', 'low', 'parent', 'code', 'fair', 'decided'] as const)
      larger[name].set(columns[name]);
    columns = larger;
    slots = new Uint32Array(capacity * 2);
    for (let index = 0; index < size; index++)
      slots[freeSlot(columns.high[index] ?? 0, columns.low[index] ?? 0)] = index + 1;
  };

  const freeSlot = (high: number, low: number): number => {
    const mask = slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const kept = slots[slot] ?? 0;
      if (kept === 0 || (columns.high[kept - 1] === high && columns.low[kept - 1] === low)) return slot;
    }
  };

  return {
    add(key, parent, code) {
      const [high, low] = hashOf(key);
      let slot = freeSlot(high, low);
      const kept = slots[slot] ?? 0;
      if (kept !== 0) return {index: kept - 1, isNew: false};
      if (size === capacity) {
        grow();
        slot = freeSlot(high, low);
      }
      columns.high[size] = high;
      columns.low[size] = low;
      columns.parent[size] = parent;
      columns.code[size] = code;
      slots[slot] = size + 1;
      return {index: size++, isNew: true};
    },
    size: () => size,
    parentOf: index => columns.parent[index] ?? 0,
    codeOf: index => columns.code[index] ?? 0,
    leads(index, to, isDecided) {
      columns.fair[index] = to;
      columns.decided[index] = isDecided ? 1 : 0;
    },
    neverSettled: settles => firstUnsettled(columns, size, settles),
  };
}

function columnsOf(capacity: number) {
  return {
    high: new Uint32Array(capacity),
    low: new Uint32Array(capacity),
    parent: new Uint32Array(capacity),
    code: new Uint16Array(capacity),
    fair: new Uint32Array(capacity),
    decided: new Uint8Array(capacity),
  };
}

/** Follows the fair way from each state; one that goes round is settled where all of the round is decided. */
function firstUnsettled(
  {fair, decided}: ReturnType<typeof columnsOf>,
  size: number,
  settles: (index: number) => boolean,
): number | undefined {
  const settled = new Uint8Array(size);
  const onQuality = new Uint32Array(size);
  for (let index = 0; index < size; index++) {
    const way: number[] = [];
    let at = index;
    for (; settled[at] === 0 && onQuality[at] !== index + 1; at = fair[at] ?? at) {
      onQuality[at] = index + 1;
      way.push(at);
    }
    if (settled[at] === 0) {
      const round = way.slice(way.indexOf(at));
      if (round.some(each => decided[each] === 0) && !settles(at)) return at;
    }
    for (const each of way) settled[each] = 1;
  }
  return undefined;
}

/** Two hashes of 32 bits, mixed as cyrb53 mixes them. */
function hashOf(text: string): readonly [number, number] {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return [one >>> 0, two >>> 0];
}
