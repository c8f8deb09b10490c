import {rowId} from '../../model/rows.ts';
import type {FeedPane} from '../../model/vocabulary.ts';
import type {Row, State} from '../../state.ts';
import {type Behind, rowsBehind} from '../behind.ts';
import {currencyOf} from '../easy-options.ts';
import type {BookRows} from '../rows.ts';
import type {BookLine} from './lines.ts';
import type {FigureRows} from './pane.ts';

export function bookLines({book}: State): readonly BookLine[] {
  return book.sections.flatMap(({lines}) => lines);
}

export function figureInView(state: State): BookLine | undefined {
  const lines = bookLines(state);
  return lines[placeOf(state, lines)];
}

function placeOf({book}: State, lines: readonly BookLine[]): number {
  const index = lines.findIndex(({key}) => key === book.selected);
  return index >= 0 ? index : clamped(book.selectedIndex, lines.length);
}

const clamped = (index: number, length: number) => Math.max(0, Math.min(index, length - 1));

export function moveInBook(state: State, step: number): State {
  const {book} = state;
  if (book.list !== undefined) return moveInList(state, book.list, step);
  const lines = bookLines(state);
  const index = clamped(placeOf(state, lines) + step, lines.length);
  const key = lines[index]?.key;
  if (key === undefined || key === book.selected) return state;
  return {...state, book: {...book, selected: key, selectedIndex: index}};
}

function moveInList(state: State, list: FigureRows, step: number): State {
  const behind = rowsListed(state);
  const rows: readonly Row[] = behind?.rows ?? [];
  const index = clamped(indexInList(state) + step, rows.length);
  const row = rows[index];
  if (behind === undefined || row === undefined) return state;
  const selected = idAt(behind, index);
  if (selected === list.selected && index === list.selectedIndex) return state;
  return {...state, book: {...state.book, list: {...list, selected, selectedIndex: index}}};
}

type Listed = {readonly line: BookLine; readonly days: unknown; readonly behind: Behind};

/** Computed once per state of the account: every frame needs them. */
const listed = new WeakMap<BookRows, Listed>();

export function rowsListed({book}: Pick<State, 'book'>): Behind | undefined {
  const {rows, account, list} = book;
  if (list === undefined) return undefined;
  const known = listed.get(rows);
  if (known !== undefined && known.line === list.line && known.days === account.days) return known.behind;
  const behind = ofCurrency(rowsBehind(rows, list.line.figure, account.days), list.line.currency);
  listed.set(rows, {line: list.line, days: account.days, behind});
  return behind;
}

function ofCurrency(behind: Behind, currency: string | undefined): Behind {
  if (behind.pane !== 'easyOptions' || currency === undefined) return behind;
  const rows = behind.rows.filter(row => currencyOf(row) === currency);
  return rows.length === behind.rows.length ? behind : {...behind, rows};
}

export function indexInList(state: Pick<State, 'book'>): number {
  const {list} = state.book;
  const behind = rowsListed(state);
  if (list === undefined || behind === undefined) return -1;
  const index = behind.rows.findIndex((_, at) => idAt(behind, at) === list.selected);
  return index >= 0 ? index : clamped(list.selectedIndex, behind.rows.length);
}

export function rowListed(state: Pick<State, 'book'>): Row | undefined {
  const rows: readonly Row[] = rowsListed(state)?.rows ?? [];
  return rows[indexInList(state)];
}

function idAt({pane, rows}: Behind, index: number): string | undefined {
  const row: Row | undefined = rows[index];
  return row && rowId<FeedPane>(pane, row, index);
}
