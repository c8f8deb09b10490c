/** What both ends of the codec remember of the lines so far: each does the same with every line. */

export type PlainFields = Readonly<Record<string, unknown>>;

/** Records that begin with the same two fields, by their ids as they were told last. */
type RecordKind = {
  /** Undefined until one of them is kept. */
  number: number | undefined;
  readonly records: Map<string, PlainFields>;
};

/** What a record is known by. */
export type ToldRecord = {readonly kind: RecordKind; readonly id: string};

export type LineMemory = {
  /** Undefined for what is no record: the first field of one is an id. */
  tellOf(value: PlainFields): ToldRecord | undefined;
  kind(number: number): RecordKind | undefined;
  keep(told: ToldRecord, record: PlainFields): void;
  /** Of all lines since the last snapshot that was written, or of all that were read. */
  weight: number;
  /** The last message of each stream, and its number. */
  readonly streams: Map<string, LineStream>;
  /** Forgets all, but hands out what the streams have told, to be kept in a snapshot. */
  restart(): readonly (readonly [name: string, last: PlainFields])[];
};

type LineStream = {readonly number: number; readonly last: PlainFields};

/** Two dozen MiB of rows have as many; an account that has more of them is told anew now and then. */
const mostRecords = 20_000;
const mostKinds = 64;
const idNames: readonly string[] = ['id', 'orderId', 'tradeId'];

export function createLineMemory(): LineMemory {
  const kinds: RecordKind[] = [];
  const byFields = new Map<string, Map<string, RecordKind>>();
  let count = 0;
  const streams: LineMemory['streams'] = new Map();

  const kindOf = (first: string, second: string): RecordKind => {
    const others = byFields.get(first) ?? new Map<string, RecordKind>();
    byFields.set(first, others);
    const kind = others.get(second) ?? {number: undefined, records: new Map<string, PlainFields>()};
    others.set(second, kind);
    return kind;
  };

  return {
    tellOf(value) {
      const [first, second] = firstNames(value);
      if (first === undefined || !idNames.includes(first)) return undefined;
      const id = value[first];
      return typeof id === 'string' && id !== '' ? {kind: kindOf(first, second ?? ''), id} : undefined;
    },
    kind: number => kinds[number],
    keep({kind, id}, record) {
      if (kind.number === undefined) {
        if (kinds.length === mostKinds) return;
        kind.number = kinds.push(kind) - 1;
      }
      if (!kind.records.has(id)) {
        if (count === mostRecords) {
          for (const each of kinds) each.records.clear();
          count = 0;
        }
        count++;
      }
      kind.records.set(id, record);
    },
    weight: 0,
    streams,
    restart() {
      const told = [...streams].map(([name, {last}]) => [name, last] as const);
      kinds.length = 0;
      byFields.clear();
      count = 0;
      streams.clear();
      for (const [name, last] of told) streams.set(name, {number: streams.size, last});
      return told;
    },
  };
}

function firstNames(value: PlainFields): [first?: string, second?: string] {
  let first: string | undefined;
  for (const name in value) {
    if (first !== undefined) return [first, name];
    first = name;
  }
  return first === undefined ? [] : [first];
}
