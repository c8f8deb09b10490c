import type {State} from './state.ts';

/** Below this the screen has no room for a table and what stands around it, nor for what a review must show. */
export const leastScreen = {columns: 40, rows: 10};

export function hasRoom({columns, rows}: State['viewport']): boolean {
  return columns >= leastScreen.columns && rows >= leastScreen.rows;
}

/** Rows that a table has room for on this screen: what PgUp and PgDn move by. */
export function tableRows({rows}: State['viewport']): number {
  return Math.max(1, rows - 7);
}
