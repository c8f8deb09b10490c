import {sheetOf} from '../../desk/dialogs/index.ts';
import type {Tone} from '../../desk/model/vocabulary.ts';
import {isDrawn} from '../../desk/order/questions.ts';
import type {
  Block,
  BlockOf,
  Choice,
  Fact,
  Item,
  Sheet,
  SheetField,
  Span,
  TableRow,
} from '../../desk/sheet.ts';
import type {State} from '../../desk/state.ts';
import {flat, unbroken} from '../../desk/words/text.ts';
import {payoffLines} from '../charts.ts';
import {type Column, factsAt, namingZone} from '../columns/column.ts';
import {columns as paneColumns} from '../columns/panes.ts';
import {cut, fit, padEnd, padStart, width, wrap, wrapTo} from '../format.ts';
import {choiceLines, columnsNamed, stillLines} from '../table/figures.ts';
import type {Paint} from '../theme.ts';

export type PanelSize = {readonly columns: number; readonly rows: number};

/** A line, or what Ink draws: a field in its line, or a table. */
export type Part = string | Input | {readonly is: 'table'; readonly rows: readonly TableRow[]};

export type Input = {
  readonly is: 'input';
  readonly before: string;
  readonly beforeColumns: number;
  readonly name: string;
  readonly value: string;
  readonly columns: number;
  readonly isFocused: boolean;
  readonly isMarked: boolean;
  readonly after: string;
};

export type Drawn = {
  readonly parts: readonly Part[];
  /** The scroll limit, which the desk needs; undefined if nothing scrolls. */
  readonly most: number | undefined;
};

type Page = PanelSize & {
  readonly paint: Paint;
  readonly room: number;
  readonly isLow: boolean;
  /** The aside follows the title. */
  readonly hasAside: boolean;
  readonly tables: number;
};

/** Which part of a list is shown. */
type Seen = {readonly start: number; readonly end: number; readonly all: number};

/** What has a length of its own goes first; facts, lists and charts share what is left, in this order. */
export function draw(sheet: Sheet, {columns, rows}: PanelSize, paint: Paint): Drawn {
  const room = columns - 2;
  const isLow = rows < lowBelow(sheet);
  const tables = sheet.filter(each => each.is === 'records').length;
  const page = {columns, rows, paint, room, isLow, hasAside: isLow && hasAside(sheet, room), tables};
  const parts = new Map<Block, readonly Part[]>();
  let left = rows;
  let list: Listed | undefined;
  for (const block of sheet) {
    if (isFlexible(block)) continue;
    const drawn = fixed(block, page);
    parts.set(block, drawn);
    left -= drawn.length;
  }
  for (const block of order.flatMap(kind => sheet.filter(each => each.is === kind).filter(isFlexible))) {
    const isKept = block.is === 'facts' && !isLow && sheet.some(each => each.is === 'text' && each.yields);
    const drawn = flexible(block, left - (isKept ? 1 : 0), page);
    parts.set(block, drawn.parts);
    // Tables share what is left of the page.
    if (block.is !== 'records') left -= drawn.parts.length;
    if (drawn.seen !== undefined) list = drawn;
  }
  const keys = sheet.find(each => each.is === 'keys');
  if (keys !== undefined) parts.set(keys, [keysLine(keys, list?.seen, page)]);
  return {
    parts: fitting(
      sheet.flatMap(each => parts.get(each) ?? []),
      sheet,
      rows,
    ),
    most: list?.most,
  };
}

type Listed = {readonly parts: readonly Part[]; readonly seen?: Seen; readonly most?: number};

