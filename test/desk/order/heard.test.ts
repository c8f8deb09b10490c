import {beforeEach, describe, expect, it} from 'vitest';
import {order, startDesk} from '../../helpers/desk.ts';

let desk: ReturnType<typeof startDesk>;

/** A review of a cancel, of which the record was read again: all of it can be told. */
function ask(isGlassProved = true) {
  desk = startDesk({}, isGlassProved)
    .open({orders: [order('9')]})
    .listen();
  desk.type('3', 'x');
  const answer = {kind: 'orders', orders: [order('9')]} as const;
  desk.send({type: 'reread', review: desk.question().number, answer});
  desk.asked();
}

const isSent = () => desk.state.overlay.kind !== 'review';

beforeEach(() => ask());

describe('a question that is listened to', () => {
  it('asks the terminal for proof once it was told, and not before', () => {
    expect(desk.asked()).toEqual([]);
    desk.sayQuestion(40);
    const {number, revision} = desk.question();
    expect(desk.asked()).toEqual([{type: 'proveShown', question: number, revision}]);
    desk.sayQuestion(40);
    expect(desk.asked()).toEqual([]);
  });

  it('is confirmed once the terminal has answered and each word has had 150 ms, and not a moment before', () => {
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

  it('is not confirmed however long one waits where it was not told, or the terminal has not answered', () => {
    desk.pass(600_000);
    desk.press('y');
    expect(isSent()).toBe(false);
    desk.sayQuestion(40);
    desk.pass(600_000);
    desk.press('y');
    expect(desk.question().notice).toBe('Not spoken to the end yet: press y again');
    desk.showQuestion(false);
    desk.pass(600_000);
    desk.press('y');
    expect(isSent()).toBe(false);
  });

  it('does not count an answer of a terminal that never answers, by a letter that was drawn either', () => {
    ask(false);
    desk.sayQuestion(1);
    desk.showQuestion(false);
    desk.pass(5_000);
    desk.press(desk.question().key);
    expect(isSent()).toBe(false);
  });

  it('takes no words that were said with another key, or of another revision', () => {
    const {number, revision} = desk.question();
    desk.send({type: 'questionSaid', question: number, revision, key: 'K', words: 1});
    desk.send({type: 'questionSaid', question: number, revision: revision + 1, key: 'y', words: 1});
    expect(desk.question().said).toBeUndefined();
  });

  it('is heard to its end behind all that was said of it before', () => {
    desk.sayQuestion(40);
    desk.showQuestion();
    const told = desk.now.mono;
    desk.pass(1_000);
    // Another terminal may be looked at: it is proved anew, with nothing new to be said.
    desk.send({type: 'resized', columns: 100, rows: 40});
    desk.pass(100);
    desk.showQuestion();
    expect(desk.question().said?.heardAt).toBe(told + 40 * 150);
  });

  it('keeps every other rule: a key that comes in a burst, or right behind another, confirms nothing', () => {
    desk.sayQuestion(2);
    desk.showQuestion();
    desk.pass(1_000);
    desk.press('y', {alone: false});
    expect(isSent()).toBe(false);
    desk.pass(50);
    desk.press('y');
    expect(isSent()).toBe(false);
    desk.pass(400);
    desk.press('y');
    expect(isSent()).toBe(true);
  });
});

describe('a question that is looked at', () => {
  it('is proved as it always was, and takes no words', () => {
    desk = startDesk().open({orders: [order('9')]});
    desk.type('3', 'x');
    expect(desk.asked().map(each => each.type)).toContain('proveShown');
    desk.sayQuestion(1);
    expect(desk.question().said).toBeUndefined();
  });
});
