import {age} from '../../desk/model/freshness.ts';
import type {Review, State} from '../../desk/model/state.ts';
import {asksTwice} from '../../desk/order/questions.ts';
import {doubtFigure, doubtWords} from '../../desk/words/doubts.ts';
import {payoffLines} from '../charts/payoff.ts';
import {cut, flat, number, padEnd, padStart, width, wrap, wrapTo} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import type {Paint} from '../theme.ts';
import {ownClock, seconds} from '../times.ts';
import {questionLines, type Words} from './question.ts';

export const reviewDrawing: Drawing<'review'> = {
  lines: (state, {review: shown}, room, paint) => reviewLines(state, shown, room, paint),
};

type ReviewRoom = {readonly columns: number; readonly rows: number; readonly hasPictures?: boolean};

/**
 * What is about to be sent, line for line, and how it is confirmed. The question stands on the last line
 * whatever the height; where rows are short, facts share a line rather than being left out.
 */
export function reviewLines(state: State, review: Review, place: ReviewRoom, paint: Paint): string[] {
  const {columns, rows, hasPictures = true} = place;
  const room = columns - 2;
  const isTight = rows < 16;
  const notice = noticeLines(review, room, paint);
  const {bindings} = state.settings;
  const look = {columns, isLow: isTight || !hasPictures, bindings};
  const question = questionLines(review, wordsOf(review), look, paint);
  const foot = [
    ...doubtLines(review, room, isTight, paint),
    ...guardLines(review, room, isTight, paint),
    ...notice,
    ...question,
  ];
  const head = ` ${paint('strong', cut(review.title, room))}`;
  const age = ` ${paint(review.reread.status === 'failed' ? 'danger' : 'dim', cut(readAgain(state, review, hasPictures), room))}`;
  // On a low screen what was just said about a key stands where the age does, until the next key.
  const reading = isTight && notice.length > 0 ? [] : [age];
  const space = Math.max(1, rows - foot.length - 1 - reading.length);
  const facts = factLines(review, room, space, paint);
  const chart = hasPictures ? chartLines(state, review, room, space - facts.length - 1, paint) : [];
  const body = [head, ...facts, ...chart, ...reading];
  const blank = Array.from({length: Math.max(0, rows - body.length - foot.length)}, () => '');
  return [...body, ...blank, ...foot].slice(0, rows);
}

function wordsOf(review: Review): Words {
  const {drafts, again} = review;
  const verb = again !== undefined ? 'send again' : (drafts[0]?.kind ?? 'send');
  return {fixed: 'send', drawn: verb, insist: asksTwice(review) ? ' all the same' : ''};
}

/** To ears a time is told that stands still: what is written anew each second is never heard to its end. */
function readAgain(state: State, {reread}: Review, isSeen: boolean): string {
  switch (reread.status) {
    case 'reading':
      return 'Reading the record again…';
    case 'failed':
      return `The record could not be read again: ${flat(reread.reason)}`;
    case 'read': {
      const when = isSeen
        ? `${seconds(age(reread.at, state.now))} ago`
        : `at ${ownClock(state, reread.at.wall)}`;
      return reread.price === undefined ? `Read ${when}` : `Price ${number(reread.price)}, read ${when}`;
    }
    default:
      return reread satisfies never;
  }
}

/** What may be a slip of the fingers, each with its figure. */
function doubtLines({doubts}: Review, room: number, isTight: boolean, paint: Paint): string[] {
  const said = isTight ? [doubts.map(doubtFigure).join(' · ')] : doubts.map(each => `${doubtWords(each)}.`);
  const lines = said.flatMap(each => (each === '' ? [] : wrap(flat(each), room)));
  return lines.map(line => ` ${paint('danger', line)}`);
}

function guardLines({guard}: Review, room: number, isTight: boolean, paint: Paint): string[] {
  if (guard === undefined) return [];
  const prices = guard.kind === 'moved' ? `${number(guard.from)} to ${number(guard.to)}` : '';
  const text =
    guard.kind === 'stale'
      ? `The data is ${seconds(guard.ageMs)} old.`
      : isTight
        ? `MOVED ${guard.percent} %: ${prices}`
        : `The price moved by ${guard.percent} %: ${prices}.`;
  return wrap(text, room).map(line => ` ${paint('danger', line)}`);
}

function noticeLines({notice}: Review, room: number, paint: Paint): string[] {
  return notice === undefined ? [] : wrap(flat(notice), room).map(line => ` ${paint('warning', `${line}`)}`);
}

type Fact = Review['lines'][number];

/** A fact a line; where the rows do not suffice, as many on a line as it holds, none cut. */
function factLines({lines}: Review, room: number, rows: number, paint: Paint): string[] {
  const labels = Math.min(Math.floor(room / 2), Math.max(...lines.map(each => width(each.label)), 0));
  const long = lines.flatMap(each => oneFact(each, labels, room, paint));
  if (long.length <= rows) return long;
  const packed = pack(lines, room, paint);
  if (packed.length <= rows) return packed;
  const isWeighty = (each: Fact) => each.danger === true || selfEvident.includes(each.label);
  const kept = pack(
    [...lines.filter(isWeighty), ...lines.filter(each => !isWeighty(each))],
    room,
    paint,
  ).slice(0, rows - 1);
  return [...kept, ` ${paint('danger', cut('More than fits: make the screen larger', room))}`];
}

/** What these facts are, their values say by themselves. */
const selfEvident = ['Environment', 'Account', 'Card', 'Direction', 'Side', 'Symbol'];

/** Before what has no room on the line of its fact, so that it is not taken for another one. */
const goesOn = '… ';

function pack(facts: readonly Fact[], room: number, paint: Paint): string[] {
  const packed: {width: number; painted: string}[] = [];
  for (const each of facts) {
    const label = selfEvident.includes(each.label) ? '' : `${flat(each.label)} `;
    const fact = label + grouped(each);
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
  const value = wrapTo(grouped(fact), space, mostLines(fact));
  return value.map((line, index) => {
    const before = index === 0 ? padEnd(label, labels) : padStart('…', labels);
    return ` ${paint('dim', before)}  ${paint(fact.danger === true ? 'danger' : 'plain', line)}`;
  });
}

/** Names are cut after two lines; what the review itself says in the danger colour never is. */
function mostLines({danger}: Fact): number {
  return danger === true ? Number.POSITIVE_INFINITY : 2;
}

/**
 * Amounts get their digits grouped; names, which stand in quotation marks, ids and symbols stay as they are.
 */
function grouped({label, value}: Fact): string {
  // What parts one fact from the next stands in none of them.
  const text = flat(value).replace(/[·•‧∙⋅・･]/g, '.');
  if (selfEvident.includes(label)) return text;
  return text.replace(/"[^"]*"|(?<![\w#.,:-])\d{4,}(?:\.\d+)?(?![\w.:-])/g, found =>
    found.startsWith('"') ? found : number(found),
  );
}

function chartLines(
  state: State,
  {payoff, drafts}: Review,
  room: number,
  rows: number,
  paint: Paint,
): string[] {
  if (payoff === undefined) return [];
  const [draft] = drafts;
  const lost = draft?.kind === 'open' ? draft.investmentAmount : undefined;
  const size = {columns: room, rows: Math.min(rows, 12), isAscii: state.look.ascii};
  const lines = payoffLines(payoff, size, lost);
  return lines.map(line => ` ${paint('plain', line)}`);
}
