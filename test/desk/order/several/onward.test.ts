import {describe, expect, it} from 'vitest';
import {isFeedPane} from '../../../../src/account/model/vocabulary.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import {easyOption, order, startDesk} from '../../../helpers/desk.ts';

/** Where the selection goes after one's own x or c. */
const orders = ['5', '6', '7'].map(id => order(id));
const options = ['1', '2'].map(id => easyOption(id));

function start() {
  const desk = startDesk().open({orders, easyOptions: options});

  /** Answers the review that is open, presses y, and lets the write come to `outcome`. */
  function confirm(outcome: Outcome) {
    const {draft} = desk.shown('review');
    desk.confirm();
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
  it('selects the row that took its place if a poll came first', () => {
    const {desk, confirm, selected} = start();
    desk.type('3', 'x');
    const answered = confirm(cancelled('5'));
    desk.poll('orders', orders.slice(1));
    expect(selected()).toBeUndefined();
    answered();
    expect(selected()).toBe('6');
  });

  it('selects the next Easy Option although the row of the closed one stays', () => {
    const {desk, confirm, selected} = start();
    desk.type('2', 'c');
    confirm({kind: 'yes'})();
    expect(selected()).toBe('2');
  });

  it('moves the selection once: a user who goes back stays there', () => {
    const {desk, confirm, selected} = start();
    desk.type('3', 'x');
    confirm(cancelled('5'))();
    desk.type('k');
    desk.tell({type: 'polled'});
    expect(selected()).toBe('5');
  });

  it('disables action keys for 300 ms, and says so, but no other keys', () => {
    const {desk, confirm, selected} = start();
    desk.type('3', 'x');
    confirm(cancelled('5'))();
    desk.pass(200);
    desk.press('x');
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.said()).toBe('The screen has just changed: press x again.');
    desk.press('j');
    expect(selected()).toBe('7');
    desk.pass(100);
    desk.press('x');
    expect(desk.state.overlay.kind).toBe('review');
  });
});

it('a fill that takes the selected order leaves nothing selected, and the keys continue from there', () => {
  const {desk, selected} = start();
  desk.type('3');
  desk.poll('orders', orders.slice(1));
  expect(selected()).toBeUndefined();
  desk.press('x');
  expect(desk.state.overlay.kind).toBe('none');
  desk.press('j');
  expect(selected()).toBe('6');
  desk.press('x');
  expect(desk.state.overlay.kind).toBe('review');
});
