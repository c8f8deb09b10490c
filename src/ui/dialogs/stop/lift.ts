import {liftingWord, stoppedReason} from '../../../desk/stop/record.ts';
import {flat, wrap} from '../../format.ts';
import {type Hint, hintLine} from '../../lines/keys.ts';
import type {Drawing} from '../../panels/drawing.ts';

const hints: readonly Hint[] = [
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
  field: {name: 'word', hint: table => hintLine(table, 'lift', hints), error: ({error}) => error},
};
