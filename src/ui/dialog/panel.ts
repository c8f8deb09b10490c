import type {MsgOf} from '../../desk/messages.ts';
import type {Block, Sheet} from '../../desk/sheet.ts';
import type {Area} from '../desk.tsx';
import type {Line} from '../format.ts';

/** A block in the rows that it gets. */
export type Drawn = {
  readonly is: Block['is'];
  readonly lines: readonly Line[];
  /** The field on one of the lines that takes typed text. */
  readonly input?: Input | undefined;
  /** Rows that ink-table draws in place of lines. */
  readonly table?: readonly TableRow[] | undefined;
  /** A part that a question may decide on is left out. */
  readonly isClipped?: boolean;
  /** The report of a question once Ink has drawn it. */
  readonly asks?: Pick<MsgOf<'questionDrawn'>, 'question' | 'revision' | 'isWhole' | 'ids'>;
  /** The records of a question that are shown. */
  readonly ids?: readonly string[];
  /** In place of the lines, where the question does not fit. */
  readonly unfit?: readonly Line[];
};

export type Input = {
  readonly row: number;
  readonly before: Line;
  readonly name: string;
  readonly value: string;
  readonly columns: number;
  readonly isMarked: boolean;
  readonly after: Line;
};

export type TableRow = Readonly<Record<string, string>>;

/** Rows of a table of records: its title, its headings and one record. */
export const leastTable = 3;

export type Panel = ReturnType<typeof panelOf>;

/** @param asLow draws what is short, whatever the rows */
export function panelOf(sheet: Sheet, {columns, rows}: Area, asLow: boolean) {
  const room = columns - 2;
  const isLow = asLow || rows < lowBelow(sheet);
  return {
    ...{columns, rows, room, isLow},
    tables: sheet.filter(each => each.is === 'records').length,
    hasChart: sheet.some(each => each.is === 'chart'),
  };
}

/** The part of a list that is shown, and the last row that can be its first, or be selected. */
export type Seen = Readonly<Record<'start' | 'end' | 'all' | 'most', number>>;
export type Listed = Omit<Drawn, 'is'> & {readonly seen?: Seen | undefined};
/** It says whether a part of it is left out. */
export type Whole = Listed & {readonly isClipped: boolean};

/** Fewer rows draw what is short. A field with its error and its keys needs fewer than a question. */
function lowBelow(sheet: Sheet): number {
  const fields = sheet.find(each => each.is === 'fields');
  if (fields !== undefined) return fields.fields.length * 2 + 6;
  return sheet.some(each => each.is === 'field') ? 14 : 16;
}