function flexible(block: Flexible, left: number, page: Page): Listed {
  const {paint, tables, isLow} = page;
  const height = Math.max(1, left);
  switch (block.is) {
    case 'facts':
      return {parts: factLines(block.facts, height, page)};
    case 'text': {
      const spare = left - leastTable * tables;
      return {parts: spare < 1 ? [] : textLines(block, page, spare)};
    }
    case 'items': {
      const linesOf = (item: string) => itemLines(item, block.most, page);
      const seen = itemWindow(block.items, block.at, height, linesOf);
      return {parts: filled(block.items.slice(seen.start, seen.end).flatMap(linesOf), height), seen};
    }
    case 'scroll':
      return scrolled(
        block.items.flatMap(each => scrollLines(each, page)),
        block.at,
        height,
      );
    case 'choices': {
      const {choices, selected, none, fills} = block;
      if (choices.length === 0 && none !== undefined)
        return {parts: filled([` ${paint('dim', none)}`], height)};
      const lines = choiceLines(choices, selected, height, choiceLine(choices, page), paint);
      return {parts: fills ? filled(lines, height) : lines};
    }
    case 'table': {
      const {parts, ...list} = scrolled(tableRows(block, page), block.at, Math.max(1, left - tableEdges));
      return {
        ...list,
        parts: parts.length === 0 ? [` ${paint('dim', block.none)}`] : [{is: 'table', rows: parts}],
      };
    }
    case 'records':
      return {parts: recordLines(block, Math.max(1, Math.floor(left / tables) - leastTable + 1), page)};
    case 'gap':
      return {parts: !isLow && left > 1 ? [''] : []};
    case 'payoff': {
      const size = {columns: page.room, rows: Math.min(left - 1, mostChartRows), isAscii: block.isAscii};
      const lines = payoffLines(block.option, size, paint).map(line => ` ${line}`);
      return {parts: lines.length === 0 ? [] : ['', ...lines]};
    }
    default:
      return block satisfies never;
  }
}

function scrolled<T>(lines: readonly T[], at: number, height: number) {
  const most = Math.max(0, lines.length - height);
  const start = Math.min(at, most);
  const seen = {start, end: Math.min(lines.length, start + height), all: lines.length};
  return {parts: lines.slice(seen.start, seen.end), seen, most};
}

const order = ['facts', 'text', 'items', 'scroll', 'choices', 'table', 'records', 'gap', 'payoff'] as const;

type Flexible = BlockOf<(typeof order)[number]>;

function isFlexible(block: Block): block is Flexible {
  return block.is === 'text' ? block.yields === true : order.some(each => each === block.is);
}

/** A title, a heading and a row. */
const leastTable = 3;
/** Borders and headings. */
const tableEdges = 3;
const mostChartRows = 14;
/** Of a prompt with its blanks. */
const promptColumns = 3;

/** Fewer rows draw what is short. A field with its error and its keys needs fewer than a question. */
function lowBelow(sheet: Sheet): number {
  const fields = sheet.find(each => each.is === 'fields');
  if (fields !== undefined) return fields.fields.length * 2 + 6;
  return sheet.some(each => each.is === 'field') ? 14 : 16;
}

function hasAside(sheet: Sheet, room: number): boolean {
  return sheet.some(
    each =>
      each.is === 'title' &&
      each.aside !== undefined &&
      width(each.row.map(span => span.text).join('')) + width(each.aside.text) <= room,
  );
}

/** A single field is always seen, with what follows it. */
function fitting(parts: readonly Part[], sheet: Sheet, rows: number): readonly Part[] {
  const at = parts.findIndex(each => typeof each !== 'string' && each.is === 'input');
  const isAlone = sheet.some(each => each.is === 'field');
  const over = isAlone ? Math.min(at, Math.max(0, parts.length - rows)) : 0;
  return [...parts.slice(0, at - over), ...parts.slice(at)].slice(0, at < 0 ? rows : undefined);
}

const filled = (lines: readonly string[], height: number) =>
  Array.from({length: height}, (_, index) => lines[index] ?? '');

