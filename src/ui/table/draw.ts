import type {Tone} from '../../account/model/vocabulary.ts';
import type {Cell, Column} from '../columns/panes.ts';
import {cut, type Line, padEnd, padStart, tinted, truncate, width} from '../format.ts';

/** Column widths only grow while a table is in view, so that a new digit does not move columns. */
export type Needs = ReadonlyMap<string, Need>;

/** In cells; numbers have separate space for the whole part, and for the point and decimals. */
type Need = {readonly whole: number; readonly fraction: number; readonly name: number};

/** Up, down, changed or none. ASCII saves bytes: many change with every poll. */
export type MarkSign = '^' | 'v' | '*' | ' ';

/** Marked for an action, or watched by an alert (`!` if that has triggered); a mark wins: it is short-lived. */
export type RowSign = '*' | '!' | 'a' | ' ';

export type Tint = {readonly of: 'row' | 'name'; readonly columns: number};

export type RowLook = {
  readonly isSelected: boolean;
  /** The row allows no action, or may be out of date. */
  readonly isDim: boolean;
  readonly sign?: RowSign;
  readonly mark: (column: {readonly field?: string | undefined}) => MarkSign;
};

/** `cells` are in the order of the chosen columns. */
export function drawRow<R>(
  placed: readonly PlacedColumn<R>[],
  chosen: readonly Column<R>[],
  cells: readonly Cell[],
  {isSelected, isDim, sign = ' ', mark}: RowLook,
  tint?: Tint,
): Line {
  const isOfName = isSelected && tint?.of === 'name';
  const parts = placed.flatMap((place, index): Line => {
    const {text, tone} = cells[chosen.indexOf(place.column)] ?? {text: ''};
    const tints = isOfName && !isDim && place.column.isName ? nameTinted : toned(isDim ? 'dim' : tone);
    // The dim colour takes many bytes, so there the mark alone shows the change.
    const cell = drawCell(place, text, isDim ? ' ' : mark(place.column), tints);
    return index === 0 ? cell : [{text: ' '}, ...cell];
  });
  const line: Line = [
    {text: isSelected ? '▌' : ' ', tone: isOfName ? 'selectedName' : 'plain'},
    {text: sign, tone: sign === ' ' ? 'plain' : 'accent'},
    ...parts,
  ];
  if (!isSelected || isOfName || tint === undefined) return line;
  return tinted(line, tint.columns);
}

const toned =
  (tone: Tone | undefined) =>
  (text: string): Line => [{text, tone}];

/** Over a slow link a row down may cost 60 bytes, so only the first cells of a name are tinted. */
const tintedCells = 7;

function nameTinted(text: string): Line {
  const head = truncate(text, tintedCells, '');
  return [{text: head, tone: 'selectedName'}, {text: text.slice(head.length)}];
}

