import {beforeEach, describe, expect, it} from 'vitest';
import type {Attempt, Draft, Intent, Outcome} from '../../../src/desk/intents/intent.ts';
import {card, order, startDesk} from '../../helpers/desk.ts';

/**
 * X: the orders listed at that moment are cancelled one after another, up to the first that does not end well.
 */
let desk: ReturnType<typeof startDesk>;

const listed = ['5', '6', '7'].map(id => order(id));
const rate = (retryAfterMs?: number): Outcome => ({
  kind: 'status',
  status: 429,
  ownBody: true,
  words: 'slow down',
  retryAfterMs,
});
const lost: Outcome = {kind: 'lost', words: 'reset'};
const cancelled = (orderId: string): Outcome => ({kind: 'yes', order: order(orderId, {status: 'CANCELED'})});

beforeEach(() => {
  desk = startDesk().open({cards: [card('1')], orders: listed});
  desk.type('3');
});

/** Takes the review that is open through to its y. */
function confirm() {
  const {overlay} = desk.state;
  if (overlay.kind !== 'review') throw new Error(`${overlay.kind} is on the screen`);
  const {number, drafts} = overlay.review;
  const answer =
    drafts[0]?.kind === 'open'
      ? ({kind: 'card', card: card('1')} as const)
      : ({kind: 'orders', orders: listed} as const);
  desk.send({type: 'reread', review: number, answer});
  desk.showQuestion();
  desk.type('y');
}

/** The drafts that the journal was asked to take since the last look. */
function asked(): Draft[] {
  return desk
    .asked()
    .flatMap(each =>
      each.type === 'intent' && each.command.type === 'journalAsk' ? [each.command.draft] : [],
    );
}

const orderIds = (drafts: readonly Draft[]) =>
  drafts.map(each => (each.kind === 'cancel' ? each.orderId : each.kind));

/** The journal takes it; a cancel is sent at once. */
function journaled(draft: Draft): string {
  const id = `i${desk.state.intents.list.length + 1}`;
  const intent: Intent = {
    id,
    draft,
    state: 'ASKED',
    askedAt: desk.now,
    changedAt: desk.now.wall,
    reason: '',
    attempts: [],
  };
  desk.send({type: 'intent', msg: {type: 'asked', intent}});
  return id;
}

function ended(intentId: string, outcome: Outcome) {
  const attempt: Attempt = {
    number: 1,
    by: 'user',
    process: 'this',
    startedAt: desk.now,
    result: {at: desk.now, outcome},
  };
  desk.send({type: 'intent', msg: {type: 'attempted', intentId, attempt}});
}

function startAll(): Draft {
  desk.type('X');
  confirm();
  const [first] = asked();
  if (first === undefined) throw new Error('nothing was asked for');
  return first;
}

const lastWords = () => desk.state.notices.at(-1)?.text;

describe('cancelling all', () => {
  it('asks for the next only when the one before it has ended', () => {
    const first = journaled(startAll());
    expect(asked()).toEqual([]);
    ended(first, cancelled('5'));
    const [second] = asked();
    expect(orderIds([second as Draft])).toEqual(['6']);
    ended(journaled(second as Draft), cancelled('6'));
    expect(orderIds(asked())).toEqual(['7']);
    expect(desk.state.batch.waiting).toEqual([]);
  });

  it.each([
    ['a 429 with a wait', rate(3_000)],
    ['a 429 that asks for no wait', rate(0)],
    ['an UNKNOWN', lost],
    ['one that was never sent', {kind: 'not sent', words: 'refused', mayRepeat: false} as const],
  ])('stops at %s and says how many are left', (_, outcome) => {
    ended(journaled(startAll()), outcome);
    desk.pass(120_000);
    desk.send({type: 'intent', msg: {type: 'polled'}});
    expect(asked()).toEqual([]);
    expect(desk.state.notices.map(each => each.text)).toContain(
      '2 of the orders were not cancelled: the one before them did not end well.',
    );
  });

  it('stops at its own UNKNOWN though something else was asked for and ended well since', () => {
    const first = journaled(startAll());
    desk.type('1', 'o');
    desk.send({type: 'typed', field: 'amount', value: '50'});
    desk.type('enter');
    confirm();
    const other = journaled(asked()[0] as Draft);
    ended(first, lost);
    expect(asked()).toEqual([]);
    const intent = desk.state.intents.list.find(each => each.id === other) as Intent;
    const look = desk.state.intents.looks[other]?.number ?? 0;
    expect(intent.state).toBe('ASKED');
    desk.send({
      type: 'intent',
      msg: {type: 'gathered', intentId: other, look, evidence: {kind: 'failure', words: 'no link'}},
    });
    expect(asked()).toEqual([]);
    expect(desk.state.batch.waiting).toEqual([]);
  });

  it('is named by the question whether to quit', () => {
    journaled(startAll());
    desk.type('q');
    const {overlay} = desk.state;
    expect(overlay.kind === 'quit' && overlay.text).toContain('Of the cancels, 2 would not be sent.');
  });

  it('stops when the journal does not take one', () => {
    const draft = startAll();
    desk.send({type: 'intent', msg: {type: 'askFailed', draft, reason: 'The disk is full.'}});
    expect(asked()).toEqual([]);
    expect(lastWords()).toContain('2 of the orders were not cancelled');
  });

  it('leaves out an order whose earlier cancel is UNKNOWN, and cancels the others', () => {
    desk.type('g', 'x');
    confirm();
    ended(journaled(asked()[0] as Draft), lost);
    desk.type('X');
    const {overlay} = desk.state;
    expect(overlay.kind === 'review' && orderIds(overlay.review.drafts)).toEqual(['6', '7']);
    confirm();
    const [next] = asked();
    ended(journaled(next as Draft), cancelled('6'));
    expect(orderIds(asked())).toEqual(['7']);
  });

  it('goes on after another write was confirmed meanwhile, and asks for nothing twice', () => {
    const first = journaled(startAll());
    desk.type('3', 'G', 'x');
    confirm();
    expect(orderIds(asked())).toEqual(['7']);
    const single = journaled({kind: 'cancel', orderId: '7'});
    ended(single, cancelled('7'));
    expect(asked()).toEqual([]);
    ended(first, cancelled('5'));
    expect(orderIds(asked())).toEqual(['6']);
    expect(desk.state.batch.waiting).toEqual([]);
  });

  it.each([
    ['a suspension', () => desk.send({type: 'resumed'})],
    [
      'a jump of the clock',
      () => {
        desk.pass(1_000, 3_600_000);
        desk.send({type: 'tick'});
      },
    ],
  ])('stops at %s: what was confirmed then is not meant now', (_, happens) => {
    const first = journaled(startAll());
    happens();
    expect(lastWords()).toContain('2 of the orders were not cancelled');
    ended(first, cancelled('5'));
    expect(asked()).toEqual([]);
  });
});
