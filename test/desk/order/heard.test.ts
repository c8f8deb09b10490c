import {beforeEach, describe, expect, it} from 'vitest';
import {order, startDesk} from '../../helpers/desk.ts';

let desk: ReturnType<typeof startDesk>;

/** A review of a cancel, of which the record was read again: all of it can be told. */
function ask(isFixed = true) {
  desk = startDesk({}, isFixed)
    .open({orders: [order('9')]})
    .listen();
  desk.type('3', 'x');
  const answer = {kind: 'orders', orders: [order('9')]} as const;
  desk.reread(answer);
  desk.asked();
}

const isSent = () => desk.state.overlay.kind !== 'review';

beforeEach(() => ask());

describe('a question for a listener', () => {
  it('asks for the time of its last line after the question is spoken, not before', () => {
    expect(desk.asked()).toEqual([]);
    desk.sayQuestion(40);
    const {number, revision} = desk.question();
    expect(desk.asked()).toEqual([{type: 'timeQuestion', question: number, revision}]);
    desk.sayQuestion(40);
    expect(desk.asked()).toEqual([]);
  });

  it('can be confirmed when its last line is written and each word has had 150 ms, not before', () => {
    desk.sayQuestion(20);
    desk.pass(50);
    desk.showQuestion();
    desk.pass(20 * 150 - 1);
    desk.press('y');
    expect(isSent()).toBe(false);
    expect(desk.question().notice).toBe('Still being spoken, for 1 s: press y again');
    desk.pass(200);
    desk.press('y');
    expect(isSent()).toBe(true);
  });

  it('cannot be confirmed, after any time, if it was not spoken or not written', () => {
    desk.pass(600_000);
    desk.press('y');
    expect(isSent()).toBe(false);
    desk.sayQuestion(40);
    desk.pass(600_000);
    desk.press('y');
    expect(desk.question().notice).toBe('Not spoken to the end yet: press y again');
  });

  it('rejects words that were spoken with another key or for another revision', () => {
    const {number, revision} = desk.question();
    desk.send({type: 'questionSaid', question: number, revision, key: 'K', words: 1});
    desk.send({type: 'questionSaid', question: number, revision: revision + 1, key: 'y', words: 1});
    expect(desk.question().said).toBeUndefined();
  });

  it('counts as heard only after everything that was spoken before it', () => {
    desk.sayQuestion(40);
    desk.showQuestion();
    const told = desk.now.mono;
    desk.pass(1_000);
    // Another terminal may be looked at: it is written anew, with nothing new to be said.
    desk.send({type: 'resized', columns: 100, rows: 40});
    desk.pass(100);
    desk.showQuestion();
    expect(desk.question().said?.heardAt).toBe(told + 40 * 150);
  });
});

it('a question on the screen is timed as before, and uses no spoken words', () => {
  desk = startDesk().open({orders: [order('9')]});
  desk.type('3', 'x');
  const {number: question, revision} = desk.question();
  desk.send({type: 'questionDrawn', question, revision, isWhole: true, ids: []});
  expect(desk.asked()).toContainEqual({type: 'timeQuestion', question, revision});
  desk.sayQuestion(1);
  expect(desk.question().said).toBeUndefined();
});
