import {describe, expect, it} from 'vitest';
import type {HaltProgress, HaltRecord} from '../../../src/desk/halt/halt.ts';
import {bannerLines} from '../../../src/ui/lines/bottom.ts';
import {epoch, order, startDesk} from '../../helpers/desk.ts';
import {texts} from '../helpers/texts.ts';

const ended: HaltProgress = {
  at: epoch - 1,
  word: 'NO ORDERS',
  isStuck: false,
  proved: 'NO ORDERS',
  left: [],
  counts: {orders: 0, easyOptions: undefined, intents: 0, unproved: 0},
  nothingListedSince: epoch - 1,
};

describe('the lines of a halt', () => {
  it('show the key to press if an order is listed again after the halt ended', () => {
    const desk = startDesk().open({orders: [order('5')]});
    const asked = {at: epoch, wants: 'no orders', isOurs: true} as const;
    const record: HaltRecord = {at: epoch, by: 'process 7', asked, progress: ended};
    desk.send({type: 'halt', msg: {type: 'seen', record}});
    const [first, second] = texts(bannerLines(desk.state));
    expect(first).toContain(' LISTED AGAIN: 1 open, was NO ORDERS 23:59:59 UTC.  5 u resume');
    expect(second).toContain('! cancels and closes what is open now.');
    desk.send({type: 'halt', msg: {type: 'seen', record: {...record, progress: {...ended, at: epoch * 2}}}});
    expect(texts(bannerLines(desk.state))[1]).toContain(
      " Per this machine's journal and the service's lists at that time.",
    );
  });
});
