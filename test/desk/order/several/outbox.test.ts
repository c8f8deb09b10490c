import {beforeEach, describe, expect, it} from 'vitest';
import {resources} from '../../../../src/account/resources/resources.ts';
import type {Intent} from '../../../../src/core/intents/intent.ts';
import type {Draft, WriteDraft} from '../../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../../src/core/intents/outcome.ts';
import {blocked} from '../../../../src/desk/actions.ts';
import {factsIn} from '../../../../src/desk/feeds/feeds.ts';
import {withPortfolioRows} from '../../../../src/desk/feeds/rounds.ts';
import {outboxWords, waitMs} from '../../../../src/desk/order/several/outbox.ts';
import {accountOf} from '../../../account/portfolio/account.ts';
import {card, order, startDesk} from '../../../helpers/desk.ts';
import {haltOf} from '../../../helpers/halt.ts';
import {intentFor} from '../../../helpers/intents.ts';

/**
 * X: the orders that its review named are cancelled one after another, whatever becomes of each of them.
 */
let desk: ReturnType<typeof startDesk>;

const listed = ['5', '6', '7'].map(id => order(id, {sizeContracts: '2'}));
const named = (...ids: string[]) => ids.map(id => `BUY 2 BTC-27NOV26-65000-C @ 9 #${id}`).join(', ');
const rate = (retryAfterMs?: number): Outcome => ({
  kind: 'status',
  status: 429,
  ownBody: true,
  words: 'slow down',
  retryAfterMs,
});
const refused: Outcome = {kind: 'status', status: 422, ownBody: true, words: 'too late'};
const cancelled = (orderId: string): Outcome => ({kind: 'yes', order: order(orderId, {status: 'CANCELED'})});

beforeEach(() => {
  desk = startDesk().open({cards: [card('1')], orders: listed});
  desk.type('3');
});

/** The drafts that the journal was asked to take since the last look. */
const asked = () => desk.drafts();

const orderIds = (drafts: readonly Draft[]) =>
  drafts.map(each => (each.kind === 'cancel' ? each.orderId : each.kind));

/** What the journal keeps of them for the next holder of the controls. */
function keptOfAll(): string {
  openAll();
  desk.showQuestion();
  desk.asked();
  desk.type('y');
  return JSON.stringify(desk.asked().find(each => each.type === 'keepSeveral')?.what);
}

/** The journal takes it; a cancel is sent at once. */
function journaled(draft: WriteDraft): string {
  const id = `i${desk.state.intents.list.length + 1}`;
  desk.journal(id, draft);
  return id;
}

/** Its intent, once the journal has taken the record that ends it. */
function doneOf(orderId: string): Intent {
  const {list} = desk.state.intents;
  const intent = list.find(({draft}) => draft.kind === 'cancel' && draft.orderId === orderId);
  if (intent === undefined) throw new Error(`no intent of ${orderId}`);
  return {...intent, state: 'CONFIRMED', proof: 'proved', resolvedRecordId: orderId};
}

const ended = (intentId: string, outcome: Outcome) => desk.answer(intentId, outcome);

function openAll() {
  desk.type('X');
  desk.asked();
  desk.readList({orders: listed});
}

function startAll(): WriteDraft {
  openAll();
  const [first] = desk.confirm();
  if (first === undefined) throw new Error('nothing was asked for');
  return first;
}

const progress = () => {
  const {outbox} = desk.state;
  return outbox && outboxWords(outbox, {waitMs: waitMs(desk.state, desk.now)});
};

