import {flat} from '../../account/words/text.ts';
import type {BlockOf} from '../../desk/sheet.ts';
import {selection} from '../../desk/signs.ts';
import {cut, filled, fit, type Line, noLine, padEnd, width, wrap, wrapTo} from '../format.ts';
import {chosenColumns} from '../table/columns.ts';
import {drawTable, windowStart} from '../table/draw-rows.ts';
import {type Listed, leastTable, type Panel, type Whole} from './panel.ts';

export function itemsDrawn(block: BlockOf<'items'>, {room}: Panel, rows: number): Whole {
  const {items, warned, at, most} = block;
  const height = Math.max(1, rows);
  const all = [...items.keys()];
  const linesAt = (index: number): readonly Line[] => {
    const item = flat(items[index]?.text ?? '');
    // The warnings behind an item are never cut.
    const lines = index < warned ? Number.POSITIVE_INFINITY : most;
    if (lines === 1) return [[{text: ` ${cut(item, room)}`}]];
    // Continued lines are indented, so that they do not look like another record.
    const [first = '', ...rest] = wrapTo(item, room - 2, lines);
    return [[{text: ` ${first}`}], ...rest.map(line => [{text: ` … ${line}`}])];
  };
  const fitting = (some: readonly number[]) => {
    let left = height;
    const end = some.findIndex(each => {
      left -= linesAt(each).length;
      return left < 0;
    });
    return end < 0 ? some.length : end;
  };
  const last = all.length - fitting(all.slice(-height).reverse());
  const start = Math.max(0, Math.min(at, last, all.length - 1));
  const end = start + Math.max(fitting(all.slice(start, start + height)), Math.min(1, all.length));
  const lines = all.slice(start, end).flatMap(linesAt);
  const drawn = lines.length > height ? [] : items.slice(start, end);
  const isClipped = items.some(each => !each.isSeen && !drawn.includes(each));
  // Blocks below a list that scrolls do not move.
  const isPart = end - start < all.length;
  const seen = {start, end, all: all.length, most: last};
  return {
    lines: isPart ? filled(lines, height) : lines,
    seen,
    isClipped,
    ids: drawn.flatMap(({id = []}) => id),
  };
}

/** The most that are said of those that a question does not decide on: more cannot be remembered. */
const mostNamed = 5;

export function itemsSaid({items, readsBy}: BlockOf<'items'>): readonly string[] {
  const said = items.filter(({isSeen}, index) => !isSeen || index < mostNamed).map(({text}) => text);
  const more = items.length - said.length;
  return more > 0 ? [...said, `And ${more} more: ${readsBy}, reads them one by one`] : said;
}

export function scrollDrawn({items, at}: BlockOf<'scroll'>, {columns}: Panel, left: number): Listed {
  const all = items.flatMap(({mark = {text: ''}, text, tone}) => {
    const indent = width(mark.text);
    return wrap(flat(text), Math.max(20, columns - 2 - indent)).map((line, index): Line => {
      const start = index === 0 ? mark : {text: ' '.repeat(indent)};
      return text === '' ? noLine : [{text: ' '}, start, {text: line, tone}];
    });
  });
  return scrolled(all, at, left);
}

/** @param least rows that are filled where the list is scrolled to its end */
export function scrolled<T>(all: readonly T[], at: number, left: number, least = left) {
  const height = Math.max(1, left);
  const most = Math.max(0, all.length - Math.max(1, least));
  const start = Math.min(at, most);
  const seen = {start, end: Math.min(all.length, start + height), all: all.length, most};
  return {lines: all.slice(seen.start, seen.end), seen};
}

const mostKeyCells = 16;
/** Cells of a line beside the name: marker, letter, sign, spaces. */
const besideMore = 8;

export function choicesDrawn(block: BlockOf<'choices'>, {columns}: Panel, left: number): Listed {
  const {items, at: selected, none, fills} = block;
  const height = Math.max(1, left);
  if (items.length === 0 && none !== undefined)
    return {lines: filled([[{text: ` ${none}`, tone: 'dim'}]], height)};
  const start = windowStart(0, selected, height, items.length);
  const keys = Math.min(mostKeyCells, Math.max(...items.map(each => width(each.key))));
  const widest = Math.max(0, ...items.map(each => (each.more === undefined ? 0 : width(each.text))));
  const lines = items.slice(start, start + height).map(({key, text, tone, sign, more = ''}, index): Line => {
    const marker = start + index === selected ? selection.sign : ' ';
    const before = {text: `${marker} ${fit(key, keys)} `, tone: 'accent'} as const;
    if (sign === undefined) return [before, {text: cut(flat(text), columns - keys - 4), tone}];
    const room = Math.max(0, columns - widest - besideMore);
    return [before, {text: `${padEnd(text, widest)} ${sign} `}, {text: cut(more, room), tone: 'dim'}];
  });
  const seen = {start, end: start + lines.length, all: items.length, most: Math.max(0, items.length - 1)};
  return {lines: fills ? filled(lines, height) : lines, seen};
}

/** Rows that the chart of a record's values needs. */
const rowsLeftForChart = 9;

export function recordDrawn({fields, at}: BlockOf<'record'>, panel: Panel, left: number): Listed {
  const {columns} = panel;
  const numbers = fields.flatMap(({value}) => value.split(' ').filter(word => /\d/.test(word)));
  const longest = Math.max(0, ...fields.map(({field}) => width(field)));
  const names = Math.max(5, Math.min(longest, columns - 4 - Math.max(0, ...numbers.map(width))));
  const all = fields.flatMap(({field, value, tone}) => {
    const [name, told] = [wrap(field, names), wrap(value, Math.max(8, columns - names - 4))];
    return Array.from(
      {length: Math.max(name.length, told.length)},
      (_, line): Line => [
        {text: ` ${padEnd(name[line] ?? '', names)}  `, tone: 'dim'},
        {text: told[line] ?? '', tone},
      ],
    );
  });
  // The chart follows the last field of a record that fills the panel.
  const isFull = all.length > Math.max(1, left);
  return scrolled(all, at, left, panel.hasChart && isFull ? left - rowsLeftForChart : left);
}

/** Tables share what is left. */
export function recordsDrawn(block: BlockOf<'records'>, panel: Panel, left: number): Listed {
  const {title, names, fills, now, zone, of} = block;
  const most = Math.max(1, Math.floor(left / panel.tables) - leastTable + 1);
  const all = chosenColumns(of.pane, names, zone);
  const facts = {now, zone, fills};
  const cells = of.rows.slice(0, most).map(row => all.map(column => column.cell(row as never, facts, '')));
  const hidden = of.rows.length - cells.length;
  const more = hidden > 0 ? `, ${hidden} more than shown` : '';
  const rows = cells.length === 0 ? [] : drawTable(all, cells, {width: panel.columns}).lines;
  return {lines: [[{text: ` ${title}: ${of.rows.length}${more}`}], ...rows]};
}
