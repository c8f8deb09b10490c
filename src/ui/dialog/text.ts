import {flat, unbroken} from '../../account/words/text.ts';
import type {BlockOf} from '../../desk/sheet.ts';
import {cut, cutBeforeNumber, noLine, textOf, width, wrap, wrapTo} from '../format.ts';
import {seenOf} from './facts.ts';
import {type Listed, leastTable, type Page} from './page.ts';

/** Only a title that is alone is cut. */
export function titleDrawn({row, aside}: BlockOf<'title'>, {room, hasAside}: Page): Listed {
  const spans = row.map(({text, tone}) => ({text: unbroken(text), tone}));
  const [only] = spans;
  const fitting = only !== undefined && spans.length === 1 ? [{...only, text: cut(only.text, room)}] : spans;
  const beside = hasAside && aside ? [{...aside, text: unbroken(aside.text)}] : [];
  return {lines: [[{text: ' '}, ...fitting, ...beside]]};
}

function sentenceOf({row, between = ''}: BlockOf<'text'>, page: Page): string {
  return row.map(each => flatIn(seenOf(each, page), between)).join(between);
}

/** The blanks between spans of one sentence are theirs. */
const flatIn = (text: string, between: string) => (between === '' ? unbroken(text) : flat(text));

/** A text that yields leaves the tables their least rows. */
export function textDrawn(block: BlockOf<'text'>, page: Page, left: number): Listed {
  const {isLow, hasAside, room} = page;
  const spare = block.yields ? left - leastTable * page.tables : Number.POSITIVE_INFINITY;
  if (spare < 1) return {lines: [], isClipped: true};
  const {on, most = Number.POSITIVE_INFINITY, tone} = block;
  if (on !== undefined && (on === 'many') === isLow) return {lines: []};
  if (on === 'few without aside' && hasAside) return {lines: []};
  const text = sentenceOf(block, page).trim();
  if (text === '')
    return {lines: block.yields || (block.row.length === 0 && block.between === undefined) ? [noLine] : []};
  const lines = Math.min(spare, typeof most === 'number' ? most : most[isLow ? 0 : 1]);
  const said = lines === 1 ? [cutBeforeNumber(text, room)] : wrapTo(text, room, lines, cutBeforeNumber);
  const isClipped = wrap(text, room).length > lines;
  return {lines: said.map(text => [{text: ' '}, {text, tone}]), isClipped};
}

export function wayDrawn({row, tone}: BlockOf<'way'>, {room}: Page): Listed {
  return {lines: [[{text: ' '}, {text: cut(unbroken(textOf(row)), room), tone}]]};
}

/** Cells before what is typed into the only field of a dialog. */
export const promptColumns = 3;

export function pointerDrawn({before, text, tone}: BlockOf<'pointer'>, {columns}: Page): Listed {
  const at = Math.min(width(before) + promptColumns, Math.max(0, columns - 24));
  const message = unbroken(text);
  const start = Math.max(1, Math.min(at, columns - 3 - width(message)));
  return {lines: [[{text: ' '.repeat(start)}, {text: `▲ ${cut(message, columns - start - 3)}`, tone}]]};
}

export function namesDrawn(block: BlockOf<'names'>, {room}: Page): Listed {
  return {lines: [[{text: ` ${cut(namesFitting(block, room), room)}`, tone: 'dim'}]]};
}

function namesFitting({key, names, about}: BlockOf<'names'>, room: number): string {
  const all = `${key} ${names.join(' ')}`;
  if (width(all) <= room) return width(all) + 2 + width(about) <= room ? `${all}  ${about}` : all;
  const rest = (count: number) => ` +${names.length - count} more by their first letters`;
  const said = names.map((_, index) => `${key} ${names.slice(0, index + 1).join(' ')}${rest(index + 1)}`);
  return said.findLast(each => width(each) <= room) ?? all;
}
