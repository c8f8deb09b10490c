import {age} from '../../desk/model/freshness.ts';
import type {Guard, Review, ReviewLine} from '../../desk/model/review.ts';
import type {State} from '../../desk/model/state.ts';
import {asksTwice} from '../../desk/order/questions.ts';
import {isOld, movedPercent, priceOf} from '../../desk/order/review.ts';
import {doubtFigure, doubtWords} from '../../desk/words/doubts.ts';
import {payoffLines} from '../charts/payoff.ts';
import {cut, flat, number, signed, width, wrap, wrapTo} from '../format.ts';
import {labelOf} from '../lines/keys.ts';
import type {Drawing} from '../panels/drawing.ts';
import {type Fact, factLines} from '../panels/facts.ts';
import type {Paint} from '../theme.ts';
import {absolute, both, ownClock, relative, seconds} from '../times.ts';
import {questionLines, type Words} from './question.ts';

export const reviewDrawing: Drawing<'review'> = {
  lines: (state, {review: shown}, room, paint) => reviewLines(state, shown, room, paint),
};

type ReviewRoom = {readonly columns: number; readonly rows: number; readonly hasPictures?: boolean};

/**
 * What is about to be sent, line for line, and right below it how it is confirmed: the question is there
 * whatever the height. Where rows are short, facts share a line rather than being left out.
 */
export function reviewLines(state: State, review: Review, place: ReviewRoom, paint: Paint): string[] {
  const {columns, rows, hasPictures = true} = place;
  const room = columns - 2;
  const isTight = rows < 16;
  const notice = noticeLines(review, room, paint);
  const {bindings} = state.settings;
  const look = {columns, isLow: isTight || !hasPictures, bindings};
  const question = questionLines(review, wordsOf(review), look, paint);
  const said: Said = {room, isTight, isSeen: hasPictures};
  const age = said.isTight ? ageInHead(state, review, said) : undefined;
  const guards = guardWords(state, review, said, age !== undefined).flatMap(text => wrap(text, room));
  const doubts = doubtWordsOf(review, said).flatMap(text => wrap(flat(text), room));
  const reasonsToAsk = [...doubts, ...guards].map(line => ` ${paint('danger', line)}`);
  const foot = [...reasonsToAsk, ...notice, ...question];
  const head = ` ${paint('strong', cut(review.title, room))}${age === undefined ? '' : paint(age.tone, age.text)}`;
  const ages = isTight ? [] : ageLines(state, review, said, paint);
  const why = failure(review);
  // On a low screen what is sent has the room before why it could not be read again.
  const kept = why === '' || isTight ? 0 : 1;
  const space = Math.max(1, rows - foot.length - 1 - ages.length - kept);
  const facts = factLines(factsOf(state, review, said), room, space, paint);
  const spare = Math.max(0, space - facts.length) + kept;
  const reasons = why === '' || spare === 0 ? [] : wrapTo(why, room, spare);
  const body = [head, ...facts, ...reasons.map(line => ` ${paint('danger', line)}`), ...ages];
  const gap = body.length + foot.length + 1 < rows && !isTight ? [''] : [];
  const left = rows - body.length - gap.length - foot.length - 1;
  const chart = hasPictures ? chartLines(state, review, room, left, paint) : [];
  const lines = [...body, ...gap, ...foot, ...(chart.length > 0 ? ['', ...chart] : [])];
  return [...lines, ...Array.from({length: Math.max(0, rows - lines.length)}, () => '')].slice(0, rows);
}

/** How much of something is said. */
type Said = {
  readonly room: number;
  readonly isTight: boolean;
  /** To ears a time is told that stands still: what is written anew each second is never heard to its end. */
  readonly isSeen: boolean;
};

/** On a low screen the age stands behind the title, loud where it is too old; undefined without the room. */
function ageInHead(
  state: State,
  review: Review,
  said: Said,
): {readonly text: string; readonly tone: 'dim' | 'danger'} | undefined {
  const {title, dataAt, reread, guards} = review;
  if (dataAt === undefined) return undefined;
  const isStale = guards.some(each => each.kind === 'stale');
  const words = dataWords(state, review, said);
  const text = ` · ${
    isStale && isOld(state, review, state.now)
      ? `DATA ${words.replace(/old$/, 'OLD')}`
      : reread.status === 'reading'
        ? 'reading…'
        : isStale
          ? `WAS OLD, now ${words.replace(/ old$/, '')}`
          : `data ${words}`
  }`;
  return width(title) + width(text) > said.room ? undefined : {text, tone: isStale ? 'danger' : 'dim'};
}