function fixed(block: Block, page: Page): readonly Part[] {
  const {columns, room, paint} = page;
  switch (block.is) {
    case 'title':
      return [
        ` ${painted(block.row, room, paint)}${page.hasAside && block.aside ? spanOf(block.aside, paint) : ''}`,
      ];
    case 'text':
      return textLines(block, page);
    case 'way':
      return [` ${paint(block.tone, cut(joined(block.row), room))}`];
    case 'question':
      return questionLines(block, page);
    case 'field': {
      const {name, prompt, value, error, beside = ''} = block;
      const taken = beside === '' ? 4 : beside.length + 5;
      const input: Input = {
        ...{is: 'input', before: ` ${paint('accent', prompt)} `, beforeColumns: promptColumns, name, value},
        ...{columns: Math.max(4, columns - taken), isFocused: true, isMarked: false},
        after: beside === '' ? '' : ` ${paint('dim', beside)}`,
      };
      if (error === undefined) return [input];
      return [input, error === '' ? '' : ` ${paint('warning', cut(`! ${unbroken(error)}`, room))}`];
    }
    case 'fields':
      return fieldParts(block, page);
    case 'pointer': {
      const at = Math.min(width(block.before) + promptColumns, Math.max(0, columns - 24));
      const message = unbroken(block.text);
      const start = Math.max(1, Math.min(at, columns - 3 - width(message)));
      return [padEnd('', start) + paint(block.tone, `▲ ${cut(message, columns - start - 3)}`)];
    }
    case 'names':
      return [` ${paint('dim', cut(namesFitting(block, room), room))}`];
    case 'keys':
      // Drawn at last, since it says which part of the list is shown.
      return [''];
    default:
      return [];
  }
}

function painted(row: readonly Span[], room: number, paint: Paint): string {
  const [only, ...others] = row;
  if (others.length > 0) return row.map(each => spanOf(each, paint)).join('');
  return only === undefined ? '' : paint(only.tone ?? 'plain', cut(unbroken(only.text), room));
}

const spanOf = ({text, tone = 'plain'}: Span, paint: Paint) => paint(tone, unbroken(text));

const joined = (row: readonly Span[]) => unbroken(row.map(each => each.text).join(''));

function textOf({row, between = ''}: BlockOf<'text'>, page: Page): string {
  return row.map(each => flatIn(seenOf(each, page), between)).join(between);
}

/** The blanks between spans of one sentence are theirs. */
const flatIn = (text: string, between: string) => (between === '' ? unbroken(text) : flat(text));

function textLines(block: BlockOf<'text'>, page: Page, spare = Number.POSITIVE_INFINITY): string[] {
  const {isLow, hasAside, room, paint} = page;
  const {on, most = Number.POSITIVE_INFINITY, tone = 'plain'} = block;
  if (on !== undefined && (on === 'many') === isLow) return [];
  if (on === 'few without aside' && hasAside) return [];
  const text = textOf(block, page).trim();
  if (text === '') return block.yields || (block.row.length === 0 && block.between === undefined) ? [''] : [];
  const lines = Math.min(spare, typeof most === 'number' ? most : most[isLow ? 0 : 1]);
  return (lines === 1 ? [cut(text, room)] : wrapTo(text, room, lines)).map(line => ` ${paint(tone, line)}`);
}

/** A randomly drawn letter gets a block of its own if there are rows: it must be found at once. */
function questionLines(
  {question, does, insist, back}: BlockOf<'question'>,
  {columns, isLow, paint}: Page,
): string[] {
  const {key} = question;
  const way = `   ${paint('accent', back.text)} back`;
  const block = isLow || !isDrawn(question) ? ` ${key} ` : `   ${key}   `;
  const behind = (words: string) => width(` ${block}  ${words}   ${back.text} back`);
  const fitting = (brief: string) => (behind(brief + insist) > columns ? brief : brief + insist);
  if (!isDrawn(question)) return [` ${paint('danger', block)} ${fitting(does)}${way}`];
  const asked = ` ${paint('danger', block)}  ${paint('strong', fitting(`press ${key} to ${does}`))}${way}`;
  const edge = ` ${paint('danger', ' '.repeat(block.length))}`;
  return isLow ? [asked] : [edge, asked, edge];
}

