import type {State} from '../../../desk/model/state.ts';
import {linesOf} from '../../../desk/order/review-lines.ts';
import {namedIn, type StopReview} from '../../../desk/stop/review.ts';
import {cut, flat, wrap, wrapTo} from '../../format.ts';
import {type Hint, hintLine, labelOf} from '../../lines/keys.ts';
import type {Drawing, Room} from '../../panels/drawing.ts';
import type {Paint} from '../../theme.ts';
import {questionLines} from '../question.ts';

/** What a stop ends, line by line, and the key that closes Easy Options as well. */
export const stopDrawing: Drawing<'stop'> = {
  lines: (state, overlay, room, paint) => stopReviewLines(state, overlay, room, paint),
};

const hints: readonly Hint[] = [
  [['row.down', 'row.up'], 'scroll'],
  [['refresh'], 'read again'],
];

function stopReviewLines(state: State, review: StopReview, place: Room, paint: Paint): string[] {
  const {columns, rows, hasPictures} = place;
  const room = columns - 2;
  const {bindings} = state.settings;
  const {orders, easyOptions, closes, notes, notice} = review;
  const isTight = rows < 16;
  const facts = linesOf(state, [], {}, undefined);
  const isLive = facts.some(each => each.danger === true);
  const wrapped = (text: string, most: number) => (text === '' ? [] : wrapTo(flat(text), room, most));
  const key = labelOf(bindings, 'alsoClose', 'stop');
  const count = easyOptions.length;
  const options = `${count} Easy Option${count === 1 ? '' : 's'}`;
  const other = closes ? `${key} leave the Easy Options open` : `${key} close ${options} as well`;
  const does = `cancel all orders${closes ? ' and close all Easy Options' : ''}`;
  const head = [
    ` ${paint('strong', cut(`STOP: ${does}`, room))}`,
    ` ${paint(isLive ? 'danger' : 'plain', cut(facts.map(each => flat(each.value)).join(' · '), room))}`,
    ...wrapped(
      `${orders.length} open order${orders.length === 1 ? '' : 's'}, and what else turns up${closes ? `; ${options}` : ''}. It goes on until it is proved, over a restart too.`,
      3,
    ).map(line => ` ${line}`),
    ` ${paint('accent', cut(other, room))}`,
    ...wrapped(notes.join('. '), 2).map(line => ` ${paint('warning', line)}`),
  ];
  const look = {columns, isLow: isTight || !hasPictures, bindings};
  const foot = [
    ...(notice === undefined ? [] : wrap(flat(notice), room).map(line => ` ${paint('warning', line)}`)),
    ...questionLines(review, {does}, look, paint),
  ];
  const named = namedIn(review);
  const height = Math.max(1, rows - head.length - foot.length - 1);
  const start = Math.max(0, Math.min(review.scroll, named.length - height));
  const shown = named.slice(start, start + height).map(line => ` ${cut(flat(line), room)}`);
  const blank = Array.from({length: height - shown.length}, () => '');
  const at =
    named.length === 0 ? 'nothing is listed' : `${start + 1}-${start + shown.length} of ${named.length}`;
  const placeLine = ` ${paint('dim', cut(`${at}  ${hintLine(bindings, 'stop', hints)}`, room))}`;
  return [...head, ...shown, ...blank, placeLine, ...foot].slice(0, rows);
}
