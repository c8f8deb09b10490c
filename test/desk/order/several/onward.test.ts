import {describe, expect, it} from 'vitest';
import {isFeedPane} from '../../../../src/account/model/vocabulary.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import {easyOption, order, startDesk} from '../../../helpers/desk.ts';

/** Where the selection goes when its row closes or leaves the list. */
const orders = ['5', '6', '7'].map(id => order(id));
const options = ['1', '2'].map(id => easyOption(id));

function start() {
  const desk = startDesk().open({orders, easyOptions: options});

  /** Answers the review that is open, presses y, and lets the write come to `outcome`. */
  function confirm(outcome: Outcome) {
    const {draft} = desk.shown('review');
    const answer =
      draft.kind === 'close'
        ? ({kind: 'easyOption', option: options.find(each => each.id === draft.easyOptionId)} as const)
        : ({kind: 'orders', orders} as const);
    desk.reread(answer);
    desk.showQuestion();
    desk.type('y');
    const id = `i${desk.state.intents.list.length}`;
    const at = desk.now;
    desk.journal(id, draft);
    desk.pass(200);
    return () => desk.answer(id, outcome, {startedAt: at, result: {at, outcome}});
  }

  const selected = () => {
    const {pane, feeds} = desk.state;
    return isFeedPane(pane) ? feeds[pane].selected : undefined;
  };
  return {desk, confirm, selected};
}

const cancelled = (orderId: string): Outcome => ({kind: 'yes', order: order(orderId, {status: 'CANCELED'})});

describe('the answer to the user’s own write', () => {
  it('keeps its row selected while that is listed, and then the row that takes its place', () => {
    const {desk, confirm, selected} = start();
    desk.type('3', 'x');
    confirm(cancelled('5'))();
    expect(selected()).toBe('5');
    desk.poll('orders', orders.slice(1));
    expect(selected()).toBe('6');
    desk.type('x');
    confirm(cancelled('6'))();
    desk.poll('orders', orders.slice(0, 1));
    expect(selected()).toBe('5');
  });

  it('keeps the Easy Option selected whose row stays, wherever it is sorted', () => {
    const {desk, confirm, selected} = start();
    desk.type('2', 'c');
    confirm({kind: 'yes'})();
    expect(selected()).toBe('1');
    desk.poll('easyOptions', [easyOption('2'), easyOption('1', {status: 'CLOSED'})]);
    expect(selected()).toBe('1');
    desk.poll('easyOptions', [easyOption('2')]);
    expect(selected()).toBe('2');
  });
});

describe('a row that leaves the list', () => {
  it('disables action keys for 300 ms, and says so, but no other keys', () => {
    const {desk, selected} = start();
    desk.type('3');
    desk.pass(1_000);
    desk.poll('orders', orders.slice(1));
    expect(selected()).toBe('6');
    desk.pass(200);
    desk.press('x');
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.state.notices.at(-1)?.text).toBe('The screen has just changed: press x again.');
    desk.press('j');
    expect(selected()).toBe('7');
    desk.pass(100);
    desk.press('x');
    expect(desk.state.overlay.kind).toBe('review');
    // Not those of another pane.
    desk.type('escape', '2');
    desk.poll('orders', []);
    desk.press('c');
    expect(desk.state.overlay.kind).toBe('review');
  });

  it('is selected again once it is back, unless the user has moved', () => {
    const {desk, selected} = start();
    desk.type('3');
    const listed = (rows: typeof orders) => {
      desk.poll('orders', rows);
      return selected();
    };
    expect([[], orders.slice(1), orders].map(listed)).toEqual([undefined, '6', '5']);
    listed(orders.slice(1));
    desk.type('j');
    expect(listed(orders)).toBe('7');
  });
});
