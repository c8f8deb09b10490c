import type {Decimal} from '../../api/wire/records.ts';
import type {CardsShown} from '../../desk/feeds/joins.ts';
import {noCards} from '../../desk/feeds/joins.ts';
import type {RowOf} from '../../desk/model/state.ts';
import type {FeedPane} from '../../desk/model/vocabulary.ts';
import type {Tone} from '../theme.ts';
import {type Zone, zoneName} from '../times.ts';

/**
 * - `text` may be cut with an ellipsis and takes the room that is left
 * - `word` is short and never cut: enums, symbols, times
 * - `id` and `number` are never cut; numbers stand with their points under each other
 */
export type ColumnKind = 'text' | 'word' | 'id' | 'number';

/** What cells are drawn from beside their row. */
export type Facts = {
  readonly now: number;
  /** Of the times that are told short. */
  readonly zone: Zone;
  /** A row's last numbers as a spark. */
  readonly trend: (rowId: string) => string;
  /** Contracts filled of an order, by the trades known. */
  readonly fills: ReadonlyMap<string, Decimal>;
  readonly cards: CardsShown;
};

/** Where nothing is known beside the rows. */
export function factsAt(now: number, zone: Zone): Facts {
  return {now, zone, trend: () => '', fills: new Map(), cards: noCards};
}

export type Cell = {readonly text: string; readonly tone?: Tone};

/** A column that its pane has yet to give a heading. */
export type BareColumn<R> = {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Those with the greatest number go first when the screen is narrow. */
  readonly priority: number;
  /** Cells below which a text is not worth showing. */
  readonly least?: number;
  /** It tells one row from another: nothing that matters less is shown while it is cut. */
  readonly isName?: true;
  /** Its times are those of a zone, which its heading names. */
  readonly isZoned?: true;
  /** What the details say where the cell rounds. */
  readonly exact?: (row: R) => string;
  /** The field whose change marks the cell. */
  readonly field?: string;
} & (OfRow<R> | OfMore<R>);

export type Column<R> = BareColumn<R> & {readonly heading: string};

/** A cell that is drawn from its row alone is drawn once. */
type OfRow<R> = {readonly readsMore?: never; readonly cell: (row: R) => Cell};
type OfMore<R> = {
  readonly readsMore: true;
  readonly cell: (row: R, facts: Facts, rowId: string) => Cell;
};

/** With the zone of their times over them. */
export function namingZone<R>(columns: readonly Column<R>[], zone: Zone): readonly Column<R>[] {
  return columns.map(column =>
    column.isZoned ? {...column, heading: `${column.heading} ${zoneName(zone)}`} : column,
  );
}

export type PaneColumns = {readonly [P in FeedPane]: readonly Column<RowOf[P]>[]};
