import {beforeEach, describe, expect, it} from 'vitest';
import type {Trade} from '../../../../src/api/wire/records.ts';
import {blocked} from '../../../../src/desk/actions.ts';
import type {Intent, IntentSent} from '../../../../src/desk/intents/intent.ts';
import type {AmendDraft} from '../../../../src/desk/intents/kinds/amend.ts';
import type {Outcome} from '../../../../src/desk/intents/outcome.ts';
import {isDrawn} from '../../../../src/desk/order/questions.ts';
import {titleOf} from '../../../../src/desk/order/review-lines.ts';
import {card, epoch, order, startDesk, trade} from '../../../helpers/desk.ts';

/** Moving an order by its key: what may be, what the review says, and how one goes on. */
let desk: ReturnType<typeof startDesk>;

const resting = order('5', {price: '50', size: '1', sizeContracts: '1', side: 'BUY', orderType: 'LIMIT'});

function start(
  row = resting,
  changed: Parameters<typeof startDesk>[0] = {},
  venue: 'PAPER' | 'LIVE' = 'PAPER',
  tradesLagMs?: number,
) {
  const cards = [card('1', {currentOptionSymbol: row.symbol ?? '', currentAskPrice: '100'})];
  desk = startDesk(changed).open({cards, orders: [row]}, {venue, tradesLagMs});
  desk.type('3', 'g');
}

beforeEach(() => start());

/** The price is typed, Enter pressed, and the order read again with these trades. */
function review(price: string, filled?: string, row = resting) {
  desk.type('m');
  desk.send({type: 'typed', field: 'price', value: price});
  desk.type('enter');
  reread(filled, false, row);
}

function reread(filled?: string, isGone = false, row = resting) {
  const overlay = desk.shown('review');
  const fills = filled === undefined ? [] : [trade('9', {orderId: '5', filledSizeContracts: filled})];
  const answer = {kind: 'amended', order: isGone ? undefined : row, fills} as const;
  desk.send({type: 'reread', review: overlay.number, answer});
}

function lines(): Record<string, string> {
  const overlay = desk.shown('review');
  return Object.fromEntries(overlay.lines.map(({label, value}) => [label, value]));
}

function doubts(): readonly string[] {
  const {overlay} = desk.state;
  return overlay.kind === 'review' ? overlay.doubts.map(each => each.kind) : [];
}

function confirm() {
  desk.showQuestion();
  desk.asked();
  desk.type(desk.question().key);
  return desk.asked().filter(each => each.type === 'journalAsk' || each.type === 'journalGoOn');
}

