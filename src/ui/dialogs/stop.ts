import {linesOf} from '../../desk/order/review.ts';
import type {State} from '../../desk/state.ts';
import {namedIn, type StopReview} from '../../desk/stop/flag.ts';
import {liftingWord, stoppedReason} from '../../desk/stop/record.ts';
import {type Hint, hintLine, labelOf} from '../../desk/words/keys.ts';
import {flat} from '../../desk/words/text.ts';
import {cut, wrap, wrapTo} from '../format.ts';
import type {Drawing, PanelSize} from '../panels/drawing.ts';
import type {Paint} from '../theme.ts';
import {questionLines} from './question.ts';

/** What a stop ends, line by line, and the key that closes Easy Options as well. */
export const stopDrawing: Drawing<'stop'> = {
  lines: (state, overlay, room, paint) => stopReviewLines(state, overlay, room, paint),
};

const stopHints: readonly Hint[] = [
  [['row.down', 'row.up'], 'scroll'],
  [['refresh'], 'read again'],
];

/** What it would do, how much that is, and what its other key does. */
export function stopReviewWords({orders, easyOptions, closes}: StopReview) {
  const count = easyOptions.length;
  const options = `${count} Easy Option${count === 1 ? '' : 's'}`;
  return {
    does: `cancel all orders${closes ? ' and close all Easy Options' : ''}`,
    scope: `${orders.length} open order${orders.length === 1 ? '' : 's'}, and what else turns up${closes ? `; ${options}` : ''}. It goes on until it is proved, over a restart too.`,
    other: closes ? 'leave the Easy Options open' : `close ${options} as well`,
  };
}

function stopReviewLines(state: State, review: StopReview, place: PanelSize, paint: Paint): string[] {
  const {columns, rows} = place;
  const room = columns - 2;
  const {bindings} = state.settings;
  const {notes, notice} = review;
  const isTight = rows < 16;
  const facts = linesOf(state, [], {}, undefined);
  const isLive = facts.some(each => each.danger === true);
  const wrapped = (text: string, most: number) => (text === '' ? [] : wrapTo(flat(text), room, most));
  const {does, scope, other} = stopReviewWords(review);
  const head = [
    ` ${paint('strong', cut(`STOP: ${does}`, room))}`,
    ` ${paint(isLive ? 'danger' : 'plain', cut(facts.map(each => flat(each.value)).join(' · '), room))}`,
    ...wrapped(scope, 3).map(line => ` ${line}`),
    ` ${paint('accent', cut(`${labelOf(bindings, 'alsoClose', 'stop')} ${other}`, room))}`,
    ...wrapped(notes.join('. '), 2).map(line => ` ${paint('warning', line)}`),
  ];
  const look = {columns, isLow: isTight, bindings};
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
  const placeLine = ` ${paint('dim', cut(`${at}  ${hintLine(bindings, 'stop', stopHints)}`, room))}`;
  return [...head, ...shown, ...blank, placeLine, ...foot].slice(0, rows);
}

const liftHints: readonly Hint[] = [
  [['back'], 'back'],
  [['accept'], 'lifts it'],
];

/** What lifting lets out again, and the word that does it. */
export const liftDrawing: Drawing<'lift'> = {
  lines({stop}, _overlay, {columns}, paint) {
    const {record} = stop;
    const words = record === undefined ? 'STOPPED here alone.' : stoppedReason(record);
    const means =
      'Lifting lets every dashboard on this journal open and place again. Nothing that was held back is sent by it.';
    const lines = (text: string) => wrap(flat(text), columns - 2);
    return [
      ` ${paint('strong', 'Lift the stop?')}`,
      ...lines(words).map(line => ` ${paint('danger', line)}`),
      ...lines(means).map(line => ` ${line}`),
      ...lines(`Type ${liftingWord}:`).map(line => ` ${line}`),
    ];
  },
  field: {name: 'word', hint: table => hintLine(table, 'lift', liftHints), error: ({error}) => error},
};
