import {describe, expect, it} from 'vitest';
import type {HaltAsked, HaltProgress, HaltRecord} from '../../../src/desk/halt/halt.ts';
import type {Feed} from '../../../src/desk/state.ts';
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

function haltOf(given: Partial<HaltAsked>, progress: HaltProgress | undefined = ended): HaltRecord {
  const asked = {at: epoch, wants: 'no orders', account: 'main', isOurs: true, ...given} as const;
  return {at: epoch, by: 'process 7', asked, progress};
}

describe('the lines of a halt', () => {
  it('show the key to press if an order is listed again after the halt ended', () => {
    const desk = startDesk().open({orders: [order('5')]});
    const record = haltOf({isOurs: true});
    desk.send({type: 'halt', msg: {type: 'seen', record}});
    const [first, second] = texts(bannerLines(desk.state));
    expect(first).toContain(
      ' LISTED AGAIN: 1 open, was HALTED, NO ORDERS: account main, 23:59:59 UTC.  5 u resume',
    );
    expect(second).toContain('! cancels and closes what is open now.');
    desk.send({type: 'halt', msg: {type: 'seen', record: {...record, progress: {...ended, at: epoch * 2}}}});
    expect(texts(bannerLines(desk.state))[1]).toContain(
      " Per this machine's journal and the service's lists at that time.",
    );
  });

  it('say since when no order is listed, not that nothing is, while an Easy Option is open', () => {
    const desk = startDesk().open();
    const counts = {...ended.counts, easyOptions: 1, intents: 1};
    const progress = {...ended, word: 'HELD', proved: undefined, counts} as const;
    desk.send({type: 'halt', msg: {type: 'seen', record: haltOf({wants: 'flat'}, progress)}});
    const [first] = texts(bannerLines(desk.state));
    expect(first).toContain('0 orders, 1 Easy Option, 1 not ended · NO ORDERS LISTED since 23:59:59');
    expect(first).not.toContain('NOTHING LISTED');
  });

  it('count at least what is listed if the list may go on', () => {
    const desk = startDesk().open({orders: [order('5'), order('6')]});
    desk.send({type: 'halt', msg: {type: 'seen', record: haltOf({isOurs: true})}});
    const {orders} = desk.state.feeds;
    const first = (feed: Partial<Feed<'orders'>>) =>
      texts(bannerLines({...desk.state, feeds: {...desk.state.feeds, orders: {...orders, ...feed}}}))[0];
    expect(first({total: 7})).toContain('LISTED AGAIN: 7 open');
    expect(first({total: undefined, isLast: false})).toContain('LISTED AGAIN: at least 2 open');
    expect(first({filterText: 'side:BUY'})).toContain('LISTED AGAIN: at least 2 open');
  });

  it('name the account beside the word, and say of a halt of another that nothing is canceled here', () => {
    const lines = (asked: Partial<HaltAsked>, progress: HaltProgress | undefined = ended) => {
      const desk = startDesk().open({orders: [order('5')]});
      desk.send({type: 'halt', msg: {type: 'seen', record: haltOf(asked, progress)}});
      return {texts: texts(bannerLines(desk.state)), activity: desk.state.activity.map(each => each.outcome)};
    };
    const later = {...ended, at: epoch * 2};
    expect(lines({account: 'bob'}, later).texts[0]).toContain(' HALTED, NO ORDERS: account bob, ');
    expect(lines({account: 'bob'}, {...later, word: 'HALTING'}).texts[0]).toContain(
      ' HALTING: account bob · ',
    );
    const bobs = lines({account: 'bob', isOurs: false}, {...later, word: 'FLAT'});
    expect(bobs.texts[0]).toContain(' HALTED by account bob at 00:00:00 UTC; this account: nothing canceled');
    expect(bobs.texts[1]).toContain(' ! cancels and closes what is open in this account.');
    expect([...bobs.texts, ...bobs.activity].join()).not.toContain('FLAT');
    const going = lines({account: 'bob', isOurs: false}, {...later, word: 'HALTING'});
    expect(going.texts[1]).toContain(
      ' A halt of account bob is in progress. This account: X on Orders cancels',
    );
  });
});