function keysLine(
  {before = '', hints, scrolling, counts}: BlockOf<'keys'>,
  seen: Seen | undefined,
  page: Page,
): string {
  const {start, end, all} = seen ?? {start: 0, end: 0, all: 0};
  const hasMore = end - start < all;
  const part = all === 0 ? 'nothing is listed' : `${start + 1}-${end} of ${all}`;
  const place = counts === 'always' || (counts === 'if more' && hasMore) ? `${part}  ` : '';
  const whole = scrolling !== undefined && hasMore ? `${before}${place}${scrolling}  ${hints}` : undefined;
  const line = whole !== undefined && width(whole) < page.columns ? whole : `${before}${place}${hints}`;
  return ` ${page.paint('dim', cut(line, page.columns - 1))}`;
}

/** Continued lines are indented, so that they do not look like another record. */
function itemLines(item: string, most: number, {room}: Page): string[] {
  if (most === 1) return [` ${cut(flat(item), room)}`];
  const [first = '', ...rest] = wrapTo(flat(item), room - 2, most);
  return [` ${first}`, ...rest.map(line => ` … ${line}`)];
}

function itemWindow(
  items: readonly string[],
  at: number,
  height: number,
  linesOf: (item: string) => readonly string[],
): Seen {
  const fitting = (some: readonly string[]) => {
    let left = height;
    const end = some.findIndex(each => {
      left -= linesOf(each).length;
      return left < 0;
    });
    return end < 0 ? some.length : end;
  };
  const last = items.length - fitting(items.slice(-height).reverse());
  const start = Math.max(0, Math.min(at, last, items.length - 1));
  const shown = Math.max(fitting(items.slice(start, start + height)), Math.min(1, items.length));
  return {start, end: start + shown, all: items.length};
}

function scrollLines({mark = {text: ''}, text, tone = 'plain'}: Item, {columns, paint}: Page): string[] {
  const indent = width(mark.text);
  return wrap(flat(text), Math.max(20, columns - 2 - indent)).map((line, index) => {
    const start = index === 0 ? paint(mark.tone ?? 'plain', mark.text) : ' '.repeat(indent);
    return text === '' ? '' : ` ${start}${paint(tone, line)}`;
  });
}

const mostKeyCells = 16;
/** Cells of a line beside the name: marker, letter, sign, spaces. */
const besideMore = 8;

function choiceLine(choices: readonly Choice[], {columns, paint}: Page): (choice: Choice) => string {
  const keys = Math.min(mostKeyCells, Math.max(...choices.map(each => width(each.key))));
  const inColumns = choices.filter(each => each.more !== undefined);
  const widest = Math.max(0, ...inColumns.map(each => width(each.text)));
  return ({key, text, tone = 'plain', sign, more = ''}) => {
    const start = `${paint('accent', fit(key, keys))} `;
    if (sign === undefined) return start + paint(tone, cut(flat(text), columns - keys - 4));
    const room = Math.max(0, columns - widest - besideMore);
    return `${start}${padEnd(text, widest)} ${sign} ${paint('dim', cut(more, room))}`;
  };
}

function tableRows({all, found}: BlockOf<'table'>, {columns}: Page): readonly TableRow[] {
  const widest = (name: 'keys' | 'where') => Math.max(name.length, ...all.map(row => row[name].length));
  // Four rules, and a space on each side of each cell.
  const room = columns - 10 - widest('keys');
  const where = Math.min(widest('where'), Math.max(6, Math.floor(room / 3)));
  const what = Math.max(8, room - where);
  return found.flatMap(row => {
    const [first, second] = [wrap(row.what, what), wrap(row.where, where)];
    return Array.from({length: Math.max(first.length, second.length)}, (_, index) => ({
      keys: index === 0 ? row.keys : '',
      what: first[index] ?? '',
      where: second[index] ?? '',
      spoken: '',
    }));
  });
}

