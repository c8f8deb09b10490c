/**
 * A list of rows by dense number that is never changed in place: setting a row copies one block and the list of
 * blocks. An older book keeps its rows, and one with ten thousand orders is as quick to change as one with ten.
 */
export type Table<Row> = {
  readonly size: number;
  readonly blocks: readonly (readonly Row[])[];
};

const blockSize = 64;

export const emptyTable: Table<never> = {size: 0, blocks: []};

export function rowAt<Row>(table: Table<Row>, index: number): Row | undefined {
  return table.blocks[Math.floor(index / blockSize)]?.[index % blockSize];
}

/** The table with this row at `index`, which is an existing place or the next free one. */
export function withRow<Row>(table: Table<Row>, index: number, row: Row): Table<Row> {
  const block = Math.floor(index / blockSize);
  const rows = [...(table.blocks[block] ?? [])];
  rows[index % blockSize] = row;
  const blocks = [...table.blocks];
  blocks[block] = rows;
  return {size: Math.max(table.size, index + 1), blocks};
}

export function tableOf<Row>(rows: readonly Row[]): Table<Row> {
  const blocks: Row[][] = [];
  for (let at = 0; at < rows.length; at += blockSize) blocks.push(rows.slice(at, at + blockSize));
  return {size: rows.length, blocks};
}

export function* rowsOf<Row>(table: Table<Row>): Generator<Row> {
  for (const block of table.blocks) yield* block;
}
