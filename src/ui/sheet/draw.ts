import type {Tone} from '../../desk/model/vocabulary.ts';
import {isDrawn} from '../../desk/order/questions.ts';
import type {Block, BlockOf, Choice, Detail, Fact, Item, Sheet, SheetField, Span} from '../../desk/sheet.ts';
import {flat, unbroken} from '../../desk/words/text.ts';
import {lineChart, payoffLines} from '../charts.ts';
import {type Column, namingZone, columns as paneColumns} from '../columns/panes.ts';
import {
  cut,
  filled,
  fit,
  type Line,
  noLine,
  padEnd,
  padStart,
  textOf,
  width,
  widthOf,
  wrap,
  wrapTo,
} from '../format.ts';
import {choiceLines, columnsNamed, stillLines} from '../table/figures.ts';

export type PanelSize = {readonly columns: number; readonly rows: number};

/** A line, or what Ink draws: a field in its line, or a table. */
export type Part = Line | Input | StillRows;

export type StillRows = {
  readonly is: 'table';
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
};

export const isLine = (part: Part): part is Line => !('is' in part);

export type Input = {
  readonly is: 'input';
  readonly before: Line;
  readonly beforeColumns: number;
  readonly name: string;
  readonly value: string;
  readonly columns: number;
  readonly isFocused: boolean;
  readonly isMarked: boolean;
  readonly after: Line;
};

type Page = ReturnType<typeof pageOf>;

function pageOf(sheet: Sheet, {columns, rows}: PanelSize) {
  const room = columns - 2;
  const isLow = rows < lowBelow(sheet);
  return {
    ...{columns, rows, room, isLow},
    hasAside: isLow && hasAside(sheet, room),
    tables: sheet.filter(each => each.is === 'records').length,
    hasChart: sheet.some(each => each.is === 'chart'),
  };
}

type Seen = {readonly start: number; readonly end: number; readonly all: number};

/** Blocks of a fixed length come first; facts, lists and charts share the rest, in this order. */
export function draw(sheet: Sheet, size: PanelSize) {
  const {rows} = size;
  const page = pageOf(sheet, size);
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
    const isKept =
      block.is === 'facts' && !page.isLow && sheet.some(each => each.is === 'text' && each.yields);
    const drawn = flexible(block, left - (isKept ? 1 : 0), page);
    parts.set(block, drawn.parts);
    // Tables share what is left of the page.
    if (block.is !== 'records') left -= drawn.parts.reduce((sum, part) => sum + heightOf(part), 0);
    if (drawn.seen !== undefined) list = drawn;
  }
  const keys = sheet.find(each => each.is === 'keys');
  if (keys !== undefined) parts.set(keys, [keysLine(keys, list?.seen, page)]);
  /** `most`: the scroll limit, which the desk needs; undefined if nothing scrolls. */
  return {parts: fitting(parts, sheet, rows), most: list?.most};
}

type Listed = {readonly parts: readonly Part[]; readonly seen?: Seen; readonly most?: number};

