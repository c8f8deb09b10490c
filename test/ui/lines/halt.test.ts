import {describe, expect, it} from 'vitest';
import type {Order} from '../../../src/api/wire/records.ts';
import type {HaltProgress, HaltRecord} from '../../../src/core/halt/halt.ts';
import {withPortfolioRows} from '../../../src/desk/feeds/rounds.ts';
import type {Feed} from '../../../src/desk/state.ts';
import {messageLines} from '../../../src/ui/bottom/Messages.tsx';
import {bannerLines} from '../../../src/ui/top/Banners.tsx';
import {accountOf} from '../../account/portfolio/account.ts';
import {order, startDesk} from '../../helpers/desk.ts';
import {haltOf} from '../../helpers/halt.ts';
import {epoch, intentFor} from '../../helpers/intents.ts';
import {readAt} from '../helpers/portfolio.ts';
import {texts} from '../helpers/texts.ts';

const ended: HaltProgress = {
  ...{at: epoch - 1, word: 'NO ORDERS', left: [], orders: 0},
};

const halt = (progress = ended, more: Partial<HaltRecord> = {}) =>
  haltOf({wants: 'NO ORDERS', progress, ...more});

/** A desk that has seen a halt, and the lines of it. */
function halted(
  record: HaltRecord | undefined,
  lists: Parameters<ReturnType<typeof startDesk>['open']>[0] = {},
) {
  const desk = startDesk().open(lists);
  const see = (seen: HaltRecord | undefined) => desk.send({type: 'halt', msg: {type: 'seen', record: seen}});
  see(record);
  const lines = (state = desk.state) => texts(bannerLines(state));
  return {desk, see, lines};
}