it('an order whose cancel is answered CANCELED is shown as CANCELED while a list may lag, and is neither canceled nor amended again', () => {
  desk.type('g', 'x');
  desk.asked();
  ended(journaled(desk.confirm()[0] as WriteDraft), cancelled('5'));
  const {rows} = desk.state.feeds.orders;
  expect(rows.map(each => each.status)).toEqual(['CANCELED', listed[1]?.status, listed[2]?.status]);
  const {left} = resources.orders.columns;
  const facts = factsIn(desk.state, 'orders');
  expect(rows.map(each => left?.value?.(each, facts, each.orderId))[0]).toBe('0');
  desk.type('g');
  expect(blocked(desk.state, 'amend')).toBe('It is CANCELED already.');
  expect(blocked(desk.state, 'cancel')).toBe('It is CANCELED already.');
  const shown = () => {
    desk.poll('orders', listed);
    const {orders} = withPortfolioRows(desk.state, accountOf({orders: listed}), desk.now).portfolio.rows;
    return [desk.state.feeds.orders.rows, orders.rows].map(all => all.map(({status}) => status));
  };
  const [first, ...others] = listed.map(({status}) => status);
  expect(shown()).toEqual(Array(2).fill(['CANCELED', ...others]));
  // A list that is not late any more tells of an order that works after all.
  desk.pass(2_001);
  expect(shown()).toEqual(Array(2).fill([first, ...others]));
});

describe('canceling all orders', () => {
  it.each([
    ['for its Retry-After', rate(3_000), 3_000],
    ['for 2 s without a Retry-After', rate(), 2_000],
  ])('waits after a 429 %s, sends the same cancel again and continues', (_, outcome, ms) => {
    ended(journaled(startAll()), outcome);
    desk.pass(ms - 100);
    desk.send({type: 'tick'});
    expect(asked()).toEqual([]);
    expect(progress()).toBe('Cancel 3 orders: 3 to go (429: 1 s)');
    desk.pass(1_000);
    desk.send({type: 'tick'});
    const [again] = asked();
    expect(orderIds([again as WriteDraft])).toEqual(['5']);
    ended(journaled(again as WriteDraft), cancelled('5'));
    expect(orderIds(asked())).toEqual(['6']);
  });

  it.each([
    [['8'], 'Cancel 3 orders: 3 canceled. 1 order came since and is working'],
    [['8', '9'], 'Cancel 3 orders: 3 canceled. 2 orders came since and are working'],
    [[], 'Cancel 3 orders: 3 canceled'],
  ])('ends with how many orders came since its review and are working: %j', (came, words) => {
    openAll();
    desk.send({type: 'pollDue', pane: 'orders', arm: desk.state.feeds.orders.arm});
    const others = [...came.map(id => order(id)), order('10', {status: 'CANCELED'})];
    desk.arrive('orders', [...listed, ...others]);
    let [next] = desk.confirm();
    for (const id of ['5', '6', '7']) {
      ended(journaled(next as WriteDraft), cancelled(id));
      [next] = asked();
      desk.tell({type: 'claimed', intent: doneOf(id)});
    }
    const several = {text: words, about: 'several', stays: came.length > 0};
    expect(desk.state.notices).toMatchObject([{about: 'order 10'}, several]);
    expect(desk.state.activity.find(each => each.kind === 'several')?.outcome).toBe(words);
  });

  it.each(['CLOSED', 'ACTIVE'])('says of a close what its row says: %s', status => {
    const items = [{draft: {kind: 'close', easyOptionId: '1'}, stands: 'CONFIRMED', reason: ''}] as const;
    const told = {listed: {row: () => ({status})} as never};
    const words = outboxWords({items, startedAt: desk.now, changedAt: desk.now}, told);
    expect(words).toBe(`Close 1 Easy Option: 1 ${status === 'CLOSED' ? status : 'close accepted'}`);
  });

  it('sends nothing for an order that a poll shows as gone, and says so', () => {
    const first = journaled(startAll());
    desk.pass(1_000);
    desk.send({type: 'ran', action: 'refresh'});
    desk.arrive('orders', [order('5'), order('7')]);
    ended(first, cancelled('5'));
    const [next] = asked();
    expect(orderIds([next as WriteDraft])).toEqual(['7']);
    expect(progress()).toBe('Cancel 3 orders: 1 canceled, 1 left out, 1 in progress');
  });

  it.each([
    ['are taken', {is: 'held', epoch: 2}, 'optty halt (process 9) took the controls'],
    [
      'were taken and are free again',
      {is: 'free', epoch: 2, isReturned: true},
      'optty halt (process 9) took the controls',
    ],
    ['were away in between', {is: 'ours', epoch: 3}, 'the controls changed hands'],
  ] as const)(
    'ends when the controls %s: nothing more is sent, and what has no outcome is named',
    (_, moved, why) => {
      const by = 'optty halt (process 9)';
      desk.controls({by, is: 'ours', epoch: 1});
      journaled(startAll());
      desk.controls({by, ...moved});
      desk.controls({by, is: 'ours', epoch: 4});
      expect(asked()).toEqual([]);
      expect(desk.state.outbox).toBeUndefined();
      const told = desk.state.notices.find(each => each.about === 'several')?.text;
      expect(told).toBe(
        `Cancel 3 orders: 1 in progress at 00:00:03 (#5: Being sent), 2 not sent (${named('6', '7')}): ${why}`,
      );
    },
  );

  it('asks before quitting while it waits after a 429, and the journal keeps how many were not sent', () => {
    ended(journaled(startAll()), rate(60_000));
    desk.type('q');
    expect(desk.shown('quit').text).toMatch(/Cancel 3 orders: 3 to go.*\. The rest will not be sent\./);
    desk.showQuestion();
    desk.asked();
    desk.type('y');
    const outcome = `Cancel 3 orders: 3 not sent (${named('5', '6', '7')}): optty was quit`;
    expect(desk.asked()).toMatchObject([
      {type: 'keepActivity', lines: [{outcome}]},
      {type: 'keepSeveral', what: undefined},
      {type: 'quit'},
    ]);
  });
});