function flexible(block: Flexible, left: number, page: Page): Listed {
  const {tables, isLow} = page;
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
      const lines = block.items.slice(seen.start, seen.end).flatMap(linesOf);
      // Blocks below a list that scrolls do not move.
      return {parts: seen.end - seen.start < seen.all ? filled(lines, height) : lines, seen};
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
        return {parts: filled([[{text: ` ${none}`, tone: 'dim'}]], height)};
      const lines = choiceLines(choices, selected, height, choiceLine(choices, page));
      return {parts: fills ? filled(lines, height) : lines};
    }
    case 'table': {
      const {parts: rows, ...list} = scrolled(
        tableRows(block, page),
        block.at,
        Math.max(1, left - tableEdges),
      );
      const none: Line = [{text: ` ${block.none}`, tone: 'dim'}];
      return {...list, parts: rows.length === 0 ? [none] : [{is: 'table', columns: tableColumns, rows}]};
    }
    case 'record': {
      const lines = block.fields.flatMap(detailLines(block.fields, page));
      // If the fields fill the panel, the chart follows the last field.
      const least = page.hasChart && lines.length > height ? Math.max(1, height - chartRows) : height;
      const start = Math.min(block.at, Math.max(0, lines.length - least));
      const parts = lines.slice(start, start + height);
      return {parts, seen: {start, end: start + parts.length, all: lines.length}};
    }
    case 'records':
      return {parts: recordLines(block, Math.max(1, Math.floor(left / tables) - leastTable + 1), page)};
    case 'gap':
      return {parts: !isLow && left > 1 ? [noLine] : []};
    case 'chart': {
      const gap = block.isApart ? [noLine] : [];
      const lines = chartLines(block, left - gap.length, page);
      return {parts: lines.length === 0 ? [] : [...gap, ...lines]};
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

const order = [
  'facts',
  'text',
  'items',
  'scroll',
  'choices',
  'table',
  'record',
  'records',
  'gap',
  'chart',
] as const;

type Flexible = BlockOf<(typeof order)[number]>;

function isFlexible(block: Block): block is Flexible {
  return block.is === 'text' ? block.yields === true : order.some(each => each === block.is);
}

const leastTable = 3;
const tableEdges = 3;
export const heightOf = (part: Part) =>
  isLine(part) || part.is === 'input' ? 1 : part.rows.length + tableEdges;
const mostChartRows = 14;
const chartRows = 9;
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
      each.is === 'title' && each.aside !== undefined && widthOf(each.row) + width(each.aside.text) <= room,
  );
}

/** A question is always seen, and so is a single field with what follows it: what is above gives way. */
function fitting(drawn: ReadonlyMap<Block, readonly Part[]>, sheet: Sheet, rows: number): readonly Part[] {
  const parts = sheet.flatMap(each => drawn.get(each) ?? []);
  const kept = sheet.find(each => each.is === 'question' || each.is === 'field');
  if (kept === undefined) return parts;
  const [first, ...more] = drawn.get(kept) ?? [];
  const at = first === undefined ? 0 : parts.indexOf(first);
  const end = kept.is === 'field' ? parts.length : at + 1 + more.length;
  const over = Math.min(at, Math.max(0, end - rows));
  return [...parts.slice(0, at - over), ...parts.slice(at)];
}

function fixed(block: Block, page: Page): readonly Part[] {
  const {columns, room} = page;
  switch (block.is) {
    case 'title':
      return [[{text: ' '}, ...titleSpans(block, page)]];
    case 'text':
      return textLines(block, page);
    case 'way':
      return [[{text: ' '}, {text: cut(unbroken(textOf(block.row)), room), tone: block.tone}]];
    case 'question':
      return questionLines(block, page);
    case 'field': {
      const {name, prompt, value, error, beside = ''} = block;
      const taken = beside === '' ? 4 : beside.length + 5;
      const input: Input = {
        ...{is: 'input', before: [{text: ` ${prompt} `, tone: 'accent'}], beforeColumns: promptColumns},
        ...{name, value},
        ...{columns: Math.max(4, columns - taken), isFocused: true, isMarked: false},
        after: beside === '' ? noLine : [{text: ` ${beside}`, tone: 'dim'}],
      };
      if (error === undefined) return [input];
      return [
        input,
        error === '' ? noLine : [{text: ` ${cut(`! ${unbroken(error)}`, room)}`, tone: 'warning'}],
      ];
    }
    case 'fields':
      return fieldParts(block, page);
    case 'pointer': {
      const at = Math.min(width(block.before) + promptColumns, Math.max(0, columns - 24));
      const message = unbroken(block.text);
      const start = Math.max(1, Math.min(at, columns - 3 - width(message)));
      return [
        [{text: ' '.repeat(start)}, {text: `▲ ${cut(message, columns - start - 3)}`, tone: block.tone}],
      ];
    }
    case 'names':
      return [[{text: ` ${cut(namesFitting(block, room), room)}`, tone: 'dim'}]];
    case 'keys':
      // Drawn at last, since it says which part of the list is shown.
      return [noLine];
    default:
      return [];
  }
}

/** Only a title that is alone is cut. */
function titleSpans({row, aside}: BlockOf<'title'>, {room, hasAside}: Page): Line {
  const spans = row.map(({text, tone}) => ({text: unbroken(text), tone}));
  const [only] = spans;
  const fitting = only !== undefined && spans.length === 1 ? [{...only, text: cut(only.text, room)}] : spans;
  return hasAside && aside ? [...fitting, {text: unbroken(aside.text), tone: aside.tone}] : fitting;
}

