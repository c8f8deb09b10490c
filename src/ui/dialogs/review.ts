import {kindOf} from '../../desk/intents/intent.ts';
import type {ReviewLine} from '../../desk/intents/kinds/kind.ts';
import {age} from '../../desk/model/freshness.ts';
import {doubtFigure, doubtWords} from '../../desk/order/doubts.ts';
import {asksTwice} from '../../desk/order/questions.ts';
import {isOld, movedPercent, priceOf} from '../../desk/order/review.ts';
import type {Guard, Review} from '../../desk/review.ts';
import type {State} from '../../desk/state.ts';
import {labelOf} from '../../desk/words/keys.ts';
import {flat, number, signed} from '../../desk/words/text.ts';
import {absolute, both, ownClock, relative, seconds} from '../../desk/words/times.ts';
import {payoffLines} from '../charts.ts';
import {cut, width, wrap, wrapTo} from '../format.ts';
import {type Fact, factLines} from '../panels/details.ts';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import type {Paint} from '../theme.ts';
import {questionLines, type Words} from './question.ts';

export const reviewDrawing: Drawing<'review'> = {
  lines: (state, {review: shown}, room, paint) => reviewLines(state, shown, room, paint),
};

/** The question is visible at any height: if rows are short, facts share a line, and none is left out. */
export function reviewLines(state: State, review: Review, place: PanelSize, paint: Paint): string[] {
  const {columns, rows} = place;
  const room = columns - 2;
  const isTight = rows < 16;
  const notice = noticeLines(review, room, paint);
  const {bindings} = state.settings;
  const look = {columns, isLow: isTight, bindings};
  const question = questionLines(review, confirmWords(review), look, paint);
  const said: Manner = {room, isTight, isSeen: true};
  const age = said.isTight ? ageInHead(state, review, said) : undefined;
  const guards = guardWords(state, review, said, age !== undefined).flatMap(text => wrap(text, room));
  const doubts = doubtWordsOf(review, said).flatMap(text => wrap(flat(text), room));
  const reasonsToAsk = [...doubts, ...guards].map(line => ` ${paint('danger', line)}`);
  const foot = [...reasonsToAsk, ...notice, ...question];
  const head = ` ${paint('strong', cut(review.title, room))}${age === undefined ? '' : paint(age.tone, age.text)}`;
  const ages = isTight ? [] : ageLines(state, review, said, paint);
  const why = failureWords(review);
  // On a low screen the lines to be sent come before the reason why a reread failed.
  const kept = why === '' || isTight ? 0 : 1;
  const space = Math.max(1, rows - foot.length - 1 - ages.length - kept);
  const facts = factLines(reviewFacts(state, review, said), room, space, paint);
  const spare = Math.max(0, space - facts.length) + kept;
  const reasons = why === '' || spare === 0 ? [] : wrapTo(why, room, spare);
  const body = [head, ...facts, ...reasons.map(line => ` ${paint('danger', line)}`), ...ages];
  const gap = body.length + foot.length + 1 < rows && !isTight ? [''] : [];
  const left = rows - body.length - gap.length - foot.length - 1;
  const chart = chartLines(state, review, room, left, paint);
  const lines = [...body, ...gap, ...foot, ...(chart.length > 0 ? ['', ...chart] : [])];
  return [...lines, ...Array.from({length: Math.max(0, rows - lines.length)}, () => '')].slice(0, rows);
}