describe('an amended order', () => {
  it.each([
    ['without its size in contracts', {sizeContracts: undefined}, /size in contracts is missing/],
    ['with another unit for contracts than for its size', {sizeContracts: '10'}, /1 is 10 contracts/],
    ['without its price', {price: undefined}, /symbol, side, price or size is missing/],
    ['of a type other than LIMIT', {orderType: 'MARKET'}, /MARKET order/],
    ['with an id that is not a number', {orderId: 'x'}, /64-bit integer/],
  ])('cannot be an order %s, and the reason is shown', (_name, changed, reason) => {
    start({...resting, ...changed} as typeof resting);
    expect(blocked(desk.state, 'amend')).toMatch(reason);
  });

  it('can be an order with its contracts written in another way', () => {
    start({...resting, sizeContracts: '1.0'});
    expect(blocked(desk.state, 'amend')).toBeUndefined();
  });

  it('is blocked by READ-ONLY and by the maximum notional before anything is sent', () => {
    start(resting, {guardrails: {...desk.state.settings.guardrails, readOnly: true}});
    expect(blocked(desk.state, 'amend')).toMatch(/READ-ONLY/);
    start(resting, {guardrails: {...desk.state.settings.guardrails, readOnly: false, maxNotional: '60'}});
    desk.type('m');
    desk.send({type: 'typed', field: 'price', value: '70'});
    desk.type('enter');
    expect(desk.state.overlay.kind).toBe('form');
  });

  it('opens a form with its price and size, and shows its fills after they are read', () => {
    desk.type('m');
    expect(desk.asked()).toContainEqual({type: 'readFills', orderId: '5'});
    desk.send({
      type: 'fillsRead',
      orderId: '5',
      trades: [trade('9', {orderId: '5', filledSizeContracts: '0.3'})],
    });
    expect(desk.state.overlay).toMatchObject({
      kind: 'form',
      form: {
        fields: [
          {name: 'price', value: '50'},
          {name: 'size', value: '1'},
        ],
        given: {draft: {filled: '0.3'}},
      },
    });
  });

  it('is read again when a poll lists a fill that it does not know', () => {
    review('55');
    expect(lines()).toMatchObject({Filled: '0 of 1', Places: '1 @ 55'});
    const {number} = desk.question();
    const poll = () => {
      desk.send({type: 'pollDue', pane: 'trades', arm: desk.state.feeds.trades.arm});
      desk.asked();
      desk.arrive('trades', [trade('9', {orderId: '5', filledSizeContracts: '0.4'})], {total: 1});
    };
    poll();
    expect(desk.asked()).toContainEqual(expect.objectContaining({type: 'reread', review: number}));
    reread('0.4');
    expect(lines()).toMatchObject({Filled: '0.4 of 1', Places: '0.6 @ 55'});
    poll();
    expect(desk.asked().map(each => each.type)).not.toContain('reread');
  });

  it('has its fills read again for a form that comes back from its review, and when a poll lists one', () => {
    const reads = () => desk.asked().filter(({type}) => type === 'readFills');
    review('55');
    desk.asked();
    desk.type('escape');
    expect(desk.state.overlay.kind).toBe('form');
    expect(reads()).toEqual([{type: 'readFills', orderId: '5'}]);
    const fill = trade('9', {orderId: '5', filledSizeContracts: '0.4'});
    desk.send({type: 'pollDue', pane: 'trades', arm: desk.state.feeds.trades.arm});
    desk.asked();
    desk.arrive('trades', [fill], {total: 1});
    expect(reads()).toEqual([{type: 'readFills', orderId: '5'}]);
    desk.send({type: 'fillsRead', orderId: '5', trades: [fill]});
    expect(desk.state.overlay).toMatchObject({form: {given: {draft: {filled: '0.4'}}}});
  });

  it('opens no review if nothing changes, or if as much has filled already', () => {
    desk.type('m', 'enter');
    expect(desk.state.notices.at(-1)?.text).toBe('Price and size are unchanged.');
    desk.send({
      type: 'fillsRead',
      orderId: '5',
      trades: [trade('9', {orderId: '5', filledSizeContracts: '0.3'})],
    });
    desk.send({type: 'typed', field: 'size', value: '0.3'});
    desk.type('enter');
    expect(desk.state.notices.at(-1)?.text).toMatch(/^0.3 already filled/);
  });

  it('has a review with the old and new order, what is placed, and the effect of a fill in between', () => {
    review('55', '0.3');
    expect(lines()).toMatchObject({
      Old: '1 @ 50',
      Filled: '0.3 of 1',
      New: 'total 1 @ 55 (loses queue priority)',
      Places: '0.7 @ 55',
      Notional: '38.5 (currency not stated)',
      'Fills before': 'reduce the new order by their size',
      Then: 'placed after the confirmed cancel; asks again if in doubt',
    });
  });

  it('has a review that says of a fill whose trade is not listed that there is one', () => {
    review('55', undefined, {...resting, openPrice: '50'});
    expect(lines()).toMatchObject({Filled: 'some of 1, not listed yet'});
  });

  const atOnce = 'placed once the cancel is confirmed; overfill of up to 0.7';
  const complete = 'off the market for 120 s, then placed; asks again if the price moved';

  it.each([
    ['may overfill without a wait, and says by how much', 0, atOnce],
    [
      'may overfill after a short wait',
      20_000,
      'off the market for 20 s, then placed; overfill of up to 0.7',
    ],
    ['waits until no trade can be late', 120_000, complete],
  ])('%s where the service may list trades late', (_name, amendWaitMs, then) => {
    start(resting, {amendWaitMs}, 'LIVE');
    review('55', '0.3');
    expect(lines()).toMatchObject({Then: then, 'Fills listed': 'not observed yet'});
    expect(doubts().includes('overfill')).toBe(amendWaitMs < 120_000);
    const waitMs = amendWaitMs < 120_000 ? amendWaitMs : undefined;
    expect(confirm()[0]).toMatchObject({
      draft: {tradesLagMs: 120_000, filled: '0.3', ...(waitMs !== undefined && {waitMs})},
    });
  });

  it('goes by the lag that the paper service states, whatever the profile says', () => {
    start(resting, {amendWaitMs: 5_000}, 'PAPER', 5_000);
    review('55', '0.3');
    expect(lines()).toMatchObject({Then: complete.replace('120', '5')});
    expect(confirm()[0]).toMatchObject({draft: {tradesLagMs: 5_000}});
  });

  it('names no overfill if trades are listed at once', () => {
    start(resting);
    review('55', '0.3');
    expect(lines()['Fills listed']).toBeUndefined();
    expect(doubts()).not.toContain('overfill');
    expect(confirm()[0]).toMatchObject({draft: {tradesLagMs: 0}});
  });

  it.each([
    ['+', '50', undefined, '51'],
    ['-', '50.50', undefined, '50.49'],
    ['+', '49.99', undefined, '50.00'],
    ['-', '50', '0.5', '49.5'],
  ])(
    'moves by one tick with %s from %s, with the tick %s to %s, by one confirmation',
    (key, price, tick, to) => {
      start({...resting, price}, {tick});
      desk.type(key);
      expect(desk.asked()).toContainEqual(expect.objectContaining({type: 'reread'}));
      reread('0.3');
      expect(lines()).toMatchObject({Old: expect.stringMatching(`^1 @ ${price}`), Places: `0.7 @ ${to}`});
      expect(confirm()[0]).toMatchObject({draft: {kind: 'amend', newPrice: to, newSize: '1', filled: '0.3'}});
    },
  );

  it('is not moved by a tick to nothing: the form says so', () => {
    start({...resting, price: '1'});
    desk.type('-');
    expect(desk.state.overlay).toMatchObject({
      kind: 'form',
      form: {fields: [{name: 'price', error: 'Must be above zero.'}, {name: 'size'}]},
    });
  });

  it('becomes one intent, with the fills at the time of the confirmation', () => {
    review('55', '0.3');
    const [asked] = confirm();
    expect(asked).toMatchObject({
      type: 'journalAsk',
      draft: {kind: 'amend', orderId: '5', price: '50', newPrice: '55', newSize: '1', filled: '0.3'},
    });
  });

  it('is dismissed if the second read shows that it is no longer open', () => {
    desk.type('m');
    desk.send({type: 'typed', field: 'price', value: '55'});
    desk.type('enter');
    reread(undefined, true);
    expect(desk.state.overlay.kind).toBe('none');
    expect(desk.state.notices.at(-1)?.text).toMatch(/no longer open/);
  });
});

