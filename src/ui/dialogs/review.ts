import type {Review} from '../../desk/model/review.ts';
import type {State} from '../../desk/model/state.ts';
import {isOld} from '../../desk/order/review.ts';
import {payoffLines} from '../charts/payoff.ts';
import {cut, flat, width, wrap, wrapTo} from '../format.ts';
import {labelOf} from '../lines/keys.ts';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import {factLines} from '../panels/facts.ts';
import type {Paint} from '../theme.ts';
import {questionLines} from './question.ts';
import {
  confirmWords,
  dataWords,
  doubtWordsOf,
  failureWords,
  guardWords,
  type Manner,
  reviewFacts,
} from './reasons.ts';

export const reviewDrawing: Drawing<'review'> = {
  lines: (state, {review: shown}, room, paint) => reviewLines(state, shown, room, paint),
};

/**
 * What is about to be sent, line for line, and right below it how it is confirmed: the question is there
 * whatever the height. Where rows are short, facts share a line rather than being left out.
 */
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
  // On a low screen what is sent has the room before why it could not be read again.
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

/** On a low screen the age stands behind the title, loud where it is too old; undefined without the room. */
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

/** How old what is shown is, and how it is read once more. */
function ageLines(state: State, review: Review, said: Manner, paint: Paint): string[] {
  const {dataAt, reread, guards} = review;
  if (dataAt === undefined) return [];
  const isReading = reread.status === 'reading';
  // Its guard says it, in the danger colour.
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
