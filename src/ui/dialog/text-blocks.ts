import {flat, unbroken} from '../../account/words/text.ts';
import type {BlockOf, Fact, Span} from '../../desk/sheet.ts';
import {cut, cutBeforeNumber, type Line, noLine, padEnd, width, widthOf, wrap, wrapTo} from '../format.ts';
import {type Listed, leastTable, type Panel, type Whole} from './panel.ts';

/** Only a title that is alone is cut. */
export function titleDrawn({row, aside}: BlockOf<'title'>, {room, isLow}: Panel): Listed {
  const spans = row.map(({text, tone}) => ({text: unbroken(text), tone}));
  const [only] = spans;
  const fitting = only !== undefined && spans.length === 1 ? [{...only, text: cut(only.text, room)}] : spans;
  const hasRoom = isLow && widthOf(row) + width(aside?.text ?? '') <= room;
  const beside = hasRoom && aside ? [{...aside, text: unbroken(aside.text)}] : [];
  return {lines: [[{text: ' '}, ...fitting, ...beside]]};
}

export const spokenOf = ({text, spoken = text}: Span) => spoken;
export const joined = (row: readonly Span[]) => row.map(spokenOf).join('');

export function textSaid({row, drawn, between, isSaidOnce}: BlockOf<'text'>, isAgain: boolean) {
  if (drawn === 'few' || (isAgain && isSaidOnce)) return [];
  return between === undefined ? [joined(row)] : row.map(spokenOf);
}

export function textDrawn(block: BlockOf<'text'>, panel: Panel): Whole {
  const {isLow, room} = panel;
  const {drawn, most = Number.POSITIVE_INFINITY, tone} = block;
  if (drawn === (isLow ? 'many' : 'few')) return {lines: [], isClipped: false};
  const {between = ''} = block;
  // The blanks between spans of one sentence are theirs.
  const spans = block.row.map(each => (between === '' ? unbroken : flat)(seenOf(each, panel)));
  const texts = block.areApart && !isLow ? spans : [spans.join(between).trim()];
  const isGap = block.row.length === 0 && block.between === undefined;
  if (texts.join('') === '') return {lines: isGap ? [noLine] : [], isClipped: false};
  const lines = typeof most === 'number' ? most : most[isLow ? 0 : 1];
  const inLines = (text: string) =>
    lines === 1 ? [cutBeforeNumber(text, room)] : wrapTo(text, room, lines, cutBeforeNumber);
  const isClipped = texts.some(text => wrap(text, room).length > lines);
  return {lines: texts.flatMap(inLines).map(text => [{text: ' '}, {text, tone}]), isClipped};
}

/** It leaves the tables their least rows. */
export function remarkDrawn(remark: BlockOf<'remark'>, panel: Panel, left: number): Listed {
  const spare = left - leastTable * panel.tables;
  const most = Math.min(spare, remark.most ?? spare);
  return spare < 1 ? {lines: []} : textDrawn({...remark, is: 'text', most}, panel);
}

export function wayDrawn({row, tone}: BlockOf<'way'>, {room}: Panel): Listed {
  return {lines: [[{text: ' '}, {text: cut(unbroken(row.map(each => each.text).join('')), room), tone}]]};
}

/** Cells before what is typed into the only field of a dialog. */
export const promptColumns = 3;

export function pointerDrawn({before, text, tone}: BlockOf<'pointer'>, {columns}: Panel): Listed {
  const at = Math.min(width(before) + promptColumns, Math.max(0, columns - 24));
  const message = unbroken(text);
  const start = Math.max(1, Math.min(at, columns - 3 - width(message)));
  return {lines: [[{text: ' '.repeat(start)}, {text: `▲ ${cut(message, columns - start - 3)}`, tone}]]};
}

