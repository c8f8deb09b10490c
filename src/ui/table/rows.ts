import type {RowMarks} from '../../desk/feeds/marks.ts';
import type {ActivityLine, Row} from '../../desk/model/state.ts';
import type {Needs} from '../../desk/recorder/table-memory.ts';
import type {Cell, Column, Facts} from '../columns/column.ts';
import {rememberLast} from '../same.ts';
import type {Paint} from '../theme.ts';
import {drawRow, type MarkSign, type RowLook, type RowSign, type Tint} from './draw.ts';
import {type PlacedColumn, placeColumns} from './layout.ts';

/** A row in view, and what its line depends on beside its cells. */
export type RowInView = {
  readonly row: Row | ActivityLine;
  readonly id: string;
  readonly isDim: boolean;
  readonly sign: RowSign;
  readonly marks: RowMarks | undefined;
};

type Surface = {
  readonly chosen: readonly Column<never>[];
  readonly facts: Facts;
  readonly columns: number;
  readonly paint: Paint;
  readonly tintOf: Tint['of'];
};

export type Placed = readonly PlacedColumn<never>[];
type Drawn = {readonly placed: Placed; readonly lines: readonly string[]};

type KeptCells = Pick<Surface, 'chosen' | 'facts'> &
  Pick<RowInView, 'id'> & {readonly cells: readonly Cell[]};
type KeptLine = RowInView &
  Pick<Surface, 'paint' | 'tintOf'> & {readonly placed: Placed; readonly line: string};

type DrawRows = (rows: readonly RowInView[], selected: number, surface: Surface) => Drawn;

/**
 * Draws rows, and remembers each by its identity, which the desk keeps while nothing of it changes: a poll
 * draws the lines anew that changed, and a key that moves the selection the one that it moves to.
 * @param needs what columns have needed so far
 * @returns a function of the rows in view and the place among them of the selected one, if it is there
 */
export function createRows(needs: Needs = new Map()): DrawRows & Pick<RememberedLayout, 'needs'> {
  const cellsOf = rememberCells();
  const {place, needs: needsNow} = rememberLayout(needs);
  const lineOf = rememberLines(false);
  const selectedLineOf = rememberLines(true);
  const drawAll = rememberLast(
    (rows: readonly RowInView[], chosen: Surface['chosen'], facts: Facts, columns: number, paint: Paint) => {
      // Only the selected row has a tint.
      const surface: Surface = {chosen, facts, columns, paint, tintOf: 'row'};
      const cells = rows.map(each => cellsOf(each, surface));
      const placed = place(surface, cells);
      const lines = rows.map((each, index) => lineOf(each, cells[index] ?? [], placed, surface));
      return {cells, placed, lines};
    },
  );
  const draw: DrawRows = (rows, selected, surface) => {
    const {chosen, facts, columns, paint} = surface;
    const {cells, placed, lines} = drawAll(rows, chosen, facts, columns, paint);
    const [row, own] = [rows[selected], cells[selected]];
    if (row === undefined || own === undefined) return {placed, lines};
    return {placed, lines: lines.with(selected, selectedLineOf(row, own, placed, surface))};
  };
  return Object.assign(draw, {needs: needsNow});
}

/** The same line while its cells are the same, and all else that it depends on. */
function rememberLines(isSelected: boolean) {
  const known = new WeakMap<readonly Cell[], KeptLine>();
  return (row: RowInView, cells: readonly Cell[], placed: Placed, surface: Surface): string => {
    const kept = known.get(cells);
    if (kept !== undefined && isSame(kept, row, placed, surface)) return kept.line;
    const line = draw(row, isSelected, cells, placed, surface);
    const {paint, tintOf} = surface;
    known.set(cells, {...row, placed, paint, tintOf, line});
    return line;
  };
}

function isSame(kept: KeptLine, look: RowInView, placed: Placed, {paint, tintOf}: Surface): boolean {
  return (
    kept.isDim === look.isDim &&
    kept.sign === look.sign &&
    kept.marks === look.marks &&
    kept.placed === placed &&
    kept.paint === paint &&
    kept.tintOf === tintOf
  );
}

const signs: Record<NonNullable<ReturnType<RowMarks['get']>>, MarkSign> = {up: '^', down: 'v', changed: '*'};

function draw(
  look: RowInView,
  isSelected: boolean,
  cells: readonly Cell[],
  placed: Placed,
  {chosen, paint, tintOf, columns}: Surface,
): string {
  const mark: RowLook['mark'] = ({field}) => {
    const known = field === undefined ? undefined : look.marks?.get(field);
    return known === undefined ? ' ' : signs[known];
  };
  const {isDim, sign} = look;
  return drawRow(placed, chosen, cells, {isSelected, isDim, sign, mark}, paint, {of: tintOf, columns});
}

/** The same cells while the row is the same, and what they read beside it reads the same. */
function rememberCells(): (look: RowInView, surface: Surface) => readonly Cell[] {
  const known = new WeakMap<object, KeptCells>();
  return ({row, id}, {chosen, facts}) => {
    const kept = known.get(row);
    const before = kept?.chosen === chosen ? kept.cells : undefined;
    if (before !== undefined && kept?.facts === facts && kept.id === id) return before;
    let isAnew = before === undefined;
    const cells = chosen.map((column, index) => {
      const old = before?.[index];
      if (old !== undefined && !column.readsMore) return old;
      const cell = column.cell(row as never, facts, id);
      if (old?.text === cell.text && old.tone === cell.tone) return old;
      isAnew = true;
      return cell;
    });
    const drawn = isAnew || before === undefined ? cells : before;
    known.set(row, {chosen, facts, id, cells: drawn});
    return drawn;
  };
}

type RememberedLayout = {
  place(surface: Surface, cells: readonly (readonly Cell[])[]): Placed;
  needs(): Needs;
};

/**
 * The same layout while no column needs more than it ever did; cells that were measured are not measured again.
 */
function rememberLayout(before: Needs): RememberedLayout {
  let needs = before;
  let placed: Placed | undefined;
  let of: Surface['chosen'] | undefined;
  const measured = new WeakSet<readonly Cell[]>();
  const place: RememberedLayout['place'] = ({chosen, columns}, cells) => {
    const fresh = cells.filter(each => !measured.has(each));
    if (placed !== undefined && chosen === of && fresh.length === 0) return placed;
    const layout = placeColumns(chosen, fresh, columns, needs);
    for (const each of fresh) measured.add(each);
    if (placed === undefined || !isSameLayout(placed, layout.placed)) placed = layout.placed;
    needs = layout.needs;
    of = chosen;
    return placed;
  };
  return {place, needs: () => needs};
}

function isSameLayout(one: Placed, other: Placed): boolean {
  return (
    one.length === other.length &&
    one.every((place, index) => {
      const {column, width, whole, fraction} = other[index] ?? {};
      return (
        place.column === column &&
        place.width === width &&
        place.whole === whole &&
        place.fraction === fraction
      );
    })
  );
}