function sentenceOf({row, between = ''}: BlockOf<'text'>, page: Page): string {
  return row.map(each => flatIn(seenOf(each, page), between)).join(between);
}

/** The blanks between spans of one sentence are theirs. */
const flatIn = (text: string, between: string) => (between === '' ? unbroken(text) : flat(text));

function textLines(block: BlockOf<'text'>, page: Page, spare = Number.POSITIVE_INFINITY): readonly Line[] {
  const {isLow, hasAside, room} = page;
  const {on, most = Number.POSITIVE_INFINITY, tone} = block;
  if (on !== undefined && (on === 'many') === isLow) return [];
  if (on === 'few without aside' && hasAside) return [];
  const text = sentenceOf(block, page).trim();
  if (text === '')
    return block.yields || (block.row.length === 0 && block.between === undefined) ? [noLine] : [];
  const lines = Math.min(spare, typeof most === 'number' ? most : most[isLow ? 0 : 1]);
  const said = lines === 1 ? [cut(text, room)] : wrapTo(text, room, lines);
  return said.map(text => [{text: ' '}, {text, tone}]);
}

/** A randomly drawn letter gets a block of its own if there are rows: it must be found at once. */
function questionLines(
  {question, does, insist, back}: BlockOf<'question'>,
  {columns, isLow}: Page,
): readonly Line[] {
  const {key} = question;
  const block = isLow || !isDrawn(question) ? ` ${key} ` : `   ${key}   `;
  const besides = width(` ${block}   ${back.text} back`);
  const press = isDrawn(question) ? [`press ${key} to ${does}${insist}`, `press ${key} to ${does}`] : [];
  const all = [...press, `${does}${insist}`, does];
  const words = all.find(each => besides + width(each) <= columns) ?? does;
  const gap = ' '.repeat(Math.max(1, Math.min(3, columns - besides - width(words) + 1)));
  const way: Line = [{text: gap + back.text, tone: 'accent'}, {text: ' back'}];
  const badge = (text: string): Line => [{text: ' '}, {text, tone: 'danger'}];
  if (!isDrawn(question)) return [[...badge(block), {text: ` ${words}`}, ...way]];
  const asked = [...badge(block), {text: `  ${words}`, tone: 'strong'} as const, ...way];
  const edge = badge(' '.repeat(block.length));
  return isLow ? [asked] : [edge, asked, edge];
}

function keysLine(
  {before = '', hints, scrolling, counts}: BlockOf<'keys'>,
  seen: Seen | undefined,
  {columns}: Page,
): Line {
  const {start, end, all} = seen ?? {start: 0, end: 0, all: 0};
  const hasMore = end - start < all;
  const part = all === 0 ? 'nothing is listed' : `${start + 1}-${end} of ${all}`;
  const place = counts === 'always' || (counts === 'if more' && hasMore) ? `${part}  ` : '';
  const whole = scrolling !== undefined && hasMore ? `${before}${place}${scrolling}  ${hints}` : undefined;
  const line = whole !== undefined && width(whole) < columns ? whole : `${before}${place}${hints}`;
  return [{text: ` ${cut(line, columns - 1)}`, tone: 'dim'}];
}

/** Continued lines are indented, so that they do not look like another record. */
function itemLines(item: string, most: number, {room}: Page): readonly Line[] {
  if (most === 1) return [[{text: ` ${cut(flat(item), room)}`}]];
  const [first = '', ...rest] = wrapTo(flat(item), room - 2, most);
  return [[{text: ` ${first}`}], ...rest.map(line => [{text: ` … ${line}`}])];
}