/** As the journal and the service answer what was confirmed. */
function answered(outcome: Outcome) {
  const [asked] = confirm();
  if (asked?.type !== 'journalAsk') throw new Error('Nothing was asked for.');
  desk.journal('i-1', asked.draft, 'k-1');
  gathered({});
  attempted(outcome);
}

const tell = (msg: IntentSent) => desk.send({type: 'intent', msg});

function attempted(outcome: Outcome) {
  const {amending, attempts} = only();
  desk.answer('i-1', outcome, {number: attempts.length + 1, write: amending?.write ?? 1});
}

function only(): Intent {
  const [intent] = desk.state.intents.list;
  if (intent === undefined) throw new Error('There is no intent.');
  return intent;
}

function gathered(rows: {fills?: Trade[]; trades?: Trade[]}) {
  const read = {kind: 'read', beganAt: desk.now, clock: undefined, easyOptions: [], orders: []} as const;
  const look = desk.state.intents.looks['i-1']?.number ?? 0;
  tell({type: 'gathered', intentId: 'i-1', look, evidence: {...read, trades: [], ...rows}});
}

describe('the answer to an amend', () => {
  const own = (status: number, words = 'no'): Outcome => ({kind: 'status', status, ownBody: true, words});

  /** Its cancel is proved, nothing of it has filled, and the new order is `9`. */
  function moved() {
    review('55', '0');
    answered({kind: 'yes', order: {...resting, status: 'CANCELED'}});
    polled(order('6'));
    for (let read = 0; read < 5; read++) gathered({fills: []});
    gathered({});
    attempted({kind: 'yes', order: order('9')});
    tell({type: 'claimed', intent: {...only(), state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '9'}});
  }

  it.each([
    ['rises beyond the tolerance', '100', '110', /^The ask moved from 100 to 110/],
    ['rises within the tolerance', '100', '101', undefined],
    ['rises above its price, which makes it passive', '100', '130', undefined],
    ['was above its price', '125', '140', undefined],
  ])('asks before it places if the ask %s meanwhile', (_name, before, after, reason) => {
    start(resting, {amendWaitMs: 0}, 'LIVE');
    askIs(before);
    review('120', '0');
    answered({kind: 'yes', order: {...resting, status: 'CANCELED'}});
    askIs(after);
    gathered({fills: []});
    gathered({});
    expect(only().state).toBe(reason === undefined ? 'PLACING' : 'CANCELED, NOT REPLACED');
    if (reason !== undefined) expect(only().reason).toMatch(reason);
  });

  function askIs(currentAskPrice: string) {
    desk.poll('cards', [card('1', {currentOptionSymbol: resting.symbol ?? '', currentAskPrice})]);
  }

  function polled(...rows: ReturnType<typeof order>[]) {
    desk.poll('orders', rows);
  }

  function listed() {
    polled(order('6'), order('9'));
    tell({type: 'polled'});
    return desk.state.feeds.orders.selected;
  }

  it('selects the new order when it is listed, and ignores action keys for a moment', () => {
    moved();
    expect(desk.state.feeds.orders.selected).toBeUndefined();
    expect(listed()).toBe('9');
    desk.press('x');
    expect(desk.state.overlay.kind).toBe('none');
    desk.type('k');
    expect(listed()).toBe('6');
  });

  it('keeps a row selected that the user chose in the meantime', () => {
    moved();
    desk.type('j');
    expect(listed()).toBe('6');
  });

  it.each([
    ['refused', own(422, 'The price is not on the grid'), 'REJECTED'],
    ['not sent', {kind: 'not sent', words: '', mayRepeat: false} as Outcome, 'NOT SENT'],
  ])('keeps the form if the cancel was %s, and m is new', (_name, outcome, cameBack) => {
    review('55', '0');
    answered(outcome);
    const form = {kind: 'form', form: {cameBack, fields: [{name: 'price', value: '55'}, {name: 'size'}]}};
    expect(desk.state.overlay.kind).toBe('none');
    desk.type('m');
    expect(desk.state.overlay).toMatchObject({kind: 'form', form: {cameBack: undefined}});
    desk.type('escape', 'f');
    expect(desk.state.overlay).toMatchObject(form);
  });

  it('does not bring the form back if the order had filled', () => {
    review('55', '0');
    answered(own(409));
    tell({type: 'lookAgain', intentId: 'i-1'});
    gathered({trades: [trade('9', {orderId: '5', filledSizeContracts: '1'})]});
    expect(only().state).toBe('REJECTED');
    expect(desk.state.overlay.kind).toBe('none');
  });
});