/** On a low screen the age follows the title; undefined if there is no room. */
function ageInHead(
  state: State,
  review: Review,
  said: Manner,
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

function ageLines(state: State, review: Review, said: Manner, paint: Paint): string[] {
  const {dataAt, reread, guards} = review;
  if (dataAt === undefined) return [];
  const isReading = reread.status === 'reading';
  // The guard already says it, in the danger colour.
  if (!isReading && guards.some(each => each.kind === 'stale') && isOld(state, review, state.now)) return [];
  const key = labelOf(state.settings.bindings, 'refresh', 'review');
  const then = isReading ? 'reading it again…' : `${key} reads it again`;
  return [` ${paint('dim', cut(`Data ${dataWords(state, review, said)} · ${then}`, said.room))}`];
}

function noticeLines({notice}: Review, room: number, paint: Paint): string[] {
  return notice === undefined ? [] : wrap(flat(notice), room).map(line => ` ${paint('warning', `${line}`)}`);
}

function chartLines(state: State, {payoff}: Review, room: number, rows: number, paint: Paint): string[] {
  if (payoff === undefined) return [];
  const size = {columns: room, rows: Math.min(rows, 14), isAscii: state.look.ascii};
  return payoffLines(payoff, size, paint).map(line => ` ${line}`);
}

export type Manner = {
  readonly room: number;
  readonly isTight: boolean;
  /** Speech gets fixed times: a text that changes every second is never heard to its end. */
  readonly isSeen: boolean;
};

export function confirmWords(review: Review): Words {
  const {drafts, again, goesOn} = review;
  const insist = asksTwice(review) ? ' all the same' : '';
  const does = goesOn === undefined ? verbOf(drafts) : 'place the rest';
  return {does: again === undefined ? does : 'send again', insist};
}

function verbOf(drafts: Review['drafts']): string {
  const [draft] = drafts;
  return draft === undefined ? 'send' : kindOf(draft).words.does(draft, number);
}

export function doubtWordsOf({doubts}: Review, {isTight}: Manner): string[] {
  if (!isTight || doubts.length === 0) return doubts.map(each => `${doubtWords(each)}.`);
  return [doubts.map(doubtFigure).join(' · ')];
}

export function guardWords(state: State, review: Review, said: Manner, isAgeSaid: boolean): string[] {
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

/** The second price is the one in the review. */
function movedWords(review: Review, {to, again}: Extract<Guard, {kind: 'moved'}>, {isTight}: Manner): string {
  const [from = to, price = to] = [review.priceSeen, priceOf(review)];
  const percent = `${signed(movedPercent(from, price))} %`;
  const prices = `${number(from)} to ${number(price)}`;
  if (isTight) return `MOVED ${percent}: ${prices}`;
  const since = review.form === undefined ? 'the review opened' : 'you opened the form';
  return `The price moved${again ? ' on' : ''}. Since ${since}: ${prices}, ${percent}`;
}

function staleWords(state: State, review: Review, said: Manner): string {
  const {dataAt = state.now} = review;
  const key = labelOf(state.settings.bindings, 'refresh', 'review');
  if (!isOld(state, review, state.now)) return said.isTight ? 'THE DATA WAS OLD' : 'The data was old before.';
  const how = said.isSeen
    ? `${seconds(age(dataAt, state.now))} old`
    : `old, of ${ownClock(state, dataAt.wall)}`;
  return said.isTight ? `THE DATA IS ${how}` : `The data is ${how}: ${key} reads it again.`;
}

export function dataWords(state: State, {dataAt = state.now}: Review, {isSeen}: Manner): string {
  return isSeen ? `${seconds(age(dataAt, state.now))} old` : `of ${ownClock(state, dataAt.wall)}`;
}

export function failureWords({reread}: Review): string {
  return reread.status === 'failed' ? `The record could not be read again: ${flat(reread.reason)}` : '';
}

export function reviewFacts({now}: State, {lines, opened}: Review, {isTight, isSeen}: Manner): Fact[] {
  const old = new Map(opened.map(each => [each.label, each]));
  const time = (at: number) => (isTight ? relative(at, now.wall) : both(at, now.wall));
  const text = ({value, at}: ReviewLine) => (at === undefined ? value : isSeen ? time(at) : absolute(at));
  return lines.map(line => {
    const before = old.get(line.label);
    const isOther = before !== undefined && before.value !== line.value;
    return {...line, value: text(line), was: isOther ? text(before) : undefined};
  });
}
