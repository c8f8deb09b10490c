import type {ComponentType} from 'react';
import type {Block, BlockOf, Deciding, Sheet} from '../../desk/sheet.ts';
import type {Area, OneLine} from '../desk.tsx';
import {cut, type Line, noLine, width} from '../format.ts';
import {chartDrawn} from './chart-block.ts';
import {Fields, fieldDrawn, fieldsDrawn} from './Fields.tsx';
import {HelpTable, tableDrawn, tableEdges} from './HelpTable.tsx';
import {choicesDrawn, itemsDrawn, itemsSaid, recordDrawn, recordsDrawn, scrollDrawn} from './list-blocks.ts';
import {type Drawn, type Listed, type Panel, panelOf, type Seen, type Whole} from './panel.ts';
import {Question, questionDrawn} from './Question.tsx';
import {
  factsDrawn,
  factsSaid,
  joined,
  pointerDrawn,
  remarkDrawn,
  textDrawn,
  textSaid,
  titleDrawn,
  wayDrawn,
} from './text-blocks.ts';

/** No key counts unless all of a block that decides is on the screen. */
type Decided<Is extends Block['is']> = Is extends Deciding
  ? {readonly decides: (block: BlockOf<Is>) => boolean; readonly draw: Draw<BlockOf<Is>, Whole>}
  : {readonly decides?: never; readonly draw: Draw<BlockOf<Is>, Listed>};

/** @param left rows that the blocks before it leave */
type Draw<Of, Result> = (block: Of, panel: Panel, left: number) => Result;

type Kind<Is extends Block['is']> = Decided<Is> & {
  /** It takes of the rows that other blocks leave. */
  readonly shares?: true;
  /** The spoken words of the whole; `isAgain` leaves out notes and old values, which the first time said. */
  readonly said: (block: BlockOf<Is>, isAgain: boolean) => readonly string[];
  /** Lines alone, if absent. */
  readonly View?: ComponentType<Drawn & OneLine>;
};

const hasUnseen = ({items}: BlockOf<'items'>) => items.some(each => !each.isSeen);

/** Speech says it as it changes, or one by one. */
const apart = () => [];

/** Every kind of block. Those that share rows get them in this order. */
export const kinds: {readonly [K in Block['is']]: Kind<K>} = {
  facts: {draw: factsDrawn, said: factsSaid, shares: true, decides: () => true},
  remark: {draw: remarkDrawn, said: ({row}) => [joined(row)], shares: true},
  items: {draw: itemsDrawn, said: itemsSaid, shares: true, decides: hasUnseen},
  scroll: {draw: scrollDrawn, said: apart, shares: true},
  choices: {draw: choicesDrawn, said: apart, shares: true},
  table: {draw: tableDrawn, said: apart, shares: true, View: HelpTable},
  record: {draw: recordDrawn, said: apart, shares: true},
  records: {
    ...{draw: recordsDrawn, shares: true},
    said: ({title, of, spoken}) => [`${title}: ${of.rows.length}`, ...spoken],
  },
  chart: {draw: chartDrawn, said: apart, shares: true},
  text: {draw: textDrawn, said: textSaid, decides: ({drawn}) => drawn === 'always'},
  notice: {draw: (notice, panel) => textDrawn({...notice, is: 'text'}, panel), said: apart},
  title: {draw: titleDrawn, said: ({row}) => [joined(row)]},
  way: {draw: wayDrawn, said: ({row}) => [joined(row)]},
  question: {draw: questionDrawn, said: apart, decides: () => true, View: Question},
  field: {draw: fieldDrawn, said: apart, View: Fields},
  fields: {draw: fieldsDrawn, said: apart, View: Fields},
  pointer: {draw: pointerDrawn, said: ({text}) => [text]},
  // Drawn again at last, since they say which part of the list is shown.
  keys: {draw: () => ({lines: [noLine]}), said: apart},
};

/** A notice that takes the rows of what a question decides on gets the row of the way or of the title. */
export function allot(sheet: Sheet, size: Area) {
  const whole = shareWhole(sheet, size);
  if (whole !== undefined) return whole;
  const notice = sheet.find(each => each.is === 'notice');
  const place = sheet.find(each => each.is === 'way') ?? sheet.find(each => each.is === 'title');
  const moved = sheet.flatMap((each): Sheet => {
    if (notice !== undefined && each === place) return [{...notice, most: 1}];
    return each === notice ? [] : [each];
  });
  return shareRows(moved, size);
}

