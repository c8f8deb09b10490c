import type {State} from '../state.ts';

export const leastScreen = {columns: 40, rows: 10};

export function hasRoom({columns, rows}: State['viewport']): boolean {
  return columns >= leastScreen.columns && rows >= leastScreen.rows;
}

export function tableRows({rows}: State['viewport']): number {
  return Math.max(1, rows - 7);
}
