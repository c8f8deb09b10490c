import type {ReviewLine} from '../../desk/model/review.ts';
import {cut, flat, padEnd, padStart, width, wrapTo} from '../format.ts';
import type {Paint} from '../theme.ts';

/** The facts of a review: a line each, or as many on a line as it holds. */

/** A fact as it is drawn: what was another when the review opened bears the mark of a changed cell. */
export type Fact = Pick<ReviewLine, 'label' | 'value' | 'danger' | 'note'> & {
  /** What it was when the review opened. */
  readonly was?: string | undefined;
};

/** A fact a line; where the rows do not suffice, as many on a line as it holds, none cut. */
export function factLines(facts: readonly Fact[], room: number, rows: number, paint: Paint): string[] {
  const labels = Math.min(Math.floor(room / 2), Math.max(...facts.map(each => width(each.label)), 0));
  const long = facts.flatMap(each => oneFact(each, labels, room, paint));
  if (long.length <= rows) return long;
  const packed = pack(facts, room, paint);
  if (packed.length <= rows) return packed;
  const weight = ({label, danger}: Fact) =>
    label === 'Environment' ? 3 : danger === true ? 2 : selfEvident.includes(label) ? 1 : 0;
  const heaviest = facts.toSorted((one, other) => weight(other) - weight(one));
  const kept = pack(heaviest, room, paint).slice(0, rows - 1);
  return [...kept, ` ${paint('danger', cut('More than fits: make the screen larger', room))}`];
}

/** What these facts are, their values say by themselves. */
const selfEvident = ['Environment', 'Account', 'Card', 'Direction', 'Side', 'Symbol', 'Risk'];

/** Before what has no room on the line of its fact, so that it is not taken for another one. */
const goesOn = '… ';

function pack(facts: readonly Fact[], room: number, paint: Paint): string[] {
  const packed: {width: number; painted: string}[] = [];
  for (const each of facts) {
    const label = selfEvident.includes(each.label) ? '' : `${flat(each.label)} `;
    const fact = label + shown(each);
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

/** What a value has no room for on its line goes on below it, marked where a label would stand. */
function oneFact(fact: Fact, labels: number, room: number, paint: Paint): string[] {
  const label = flat(fact.label);
  const space = Math.max(8, room - Math.max(labels, width(label)) - 2);
  const value = wrapTo(shown(fact), space, mostLines(fact));
  const {was, note} = fact;
  const before = was === undefined ? '' : `  was ${flat(was)}`;
  const behind = [note === undefined ? before : ` ${note}${before}`, before];
  return value.map((line, index) => {
    const start = index === 0 ? padEnd(label, labels) : padStart('…', labels);
    const isLast = index === value.length - 1;
    const more = isLast ? (behind.find(each => width(line) + width(each) <= space) ?? '') : '';
    const said = paint(fact.danger === true ? 'danger' : 'plain', line);
    return ` ${paint('dim', start)}  ${said}${more === '' ? '' : paint('dim', more)}`;
  });
}

/** Names are cut after two lines; what the review itself says in the danger colour never is. */
function mostLines({danger}: Fact): number {
  return danger === true ? Number.POSITIVE_INFINITY : 2;
}

/** What parts one fact from the next stands in none of them. */
function shown({value, was}: Fact): string {
  return flat(value).replace(/[·•‧∙⋅・･]/g, '.') + (was === undefined ? '' : '*');
}