/** A number's mark follows its last digit, where the cursor is after the digits. */
function drawCell<R>(
  {column, width: cells, whole, fraction}: PlacedColumn<R>,
  text: string,
  mark: MarkSign,
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

export function drawHeadings<R>(
  placed: readonly PlacedColumn<R>[],
  sortSign: (column: Column<R>) => string,
): Line {
  const parts = placed.map(({column, width: cells}) => {
    const sign = sortSign(column);
    const text = truncate(column.heading, cells, '');
    const isRight = column.kind === 'number' || column.kind === 'id';
    const padded = isRight ? padStart(text, cells) : padEnd(text, cells);
    return padded + (sign || ' ');
  });
  return [{text: `  ${parts.join(' ')}`.trimEnd(), tone: 'heading'}];
}

export type PlacedColumn<R> = {
  readonly column: Column<R>;
  readonly width: number;
  readonly whole: number;
  readonly fraction: number;
};

/** The selection marker and a space. */
const gutter = 2;
/** The change mark and a space. */
const gap = 2;

/** The end of each heading on its line, for the mouse. */
export function headEnds<R>(placed: readonly PlacedColumn<R>[]): readonly HeadEnd[] {
  let end = gutter;
  return placed.map(({column, width}) => {
    end += width + gap;
    return {field: column.sortsBy, end};
  });
}

export type HeadEnd = {readonly field: string | undefined; readonly end: number};

/** A value wider than this and most of the table would push out other columns, so it widens nothing. */
const mostCells = 40;

/**
 * The highest priority number is dropped first. Numbers, ids and words get their full width or are dropped; a
 * name gets its full width before less important columns are shown.
 */
export function placeColumns<R>(
  columns: readonly Column<R>[],
  cells: readonly (readonly Cell[])[],
  available: number,
  before: Needs = new Map(),
): {readonly placed: readonly PlacedColumn<R>[]; readonly needs: Needs} {
  const most = Math.max(mostCells, (available * 2) / 3);
  const room = available - gutter - 1;
  const needs = new Map(
    columns.map((column, index) => [column.name, needOf(column, cells, index, {most, room}, before)]),
  );
  const need = (column: Column<R>) => needs.get(column.name) ?? none;
  const least: WidthOf<R> = column => {
    const full = fullOf(need(column));
    const {name} = need(column);
    return column.kind === 'text'
      ? Math.max(column.isName ? 0 : name, Math.min(column.least ?? full, full))
      : full;
  };
  const firm: WidthOf<R> = column => Math.max(least(column), column.isName ? need(column).name : 0);
  const full: WidthOf<R> = column => Math.max(firm(column), Math.min(fullOf(need(column)), most));
  const kept = dropUntilFit(columns, {least, firm, full}, available);
  const extras = shareOut(
    kept,
    column => fullOf(need(column)) - least(column),
    available - tableWidth(kept, least),
  );
  const placed = kept.map(column => {
    const {whole, fraction} = need(column);
    const own = Math.min(least(column) + (extras.get(column.name) ?? 0), room);
    return {column, width: Math.max(1, own), whole, fraction};
  });
  return {placed, needs};
}

type WidthOf<R> = (column: Column<R>) => number;

const none: Need = {whole: 0, fraction: 0, name: 0};
const fullOf = ({whole, fraction}: Need) => whole + fraction;

function shareOut<R>(columns: readonly Column<R>[], wanted: WidthOf<R>, room: number) {
  const extras = new Map<string, number>();
  let left = Math.max(0, room);
  const rank = ({isName, priority}: Column<R>) => (isName ? Number.NEGATIVE_INFINITY : priority);
  for (const column of columns.toSorted((a, b) => rank(a) - rank(b))) {
    const extra = Math.min(left, wanted(column));
    extras.set(column.name, extra);
    left -= extra;
  }
  return extras;
}

/** The last column needs room for its mark only. */
function tableWidth<R>(columns: readonly Column<R>[], width: WidthOf<R>): number {
  return gutter + columns.reduce((sum, column) => sum + width(column) + gap, -gap + 1);
}

/** A name yields cells to more important columns only. */
function dropUntilFit<R>(
  columns: readonly Column<R>[],
  {least, firm, full}: Readonly<Record<'least' | 'firm' | 'full', WidthOf<R>>>,
  available: number,
) {
  let kept = [...columns];
  while (kept.length > 1) {
    const last = kept.reduce((worst, column) => (column.priority >= worst.priority ? column : worst));
    const hasNameAhead = kept.some(column => column.isName && column !== last);
    const wanted = last.isExtra ? full : hasNameAhead ? firm : least;
    if (tableWidth(kept, wanted) <= available) break;
    kept = kept.filter(column => column !== last);
  }
  return kept;
}

function needOf<R>(
  column: Column<R>,
  cells: readonly (readonly Cell[])[],
  index: number,
  {most, room}: {readonly most: number; readonly room: number},
  before: Needs,
): Need {
  let {whole, fraction, name} = before.get(column.name) ?? none;
  for (const row of cells) {
    const {text = '', whole: kept = 0} = row[index] ?? {};
    if (column.kind !== 'text' && width(text) > most) continue;
    const point = column.kind === 'number' ? pointOf(text) : text.length;
    whole = Math.max(whole, point === text.length ? width(text) : point);
    fraction = Math.max(fraction, text.length - point);
    if (column.isName && width(text) <= room) name = Math.max(name, width(text));
    else name = Math.max(name, Math.min(kept, room));
  }
  return {whole: Math.max(whole, width(column.heading) - fraction), fraction, name};
}

function pointOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 || !/^[+-]?[\d,]+\.\d+$/.test(text) ? text.length : point;
}