function recordLines(block: BlockOf<'records'>, most: number, page: Page): string[] {
  const {of} = block;
  return of.pane === 'orders'
    ? recordTable(block, of.rows, paneColumns.orders, most, page)
    : recordTable(block, of.rows, paneColumns.trades, most, page);
}

function recordTable<R>(
  {title, names, fills, now, zone}: BlockOf<'records'>,
  records: readonly R[],
  all: readonly Column<R>[],
  most: number,
  {columns, paint}: Page,
): string[] {
  const chosen = namingZone(columnsNamed(all, names), zone);
  const facts = {...factsAt(now, zone), fills};
  const cells = records.slice(0, most).map(row => chosen.map(column => column.cell(row, facts, '')));
  const hidden = records.length - cells.length;
  return [
    ` ${title}: ${records.length}${hidden > 0 ? `, ${hidden} more than shown` : ''}`,
    ...(cells.length === 0 ? [] : stillLines(chosen, cells, columns, paint)),
  ];
}

function namesFitting({key, names, about}: BlockOf<'names'>, room: number): string {
  const all = `${key} ${names.join(' ')}`;
  if (width(all) <= room) return width(all) + 2 + width(about) <= room ? `${all}  ${about}` : all;
  const rest = (count: number) => ` +${names.length - count} more by their first letters`;
  const said = names.map((_, index) => `${key} ${names.slice(0, index + 1).join(' ')}${rest(index + 1)}`);
  return said.findLast(each => width(each) <= room) ?? all;
}

const labelColumns = 14;

function fieldParts({fields, focus, isMarked, sideKeys}: BlockOf<'fields'>, page: Page): readonly Part[] {
  const {columns, rows, isLow, paint} = page;
  const room = Math.max(8, columns - labelColumns - 3);
  const indent = isLow ? 2 : labelColumns + 2;
  // On a low screen the title, every field and the keys come first.
  const errorRows = isLow ? Math.max(1, Math.min(2, rows - fields.length - 2)) : rows;
  return fields.flatMap((field, index): readonly Part[] => {
    const {name, value, error} = field;
    const sends = field.sends && `sends ${flat(field.sends)}`;
    const isFocused = index === focus;
    const label = `${isFocused ? '▌' : ' '} ${shortLabel(field)}`;
    const before = paint(isFocused ? 'accent' : 'plain', label);
    const isBeside = sends !== '' && width(value) + width(sends) + 3 <= room;
    const input: Input = {
      ...{is: 'input', before: before + padEnd('', labelColumns + 2 - width(label))},
      ...{beforeColumns: labelColumns + 2, name, value, columns: isBeside ? width(value) + 2 : room},
      ...{isFocused, isMarked: isMarked && isFocused, after: isBeside ? paint('strong', sends) : ''},
    };
    const line = name === 'side' ? sideLine(input, sideKeys, paint) : input;
    const below = error === undefined ? (isBeside ? '' : sends) : `! ${error}`;
    if (below === '' || (isLow && !isFocused)) return isLow ? [line] : [line, ''];
    const tone: Tone = error === undefined ? 'strong' : 'warning';
    const lines = wrapTo(flat(below), columns - indent - 1, errorRows);
    return [line, ...lines.map(each => `${' '.repeat(indent)}${paint(tone, each)}`)];
  });
}

function shortLabel({label}: SheetField): string {
  return width(label) <= labelColumns ? label : cut(label.replace(/ \(.*\)$/, ''), labelColumns);
}

/** The side is chosen and not typed. */
function sideLine({before, value, isFocused}: Input, keys: string, paint: Paint) {
  const option = (side: string, sign: string) =>
    value === side ? paint('strong', `[${sign} ${side}]`) : ` ${sign} ${side} `;
  return `${before}${option('BUY', '▲')} ${option('SELL', '▼')}${isFocused ? paint('dim', `  ${keys}`) : ''}`;
}

