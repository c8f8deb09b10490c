import type {RowMarks} from '../../desk/feeds/marks.ts';
import type {ActivityLine, Row} from '../../desk/model/state.ts';
import type {Cell, Column, Facts} from '../columns/column.ts';
import type {Paint} from '../theme.ts';
import {drawRow, type MarkSign, type RowLook} from './draw.ts';
import {type Needs, type PlacedColumn, placeColumns} from './layout.ts';

/** A row in view, and what its line depends on beside its cells. */
export type RowInView = {
  readonly row: Row | ActivityLine;
  readonly id: string;
  readonly isSelected: boolean;
  readonly isDim: boolean;
  readonly marks: RowMarks | undefined;
};

type Surface = {
  readonly chosen: readonly Column<never>[];
  readonly facts: Facts;
  readonly columns: number;
  readonly paint: Paint;
};

type Drawn = {readonly placed: readonly PlacedColumn<never>[]; readonly lines: string[]};

type KeptCells = Pick<Surface, 'chosen' | 'facts'> &
  Pick<RowInView, 'id'> & {readonly cells: readonly Cell[]};
type KeptLine = RowInView & {readonly placed: Drawn['placed']; readonly paint: Paint; readonly line: string};

/**
 * Draws rows, and remembers each by its identity, which the desk keeps while nothing of it changes: a key that
 * moves the selection draws two lines anew, not all of them.
 */
export function createRows(): (looks: readonly RowInView[], surface: Surface) => Drawn {
  const cellsOf = rememberCells();
  const place = rememberLayout();
  // A row looks one of two ways when the selection comes and goes.
  const selected = new WeakMap<readonly Cell[], KeptLine>();
  const others = new WeakMap<readonly Cell[], KeptLine>();
  return (looks, surface) => {
    const cells = looks.map(look => cellsOf(look, surface));
    const placed = place(surface, cells);
    const lines = looks.map((look, index) => {
      const own = cells[index] ?? [];
      const linesOf = look.isSelected ? selected : others;
      const kept = linesOf.get(own);
      if (kept !== undefined && isSame(kept, look, placed, surface.paint)) return kept.line;
      const line = draw(look, own, placed, surface);
      linesOf.set(own, {...look, placed, paint: surface.paint, line});
      return line;
    });
    return {placed, lines};
  };
}

function isSame(kept: KeptLine, look: RowInView, placed: Drawn['placed'], paint: Paint): boolean {
  return (
    kept.isDim === look.isDim && kept.marks === look.marks && kept.placed === placed && kept.paint === paint
  );
}

const signs: Record<NonNullable<ReturnType<RowMarks['get']>>, MarkSign> = {up: '^', down: 'v', changed: '*'};

function draw(
  look: RowInView,
  cells: readonly Cell[],
  placed: Drawn['placed'],
  {chosen, paint}: Surface,
): string {
  const mark: RowLook['mark'] = ({field}) => {
    const known = field === undefined ? undefined : look.marks?.get(field);
    return known === undefined ? ' ' : signs[known];
  };
  return drawRow(placed, chosen, cells, {isSelected: look.isSelected, isDim: look.isDim, mark}, paint);
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

/**
 * The same layout while no column needs more than it ever did; cells that were measured are not measured again.
 */
function rememberLayout(): (surface: Surface, cells: readonly (readonly Cell[])[]) => Drawn['placed'] {
  let needs: Needs = new Map();
  let placed: Drawn['placed'] | undefined;
  let of: Surface['chosen'] | undefined;
  const measured = new WeakSet<readonly Cell[]>();
  return ({chosen, columns}, cells) => {
    const fresh = cells.filter(each => !measured.has(each));
    if (placed !== undefined && chosen === of && fresh.length === 0) return placed;
    const layout = placeColumns(chosen, fresh, columns, needs);
    for (const each of fresh) measured.add(each);
    if (placed === undefined || !isSameLayout(placed, layout.placed)) placed = layout.placed;
    needs = layout.needs;
    of = chosen;
    return placed;
  };
}

function isSameLayout(one: Drawn['placed'], other: Drawn['placed']): boolean {
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