/** How old what is shown is, and how it is read once more. */
function ageLines(state: State, review: Review, said: Said, paint: Paint): string[] {
  const {dataAt, reread, guards} = review;
  if (dataAt === undefined) return [];
  const isReading = reread.status === 'reading';
  // Its guard says it, in the danger colour.
  if (!isReading && guards.some(each => each.kind === 'stale') && isOld(state, review, state.now)) return [];
  const key = labelOf(state.settings.bindings, 'refresh', 'review');
  const then = isReading ? 'reading it again…' : `${key} reads it again`;
  return [` ${paint('dim', cut(`Data ${dataWords(state, review, said)} · ${then}`, said.room))}`];
}

function dataWords(state: State, {dataAt = state.now}: Review, {isSeen}: Said): string {
  return isSeen ? `${seconds(age(dataAt, state.now))} old` : `of ${ownClock(state, dataAt.wall)}`;
}

function failure({reread}: Review): string {
  return reread.status === 'failed' ? `The record could not be read again: ${flat(reread.reason)}` : '';
}

/** What the key does, in the words of what it sends. */
function wordsOf(review: Review): Words {
  const {drafts, again, goesOn} = review;
  const insist = asksTwice(review) ? ' all the same' : '';
  const does = goesOn === undefined ? verbOf(drafts) : 'place the rest';
  return {does: again === undefined ? does : 'send again', insist};
}

function verbOf(drafts: Review['drafts']): string {
  const [draft] = drafts;
  switch (draft?.kind) {
    case 'open':
      return `open ${number(draft.investmentAmount)}`;
    case 'cancel':
      return 'cancel the order';
    case 'replace':
      return 'move the order';
    default:
      return draft?.kind ?? 'send';
  }
}

/** What may be a slip of the fingers, each with its figure. */
function doubtWordsOf({doubts}: Review, {isTight}: Said): string[] {
  if (!isTight || doubts.length === 0) return doubts.map(each => `${doubtWords(each)}.`);
  return [doubts.map(doubtFigure).join(' · ')];
}

/** Why it asks twice, a text each. */
function guardWords(state: State, review: Review, said: Said, isAgeSaid: boolean): string[] {
  return review.guards.flatMap(guard => {
    switch (guard.kind) {
      case 'moved':
        return movedWords(review, guard, said);
      case 'changed':
        return said.isTight ? `CHANGED: ${guard.what}` : `${guard.what} is another than it was: look again.`;
      case 'stale':
        return isAgeSaid ? [] : staleWords(state, review, said);
      default:
        return guard satisfies never;
    }
  });
}

/** Both prices that are compared, and since when: the second is the one that the review shows. */
function movedWords(review: Review, {to, again}: Extract<Guard, {kind: 'moved'}>, {isTight}: Said): string {
  const [from = to, price = to] = [review.priceSeen, priceOf(review)];
  const percent = `${signed(movedPercent(from, price))} %`;
  const prices = `${number(from)} to ${number(price)}`;
  if (isTight) return `MOVED ${percent}: ${prices}`;
  const since = review.form === undefined ? 'the review opened' : 'you opened the form';
  return `The price moved${again ? ' on' : ''}. Since ${since}: ${prices}, ${percent}`;
}

function staleWords(state: State, review: Review, said: Said): string {
  const {dataAt = state.now} = review;
  const key = labelOf(state.settings.bindings, 'refresh', 'review');
  if (!isOld(state, review, state.now)) return said.isTight ? 'THE DATA WAS OLD' : 'The data was old before.';
  const how = said.isSeen
    ? `${seconds(age(dataAt, state.now))} old`
    : `old, of ${ownClock(state, dataAt.wall)}`;
  return said.isTight ? `THE DATA IS ${how}` : `The data is ${how}: ${key} reads it again.`;
}

function noticeLines({notice}: Review, room: number, paint: Paint): string[] {
  return notice === undefined ? [] : wrap(flat(notice), room).map(line => ` ${paint('warning', `${line}`)}`);
}

/** The lines as they are drawn, each with what it said at first where that was something else. */
function factsOf({now}: State, {lines, opened}: Review, {isTight, isSeen}: Said): Fact[] {
  const old = new Map(opened.map(each => [each.label, each]));
  const time = (at: number) => (isTight ? relative(at, now.wall) : both(at, now.wall));
  const text = ({value, at}: ReviewLine) => (at === undefined ? value : isSeen ? time(at) : absolute(at));
  return lines.map(line => {
    const before = old.get(line.label);
    const isOther = before !== undefined && before.value !== line.value;
    return {...line, value: text(line), was: isOther ? text(before) : undefined};
  });
}

function chartLines(state: State, {payoff}: Review, room: number, rows: number, paint: Paint): string[] {
  if (payoff === undefined) return [];
  const size = {columns: room, rows: Math.min(rows, 14), isAscii: state.look.ascii};
  return payoffLines(payoff, size, paint).map(line => ` ${line}`);
}