/** Undefined if what the question decides on fits neither way. */
function shareWhole(sheet: Sheet, size: Area) {
  const usual = shareRows(sheet, size);
  if (usual.isWhole) return usual;
  const low = shareRows(sheet, size, true);
  return low.isWhole ? low : undefined;
}

/** Blocks of a fixed length come first. Those that share the rest come in the order of `kinds`. */
function shareRows(sheet: Sheet, size: Area, isLow = false) {
  const panel = panelOf(sheet, size, isLow);
  const drawn = new Map<Block, Drawn>();
  let left = size.rows;
  let list: Seen | undefined;
  const draw = (block: Block, rows: number) => {
    const {seen, ...own} = kinds[block.is].draw(block as never, panel, rows);
    drawn.set(block, {is: block.is, ...own});
    list = seen ?? list;
    return heightOf(own);
  };
  for (const block of sheet) if (!kinds[block.is].shares) left -= draw(block, left);
  for (const block of sharing.flatMap(kind => sheet.filter(each => each.is === kind))) {
    const isKept = block.is === 'facts' && !panel.isLow && sheet.some(each => each.is === 'remark');
    const taken = draw(block, left - (isKept ? 1 : 0));
    // Tables share what is left of the panel.
    if (block.is !== 'records') left -= taken;
  }
  const keys = sheet.find(each => each.is === 'keys');
  if (keys !== undefined) drawn.set(keys, {is: 'keys', lines: [keysDrawn(keys, list, panel)]});
  const all = sheet.flatMap(each => drawn.get(each) ?? []);
  const shown = fitting(all, size.rows);
  const isWhole = sheet.filter(decides).every(each => {
    const own = drawn.get(each);
    return own !== undefined && shown.includes(own) && !own.isClipped;
  });
  const ids = shown.flatMap(each => each.ids ?? []);
  const blocks = shown.map(each => {
    const {asks, lines, unfit = lines} = each;
    return asks ? {...each, lines: isWhole ? lines : unfit, asks: {...asks, isWhole, ids}} : each;
  });
  // The desk turns pages by it.
  return {blocks, isWhole, list: list && {page: list.end - list.start, most: list.most}};
}

const decides = (block: Block): boolean => kinds[block.is].decides?.(block as never) ?? false;

const sharing = (Object.keys(kinds) as Block['is'][]).filter(is => kinds[is].shares);

const heightOf = (...blocks: readonly Pick<Drawn, 'lines' | 'table'>[]) =>
  blocks.reduce(
    (sum, {lines, table}) => sum + (table === undefined ? lines.length : table.length + tableEdges),
    0,
  );

/** A question, the keys, and a single field with what follows it are always seen: the rest gives way. */
function fitting(blocks: readonly Drawn[], rows: number): readonly Drawn[] {
  const field = blocks.find(({is}) => is === 'field');
  const kept = blocks.filter(
    (block, index) =>
      block.is === 'question' || block.is === 'keys' || (field && index >= blocks.indexOf(field)),
  );
  let left = rows;
  let others = Math.max(0, rows - heightOf(...kept));
  return blocks.flatMap(block => {
    const isKept = kept.includes(block);
    const most = isKept ? left : Math.min(others, left);
    const taken = Math.min(heightOf(block), most);
    if (!isKept) others -= taken;
    left -= taken;
    if (heightOf(block) <= most) return [block];
    // Lines can be cut, a table cannot.
    const {lines, input, table} = block;
    const isTyped = input !== undefined && input.row < most;
    return table
      ? []
      : [{...block, lines: lines.slice(0, most), input: isTyped ? input : undefined, ids: []}];
  });
}

function keysDrawn(
  {before = '', hints, scrolling, counts}: BlockOf<'keys'>,
  seen: Seen | undefined,
  {columns}: Panel,
): Line {
  const {start, end, all} = seen ?? {start: 0, end: 0, all: 0};
  const hasMore = end - start < all;
  const part = all === 0 ? 'nothing is listed' : `${start + 1}-${end} of ${all}`;
  const place = counts === 'always' || (counts === 'if more' && hasMore) ? `${part}  ` : '';
  const whole = scrolling !== undefined && hasMore ? `${before}${place}${scrolling}  ${hints}` : undefined;
  const line = whole !== undefined && width(whole) < columns ? whole : `${before}${place}${hints}`;
  return [{text: ` ${cut(line, columns - 1)}`, tone: 'dim'}];
}