function itemWindow(
  items: readonly string[],
  at: number,
  height: number,
  linesOf: (item: string) => readonly Line[],
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

function scrollLines({mark = {text: ''}, text, tone}: Item, {columns}: Page): readonly Line[] {
  const indent = width(mark.text);
  return wrap(flat(text), Math.max(20, columns - 2 - indent)).map((line, index) => {
    const start = index === 0 ? mark : {text: ' '.repeat(indent)};
    return text === '' ? noLine : [{text: ' '}, start, {text: line, tone}];
  });
}

const mostKeyCells = 16;
/** Cells of a line beside the name: marker, letter, sign, spaces. */
const besideMore = 8;

function choiceLine(choices: readonly Choice[], {columns}: Page): (choice: Choice) => Line {
  const keys = Math.min(mostKeyCells, Math.max(...choices.map(each => width(each.key))));
  const inColumns = choices.filter(each => each.more !== undefined);
  const widest = Math.max(0, ...inColumns.map(each => width(each.text)));
  return ({key, text, tone, sign, more = ''}) => {
    const start = {text: `${fit(key, keys)} `, tone: 'accent'} as const;
    if (sign === undefined) return [start, {text: cut(flat(text), columns - keys - 4), tone}];
    const room = Math.max(0, columns - widest - besideMore);
    return [start, {text: `${padEnd(text, widest)} ${sign} `}, {text: cut(more, room), tone: 'dim'}];
  };
}

const tableColumns = ['keys', 'what', 'where'] as const;

function tableRows({all, found}: BlockOf<'table'>, {columns}: Page): StillRows['rows'] {
  const widest = (name: 'keys' | 'where') => Math.max(name.length, ...all.map(row => row[name].length));
  // Four rules, and a space on each side of each cell.
  const room = columns - 10 - widest('keys');
  const where = Math.min(widest('where'), Math.max(6, Math.floor(room / 3)));
  const what = Math.max(8, room - where);
  return wrapped(found, {keys: widest('keys'), what, where});
}

function wrapped(rows: StillRows['rows'], widths: Readonly<Record<string, number>>): StillRows['rows'] {
  return rows.flatMap(row => {
    const cells = Object.entries(widths).map(
      ([name, cells]) => [name, wrap(row[name] ?? '', cells)] as const,
    );
    const height = Math.max(...cells.map(([, lines]) => lines.length));
    return Array.from({length: height}, (_, line) =>
      Object.fromEntries(cells.map(([name, lines]) => [name, lines[line] ?? ''])),
    );
  });
}

function detailLines(fields: readonly Detail[], {columns}: Page): (of: Detail) => readonly Line[] {
  const numbers = fields.flatMap(({value}) => value.split(' ').filter(word => /\d/.test(word)));
  const longest = Math.max(0, ...fields.map(({field}) => width(field)));
  const names = Math.max(5, Math.min(longest, columns - 4 - Math.max(0, ...numbers.map(width))));
  return ({field, value, tone}) => {
    const [name, told] = [wrap(field, names), wrap(value, Math.max(8, columns - names - 4))];
    return Array.from({length: Math.max(name.length, told.length)}, (_, line) => [
      {text: ` ${padEnd(name[line] ?? '', names)}  `, tone: 'dim'},
      {text: told[line] ?? '', ...(tone !== undefined && {tone})},
    ]);
  };
}

function chartLines({of, isAscii}: BlockOf<'chart'>, left: number, {room}: Page): readonly Line[] {
  const size = {columns: room, rows: Math.min(left, mostChartRows), isAscii};
  if (!('values' in of)) return payoffLines(of.legs, size, of.isContract);
  const lines = lineChart(of.values, {...size, rows: Math.min(left - 1, mostChartRows)});
  return lines.length === 0 ? [] : [of.name, ...lines].map(text => [{text: ` ${text}`}]);
}

function recordLines(block: BlockOf<'records'>, most: number, page: Page): readonly Line[] {
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
  {columns}: Page,
): readonly Line[] {
  const chosen = namingZone(columnsNamed(all, names), zone);
  const facts = {now, zone, fills};
  const cells = records.slice(0, most).map(row => chosen.map(column => column.cell(row, facts, '')));
  const hidden = records.length - cells.length;
  return [
    [{text: ` ${title}: ${records.length}${hidden > 0 ? `, ${hidden} more than shown` : ''}`}],
    ...(cells.length === 0 ? [] : stillLines(chosen, cells, columns)),
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
  const {columns, rows, isLow} = page;
  const room = Math.max(8, columns - labelColumns - 3);
  const indent = isLow ? 2 : labelColumns + 2;
  // On a low screen the title, every field and the keys come first.
  const errorRows = isLow ? Math.max(1, Math.min(2, rows - fields.length - 2)) : rows;
  return fields.flatMap((field, index): readonly Part[] => {
    const {name, value, error} = field;
    const sends = field.sends && `sends ${flat(field.sends)}`;
    const isFocused = index === focus;
    const label = `${isFocused ? '▌' : ' '} ${shortLabel(field)}`;
    const before = {text: padEnd(label, labelColumns + 2), tone: isFocused ? 'accent' : 'plain'} as const;
    const isBeside = sends !== '' && width(value) + width(sends) + 3 <= room;
    const input: Input = {
      ...{is: 'input', before: [before]},
      ...{beforeColumns: labelColumns + 2, name, value, columns: isBeside ? width(value) + 2 : room},
      ...{
        isFocused,
        isMarked: isMarked && isFocused,
        after: isBeside ? [{text: sends, tone: 'strong'}] : noLine,
      },
    };
    const line = name === 'side' ? sideLine(input, sideKeys) : input;
    const below = error === undefined ? (isBeside ? '' : sends) : `! ${error}`;
    if (below === '' || (isLow && !isFocused)) return isLow ? [line] : [line, noLine];
    const tone: Tone = error === undefined ? 'strong' : 'warning';
    const lines = wrapTo(flat(below), columns - indent - 1, errorRows);
    return [line, ...lines.map(each => [{text: ' '.repeat(indent) + each, tone}])];
  });
}

function shortLabel({label}: SheetField): string {
  return width(label) <= labelColumns ? label : cut(label.replace(/ \([^()]*\)$/, ''), labelColumns);
}

function sideLine({before, value, isFocused}: Input, keys: string): Line {
  const option = (side: string, sign: string): Line[number] =>
    value === side ? {text: `[${sign} ${side}]`, tone: 'strong'} : {text: ` ${sign} ${side} `};
  const line = [...before, option('BUY', '▲'), {text: ' '}, option('SELL', '▼')];
  return isFocused ? [...line, {text: `  ${keys}`, tone: 'dim'}] : line;
}

function factLines(facts: readonly Fact[], rows: number, page: Page): readonly Line[] {
  const {room} = page;
  const labels = Math.min(Math.floor(room / 2), Math.max(...facts.map(each => width(each.label)), 0));
  const long = facts.flatMap(each => oneFact(each, labels, page));
  if (long.length <= rows) return long;
  const packed = pack(facts, page);
  if (packed.length <= rows) return packed;
  const weight = ({label, danger, isSent}: Fact) =>
    [selfEvident.includes(label), danger === true, isSent === true, label === 'Environment'].lastIndexOf(
      true,
    );
  const heaviest = facts.toSorted((one, other) => weight(other) - weight(one));
  const kept: Fact[] = [];
  for (const each of heaviest) if (pack([...kept, each], page).length < rows) kept.push(each);
  const more = cut('More than fits: make the screen larger', room);
  return [...pack(kept, page), [{text: ' '}, {text: more, tone: 'danger'}]];
}

/** The value alone is clear without its label. */
const selfEvident = ['Environment', 'Account', 'Card', 'Direction', 'Side', 'Symbol', 'Risk'];

/** Marks a continuation, so that it does not look like another fact. */
const goesOn = '… ';

function pack(facts: readonly Fact[], page: Page): readonly Line[] {
  const {room} = page;
  const packed: Line[] = [];
  for (const each of facts) {
    const label = selfEvident.includes(each.label) ? '' : `${flat(each.label)} `;
    const fact = label + shown(each, page);
    const pieces = width(fact) <= room ? [fact] : wrapTo(fact, room - width(goesOn), mostLines(each));
    for (const text of pieces.map((piece, index) => (index === 0 ? piece : goesOn + piece))) {
      const piece = {text, tone: each.danger === true ? 'danger' : 'plain'} as const;
      const last = packed.at(-1);
      if (last === undefined || widthOf(last) + width(text) + 2 > room) packed.push([{text: ' '}, piece]);
      else packed[packed.length - 1] = [...last, {text: ' · '}, piece];
    }
  }
  return packed;
}

function oneFact(fact: Fact, labels: number, page: Page): readonly Line[] {
  const {room} = page;
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
    return [
      {text: ` ${start}  `, tone: 'dim'},
      {text: line, tone: fact.danger === true ? 'danger' : 'plain'},
      {text: more, tone: 'dim'},
    ];
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
