import {describe, expect, it} from 'vitest';
import type {Trade} from '../../../../src/api/wire/records.ts';
import {lateFillsWords, waitWords} from '../../../../src/desk/intents/amend.ts';
import {currentWrite, type Intent} from '../../../../src/desk/intents/intent.ts';
import type {AmendDraft} from '../../../../src/desk/intents/kinds/amend.ts';
import type {Outcome} from '../../../../src/desk/intents/outcome.ts';
import {lockOn, maySendAgain, waysOut} from '../../../../src/desk/intents/selectors.ts';
import {describe as words} from '../../../../src/desk/intents/words.ts';
import {alien, lost, order, own, unsent, yesWith} from '../attempts.ts';
import {drive} from '../driver.ts';

/** An amend: two writes of one intent, and everything that may come between them. */
const draft: AmendDraft = {
  kind: 'amend',
  orderId: '7',
  symbol: 'BTC-C',
  side: 'BUY',
  price: '5',
  size: '1',
  newPrice: '6',
  newSize: '1',
  tradesLagMs: 0,
  contract: {asset: 'BTC', type: 'CALL', strikePrice: '100'},
};
const late: AmendDraft = {...draft, tradesLagMs: 120_000};

const canceled = yesWith({orderId: '7', status: 'CANCELED'});
const fill = (tradeId: string, filledSizeContracts: string, orderId: string | undefined = '7'): Trade => ({
  tradeId,
  ...(orderId === undefined ? {} : {orderId}),
  filledSizeContracts,
});

function asked(of = draft) {
  const desk = drive();
  const {id} = desk.ask(of);
  desk.gather(id, {});
  return {desk, id};
}

/** As far as its trades were read, `times` in a row with the same rows. */
function read(fills: Trade[], of = draft, times = 5) {
  const {desk, id} = asked(of);
  desk.attempted(id, canceled);
  for (let time = 0; time < times; time++) desk.gather(id, {fills});
  return {desk, id};
}

function placing(fills: Trade[] = [], of = draft) {
  const {desk, id} = read(fills, of);
  desk.gather(id, {orders: []});
  return {desk, id};
}

const placeOf = (intent: Intent) => currentWrite(intent).draft;

