import {age} from '../../desk/model/freshness.ts';
import {linesOf} from '../../desk/order/review.ts';
import {meant, type SeveralItem, type SeveralReview} from '../../desk/order/several/review.ts';
import {nounOf, severalTitle, severalWords} from '../../desk/order/several/words.ts';
import type {State} from '../../desk/state.ts';
import {type Hint, hintLine, labelOf} from '../../desk/words/keys.ts';
import {flat} from '../../desk/words/text.ts';
import {seconds} from '../../desk/words/times.ts';
import {cut, wrap, wrapTo} from '../format.ts';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import type {Paint} from '../theme.ts';
import {questionLines} from './question.ts';

export const severalDrawing: Drawing<'several'> = {
  lines: (state, overlay, room, paint) => severalLines(state, overlay, room, paint),
};

const scrolling: Hint = [['row.down', 'row.up'], 'scroll'];
const again: Hint = [['refresh'], 'read again'];

function severalLines(state: State, review: SeveralReview, place: PanelSize, paint: Paint): string[] {
  const {columns, rows} = place;
  const room = columns - 2;
  const isTight = rows < 16;
  const listed = meant(review);
  const title = severalTitle(review.pane, listed.length);
  const facts = linesOf(state, [], {}, undefined);
  const where = facts.map(each => flat(each.value)).join(' · ');
  const isLive = facts.some(each => each.danger === true);
  const head = [
    ` ${paint('strong', cut(title, room))}`,
    ` ${paint(isLive ? 'danger' : 'plain', cut(where, room))}`,
    ...wrapTo(scopeWords(state, review), room, 2).map(line => ` ${line}`),
    ...wrapTo(review.notes.join('. '), room, isTight ? 1 : 4).flatMap(line =>
      line === '' ? [] : [` ${paint('warning', line)}`],
    ),
  ];
  const verb = severalWords(review.pane, listed.length);
  const words = {does: verb, insist: review.isOld ? ' all the same' : ''};
  const look = {columns, isLow: isTight, bindings: state.settings.bindings};
  const question = questionLines(review, words, look, paint);
  const foot = [...oldLines(state, review, room, paint), ...noticeLines(review, room, paint), ...question];
  const height = Math.max(1, rows - head.length - foot.length - 1);
  const pieces = (item: SeveralItem) => itemLines(item, room);
  const start = Math.min(review.scroll, lastStart(listed, height, pieces));
  const shown = itemsFrom(listed, start, height, pieces);
  const items = shown.flatMap(pieces).slice(0, height);
  const hints = hintLine(
    state.settings.bindings,
    'several',
    shown.length < listed.length ? [scrolling, again] : [again],
  );
  const at = `${start + 1}-${start + shown.length} of ${listed.length}`;
  const placeLine = ` ${paint('dim', cut(`${at}  ${hints}`, room))}`;
  const blank = Array.from({length: Math.max(0, height - items.length)}, () => '');
  return [...head, ...items, ...blank, placeLine, ...foot].slice(0, rows);
}

/** Continued lines are indented, so that they do not look like another record. */
function itemLines({words}: SeveralItem, room: number): string[] {
  const [first = '', ...rest] = wrapTo(flat(words), room - 2, 2);
  return [` ${first}`, ...rest.map(line => ` … ${line}`)];
}

type Pieces = (item: SeveralItem) => readonly string[];

function itemsFrom(items: readonly SeveralItem[], start: number, height: number, pieces: Pieces) {
  let left = height;
  let end = start;
  for (const item of items.slice(start, start + height)) {
    left -= pieces(item).length;
    if (left < 0 && end > start) break;
    end++;
  }
  return items.slice(start, end);
}

function lastStart(items: readonly SeveralItem[], height: number, pieces: Pieces): number {
  let left = height;
  let start = items.length;
  for (const item of items.slice(-height).reverse()) {
    left -= pieces(item).length;
    if (left < 0) break;
    start--;
  }
  return Math.max(0, Math.min(start, items.length - 1));
}

/** Never says "all" for a list that was not read completely. */
export function scopeWords({settings}: State, review: SeveralReview): string {
  const {pane, items, narrowed, filter, isWide, isOfMarked, listed} = review;
  const noun = nounOf(pane, 2);
  const count = meant(review).length;
  if (isOfMarked) return `${count} marked ${nounOf(pane, count)}`;
  const all =
    listed === undefined ? `all ${items.length} open ${noun}` : `${items.length} of ${listed} open ${noun}`;
  if (narrowed === undefined) return all;
  const key = labelOf(settings.bindings, 'widen', 'several');
  return isWide
    ? `${all}, whatever the filter; ${key} only ${flat(filter)}`
    : `${count} of ${listed ?? items.length}: ${flat(filter)}; ${key} all`;
}

function oldLines({now}: State, {isOld, readAt}: SeveralReview, room: number, paint: Paint): string[] {
  if (!isOld) return [];
  const lines = wrap(`The data is ${seconds(age(readAt, now))} old.`, room);
  return lines.map(line => ` ${paint('danger', line)}`);
}

function noticeLines({notice}: SeveralReview, room: number, paint: Paint): string[] {
  return notice === undefined ? [] : wrap(flat(notice), room).map(line => ` ${paint('warning', line)}`);
}