describe('the rest of several writes is not sent, and is named', () => {
  const held = haltOf({});
  const rest = `2 not sent (${named('6', '7')})`;

  it.each([
    ['a halt', () => desk.halt(held), 'HALTED'],
    ['another service', () => desk.poll('orders', listed, {venue: 'LIVE'}), 'the service is LIVE now'],
    ['a suspension', () => desk.send({type: 'resumed'}), 'optty was suspended'],
    ['a clock jump', () => desk.pass(1_000, 3_600_000), 'the clock jumped or the machine slept'],
  ])('after %s, while the one on its way still ends', (_, happens, why) => {
    const first = journaled(startAll());
    happens();
    expect(asked()).toEqual([]);
    ended(first, cancelled('5'));
    desk.tell({type: 'claimed', intent: doneOf('5')});
    expect(asked()).toEqual([]);
    const told = desk.state.notices.find(each => each.about === 'several')?.text;
    expect(told).toBe(`Cancel 3 orders: 1 canceled, ${rest}: ${why}`);
  });

  it('after one that the journal or a limit refused', () => {
    const draft = startAll();
    desk.tell({type: 'askFailed', draft, reason: 'The disk is full.'});
    expect(asked()).toEqual([]);
    expect(desk.said()).toBe(
      `Cancel 3 orders: 1 NOT SENT (${named('5')}: The disk is full), ${rest}: #5 was NOT SENT`,
    );
  });

  it('but a halt that was set before lets exits pass', () => {
    desk.halt(held);
    ended(journaled(startAll()), cancelled('5'));
    expect(orderIds(asked())).toEqual(['6']);
  });

  /** The process ends, and another takes the controls: it knows the journal alone. */
  function startNext(several: string, intents: readonly Intent[]) {
    desk = startDesk().open({orders: listed});
    desk.controls({epoch: 7, several});
    desk.restore(...intents);
    expect(desk.state.outbox).toBeUndefined();
    desk.controls({is: 'ours', epoch: 8, several});
    desk.asked();
    desk.restore(...intents);
  }
  const why = 'the process that sent them lost the controls';

  /** As the journal has it. */
  const restored = (id: string, orderId: string, state: string) =>
    intentFor({kind: 'cancel', orderId}, {id, state, changedAt: desk.now.wall}, {mono: 0, wall: 0});

  it('with an order as off the book that a cancel found final, for it may have filled', () => {
    const final = {...restored('j1', '5', 'CONFIRMED'), proof: 'matched'} as Intent;
    startNext(keptOfAll(), [final, restored('j2', '6', 'CONFIRMED')]);
    expect(desk.state.notices.at(-1)).toMatchObject({
      text: `Cancel 3 orders: 1 OFF THE BOOK (#5), 1 canceled, 1 not sent (${named('7')}): ${why}`,
      level: 'danger',
    });
  });

  it('by the next process, from the writes in the journal, and by that one alone', () => {
    // It had ended before.
    desk.type('g', 'x');
    ended(journaled(desk.confirm()[0] as WriteDraft), refused);
    const [before] = desk.state.intents.list;
    startNext(keptOfAll(), [before as Intent, restored('j1', '6', 'CONFIRMED')]);
    const words = `Cancel 3 orders: 1 canceled, 2 not sent (${named('5', '7')}): ${why}`;
    expect(desk.state.notices.at(-1)).toMatchObject({text: words, level: 'danger', stays: true});
    expect(desk.asked().filter(each => each.type.startsWith('keep'))).toMatchObject([
      {type: 'keepActivity', lines: [{outcome: words}]},
      {type: 'keepSeveral', what: undefined},
    ]);
    expect(desk.state.outbox).toBeUndefined();
    // The controls were away and have come back, before the journal has forgotten them.
    const {notices} = desk.state;
    desk.restore();
    expect(desk.asked()).toEqual([{type: 'keepSeveral', what: undefined}]);
    expect(desk.state.notices).toEqual(notices);
  });

  it('by the next process once the one that may have been sent is known, or some time later', () => {
    startNext(keptOfAll(), [restored('j1', '5', 'UNKNOWN')]);
    expect(progress()).toBe('Cancel 3 orders: 1 UNKNOWN, 2 not sent');
    expect(desk.drafts()).toEqual([]);
    desk.pass(5_000);
    desk.send({type: 'tick'});
    expect(desk.said()).toBe(`Cancel 3 orders: 1 UNKNOWN at 00:00:05 (#5), ${rest}: ${why}`);
  });

  it('until the last one in doubt has ended, if nothing else is wrong', () => {
    const asks = ['5', '6'].map(orderId => ({draft: {kind: 'cancel', orderId}}));
    startNext(JSON.stringify({at: 1, asked: asks}), [
      restored('j1', '5', 'UNKNOWN'),
      restored('j2', '6', 'CONFIRMED'),
    ]);
    desk.pass(5_000);
    desk.send({type: 'tick'});
    expect(desk.state.notices.at(-1)).toMatchObject({
      text: expect.stringContaining('1 UNKNOWN (#5)'),
      until: ['j1'],
    });
  });

  it('with the first few in the message, and with all in the list of messages and in Activity', () => {
    const ids = ['11', '12', '13', '14', '15'];
    const asks = ids.map(id => ({draft: {kind: 'cancel', orderId: id, side: 'BUY', size: '2', price: '9'}}));
    startNext(JSON.stringify({at: 1, asked: asks}), []);
    const [brief, whole] = [desk.said(), desk.state.messages.at(-1)?.text];
    expect(brief).toBe(
      `Cancel 5 orders: 5 not sent (BUY 2 @ 9 #11, BUY 2 @ 9 #12, BUY 2 @ 9 #13 and 2 more): ${why}`,
    );
    expect(whole).toContain('BUY 2 @ 9 #14, BUY 2 @ 9 #15)');
    expect(desk.state.activity.find(each => each.kind === 'several')?.outcome).toBe(whole);
  });

  it('by side, size, symbol, price and id, or by id and label', () => {
    const drafts = [
      {kind: 'close', easyOptionId: '4', label: 'ETH above 3840', investmentAmount: '25'},
      {...{kind: 'amend', orderId: '5', symbol: 'X', side: 'SELL', price: '9', size: '2'}},
      {kind: 'cancel', orderId: '6'},
    ] as unknown as Draft[];
    const items = drafts.map(draft => ({draft, stands: 'waiting', reason: ''}) as const);
    const told = {listed: {row: () => undefined} as never};
    const words = outboxWords({items, startedAt: desk.now, changedAt: desk.now, stopped: 'HALTED'}, told);
    expect(words).toContain(
      '3 not sent (close Easy Option 4 (ETH above 3840), SELL 2 X @ 9 #5, an order #6): HALTED',
    );
  });
});
