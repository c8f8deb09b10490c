import {describe, expect, it} from 'vitest';
import type {StopProgress, StopRecord} from '../../../src/desk/stop/record.ts';
import {stopLines} from '../../../src/ui/lines/footer.ts';
import {epoch, order, startDesk} from '../../helpers/desk.ts';
import {texts} from '../helpers/texts.ts';

const ended: StopProgress = {
  at: epoch - 1,
  word: 'NO ORDERS',
  isStuck: false,
  proved: 'NO ORDERS',
  left: [],
  counts: {orders: 0, easyOptions: undefined, intents: 0, unproved: 0},
  nothingListedSince: epoch - 1,
};

describe('the lines of a stop', () => {
  it('say what to press where an order is listed again after it ended', () => {
    const desk = startDesk().open({orders: [order('5')]});
    const asked = {at: epoch, wants: 'no orders', isOurs: true} as const;
    const record: StopRecord = {at: epoch, by: 'process 7', asked, progress: ended};
    desk.send({type: 'stop', msg: {type: 'seen', record}});
    const [first, second] = texts(stopLines(desk.state));
    expect(first).toContain('LISTED AGAIN: 1 open, NO ORDERS was at');
    expect(second).toContain('! asks to cancel, and close, what is open now.');
    desk.send({type: 'stop', msg: {type: 'seen', record: {...record, progress: {...ended, at: epoch * 2}}}});
    expect(texts(stopLines(desk.state))[1]).toContain("By this machine's journal");
  });
});
