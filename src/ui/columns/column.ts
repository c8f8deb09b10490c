import type {Tone} from '../../desk/model/vocabulary.ts';
import type {FactsKnown, FeedPane, RowOf} from '../../desk/resources/resource.ts';
import {type Zone, zoneName} from '../../desk/words/times.ts';

/**
 * - `text` may be cut with an ellipsis and takes the remaining width
 * - `word` is short and never cut: enums, symbols, times
 * - `id` and `number` are never cut; numbers align at their points
 */
export type ColumnKind = 'text' | 'word' | 'id' | 'number';

export type Facts = FactsKnown & {
  readonly zone: Zone;
  /** Service clock minus that of this machine. */
  readonly skewMs?: number;
  /** The rows expire at one time of day. */
  readonly isDaily?: boolean;
};

/** The first `whole` cells of a text are never cut. */
export type Cell = {readonly text: string; readonly tone?: Tone; readonly whole?: number};

/** In the colours of gains and losses: up or long, down or short. */
export function sideCell(text: string): Cell {
  if (text === 'UP' || text === 'BUY') return {text, tone: 'up'};
  return text === 'DOWN' || text === 'SELL' ? {text, tone: 'down'} : {text};
}

export type Column<R> = {
  readonly name: string;
  readonly heading: string;
  readonly kind: ColumnKind;
  /** Columns with the highest number are dropped first on a narrow screen. */
  readonly priority: number;
  readonly least?: number | undefined;
  /** Identifies the row: less important columns are dropped before it is cut. */
  readonly isName?: true | undefined;
  /** Shown only where no text is cut for it. */
  readonly isExtra?: true;
  readonly isZoned?: true | undefined;
  readonly spoken?: string | undefined;
  /** The details show this if the cell rounds or shortens. */
  readonly exact?: ((row: R, facts: Facts, rowId: string) => string) | undefined;
  readonly field?: string | undefined;
  readonly sortsBy?: string | undefined;
  readonly cell: (row: R, facts: Facts, rowId: string) => Cell;
};

export const columnOf = <R>(
  name: string,
  heading: string,
  kind: ColumnKind,
  priority: number,
  cell: Column<R>['cell'],
  more: Partial<Column<R>> = {},
): Column<R> => ({name, heading, kind, priority, cell, ...more});

export function namingZone<R>(columns: readonly Column<R>[], zone: Zone): readonly Column<R>[] {
  return columns.map(column =>
    column.isZoned ? {...column, heading: `${column.heading} ${zoneName(zone)}`} : column,
  );
}

export type PaneColumns = {readonly [P in FeedPane]: readonly Column<RowOf[P]>[]};