describe('an amend', () => {
  it('cancels nothing and is NOT SENT if orders and trades cannot be read first', () => {
    const desk = drive();
    const {id} = desk.ask(draft);
    expect(desk.only().state).toBe('QUEUED');
    desk.commands();
    desk.gatherFails(id);
    expect(desk.commands().map(each => each.type)).toEqual(['record']);
    expect(desk.only()).toMatchObject({state: 'NOT SENT', attempts: []});
    expect(desk.only().reason).toBe('Existing records could not be read first. No answer.');
  });

  it('locks its order, and the symbol and side that it places, from the start', () => {
    const {desk} = asked();
    expect(lockOn(desk.intents, 'order 7')).toBeDefined();
    expect(lockOn(desk.intents, 'BUY BTC-C')).toBeDefined();
    expect(lockOn(desk.intents, 'SELL BTC-C')).toBeUndefined();
  });

  it('cancels, reads the fills, and places the rest with its own key', () => {
    const {desk, id} = asked();
    expect(desk.only().state).toBe('CANCELING');
    desk.attempted(id, canceled);
    expect(desk.only().state).toBe('CHECKING FILLS');
    for (let time = 0; time < 5; time++) desk.gather(id, {fills: [fill('1', '0.3')]});
    desk.commands();
    desk.gather(id, {orders: [order({orderId: '3'})]});
    const [attempt] = desk.commands();
    expect(attempt).toMatchObject({type: 'attempt', intent: {state: 'PLACING', idempotencyKey: 'k-1'}});
    expect(placeOf(desk.only())).toMatchObject({kind: 'place', price: '6', size: '0.7'});
    expect(desk.only().knownBefore).toEqual(['3', '7']);
    desk.attempted(id, yesWith({orderId: '9', size: '0.7', sizeContracts: '0.7', price: '6'}));
    const claim = desk.commands().find(each => each.type === 'claim');
    expect(claim).toMatchObject({intent: {state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '9'}});
    if (claim?.type === 'claim') desk.send({type: 'claimed', intent: claim.intent});
    expect(words(desk.only())).toBe('AMENDED to 0.7 @ 6, working: BUY BTC-C #9');
  });

  it.each([
    ['a 400', own(400), 'REJECTED'],
    ['a request that was never written', {...unsent, mayRepeat: false} as Outcome, 'NOT SENT'],
    ['a 401', own(401), 'REJECTED'],
  ])('leaves its order unchanged after %s to its cancel', (_name, outcome, state) => {
    const {desk, id} = asked();
    desk.attempted(id, outcome);
    expect(desk.only().state).toBe(state);
    expect(lockOn(desk.intents, 'BUY BTC-C')).toBeUndefined();
  });

  it.each([
    ['no answer', lost],
    ['a 503', alien(503)],
    ['an acceptance with another record', yesWith({orderId: '7', status: 'PENDING'})],
    ['a 409', own(409)],
    ['a 404', own(404)],
  ])('places nothing while its cancel is UNKNOWN: %s', (_name, outcome) => {
    const {desk, id} = asked();
    desk.attempted(id, outcome);
    expect(desk.only().state).toBe('UNKNOWN');
    desk.commands();
    desk.reads(id, 6, 30_000, {});
    expect(
      desk.commands().filter(each => each.type === 'attempt' && each.intent.state === 'PLACING'),
    ).toEqual([]);
  });

  it('sends another cancel to learn whether an unlisted order is final, and then waits', () => {
    const {desk, id} = asked();
    desk.attempted(id, lost);
    desk.reads(id, 1, 500, {});
    expect(desk.only().state).toBe('CANCELING');
    desk.attempted(id, own(409), 'itself');
    expect(desk.only().state).toBe('UNKNOWN');
    desk.reads(id, 1, 500, {});
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED'});
    expect(waysOut(desk.only())).toEqual(['goOn', 'lookAgain', 'resolve']);
  });

  it('sends another cancel after a 409 too, because one 409 may be out of date', () => {
    const {desk, id} = asked();
    desk.attempted(id, own(409));
    desk.reads(id, 1, 500, {});
    expect(desk.only().state).toBe('CANCELING');
    desk.attempted(id, own(409), 'itself');
    desk.reads(id, 1, 500, {});
    expect(desk.only()).toMatchObject({
      state: 'CANCELED, NOT REPLACED',
      reason: /says that the order is final/,
    });
  });

  it('does not take one 404, like a first 409, as proof that its order is final', () => {
    const {desk, id} = asked();
    desk.attempted(id, lost);
    desk.reads(id, 1, 500, {});
    desk.attempted(id, own(404), 'itself');
    desk.reads(id, 1, 2_000, {});
    expect(desk.only().state).toBe('CANCELING');
    desk.attempted(id, own(404), 'itself');
    desk.reads(id, 1, 500, {});
    expect(desk.only().state).toBe('CANCELED, NOT REPLACED');
  });

  it('asks the user after UNKNOWN, even if a read soon shows that its order is CANCELED', () => {
    const {desk, id} = asked();
    desk.attempted(id, lost);
    desk.reads(id, 1, 500, {orders: [order({orderId: '7', status: 'CANCELED'})]});
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED', reason: /price may be old/});
  });

  it('does not accept that its order is final while the order is listed as open', () => {
    const {desk, id} = asked();
    desk.attempted(id, own(409));
    desk.reads(id, 1, 500, {orders: [order({orderId: '7'})]});
    desk.attempted(id, own(409), 'itself');
    desk.reads(id, 3, 20_000, {orders: [order({orderId: '7'})]});
    expect(desk.only().state).toBe('UNKNOWN');
    expect(maySendAgain(desk.only())).toBe(true);
  });

  it('continues automatically after a cancel that was repeated only because nothing was sent', () => {
    const {desk, id} = asked();
    desk.attempted(id, unsent);
    desk.pass(500);
    desk.send({type: 'attemptDue', intentId: id, attempt: 2});
    desk.attempted(id, canceled, 'itself');
    expect(desk.only().state).toBe('CHECKING FILLS');
  });

  it('asks the user after a doubt, even if the next cancel returns the record', () => {
    const {desk, id} = asked();
    desk.attempted(id, lost);
    desk.reads(id, 1, 500, {orders: [order({orderId: '7'})]});
    desk.attempted(id, canceled, 'itself');
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED', reason: /price may be old/});
  });

  it('ends REJECTED if its order filled before the cancel', () => {
    const {desk, id} = asked();
    desk.attempted(id, own(409));
    desk.reads(id, 1, 500, {trades: [fill('1', '0.4'), fill('2', '0.6')]});
    expect(desk.only()).toMatchObject({state: 'REJECTED', reason: /filled before the cancel/});
  });

  it('places nothing if nothing remains, and says that the order filled before the change', () => {
    const {desk} = read([fill('1', '0.4')], {...draft, newSize: '0.4'}, 1);
    expect(desk.only()).toMatchObject({state: 'CONFIRMED', reason: /^Filled before the change: 0.4 of 1/});
    expect(words(desk.only())).toContain('CANCELED');
  });

  it.each([
    [
      'have no order id',
      draft,
      [fill('1', '0.3'), {...fill('2', '0.1'), orderId: undefined}],
      /have no order id/,
    ],
    ['are of other orders', draft, [fill('1', '5', '8')], /^0\/1 .* of other orders/],
    ['have a negative size', draft, [fill('1', '-0.5')], /^0\/1 .* has no id or size/],
    ['have a size of zero', draft, [fill('1', '0')], /^0\/1 .* has no id or size/],
    ['have no id', draft, [fill('', '0.3')], /has no id or size/],
    ['have no valid number', draft, [fill('1', '1e400')], /has no id or size/],
  ])('waits for the user if its trades %s', (_name, of, fills, reason) => {
    const {desk} = read(fills as Trade[], of, 1);
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED'});
    expect(desk.only().reason).toMatch(reason);
    expect(lockOn(desk.intents, 'BUY BTC-C')).toMatch(/CANCELED, NOT REPLACED/);
  });

  it('counts a trade that is listed twice only once, by its id', () => {
    const {desk} = placing([fill('1', '0.3'), fill('1', '0.3')]);
    expect(placeOf(desk.only())).toMatchObject({size: '0.7'});
  });

  it('waits if its trades cannot be read', () => {
    const {desk, id} = asked();
    desk.attempted(id, canceled);
    desk.gatherFails(id);
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED', reason: /could not be read/});
  });

  it('takes its trades as complete after five reads of the same sum over the maximum delay', () => {
    const {desk, id} = read([fill('1', '0.3')], late, 1);
    desk.reads(id, 3, 30_000, {fills: [fill('1', '0.3')]});
    expect(desk.only().amending?.isComplete).toBe(false);
    desk.reads(id, 2, 30_000, {fills: [fill('1', '0.3')]});
    expect(desk.only().amending).toMatchObject({filled: '0.3', isComplete: true});
  });

  it.each([
    ['four reads over the maximum delay', 3, 40_000, 1_000],
    ['ten reads over a shorter time', 9, 10_000, 30_000],
  ])(
    'takes its trades as incomplete after %s, and as complete after one more',
    (_name, times, apartMs, laterMs) => {
      const {desk, id} = read([fill('1', '0.3')], late, 1);
      desk.reads(id, times, apartMs, {fills: [fill('1', '0.3')]});
      expect(desk.only().amending?.isComplete).toBe(false);
      desk.reads(id, 1, laterMs, {fills: [fill('1', '0.3')]});
      expect(desk.only().amending?.isComplete).toBe(true);
    },
  );

  it('is placed by itself when its trades are complete, within the time of the review', () => {
    const {desk, id} = read([fill('1', '0.3')], late, 1);
    desk.reads(id, 4, 29_000, {fills: [fill('1', '0.3')]});
    desk.gatherFails(id);
    expect(desk.only().state).toBe('CHECKING FILLS');
    desk.reads(id, 1, 5_000, {fills: [fill('1', '0.3')]});
    desk.gather(id, {orders: []});
    expect(desk.only()).toMatchObject({state: 'PLACING', amending: {filled: '0.3', isComplete: true}});
    expect(placeOf(desk.only())).toMatchObject({size: '0.7'});
  });

  it('says meanwhile that the old order is off the market, and when the new one is sent', () => {
    const {desk, id} = read([fill('1', '0.3')], late, 1);
    desk.reads(id, 4, 29_000, {fills: [fill('1', '0.3')]});
    expect(waitWords(desk.intents, desk.only(), desk.now)).toBe(
      'CHECKING FILLS: new order in 4 s, off the market; BUY 1 BTC-C @ 5 is canceled',
    );
    desk.reads(id, 1, 5_000, {fills: [fill('1', '0.3')]});
    expect(waitWords(desk.intents, desk.only(), desk.now)).toBeUndefined();
    const atOnce = read([], {...late, waitMs: 0}, 1).desk;
    expect(waitWords(atOnce.intents, atOnce.only(), atOnce.now)).toBeUndefined();
  });

  it('asks if a late trade makes it wait longer than the review said', () => {
    const {desk, id} = read([], late, 1);
    desk.reads(id, 1, 30_000, {fills: [fill('1', '0.3')]});
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED', amending: {filled: '0.3'}});
    expect(desk.only().reason).toBe('0.3/1 filled, per trades so far.');
    const rest = (ms: number) =>
      lateFillsWords(desk.intents, desk.only(), {mono: desk.now.mono + ms, wall: desk.now.wall + ms});
    expect([0, 7_000, 119_000, 120_000].map(rest)).toEqual([
      ' More may come for 2m.',
      ' More may come for 113 s.',
      ' More may come for 1 s.',
      '',
    ]);
  });

  it('asks if the market is not as in the review when its trades are complete', () => {
    const {desk, id} = read([], late, 1);
    desk.reads(id, 5, 25_000, {fills: []});
    desk.hold('The ask moved from 5 to 6.');
    desk.gather(id, {orders: []});
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED', reason: /ask moved/});
  });

  it.each([
    ['of what its review knew', '0.3', [fill('1', '0.3')], '0.7'],
    ['that show more than its review knew', '0.3', [fill('1', '0.3'), fill('2', '0.2')], '0.5'],
  ])('is placed without a wait after one read of trades %s', (_name, filled, fills, size) => {
    const {desk, id} = read(fills, {...late, waitMs: 0, filled}, 1);
    desk.gather(id, {orders: []});
    expect(desk.only().state).toBe('PLACING');
    expect(placeOf(desk.only())).toMatchObject({size});
  });

  it.each([
    ['lacks a fill that its review knew', [fill('1', '0.2')]],
    ['has a trade without its order', [fill('1', '0.3'), {tradeId: '2', filledSizeContracts: '0.1'}]],
  ])('is not placed without a wait if the read of its trades %s', (_name, fills) => {
    const {desk} = read(fills, {...late, waitMs: 0, filled: '0.3'}, 1);
    expect(desk.only().state).toBe('CANCELED, NOT REPLACED');
  });

  it('is placed once the sum of its fills has stood still for the wait of the profile', () => {
    const {desk, id} = read([fill('1', '0.3')], {...late, waitMs: 20_000, filled: '0'}, 1);
    desk.reads(id, 1, 10_000, {fills: [fill('1', '0.3'), fill('2', '0.2')]});
    desk.reads(id, 1, 15_000, {fills: [fill('1', '0.3'), fill('2', '0.2')]});
    expect(desk.only().state).toBe('CHECKING FILLS');
    desk.reads(id, 1, 6_000, {fills: [fill('1', '0.3'), fill('2', '0.2')]});
    desk.gather(id, {orders: []});
    expect(desk.only().state).toBe('PLACING');
    expect(placeOf(desk.only())).toMatchObject({size: '0.5'});
  });

  it('is not placed if its fills go on changing for longer than the wait and its confirmation', () => {
    const {desk, id} = read([], {...late, waitMs: 5_000, filled: '0'}, 1);
    desk.reads(id, 1, 4_000, {fills: [fill('1', '0.1')]});
    desk.reads(id, 1, 4_000, {fills: [fill('1', '0.1'), fill('2', '0.1')]});
    desk.reads(id, 1, 8_000, {fills: [fill('1', '0.1'), fill('2', '0.1'), fill('3', '0.1')]});
    expect(desk.only().state).toBe('CANCELED, NOT REPLACED');
  });

  it('says the fills that were read since, also after the wait has ended', () => {
    const {desk, id} = read([], late, 1);
    desk.reads(id, 1, 60_000, {fills: [fill('1', '0.3')]});
    desk.commands();
    desk.reads(id, 1, 10_000, {fills: [fill('1', '0.3'), fill('2', '0.4')]});
    expect(desk.only()).toMatchObject({
      state: 'CANCELED, NOT REPLACED',
      reason: '0.7/1 filled, per trades so far.',
    });
    const records = desk.commands().filter(each => each.type === 'record');
    expect(records).toMatchObject([{intent: {reason: /^0\.7/}}]);
  });

  it('starts to count again with every late trade', () => {
    const {desk, id} = read([], late, 1);
    desk.reads(id, 4, 30_000, {fills: []});
    desk.reads(id, 1, 1_000, {fills: [fill('1', '0.3')]});
    expect(desk.only().amending).toMatchObject({filled: '0.3', isComplete: false});
  });
});