export function factsDrawn({facts}: BlockOf<'facts'>, panel: Panel, left: number): Whole {
  const rows = Math.max(1, left);
  const {room} = panel;
  const labels = Math.min(Math.floor(room / 2), Math.max(...facts.map(each => width(each.label)), 0));
  const long = facts.flatMap(each => oneFact(each, labels, panel));
  if (long.length <= rows) return {lines: long, isClipped: false};
  const packed = pack(facts, panel);
  if (packed.length <= rows) return {lines: packed, isClipped: false};
  const decisive = facts.filter(({decides}) => decides);
  const decided = pack(decisive, panel);
  // Exactly these fit: the words that there is more give way.
  if (decided.length === rows) return {lines: decided, isClipped: false};
  const weight = ({needsNoLabel, danger, decides}: Fact) =>
    [needsNoLabel === true, danger === true, decides].lastIndexOf(true);
  const kept: Fact[] = [];
  for (const each of facts.toSorted((one, other) => weight(other) - weight(one)))
    if (pack([...kept, each], panel).length < rows) kept.push(each);
  const more = cut('More than fits: make the screen larger', room);
  const lines = [...pack(kept, panel), [{text: ' '}, {text: more, tone: 'danger'} as const]];
  return {lines, isClipped: !decisive.every(each => kept.includes(each))};
}

export const factsSaid = ({facts}: BlockOf<'facts'>, isAgain: boolean) =>
  facts.map(({label, value, was, note}) =>
    [`${label} ${spokenOf(value)}`, ...(isAgain ? [] : [note, was && `was ${spokenOf(was)}`])]
      .filter(each => each !== undefined)
      .join(', '),
  );

/** Marks a continuation, so that it does not look like another fact. */
const goesOn = '… ';

function pack(facts: readonly Fact[], panel: Panel): readonly Line[] {
  const {room} = panel;
  const packed: Line[] = [];
  for (const each of facts) {
    const label = each.needsNoLabel ? '' : `${flat(each.label)} `;
    const fact = label + shown(each, panel);
    const pieces =
      width(fact) <= room ? [fact] : wrapTo(fact, room - width(goesOn), mostLines(each), cutBeforeNumber);
    for (const text of pieces.map((piece, index) => (index === 0 ? piece : goesOn + piece))) {
      const piece = {text, tone: each.danger === true ? 'danger' : 'plain'} as const;
      const last = packed.at(-1);
      if (last === undefined || widthOf(last) + width(text) + 2 > room) packed.push([{text: ' '}, piece]);
      else packed[packed.length - 1] = [...last, {text: ' · '}, piece];
    }
  }
  return packed;
}

function oneFact(fact: Fact, labels: number, panel: Panel): readonly Line[] {
  const {room} = panel;
  const label = flat(fact.label);
  const space = Math.max(8, room - Math.max(labels, width(label)) - 2);
  const value = wrapTo(shown(fact, panel), space, mostLines(fact), cutBeforeNumber);
  const {was} = fact;
  const note = fact.decides ? undefined : fact.note;
  const before = was === undefined ? '' : `  was ${flat(seenOf(was, panel))}`;
  const behind = [note === undefined ? before : ` ${note}${before}`, before];
  return value.map((line, index) => {
    const start = index === 0 ? padEnd(label, labels) : '…'.padStart(labels);
    const isLast = index === value.length - 1;
    const more = isLast ? (behind.find(each => width(line) + width(each) <= space) ?? '') : '';
    return [
      {text: ` ${start}  `, tone: 'dim'},
      {text: line, tone: fact.danger === true ? 'danger' : 'plain'},
      {text: more, tone: 'dim'},
    ];
  });
}

/** Names are cut after two lines, and what decides nothing; warnings and figures that decide never are. */
const mostLines = ({danger, decides, isName}: Fact): number =>
  danger === true || (decides && isName !== true) ? Number.POSITIVE_INFINITY : 2;

const seenOf = ({text, short = text}: Span, {isLow}: Panel) => (isLow ? short : text);

/** Facts must not contain the separator. The note of one that decides goes wherever it goes. */
function shown({value, was, note, decides}: Fact, panel: Panel): string {
  const text = flat(seenOf(value, panel)).replace(/[·•‧∙⋅・･]/g, '.') + (was === undefined ? '' : '*');
  return decides && note !== undefined ? `${text} ${note}` : text;
}
