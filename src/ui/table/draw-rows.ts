import type {RowMarks} from '../../account/model/marks.ts';
import type {TablePane} from '../../account/model/vocabulary.ts';
import {selection, sortSign, valueSigns} from '../../desk/signs.ts';
import type {ActivityLine, Feed, Row, Sort, State} from '../../desk/state.ts';
import {cut, type Line, padEnd, padStart, tinted, truncate, width} from '../format.ts';
import type {Cell, Column, Facts} from './columns.ts';
import {type Needs, type PlacedColumn, placeColumns, pointOf} from './fit.ts';

export type DrawBody = (state: State, columns: number, height: number) => DrawnBody;

export type DrawnBody = {
  readonly lines: readonly Line[];
  /** Nothing is listed: a note says why. */
  readonly isEmpty: boolean;
  readonly below: number;
  /** The number of drawn rows; the Portfolio has none. */
  readonly rows?: number;
  /** The sortable fields of the drawn columns. */
  readonly fields?: readonly string[];
};

export type TableRows = readonly (Row | ActivityLine)[];

/** The rows of a pane, and how they are drawn. */
export type ShownTable = {
  readonly pane: TablePane;
  readonly rows: TableRows;
  readonly selected: number;
  readonly facts: Facts;
  /** Another page is another table. */
  readonly page: string;
  readonly marks: Feed['marks'];
  readonly sort?: Sort | undefined;
  /** Rows are outdated until a new filter, order or page is loaded, or the data are STALE. */
  readonly isWaiting: boolean;
};

export const stillTable = {page: '', marks: new Map(), isWaiting: false} as const;

/** The cells of each row are in the order of the columns. */
export function drawTable<R>(
  columns: readonly Column<R>[],
  cells: readonly (readonly Cell[])[],
  {width, before, looks = [], sort}: TableLook,
) {
  const {placed, needs} = placeColumns(columns, cells, width, before);
  const rows = cells.map((row, at) => drawRow(placed, row, looks[at] ?? {isSelected: false}));
  return {lines: [drawHeadings(placed, sort), ...rows], needs};
}

type TableLook = {
  readonly width: number;
  /** The needs of the columns so far. */
  readonly before?: Needs | undefined;
  readonly looks?: readonly RowLook[];
  readonly sort?: Sort | undefined;
};

export type RowLook = {
  readonly isSelected: boolean;
  /** The row allows no action, or may be out of date. */
  readonly isDim?: boolean;
  readonly marks?: RowMarks | undefined;
  readonly sign?: string | undefined;
  /** Columns of the tint, or that of the name alone. */
  readonly tint?: number | 'name' | undefined;
};

export function drawRow<R>(placed: readonly PlacedColumn<R>[], cells: readonly Cell[], look: RowLook): Line {
  const {isDim, marks} = look;
  const isNameTinted = look.isSelected && look.tint === 'name' && !isDim;
  const parts = placed.flatMap((place, index): Line => {
    const {text, tone} = cells[place.at] ?? {text: ''};
    const toned = (part: string): Line => [{text: part, tone: isDim ? 'dim' : tone}];
    const tints = isNameTinted && place.column.isName ? nameTinted : toned;
    // The dim colour takes many bytes, so there the mark alone shows the change.
    const mark = isDim ? undefined : marks?.get(place.column.field ?? '');
    const cell = drawCell(place, text, mark === undefined ? ' ' : valueSigns[mark.is].sign, tints);
    return index === 0 ? cell : [{text: ' '}, ...cell];
  });
  return withMarker(parts, look);
}

export function withMarker(row: Line, {isSelected, sign = ' ', tint}: RowLook): Line {
  const isOfName = isSelected && tint === 'name';
  const line: Line = [
    {text: isSelected ? selection.sign : ' ', tone: isOfName ? 'selectedName' : 'plain'},
    {text: sign, tone: sign === ' ' ? 'plain' : 'accent'},
    ...row,
  ];
  return isSelected && typeof tint === 'number' ? tinted(line, tint) : line;
}

/** A row down may cost 60 bytes over a slow link, so only the first cells of a name are tinted. */
const tintedCells = 7;

function nameTinted(text: string): Line {
  const head = truncate(text, tintedCells, '');
  return [{text: head, tone: 'selectedName'}, {text: text.slice(head.length)}];
}

/** A number's mark follows its last digit, where the cursor is after the digits. */
function drawCell<R>(
  {column, width: cells, whole, fraction}: PlacedColumn<R>,
  text: string,
  mark: string,
  tinted: (text: string) => Line,
): Line {
  const shown = column.kind === 'text' ? cut(text, cells) : width(text) > cells ? '…' : text;
  const room = cells - width(shown);
  switch (column.kind) {
    case 'text':
    case 'word':
      return [...tinted(shown), {text: ' '.repeat(room) + mark}];
    case 'id':
      return [{text: ' '.repeat(room)}, ...tinted(shown), {text: mark}];
    case 'number': {
      const behind = Math.min(room, Math.max(0, fraction - (shown.length - pointOf(shown))));
      const before = Math.min(room - behind, Math.max(0, whole + fraction - width(shown) - behind));
      return [{text: ' '.repeat(before)}, ...tinted(shown), {text: mark + ' '.repeat(room - before)}];
    }
    default:
      return column.kind satisfies never;
  }
}

export function drawHeadings<R>(placed: readonly PlacedColumn<R>[], sort: Sort | undefined): Line {
  const parts = placed.map(({column, width: cells}) => {
    const sign = sort !== undefined && sort.field === column.sortsBy ? sortSign(sort).sign : ' ';
    const text = truncate(column.heading, cells, '');
    const isRight = column.kind === 'number' || column.kind === 'id';
    const padded = isRight ? padStart(text, cells) : padEnd(text, cells);
    return padded + sign;
  });
  return [{text: `  ${parts.join(' ')}`.trimEnd(), tone: 'heading'}];
}

/** Jumps by half a screen when the selection leaves it, so that scrolling seldom redraws the screen. */
export function windowStart(before: number, selected: number, height: number, total: number): number {
  const last = Math.max(0, total - height);
  const start = Math.min(Math.max(0, before), last);
  if (selected < 0 || height < 1) return start;
  if (selected >= start && selected < start + height) return start;
  const half = Math.floor(height / 2);
  return Math.min(last, Math.max(0, selected < start ? selected - half : selected - height + 1 + half));
}
