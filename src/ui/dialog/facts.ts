import {flat} from '../../account/words/text.ts';
import type {BlockOf, Fact, Span} from '../../desk/sheet.ts';
import {cut, cutBeforeNumber, type Line, padEnd, padStart, width, widthOf, wrapTo} from '../format.ts';
import type {Listed, Page} from './page.ts';

export function factsDrawn({facts}: BlockOf<'facts'>, page: Page, left: number): Listed {
  const rows = Math.max(1, left);
  const {room} = page;
  const labels = Math.min(Math.floor(room / 2), Math.max(...facts.map(each => width(each.label)), 0));
  const long = facts.flatMap(each => oneFact(each, labels, page));
  if (long.length <= rows) return {lines: long};
  const packed = pack(facts, page);
  if (packed.length <= rows) return {lines: packed};
  const keep = (weight: (fact: Fact) => number): readonly Fact[] => {
    const kept: Fact[] = [];
    for (const each of facts.toSorted((one, other) => weight(other) - weight(one)))
      if (pack([...kept, each], page).length < rows) kept.push(each);
    return kept;
  };
  const decisive = decisiveIn(facts);
  const lacks = (kept: readonly Fact[]) => !decisive.every(each => kept.includes(each));
  const usual = keep(weightOf);
  const kept = lacks(usual) ? keep(each => (decisive.includes(each) ? most : weightOf(each))) : usual;
  const more = cut('More than fits: make the screen larger', room);
  const lines = [...pack(kept, page), [{text: ' '}, {text: more, tone: 'danger'} as const]];
  return {lines, isClipped: lacks(kept)};
}

const most = 4;
const weightOf = ({label, danger, isSent}: Fact) =>
  [selfEvident.includes(label), danger === true, isSent === true, label === 'Environment'].lastIndexOf(true);

/** No key confirms without these: terms that are sent, price, place, account, and what speaks against it. */
export const decisiveIn = <F extends Pick<Fact, 'isSent' | 'decides'>>(facts: readonly F[]): readonly F[] =>
  facts.filter(({isSent, decides}) => isSent === true || decides === true);

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
  const value = wrapTo(shown(fact, page), space, mostLines(fact), cutBeforeNumber);
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

/** Names are cut after two lines; warnings and symbols never are. */
function mostLines({label, danger}: Fact): number {
  return danger === true || label === 'Symbol' ? Number.POSITIVE_INFINITY : 2;
}

export const seenOf = ({text, short = text}: Span, {isLow}: Page) => (isLow ? short : text);

/** Facts must not contain the separator. */
function shown({value, was}: Fact, page: Page): string {
  return flat(seenOf(value, page)).replace(/[·•‧∙⋅・･]/g, '.') + (was === undefined ? '' : '*');
}