describe('the lines of a halt', () => {
  /** A later read than the one before, by a clock that was set back meanwhile. */
  const readAgain = (desk: ReturnType<typeof startDesk>, ...orders: ReturnType<typeof order>[]) => {
    desk.pass(5_000, -600_000);
    desk.send({type: 'ran', action: 'pane.orders'});
    desk.send({type: 'pollDue', pane: 'orders', arm: desk.state.feeds.orders.arm});
    desk.arrive('orders', orders, {total: orders.length});
  };

  it('show the key to press if an order is listed again after the halt ended', () => {
    const {desk, see, lines} = halted(halt(), {orders: [order('5')]});
    expect(lines()[0]).toContain('HALTED, NO ORDERS');
    readAgain(desk, order('5'));
    const [first, second] = lines();
    expect(first).toContain(
      ' HALTED: new risk blocked · LISTED AGAIN: 1 open · was NO ORDERS at 23:59:59 · account test  u: resume',
    );
    expect(second).toContain('! cancels orders; on request closes Easy Options.');
    see(halt({...ended, at: epoch * 2}));
    expect(lines()[1]).toContain(" Per this machine's journal and the service's lists at 00:00:00.");
  });

  it('leave out an own order to close a position, which was asked for under this halt', () => {
    const record = halt();
    const {desk, lines} = halted(record, {orders: []});
    const sale = {kind: 'place', symbol: 'BTC-C', side: 'SELL', price: '9', size: '2', reduces: '1'} as const;
    const done = {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '5', underHalt: record.number};
    desk.restore(intentFor(sale, done));
    readAgain(desk, order('5'));
    const [first, second] = lines();
    expect(first).toContain('HALTED, NO ORDERS');
    expect(second).toContain('23:59:59, except 1 order to close a position.');
    // A person has seen that nothing came of another.
    const nothing = {
      id: 'i2',
      state: 'RESOLVED',
      said: {word: 'nothing', note: ''},
      underHalt: record.number,
    };
    desk.restore(intentFor(sale, done), intentFor({...sale, symbol: 'ETH-C'}, nothing));
    expect(lines()[1]).toContain('except 1 order to close a position.');
    readAgain(desk, order('5'), order('6'));
    expect(lines()[0]).toContain('LISTED AGAIN: 1 open');
  });

  it('count an own order to close a position until a whole read, later than its lists lag, lacks it', () => {
    const record = halt();
    const {desk, lines} = halted(record);
    const sale = {kind: 'place', symbol: 'BTC-C', side: 'SELL', price: '9', size: '2', reduces: '1'} as const;
    const done = {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '5', underHalt: record.number};
    desk.restore(intentFor(sale, done));
    const second = (ms: number, orders: readonly Order[]) => {
      desk.pass(ms);
      const state = withPortfolioRows(desk.state, readAt(accountOf({orders}), desk.now), desk.now);
      return lines(state)[1];
    };
    expect(second(0, [])).toContain('except 1 order');
    expect(second(60_000, [order('5')])).toContain('except 1 order');
    expect(second(0, [])).not.toContain('but for');
  });

  it('name no key that lifts it to a viewer, and no earlier holder to who has the controls', () => {
    const {desk, see, lines} = halted(undefined);
    desk.controls();
    see(halt());
    expect(lines()[0]).not.toContain('resume');
    const ofControls = () => desk.state.notices.flatMap(each => (each.about === 'controls' ? each.text : []));
    // Its key is of a screen: `optty halt` prints the same text.
    expect(ofControls()).toEqual(['VIEWER: pts/3 (process 7) has the controls since 00:00:00.']);
    expect(texts(messageLines(desk.state, 2)).join(' ')).toMatch(/since 00:00:00\. T takes them\./);
    desk.controls({is: 'ours', epoch: 3});
    expect(lines()[0]).toContain('u: resume');
    expect(ofControls()).toEqual(['You have the controls.']);
  });

  it('say that nobody carries a halt out, and the key that does', () => {
    const {desk, see, lines} = halted(undefined);
    desk.controls();
    see(haltOf({wants: 'NO ORDERS'}));
    const second = () => lines()[1];
    expect(second()).not.toContain('nobody');
    desk.controls({isSuspended: true});
    expect(second()).toMatch(/^ T takes the controls: pts\/3 \(process 7\) is suspended/);
    desk.controls({is: 'free'});
    expect(second()).toMatch(/^ ! continues it: nobody carries it out/);
    // The reason was that of the process which is gone.
    const left = [{what: '#7 BTC up', why: 'SENDING'}];
    see(halt({...ended, word: 'HALTING', left}));
    const nobody = /^ ! continues it: nobody carries it out · #7 BTC up$/;
    expect(second()).toMatch(nobody);
    // Who has taken the controls since then may not go on.
    desk.controls({since: epoch + 1_000});
    expect(second()).toMatch(nobody);
    see(halt({...ended, at: epoch + 2_000, word: 'HALTING', left}));
    expect(second()).toBe(' #7 BTC up: SENDING');
  });

  it('say no more that nobody carries on one that was found, once another has the controls', () => {
    const {desk, lines} = halted(haltOf({wants: 'NO ORDERS'}));
    const second = () => lines()[1];
    expect(second()).toMatch(/^ ! continues it: nobody carries it out/);
    desk.controls();
    expect(second()).not.toContain('nobody');
  });

  it('say how many positions are held besides the one that is named', () => {
    const held = (...names: string[]) => {
      const left = names.map(each => ({what: `position ${each}`, why: 'c closes it'}));
      return halted(halt({...ended, left})).lines()[1];
    };
    expect(held('A')).toMatch(/23:59:59\. held then: position A: c closes it$/);
    expect(held('A', 'B')).toMatch(/23:59:59\. held then: 1 of 2: position A: c closes it$/);
  });

  it('say since when new risk is blocked, whatever was asked for later', () => {
    const {see, lines} = halted(haltOf({}));
    expect(lines()[0]).toContain('since 00:00:00 by process 7');
    see(halt({...ended, at: epoch + 60_000}));
    expect(lines()[0]).toContain('NO ORDERS: new risk blocked since 00:00:00');
    expect(lines()[1]).toContain("the service's lists at 00:01:00");
  });

  it('count at least what is listed if the list may go on', () => {
    const {desk, lines} = halted(halt(), {orders: [order('5'), order('6')]});
    readAgain(desk, order('5'), order('6'));
    const {orders} = desk.state.feeds;
    const first = (feed: Partial<Feed<'orders'>>) =>
      lines({...desk.state, feeds: {...desk.state.feeds, orders: {...orders, ...feed}}})[0];
    expect(first({total: 7})).toContain('LISTED AGAIN: 7 open');
    expect(first({total: undefined, isLast: false})).toContain('LISTED AGAIN: at least 2 open');
    expect(first({filterText: 'side:BUY'})).toContain('LISTED AGAIN: at least 2 open');
  });
});