describe('the new order of an amend', () => {
  it.each([
    ['is refused', own(422), /as the service says/],
    ['was never sent', {...unsent, mayRepeat: false} as Outcome, /Nothing was sent/],
    ['meets a rate limit', own(429), /Rate limited/],
  ])('leaves CANCELED, NOT REPLACED with the reason if it %s', (_name, outcome, reason) => {
    const {desk, id} = placing();
    desk.attempted(id, outcome);
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED'});
    expect(desk.only().reason).toMatch(reason);
  });

  it('leaves CANCELED, NOT REPLACED if the journal refuses it, for example after a halt', () => {
    const {desk, id} = placing();
    desk.send({type: 'attemptFailed', intentId: id, reason: 'HALTED.'});
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED', reason: 'HALTED.'});
  });

  it('is repeated with its key and becomes UNKNOWN like any placed order', () => {
    const {desk, id} = placing();
    desk.commands();
    desk.attempted(id, lost);
    expect(desk.commands()).toMatchObject([{type: 'after', due: {type: 'attemptDue', attempt: 3}}]);
    desk.send({type: 'attemptDue', intentId: id, attempt: 3});
    desk.attempted(id, lost, 'itself');
    desk.send({type: 'attemptDue', intentId: id, attempt: 4});
    desk.attempted(id, lost, 'itself');
    expect(desk.only()).toMatchObject({state: 'UNKNOWN', idempotencyKey: 'k-1'});
    // A refusal after a doubt refuses nothing.
    expect(maySendAgain(desk.only())).toBe(false);
    desk.reads(id, 6, 30_000, {});
    expect(maySendAgain(desk.only())).toBe(true);
  });

  it('is matched by a read like any placed order, by the price and size that were sent', () => {
    const {desk, id} = placing([fill('1', '0.3')]);
    desk.attempted(id, own(409));
    desk.reads(id, 1, 500, {
      orders: [order({orderId: '9', price: '6', size: '0.7', timestamp: desk.now.wall})],
    });
    const claim = desk.commands().find(each => each.type === 'claim');
    expect(claim).toMatchObject({intent: {proof: 'matched', resolvedRecordId: '9'}});
  });

  it('is not sent if the service has forbidden orders in the meantime', () => {
    const {desk, id} = read([]);
    desk.sent({kind: 'place', symbol: 'ETH-C', side: 'BUY', price: '1', size: '1'}, own(403));
    desk.gather(id, {orders: []});
    const waits = desk.intents.list.find(each => each.id === id);
    expect(waits).toMatchObject({state: 'CANCELED, NOT REPLACED', reason: /forbids this/});
  });

  it('is not sent if the reads before it took too long, and the user is asked', () => {
    const {desk, id} = read([]);
    desk.pass(16_000);
    desk.gather(id, {orders: []});
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED', reason: /took too long/});
  });
});

