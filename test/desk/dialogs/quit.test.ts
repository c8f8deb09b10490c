import {describe, expect, it} from 'vitest';
import type {OverlayOf} from '../../../src/desk/overlay.ts';
import type {State} from '../../../src/desk/state.ts';
import {lostOrder, order, startDesk} from '../../helpers/desk.ts';
import {haltOf} from '../../helpers/halt.ts';

/** Orders stay working when optty is quit: the question names them. */
type Desk = ReturnType<typeof startDesk>;

const listed = ['5', '6'].map(id => order(id));
const hasQuit = (desk: Desk) => desk.asked().some(each => each.type === 'quit');

function asking({overlay}: State): OverlayOf<'quit'> {
  if (overlay.kind !== 'quit') throw new Error(`${overlay.kind} is on the screen`);
  return overlay;
}

describe('the question on quitting with working orders', () => {
  it('names the first three orders and counts the others', () => {
    const desk = startDesk().open({orders: ['5', '6', '7', '8', '9'].map(id => order(id))});
    desk.type('q');
    expect(hasQuit(desk)).toBe(false);
    expect(asking(desk.state).text).toBe(
      '5 orders stay working: BUY 2 BTC-27NOV26-65000-C @ 9, BUY 2 BTC-27NOV26-65000-C @ 9, BUY 2 BTC-27NOV26-65000-C @ 9 and 2 more. Quit anyway?',
    );
  });

  it('can be turned off in the profile, but not for unresolved writes that no other process has', () => {
    const desk = startDesk({asksOnQuit: false}).open({orders: listed});
    desk.restore(lostOrder);
    desk.type('q');
    expect(asking(desk.state).text).not.toContain('stay working');
    const viewer = startDesk({asksOnQuit: false}).open();
    viewer.controls();
    viewer.restore(lostOrder);
    viewer.type('q');
    expect(hasQuit(viewer)).toBe(true);
    const calm = startDesk({asksOnQuit: false}).open({orders: listed});
    calm.type('q');
    expect(hasQuit(calm)).toBe(true);
  });

  it('keeps its text from when it opened, so that no poll changes its letter', () => {
    const desk = startDesk({}, false).open({orders: listed});
    desk.type('3', 'q');
    const {text} = asking(desk.state);
    const {key, revision} = desk.question();
    desk.pass(2_000);
    desk.poll('orders', [order('6'), order('7')]);
    expect(asking(desk.state).text).toBe(text);
    expect(desk.question()).toMatchObject({key, revision});
  });

  it('counts orders on other pages by the total of the list until the whole account is read', () => {
    const desk = startDesk().open({orders: listed}, {total: 72, isLast: false});
    desk.type('q');
    expect(asking(desk.state).text).toContain('72 orders stay working: ');
    expect(asking(desk.state).text).toContain(' and 70 more.');
  });

  it('names an amend whose new order is not placed yet', () => {
    const desk = startDesk({asksOnQuit: false}).open();
    const amend = {kind: 'amend', orderId: '7', symbol: 'BTC-C', side: 'BUY', price: '5', size: '1'} as const;
    desk.journal('i-1', {...amend, newPrice: '6', newSize: '1', tradesLagMs: 120_000});
    desk.answer('i-1', {kind: 'yes', order: order('7', {status: 'CANCELED'})});
    const [claim] = desk.asked().filter(each => each.type === 'claim');
    if (claim?.type === 'claim') desk.tell({type: 'claimed', intent: claim.intent});
    desk.type('q');
    expect(asking(desk.state).text).toBe(
      'Canceled; the new order is not placed if you quit: amend BUY 1 BTC-C @ 5 to 1 @ 6. Quit anyway?',
    );
  });

  it('appears while this process carries out a halt', () => {
    const desk = startDesk().open();
    desk.halt(haltOf({}));
    desk.type('q');
    expect(hasQuit(desk)).toBe(true);
    desk.halt(haltOf({wants: 'NO ORDERS'}));
    desk.type('q');
    expect(hasQuit(desk)).toBe(false);
    expect(asking(desk.state).text).toContain(
      'A halt is in progress. After the next start ! continues it. Quit anyway?',
    );
  });
});
