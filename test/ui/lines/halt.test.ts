import {describe, expect, it} from 'vitest';
import type {AccountHalt, HaltProgress, HaltRecord} from '../../../src/desk/halt/halt.ts';
import type {Feed} from '../../../src/desk/state.ts';
import {bannerLines} from '../../../src/ui/top/Banners.tsx';
import {epoch, order, startDesk} from '../../helpers/desk.ts';
import {accountHalt} from '../../helpers/halt.ts';
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

function haltOf(given: Partial<AccountHalt>, progress: HaltProgress | undefined = ended): HaltRecord {
  return {at: epoch, by: 'process 7', others: [], own: accountHalt({progress, ...given})};
}

describe('the lines of a halt', () => {
  it('show the key to press if an order is listed again after the halt ended', () => {
    const desk = startDesk().open({orders: [order('5')]});
    const record = haltOf({});
    desk.send({type: 'halt', msg: {type: 'seen', record}});
    const [first, second] = texts(bannerLines(desk.state));
    expect(first).toContain(
      ' HALTED: new risk blocked · LISTED AGAIN: 1 open · was NO ORDERS at 23:59:59 UTC · account main  5 then u: resume',
    );
    expect(second).toContain('! cancels and closes what is open now.');
    desk.send({type: 'halt', msg: {type: 'seen', record: haltOf({}, {...ended, at: epoch * 2})}});
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
    expect(first).toContain('0 orders, 1 Easy Option, 1 not ended · NO ORDERS LISTED since');
    expect(first).not.toContain('NOTHING LISTED');
  });

  it('count at least what is listed if the list may go on', () => {
    const desk = startDesk().open({orders: [order('5'), order('6')]});
    desk.send({type: 'halt', msg: {type: 'seen', record: haltOf({})}});
    const {orders} = desk.state.feeds;
    const first = (feed: Partial<Feed<'orders'>>) =>
      texts(bannerLines({...desk.state, feeds: {...desk.state.feeds, orders: {...orders, ...feed}}}))[0];
    expect(first({total: 7})).toContain('LISTED AGAIN: 7 open');
    expect(first({total: undefined, isLast: false})).toContain('LISTED AGAIN: at least 2 open');
    expect(first({filterText: 'side:BUY'})).toContain('LISTED AGAIN: at least 2 open');
  });

  it('begin with the word and what is blocked, and name the account last', () => {
    const first = (word: HaltProgress['word']) => {
      const desk = startDesk().open({orders: [order('5')]});
      const record = haltOf({account: 'bob'}, {...ended, at: epoch * 2, word});
      desk.send({type: 'halt', msg: {type: 'seen', record}});
      return texts(bannerLines(desk.state))[0];
    };
    expect(first('NO ORDERS')).toMatch(/^ HALTED, NO ORDERS: new risk blocked since .*, account bob\./);
    expect(first('HALTING')).toMatch(/^ HALTING: new risk blocked · .* · account bob /);
    const desk = startDesk();
    const by = 'process 1674 on vm, account token e358';
    desk.send({type: 'halt', msg: {type: 'seen', record: {at: epoch, by, others: [], own: undefined}}});
    const narrow = {...desk.state, viewport: {columns: 60, rows: 24}};
    expect(texts(bannerLines(narrow))[0]).toMatch(/^ HALTED: new risk blocked since .*… {2}5 then u: resume/);
  });
});