describe('continuing an amend', () => {
  const moved: AmendDraft = {...draft, newPrice: '7'};

  function waiting(fills: Trade[] = [fill('1', '0.3')], of = draft) {
    const {desk, id} = placing(fills, of);
    desk.attempted(id, own(422));
    desk.commands();
    return {desk, id};
  }

  function goOn(desk: ReturnType<typeof drive>, id: string, of = moved, isInsisted = false) {
    desk.send({type: 'goOn', intentId: id, draft: of, isInsisted});
    const asked = desk.commands().find(each => each.type === 'journalGoOn');
    if (asked?.type === 'journalGoOn')
      desk.send({type: 'wentOn', intent: {...asked.intent, idempotencyKey: 'k-2'}});
    return asked;
  }

  it('reads the trades again and places the rest, at the current price and with another key', () => {
    const {desk, id} = waiting();
    goOn(desk, id);
    expect(desk.only().state).toBe('CHECKING FILLS');
    desk.gather(id, {fills: [fill('1', '0.3')]});
    desk.gather(id, {orders: []});
    expect(desk.only()).toMatchObject({state: 'PLACING', idempotencyKey: 'k-2'});
    expect(placeOf(desk.only())).toMatchObject({price: '7', size: '0.7'});
    // What was refused before is no doubt about what goes out now.
    desk.attempted(id, own(422));
    expect(desk.only().state).toBe('CANCELED, NOT REPLACED');
  });

  it('works long after the first confirmation, which no longer counts', () => {
    const {desk, id} = read([], late, 1);
    desk.reads(id, 7, 30_000, {fills: [fill('1', '0.3')]});
    goOn(desk, id, {...late, newPrice: '7'});
    desk.gather(id, {fills: [fill('1', '0.3')]});
    desk.gather(id, {orders: []});
    expect(desk.only()).toMatchObject({state: 'PLACING'});
  });

  it('waits again if more has filled than the complete trades showed', () => {
    const {desk, id} = waiting([fill('1', '0.3')], draft);
    goOn(desk, id, {...moved, tradesLagMs: 120_000});
    desk.gather(id, {fills: [fill('1', '0.3'), fill('2', '0.2')]});
    expect(desk.only()).toMatchObject({state: 'CANCELED, NOT REPLACED', amending: {filled: '0.5'}});
  });

  it('works without all trades only if the user insists', () => {
    const {desk, id} = read([fill('1', '0.3')], late, 1);
    desk.reads(id, 1, 140_000, {fills: [fill('1', '0.3'), fill('2', '0.1')]});
    goOn(desk, id, {...late, newPrice: '7'});
    desk.gather(id, {fills: [fill('1', '0.3')]});
    expect(desk.only().state).toBe('CANCELED, NOT REPLACED');
    goOn(desk, id, {...late, newPrice: '7'}, true);
    desk.gather(id, {fills: [fill('1', '0.3')]});
    desk.gather(id, {orders: []});
    expect(desk.only().state).toBe('PLACING');
  });

  it('is possible only for a waiting amend, and only for the same order', () => {
    const {desk, id} = waiting();
    expect(goOn(desk, id, {...moved, orderId: '8'})).toBeUndefined();
    expect(goOn(desk, id)).toBeDefined();
    desk.send({type: 'goOn', intentId: id, draft: moved, isInsisted: false});
    expect(desk.told()).toEqual(['Nothing was placed. It is already resolved.']);
  });

  it('leaves the amend unchanged if the journal lets another dashboard continue it', () => {
    const {desk, id} = waiting();
    desk.send({type: 'goOn', intentId: id, draft: moved, isInsisted: false});
    desk.send({type: 'notGoneOn', intentId: id, reason: 'Another dashboard has it.'});
    expect(desk.only().state).toBe('CANCELED, NOT REPLACED');
  });

  it.each([
    ['done', 'Placed elsewhere.'],
    ['nothing', 'Keep it canceled, place nothing.'],
  ])('ends with the word %s, which also releases its locks', (word, reason) => {
    const {desk, id} = waiting();
    desk.send({type: 'resolve', intentId: id, word, note: ''});
    expect(desk.only()).toMatchObject({state: 'RESOLVED', reason});
    expect(lockOn(desk.intents, 'BUY BTC-C')).toBeUndefined();
  });
});