describe('an amend in CANCELED, NOT REPLACED', () => {
  const draft: AmendDraft = {
    kind: 'amend',
    orderId: '5',
    symbol: resting.symbol ?? '',
    side: 'BUY',
    price: '50',
    size: '1',
    newPrice: '55',
    newSize: '1',
    tradesLagMs: 120_000,
  };
  const waiting = (isComplete: boolean): Intent => ({
    id: 'i-1',
    draft,
    state: 'CANCELED, NOT REPLACED',
    askedAt: {mono: 0, wall: epoch},
    changedAt: epoch,
    reason: 'Rejected by the service. The price is too high.',
    attempts: [],
    amending: {write: 2, filled: '0.3', isComplete},
  });

  function goOn(isComplete: boolean) {
    desk.send({type: 'intent', msg: {type: 'restored', intents: [waiting(isComplete)]}});
    desk.type('1', 'N');
    desk.asked();
  }

  it('opens with its key on every pane, with the request and the reason under its field', () => {
    goOn(true);
    expect(desk.state.overlay).toMatchObject({
      kind: 'form',
      form: {
        fields: [
          {name: 'price', value: '55', refused: /too high/},
          {name: 'size', value: '1'},
        ],
        given: {goesOn: 'i-1', draft: {filled: '0.3'}},
      },
    });
  });

  it('continues with the same intent at the current price', () => {
    goOn(true);
    desk.send({type: 'typed', field: 'price', value: '54'});
    desk.type('enter');
    reread('0.3', true);
    const {overlay} = desk.state;
    expect(overlay.kind === 'review' && titleOf(overlay)).toBe('Send the new order');
    const [asked] = confirm();
    expect(asked).toMatchObject({
      type: 'journalGoOn',
      intent: {id: 'i-1', state: 'CHECKING FILLS', draft: {newPrice: '54'}, amending: {isInsisted: false}},
    });
  });

  it('continues without all trades only with a random key, and shows the worst case', () => {
    goOn(false);
    desk.type('enter');
    reread('0.3', true);
    const {overlay} = desk.state;
    expect(overlay).toMatchObject({
      doubts: expect.arrayContaining([{kind: 'overfill', most: '0.7'}]),
    });
    // Its terminal is proved, and still no key that is known beforehand says yes.
    expect(isDrawn(desk.question())).toBe(true);
    const [asked] = confirm();
    expect(asked).toMatchObject({type: 'journalGoOn', intent: {amending: {isInsisted: true}}});
  });

  it('blocks another write for the same order', () => {
    desk.send({type: 'intent', msg: {type: 'restored', intents: [waiting(true)]}});
    desk.type('3', 'g');
    expect(blocked(desk.state, 'cancel')).toMatch(/CANCELED, NOT REPLACED/);
    expect(blocked(desk.state, 'sendNew')).toBeUndefined();
  });
});