function factLines(facts: readonly Fact[], rows: number, page: Page): string[] {
  const {room, paint} = page;
  const labels = Math.min(Math.floor(room / 2), Math.max(...facts.map(each => width(each.label)), 0));
  const long = facts.flatMap(each => oneFact(each, labels, page));
  if (long.length <= rows) return long;
  const packed = pack(facts, page);
  if (packed.length <= rows) return packed;
  const weight = ({label, danger}: Fact) =>
    label === 'Environment' ? 3 : danger === true ? 2 : selfEvident.includes(label) ? 1 : 0;
  const heaviest = facts.toSorted((one, other) => weight(other) - weight(one));
  const kept = pack(heaviest, page).slice(0, rows - 1);
  return [...kept, ` ${paint('danger', cut('More than fits: make the screen larger', room))}`];
}

/** The value alone is clear without its label. */
const selfEvident = ['Environment', 'Account', 'Card', 'Direction', 'Side', 'Symbol', 'Risk'];

/** Marks a continuation, so that it does not look like another fact. */
const goesOn = '… ';

function pack(facts: readonly Fact[], page: Page): string[] {
  const {room, paint} = page;
  const packed: {width: number; painted: string}[] = [];
  for (const each of facts) {
    const label = selfEvident.includes(each.label) ? '' : `${flat(each.label)} `;
    const fact = label + shown(each, page);
    const pieces = width(fact) <= room ? [fact] : wrapTo(fact, room - width(goesOn), mostLines(each));
    for (const text of pieces.map((piece, index) => (index === 0 ? piece : goesOn + piece))) {
      const painted = paint(each.danger === true ? 'danger' : 'plain', text);
      const last = packed.at(-1);
      if (last === undefined || last.width + width(text) + 3 > room)
        packed.push({width: width(text), painted});
      else {
        last.width += width(text) + 3;
        last.painted += ` · ${painted}`;
      }
    }
  }
  return packed.map(each => ` ${each.painted}`);
}

function oneFact(fact: Fact, labels: number, page: Page): string[] {
  const {room, paint} = page;
  const label = flat(fact.label);
  const space = Math.max(8, room - Math.max(labels, width(label)) - 2);
  const value = wrapTo(shown(fact, page), space, mostLines(fact));
  const {was, note} = fact;
  const before = was === undefined ? '' : `  was ${flat(seenOf(was, page))}`;
  const behind = [note === undefined ? before : ` ${note}${before}`, before];
  return value.map((line, index) => {
    const start = index === 0 ? padEnd(label, labels) : padStart('…', labels);
    const isLast = index === value.length - 1;
    const more = isLast ? (behind.find(each => width(line) + width(each) <= space) ?? '') : '';
    const said = paint(fact.danger === true ? 'danger' : 'plain', line);
    return ` ${paint('dim', start)}  ${said}${more === '' ? '' : paint('dim', more)}`;
  });
}

/** Names are cut after two lines; warnings of the review never are. */
function mostLines({danger}: Fact): number {
  return danger === true ? Number.POSITIVE_INFINITY : 2;
}

const seenOf = ({text, short = text}: Span, {isLow}: Page) => (isLow ? short : text);

/** Facts must not contain the separator. */
function shown({value, was}: Fact, page: Page): string {
  return flat(seenOf(value, page)).replace(/[·•‧∙⋅・･]/g, '.') + (was === undefined ? '' : '*');
}

/** Without what Ink draws in tables. */
export function linesIn(state: State, size: PanelSize, paint: Paint): string[] {
  return draw(sheetOf(state), size, paint).parts.flatMap(part => {
    if (typeof part === 'string') return part;
    return part.is === 'table' ? [] : part.before + part.value + part.after;
  });
}