describe('an amend whose process has ended', () => {
  const earlier = (intent: Intent): Intent => ({
    ...intent,
    attempts: intent.attempts.map(each => ({...each, process: 'earlier'})),
  });

  function after(intent: Intent, result: 'known' | 'cut off' = 'known') {
    const desk = drive();
    const attempts = earlier(intent).attempts.map((each, index, all) =>
      result === 'cut off' && index === all.length - 1 ? {...each, result: undefined} : each,
    );
    desk.send({type: 'restored', intents: [{...earlier(intent), attempts}]});
    return desk;
  }

  it('is UNKNOWN if it was CANCELING, and its cancel is checked', () => {
    const {desk, id} = asked();
    desk.attempted(id, lost);
    const again = after({...desk.only(), state: 'CANCELING'} as Intent, 'cut off');
    expect(again.only().state).toBe('UNKNOWN');
    expect(again.commands()).toContainEqual(
      expect.objectContaining({type: 'gather', reading: {kind: 'order', orderId: '7'}}),
    );
  });

  it('waits if a journaled answer proves its cancel, and never places an order automatically', () => {
    const {desk, id} = asked();
    desk.attempted(id, canceled);
    expect(after({...desk.only(), state: 'CANCELING'} as Intent).only().state).toBe('CANCELED, NOT REPLACED');
  });

  it('waits if it was CHECKING FILLS, and never places an order automatically', () => {
    const {desk} = read([], draft, 2);
    const again = after(desk.only());
    expect(again.only()).toMatchObject({
      state: 'CANCELED, NOT REPLACED',
      reason: 'Cut off after the cancel: nothing was placed.',
    });
    again.reads(again.only().id, 8, 30_000, {fills: []});
    expect(again.commands().filter(each => each.type === 'attempt')).toEqual([]);
  });

  it('is UNKNOWN if it was PLACING, and can be sent again only with the same key', () => {
    const {desk, id} = placing();
    desk.attempted(id, lost);
    const again = after(desk.only(), 'cut off');
    expect(again.only()).toMatchObject({state: 'UNKNOWN', idempotencyKey: 'k-1'});
    again.reads(again.only().id, 6, 30_000, {});
    again.commands();
    again.send({type: 'sendAgain', intentId: id});
    const [attempt] = again.commands();
    expect(attempt).toMatchObject({type: 'attempt', intent: {state: 'PLACING', idempotencyKey: 'k-1'}});
  });

  it('waits for the user if it was PLACING and a refusal is in the journal', () => {
    const {desk, id} = placing();
    desk.attempted(id, own(422));
    expect(after({...desk.only(), state: 'PLACING'} as Intent).only().state).toBe('CANCELED, NOT REPLACED');
  });
});
